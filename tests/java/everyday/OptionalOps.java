// Optional and its primitive kin: chains, laziness, exceptions.
import java.util.*;
import java.util.stream.*;

public class OptionalOps {
    static int calls;

    static String lazy() {
        calls++;
        return "lazy";
    }

    public static void main(String[] args) {
        Optional<String> a = Optional.of("v"), e = Optional.empty();
        System.out.println(
                a
                        + " "
                        + e
                        + " "
                        + a.map(String::length)
                        + " "
                        + e.map(String::length)
                        + " "
                        + a.filter(s -> s.isEmpty())
                        + " "
                        + a.flatMap(s -> Optional.of(s + s)).get());
        System.out.println(
                a.orElseGet(OptionalOps::lazy)
                        + e.orElseGet(OptionalOps::lazy)
                        + calls
                        + e.orElse("else")
                        + a.or(() -> Optional.of("or")).get()
                        + e.or(() -> Optional.of("or")).get());
        a.ifPresentOrElse(s -> System.out.println("has " + s), () -> System.out.println("none"));
        e.ifPresentOrElse(s -> System.out.println("has"), () -> System.out.println("none"));
        e.ifPresent(
                s -> {
                    throw new Error();
                });
        try {
            e.get();
        } catch (NoSuchElementException x) {
            System.out.println(x.getMessage());
        }
        try {
            e.orElseThrow();
        } catch (NoSuchElementException x) {
            System.out.println(x.getMessage());
        }
        try {
            e.orElseThrow(() -> new IllegalStateException("mine"));
        } catch (IllegalStateException x) {
            System.out.println(x.getMessage());
        }
        try {
            Optional.of(null);
        } catch (NullPointerException x) {
            System.out.println("NPE");
        }
        try {
            a.map(s -> (Object) null).get();
        } catch (NoSuchElementException x) {
            System.out.println("mapped to null");
        }
        System.out.println(
                Stream.of(a, e, Optional.of("w"))
                                .flatMap(Optional::stream)
                                .collect(Collectors.toList())
                        + " "
                        + a.equals(Optional.of("v"))
                        + a.hashCode()
                        + e.hashCode()
                        + e.isEmpty()
                        + a.isPresent());
        System.out.println(
                OptionalInt.of(3)
                        + " "
                        + OptionalInt.empty().orElse(4)
                        + " "
                        + OptionalDouble.of(0.5).getAsDouble()
                        + " "
                        + OptionalLong.empty()
                        + IntStream.of(2, 1).min()
                        + " "
                        + Optional.ofNullable(null).isPresent());
    }
}
