// A compact source file: implicit class, instance main, IO, module imports.
int calls = 0;
String greet(String n) { calls++; return "hi " + n; }
record R(int a) { }
void main() {
    IO.println(greet("x") + greet("y") + calls + new R(4));
    List<Integer> l = Stream.of(3, 1, 2).sorted().toList();
    IO.print(l); IO.println(); IO.println(Map.of("k", 1));
    var q = new ArrayDeque<>(l); IO.println(q.peekLast());
}
