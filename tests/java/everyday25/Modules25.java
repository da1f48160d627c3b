// Compact source features: import module, an instance main, IO, and the API of 25 around them.
import module java.base;

void main() {
    IO.println("io " + List.of(1, 2).getFirst());
    Map<String, Integer> m =
        Stream.of("a", "bb", "cc").collect(Collectors.toMap(s -> s, String::length, Integer::sum, TreeMap::new));
    IO.print(m + "\n");
    ScopedValue<String> user = ScopedValue.newInstance();
    ScopedValue.where(user, "ann").run(() -> {
        IO.println(user.get() + user.isBound());
        ScopedValue.where(user, "bob").run(() -> IO.println(user.get()));
    });
    IO.println(user.orElse("nobody") + helper(4) + Runtime.version().feature());
    try {
        user.get();
    } catch (NoSuchElementException e) { IO.println("unbound"); }
    IO.println(new Object() {
        int f = 3;
        int g() { return f * 2; }
    }.g() + " " + getClass().getSimpleName()
               + " " + getClass().isSynthetic());
}
int count;
int helper(int n) {
    count += n;
    return n == 0 ? count : helper(n - 1);
}
