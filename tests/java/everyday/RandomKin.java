// Random, SplittableRandom, generators by name, streams of randoms, shuffles: fixed seeds.
import java.util.*;
import java.util.random.*;
import java.util.stream.*;

public class RandomKin {
    public static void main(String[] args) {
        Random r = new Random(12345);
        System.out.println(
                r.nextInt()
                        + " "
                        + r.nextInt(100)
                        + " "
                        + r.nextLong()
                        + " "
                        + r.nextDouble()
                        + " "
                        + r.nextFloat()
                        + " "
                        + r.nextBoolean()
                        + " "
                        + r.nextGaussian()
                        + " "
                        + r.nextInt(5, 10));
        byte[] b = new byte[7];
        r.nextBytes(b);
        System.out.println(Arrays.toString(b));
        System.out.println(
                new Random(1).ints(5, 0, 50).boxed().toList()
                        + " "
                        + new Random(2).doubles(2).boxed().toList()
                        + " "
                        + new Random(3).longs(2, 10, 1000).boxed().toList());
        SplittableRandom s = new SplittableRandom(99);
        SplittableRandom t = s.split();
        System.out.println(
                s.nextInt(1000)
                        + " "
                        + t.nextInt(1000)
                        + " "
                        + s.nextLong()
                        + " "
                        + t.nextDouble(2, 3)
                        + " "
                        + s.ints(3, 0, 9).boxed().toList());
        for (String n :
                new String[] {
                    "L64X128MixRandom",
                    "L32X64MixRandom",
                    "Xoshiro256PlusPlus",
                    "Xoroshiro128PlusPlus",
                    "L128X256MixRandom"
                }) {
            RandomGenerator g = RandomGeneratorFactory.of(n).create(42L);
            System.out.println(
                    n + " " + g.nextInt() + " " + g.nextLong(1000) + " " + g.nextDouble());
        }
        List<Integer> l = new ArrayList<>(IntStream.range(0, 10).boxed().toList());
        Collections.shuffle(l, new Random(7));
        System.out.println(
                l
                        + " "
                        + new Random(5)
                                .ints(1000, 0, 6)
                                .boxed()
                                .collect(
                                        Collectors.groupingBy(
                                                x -> x, TreeMap::new, Collectors.counting())));
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            RandomGenerator.of("NoSuch");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int x = java.util.concurrent.ThreadLocalRandom.current().nextInt(5, 6);
        double m = Math.random();
        System.out.println(x + " " + (m >= 0 && m < 1) + UUID.randomUUID().toString().length());
    }
}
