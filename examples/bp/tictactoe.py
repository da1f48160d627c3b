"""Tic-tac-toe with both players free to move: python tictactoe.py"""

from jpfpy import bp

X = [bp.Event(f"X{i}") for i in range(9)]
O = [bp.Event(f"O{i}") for i in range(9)]  # noqa: E741
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@bp.bthread
def square(i: int):
    yield bp.sync(wait_for=[X[i], O[i]])
    yield bp.sync(block=[X[i], O[i]])


@bp.bthread
def turns():
    while True:
        yield bp.sync(wait_for=X, block=O)
        yield bp.sync(wait_for=O, block=X)


@bp.bthread
def win(who: str, line: tuple[int, int, int]):
    missing = set(line)
    moves = X if who == "X" else O
    while missing:
        event = yield bp.sync(wait_for=[moves[i] for i in sorted(missing)])
        missing.discard(moves.index(event))
    yield bp.sync(block=X + O)


@bp.bthread
def player(who: str):
    moves = X if who == "X" else O
    while True:
        yield bp.sync(request=[moves])


def program() -> bp.BProgram:
    wins = [win(who, line) for line in LINES for who in "XO"]
    return bp.BProgram([*(square(i) for i in range(9)), turns, *wins, player("X"), player("O")], name="tic-tac-toe")


if __name__ == "__main__":
    print(program().verify(config={"bp.suppress_deadlock": True}))
