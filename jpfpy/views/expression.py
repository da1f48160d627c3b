"""Expressions over the values that the program has in a state: "Account.balance >= 0", "main.args[0]", "Fork@1.owner".

They are parsed once and evaluated over views. The operators are Python's (and, or, not, chained comparisons); integers
divide as in Java (JLS 15.17.2), and they do not overflow."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from .element import ElementInfo
from .thread import ThreadInfo

if TYPE_CHECKING:
    from ..target.classfile import ClassFiles
    from .code import ClassInfo, FieldInfo
    from .vm import VM

Node = Callable[["VM"], Any]
TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+\.\d+(?:[eE][-+]?\d+)?|0[xX][0-9a-fA-F]+|\d+)[lLdDfF]?
    |(?P<name>Thread-\d+|[^\W\d][\w$]*)
    |(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<op>==|!=|<=|>=|//|[-+*/%<>().,@]|\[|\])
    |(?P<end>$)
    |(?P<bad>&&|\|\||.))""",
    re.VERBOSE | re.DOTALL,
)
WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
INSTEAD = {"&&": "and", "||": "or", "!": "not", "=": "=="}
DEEPEST = 30  # nested parentheses and signs
# A static field by the usual spelling of names: packages and fields begin with a small letter, or the field is all
# capitals; classes begin with a capital.
STATIC = re.compile(r"(?:[a-z_]\w*\.)*(?:[A-Z][\w$]*\.)+(?P<field>[a-z_]\w*|[A-Z][A-Z0-9_]+)")
LIBRARY = ("java.", "javax.", "jdk.", "sun.", "com.sun.")
TYPES = dict(zip("ZBCSIJFD", ("boolean", "byte", "char", "short", "int", "long", "float", "double"), strict=True))
THREAD_ATTRIBUTES = ("status", "name", "id", "priority", "line", "lock", "object")
SHOWN = 80  # characters of an expression that messages repeat


class NoValue(Exception):
    """The expression has no value in this state; why."""


def integer_divided(a: Any, b: Any) -> Any:
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def remainder(a: Any, b: Any) -> Any:
    if isinstance(a, float) or isinstance(b, float):
        import math

        return math.fmod(a, b)
    return a - b * integer_divided(a, b)


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": integer_divided,
    "//": integer_divided,
    "%": remainder,
}
ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
COMPARISONS = {"==", "!=", *ORDER}


class Expression:
    """One expression, ready to be evaluated. Raises ConfigError where the text is none."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ConfigError(f'an expression is a text like "Account.balance >= 0", not {text!r}')
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        self.at = self.depth = 0
        self.names_objects = False  # Class@n stands in it
        self.judges = False  # it is asked of states, whatever the path: Class@n has to be the only one
        self.paths: list[tuple[list[str], list[int]]] = []  # dotted names that it reads, with their columns
        self.objects: list[tuple[str, int, int]] = []  # class, n and column of Class@n
        self.by_spelling: set[str] = set()  # of these, taken for static fields, unless vm.por=false
        self.beyond_paths = False  # it reads something besides: elements, members of what these are, threads
        self._scan()
        self.node = self._or()
        if self.kind != "end":
            raise self.wrong(f"{self.word!r} was not expected here")

    # --- the text ---

    def _scan(self) -> None:
        at = 0
        while not self.tokens or self.tokens[-1][0] != "end":
            match = TOKEN.match(self.text, at)
            assert match is not None and match.lastgroup is not None
            start = match.start(match.lastgroup)
            word = match[match.lastgroup]
            if match.lastgroup == "bad":
                hint = f": write {INSTEAD[word]}" if word in INSTEAD else ""
                raise self.wrong(f"{word!r} is no operator{hint}", start)
            self.tokens.append((match.lastgroup, word, start))
            at = match.end()

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    @property
    def word(self) -> str:
        return self.tokens[self.at][1] or "the end"

    def wrong(self, why: str, column: int | None = None) -> ConfigError:
        column = self.tokens[self.at][2] if column is None else column
        return ConfigError(f'expression "{shortened(self.text, column)}", column {column + 1}: {why}')

    def _take(self, *words: str) -> str | None:
        kind, word, _ = self.tokens[self.at]
        if kind in ("op", "name") and word in words:
            self.at += 1
            return word
        return None

    def _need(self, word: str) -> None:
        if not self._take(word):
            raise self.wrong(f"{word} expected, not {self.word!r}")

    # --- the grammar, from what binds least ---

    def _or(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"more than {DEEPEST} expressions within one another")
        node = self._either("or", self._and, True)
        self.depth -= 1
        return node

    def _and(self) -> Node:
        return self._either("and", self._not, False)

    def _either(self, word: str, part: Callable[[], Node], enough: bool) -> Node:
        columns, parts = [self.tokens[self.at][2]], [part()]
        while self._take(word):
            columns.append(self.tokens[self.at][2])
            parts.append(part())
        if len(parts) == 1:
            return parts[0]

        def node(vm: VM) -> bool:
            return any(self._truth(p(vm), c) is enough for p, c in zip(parts, columns, strict=True)) is enough

        return node

    def _truth(self, value: Any, column: int) -> bool:
        if not isinstance(value, bool):
            raise self.wrong(f"true or false expected, not {shown(value)}: compare it with something", column)
        return value

    def _not(self) -> Node:
        column, turns = self.tokens[self.at][2], 0
        while self._take("not"):
            turns += 1
        inner = self._comparison()
        if not turns:
            return inner
        return lambda vm: self._truth(inner(vm), column) is (turns % 2 == 0)

    def _comparison(self) -> Node:
        first = self._sum()
        rest: list[tuple[str, Node, int]] = []
        while self.word in COMPARISONS and self.kind == "op":
            column, op = self.tokens[self.at][2], self.word
            self.at += 1
            rest.append((op, self._sum(), column))
        if not rest:
            return first

        def node(vm: VM) -> bool:
            left = first(vm)
            for op, operand, column in rest:
                right = operand(vm)
                if not self._compare(op, left, right, column):
                    return False
                left = right
            return True

        return node

    def _compare(self, op: str, a: Any, b: Any, column: int) -> bool:
        if op in ("==", "!="):
            if kind_of(a) != kind_of(b) and {kind_of(a), kind_of(b)} not in NULLABLE:
                raise self.wrong(f"{shown(a)} {op} {shown(b)}: values of unlike kinds", column)
            if isinstance(a, ElementInfo) and isinstance(b, ElementInfo):
                return (a.ref == b.ref) is (op == "==")
            return bool(a == b) is (op == "==")
        self._fit(a, b, op, column)
        return ORDER[op](a, b)

    def _fit(self, a: Any, b: Any, op: str, column: int) -> None:
        if {kind_of(a), kind_of(b)} <= {"null", "a number", "a text"} and (a is None or b is None):
            raise NoValue(f"null {op}")
        if kind_of(a) == kind_of(b) == "a number":
            return
        if isinstance(a, str) and isinstance(b, str) and op in ("+", *ORDER):
            return
        raise self.wrong(f"{shown(a)} {op} {shown(b)}: numbers expected", column)

    def _chain(self, ops: tuple[str, ...], part: Callable[[], Node]) -> Node:
        first = part()
        rest: list[tuple[str, Node, int]] = []
        while True:
            column, op = self.tokens[self.at][2], self._take(*ops)
            if op is None:
                break
            rest.append((op, part(), column))
        if not rest:
            return first

        def node(vm: VM) -> Any:
            left = first(vm)
            for op, operand, column in rest:
                left = self._calculated(op, left, operand(vm), column)
            return left

        return node

    def _calculated(self, op: str, a: Any, b: Any, column: int) -> Any:
        self._fit(a, b, op, column)
        if op in ("/", "//", "%") and b == 0:
            raise NoValue("division by zero")
        try:
            return ARITHMETIC[op](a, b)
        except OverflowError:
            raise NoValue("beyond the range of a double") from None

    def _sum(self) -> Node:
        return self._chain(("+", "-"), self._term)

    def _term(self) -> Node:
        return self._chain(("*", "/", "//", "%"), self._unary)

    def _unary(self) -> Node:
        column, minus = self.tokens[self.at][2], 0
        while sign := self._take("-", "+"):
            minus += sign == "-"
        inner = self._postfix()
        if minus % 2 == 0:
            return inner
        return lambda vm: self._calculated("-", 0, inner(vm), column)

    def _postfix(self) -> Node:
        node = self._primary()
        while True:
            column = self.tokens[self.at][2]
            self.beyond_paths |= self.word in (".", "[")
            if self._take("."):
                column = self.tokens[self.at][2]
                node = self._member(node, self._name(), column)
            elif self._take("["):
                node = self._element(node, self._or(), column)
                self._need("]")
            else:
                return node

    def _name(self) -> str:
        kind, word, _ = self.tokens[self.at]
        if kind != "name":
            raise self.wrong(f"a name expected, not {self.word!r}")
        self.at += 1
        return word

    def _primary(self) -> Node:
        kind, word, column = self.tokens[self.at]
        if self._take("("):
            node = self._or()
            self._need(")")
            return node
        if kind in ("number", "text"):
            self.at += 1
            value = number(word) if kind == "number" else plain_text(word)
            return lambda vm: value
        if kind != "name" or word in ("and", "or", "not"):
            raise self.wrong(f"a value expected, not {self.word!r}")
        self.at += 1
        if word in WORDS:
            constant = WORDS[word]
            return lambda vm: constant
        if self._take("("):
            return self._call(word, column)
        return self._path(word, column)

    def _call(self, name: str, column: int) -> Node:
        if name != "thread":
            raise self.wrong(f'no function {name}: there is thread("name") and thread(number)', column)
        kind, word, at = self.tokens[self.at]
        if kind not in ("text", "number"):
            raise self.wrong('the name of a thread expected, thread("Thread-0"), or its number', at)
        self.at += 1
        self.beyond_paths = True
        self._need(")")
        if kind == "number":
            n = number(word)
            if not isinstance(n, int):
                raise self.wrong(f"thread({word}): a whole number or a name expected", at)
            return lambda vm: thread_numbered(vm, n)
        text = plain_text(word)
        return lambda vm: thread_named(vm, text)

    def _path(self, first: str, column: int) -> Node:
        """What names a class: a static field of it, or with @ an object. Or else a thread."""
        names, columns = [first], [column]
        while self.word == "." and self.tokens[self.at + 1][0] == "name":
            self.at += 1
            columns.append(self.tokens[self.at][2])
            names.append(self._name())
        if self._take("@"):
            kind, word, at = self.tokens[self.at]
            if kind != "number" or not word.isdigit() or int(word) < 1:
                raise self.wrong("a number from 1 on expected: Fork@1 is the first Fork", at)
            self.at += 1
            self.names_objects = self.beyond_paths = True
            self.objects.append((".".join(names), int(word), column))
            return self._object(".".join(names), int(word), column)

        self.paths.append((names, columns))

        def node(vm: VM) -> Any:
            return self._resolved(vm, names, columns)

        return node

    # --- what class files say of it ---

    def fields_read(self, classes: ClassFiles, por: bool) -> list[str] | None:
        """Names of the fields that the value depends on: static ones, and instance fields of the program's own classes
        that are reached from these. None: on other things, too, or that is not known. `por`: with reductions a name
        that is spelled as a static field is one.

        Raises ConfigError for a class or field that is not there."""
        out: list[str] | None = [] if not self.beyond_paths else None
        self.by_spelling = set()
        for name, n, column in self.objects:
            if not (classes.get(name) or classes.get(name[::-1].replace(".", "$", 1)[::-1])):
                self._no_class(classes, name, column)
            if self.judges and n > 1:
                raise self._by_path(name, n, 2, column)
        for names, columns in self.paths:
            found = self._fields_of(classes, names, columns)
            spelled = STATIC.fullmatch(".".join(names))
            if found is None and spelled:
                if por and out is not None and not any(classes.get(".".join(names[:k])) for k in range(1, len(names))):
                    self._no_class(classes, ".".join(names[:-1]), columns[0])
                found = [spelled["field"]]
                self.by_spelling.add(".".join(names))
            out = None if out is None or found is None else [*out, *found]
        if not out:
            self.by_spelling = set()
        return list(dict.fromkeys(out)) if out else None

    def _no_class(self, classes: ClassFiles, name: str, column: int) -> None:
        if name.startswith(LIBRARY):
            return
        from difflib import get_close_matches

        near = get_close_matches(name, classes.beside(name), 1)
        hint = f" (nearest: {near[0].replace('$', '.')})" if near else ""
        raise self.wrong(f'no class {name} is on the class path{hint}; a thread is named thread("{name}")', column)

    def _fields_of(self, classes: ClassFiles, names: list[str], columns: list[int]) -> list[str] | None:
        """As _resolved goes, over what is declared."""
        for k in range(1, len(names) + 1):
            cls = classes.get(".".join(names[:k]))
            if cls is None:
                continue
            while k < len(names) and classes.static(cls.name, names[k]) is None:
                inner = classes.get(f"{cls.name}${names[k]}")
                if inner is None:
                    break
                cls, k = inner, k + 1
            if k == len(names):
                raise self._is_class(cls.name, columns[0])
            declared = classes.static(cls.name, names[k])
            if declared is None:
                lineage, whole = classes.lineage(cls.name)
                if any(names[k] in c.fields for c in lineage):
                    raise self._not_static(cls.name, names[k], columns[k])
                if whole:
                    raise self.wrong(no_field(cls.name, names[k], [f for c in lineage for f in c.statics]), columns[k])
                return None
            fields = [names[k]]
            for name, column in zip(names[k + 1 :], columns[k + 1 :], strict=True):
                if declared[0] not in "L[":
                    raise self.wrong(
                        f"{'.'.join(names[: columns.index(column)])} is of type {TYPES[declared]} and has no fields",
                        column,
                    )
                if name == "length" and (declared[0] == "[" or declared == "Ljava/lang/String;"):
                    declared = "I"  # it never changes
                    continue
                inside = classes.field(declared[1:-1].replace("/", "."), name) if declared[0] == "L" else None
                if inside is None:
                    return None
                declared = inside
                fields.append(name)
            return fields
        return None

    def _is_class(self, name: str, column: int) -> ConfigError:
        return self.wrong(f"{name} is a class: name a field of it, or an object, {name}@1", column)

    def _by_path(self, name: str, n: int, live: int, column: int) -> ConfigError:
        why = f"where {live} objects of class {name} live, the path decides which is {name}@{n}"
        return self.wrong(f"{why}: name it by a field that refers to it", column)

    def _not_static(self, name: str, field: str, column: int) -> ConfigError:
        return self.wrong(f"{name}.{field} is no static field: name the object, {name}@1.{field}", column)

    # --- the state ---

    def _object(self, name: str, n: int, column: int) -> Node:
        def node(vm: VM) -> ElementInfo:
            found = objects_of(vm, name)
            if self.judges and len(found) > 1:
                raise self._by_path(name, n, len(found), column)
            if len(found) < n:
                raise NoValue(f"{len(found)} objects of class {name} live")
            return found[n - 1]

        return node

    def _resolved(self, vm: VM, names: list[str], columns: list[int]) -> Any:
        for k in range(1, len(names) + 1):
            cls = vm.find_class(".".join(names[:k]))
            if cls is None:
                continue
            while k < len(names) and static_field(cls, names[k]) is None:
                inner = vm.find_class(f"{cls.name}${names[k]}")
                if inner is None:
                    break
                cls, k = inner, k + 1
            if k == len(names):
                raise self._is_class(cls.name, columns[0])
            value = self._static(cls, names[k], columns[k])
            if k + 1 < len(names):
                self._unreduced(vm, names, columns[0])
            return self._members(vm, value, names, columns, k + 1)
        thread = thread_named(vm, names[0])
        self._unreduced(vm, names, columns[0])
        return self._members(vm, thread, names, columns, 1)

    def _unreduced(self, vm: VM, names: list[str], column: int) -> None:
        path = ".".join(names)
        if path in self.by_spelling and vm.configured.get("vm.por") != "false":
            raise self.wrong(f"{path} is no static field, as its spelling says: set vm.por=false", column)

    def _members(self, vm: VM, value: Any, names: list[str], columns: list[int], k: int) -> Any:
        for name, column in zip(names[k:], columns[k:], strict=True):
            value = self._of(vm, value, name, column)
        return value

    def _static(self, cls: ClassInfo, name: str, column: int) -> Any:
        field = static_field(cls, name)
        if field is None:
            if name in cls.fields:
                raise self._not_static(cls.name, name, column)
            raise self.wrong(no_field(cls.name, name, every_static(cls)), column)
        if not field.class_info.is_initialized:
            raise NoValue(f"class {field.class_info.name} is not initialized")
        return told(field.class_info.statics[field])

    def _member(self, inner: Node, name: str, column: int) -> Node:
        return lambda vm: self._of(vm, inner(vm), name, column)

    def _of(self, vm: VM, value: Any, name: str, column: int) -> Any:
        if value is None:
            raise NoValue(f"null.{name}")
        if isinstance(value, ThreadInfo):
            return thread_member(vm, value, name)
        if isinstance(value, str) and name == "length":
            return len(value)
        if not isinstance(value, ElementInfo):
            raise self.wrong(f"{shown(value)} has no fields", column)
        if value.is_array:
            if name == "length":
                return value.length
            raise self.wrong(f"an array has length and [index], not {name}", column)
        field = value.fields.get(name)
        if field is None:
            raise self.wrong(no_field(value.class_name, name, list(value.fields)), column)
        return told(value[field])

    def _element(self, inner: Node, index: Node, column: int) -> Node:
        def node(vm: VM) -> Any:
            array, i = inner(vm), index(vm)
            if array is None or i is None:
                raise NoValue("null[]")
            if not isinstance(i, int) or isinstance(i, bool):
                raise self.wrong(f"[{shown(i)}]: a whole number expected", column)
            if isinstance(array, str):
                length: int = len(array)
            elif isinstance(array, ElementInfo) and array.is_array:
                length = array.length
            else:
                raise self.wrong(f"{shown(array)} is no array", column)
            if not 0 <= i < length:
                raise NoValue(f"index {i} of an array of length {length}")
            return told(array[i])

        return node

    def value(self, vm: VM) -> Any:
        """In the state that the VM is in. Raises NoValue where it has none, ConfigError where it never can have one."""
        return self.node(vm)

    def holds(self, vm: VM, what: str) -> bool:
        """The same of an expression that says yes or no; `what` has asked."""
        value = self.node(vm)
        if not isinstance(value, bool):
            raise self.wrong(f"{what} needs true or false, not {shown(value)}: compare it", 0)
        return value

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def shortened(text: str, column: int = 0) -> str:
    """The part around the column, where the text is a long one."""
    if len(text) <= SHOWN:
        return text
    start = max(0, min(column - SHOWN // 2, len(text) - SHOWN))
    end = start + SHOWN
    return ("..." if start else "") + text[start:end] + ("..." if end < len(text) else "")


def kind_of(value: Any) -> str:
    """Values of one kind can be equal."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a thread" if isinstance(value, ThreadInfo) else "an object"


NULLABLE = ({"null", "a text"}, {"null", "an object"}, {"null", "a thread"})


@lru_cache(256)
def compiled(text: str) -> Expression:
    return Expression(text)


def number(text: str) -> int | float:
    return float(text) if "." in text and "x" not in text.lower() else int(text, 0 if text[1:2] in "xX" else 10)


def plain_text(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text[1:-1], flags=re.DOTALL)


def told(value: Any) -> Any:
    """Strings as Python's."""
    return value.as_string() if isinstance(value, ElementInfo) and value.is_string else value


def shown(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, ElementInfo):
        return f"an object of class {value.class_name}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"the thread {value.name}" if isinstance(value, ThreadInfo) else shortened(repr(value))


def no_field(cls: str, name: str, there: list[str]) -> str:
    from difflib import get_close_matches

    names = get_close_matches(name, there, 1) or sorted(there)[:8]
    return f"{cls} has no field {name}" + (f"; it has {', '.join(names)}" if names else "")


def static_field(cls: ClassInfo, name: str) -> FieldInfo | None:
    """Of the class, its interfaces and superclasses, in this order (JVMS 5.4.3.2)."""
    found = cls.static_fields.get(name)
    for parent in () if found else (*cls.interfaces, *([cls.super_class] if cls.super_class else [])):
        found = found or static_field(parent, name)
    return found


def every_static(cls: ClassInfo | None) -> list[str]:
    return [*cls.static_fields, *every_static(cls.super_class)] if cls else []


def thread_named(vm: VM, name: str) -> ThreadInfo:
    found = next((t for t in vm.threads if t.name == name), None)
    if found is None:
        raise NoValue(f"no class {name} is loaded and no thread has this name")
    return found


def thread_numbered(vm: VM, number: int) -> ThreadInfo:
    if number >= vm.raw._threads():
        raise NoValue(f"no thread {number}")
    return vm.thread(number)


def thread_member(vm: VM, thread: ThreadInfo, name: str) -> Any:
    """An attribute of the thread, else the local variable of that name, in the innermost frame that has one."""
    if name in THREAD_ATTRIBUTES:
        if name != "line":
            return getattr(thread, name)
        frame = thread.user_frame
        if frame is None:
            raise NoValue(f"{thread.name} stands in no code of the program")
        return frame.line
    vm.raw._probe("heap", "", "")  # dead variables are read too, so they belong to the state
    for frame in thread.frames:
        if name in (local := frame.locals):
            return told(local[name])
    raise NoValue(f"no local variable {name} is in scope in thread {thread.name}")


def objects_of(vm: VM, name: str) -> list[ElementInfo]:
    """The objects of exactly this class that live, by their places in the heap."""
    names = {name, name[::-1].replace(".", "$", 1)[::-1]}
    return sorted((e for e in vm.heap if e.class_name in names), key=lambda e: e.ref)


def frozen(value: Any, vm: VM, numbers: dict[str, dict[int, int]] | None = None) -> Any:
    """A value to be kept after the moment: objects by name, Fork@1, arrays as tuples of at most 1000 elements."""
    numbers = {} if numbers is None else numbers
    if isinstance(value, ThreadInfo):
        return value.name
    if not isinstance(value, ElementInfo):
        return value
    if value.is_string:
        return value.as_string()
    if value.is_array and value.class_info.component and not value.class_info.component.is_array:
        return tuple(frozen(value[i], vm, numbers) for i in range(min(value.length, 1000)))
    name = value.class_name
    if name not in numbers:
        numbers[name] = {e.ref: n for n, e in enumerate(objects_of(vm, name), 1)}
    n = numbers[name].get(value.ref)
    return f"{name}@{n}" if n is not None else name
