// Random generators of every algorithm with fixed seeds: bounded, gaussian, streams, jumps, splits, shuffles.
import java.util.*;
import java.util.random.*;
import java.util.stream.*;

public class RandomWorld {
    public static void main(String[] args) {
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(10) + " " + r.nextInt(16) + " " + r.nextLong() + " "
                           + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian() + " "
                           + r.nextGaussian() + " " + r.nextInt(5, 9) + r.nextLong(100) + " " + r.nextDouble(2, 3)
                           + r.nextExponential());
        byte[] b = new byte[7];
        r.nextBytes(b);
        System.out.println(Arrays.toString(b) + r.ints(5, 0, 100).boxed().toList() + r.longs(2).sum()
                           + r.doubles(3, 1, 2).boxed().toList());
        SplittableRandom s = new SplittableRandom(7);
        SplittableRandom t = s.split();
        System.out.println(s.nextInt() + " " + t.nextLong() + " " + s.nextInt(3, 8) + t.nextDouble()
                           + s.ints(3, 0, 9).boxed().toList() + t.splits(2).map(x -> x.nextInt(100)).toList()
                           + s.nextBoolean());
        for (String n : RandomGeneratorFactory.all()
                 .filter(f -> f.stateBits() < Integer.MAX_VALUE)
                 .map(RandomGeneratorFactory::name)
                 .filter(n -> !n.equals("SecureRandom"))
                 .sorted()
                 .toList()) {
            RandomGeneratorFactory<RandomGenerator> f = RandomGeneratorFactory.of(n);
            RandomGenerator g = f.create(123456789L);
            System.out.print(n + " " + f.group() + " " + f.stateBits() + f.isJumpable() + f.isLeapable()
                             + f.isSplittable() + f.isStatistical() + f.equidistribution() + " " + g.nextInt() + " "
                             + g.nextLong() + " " + g.nextInt(1000) + " " + g.nextDouble() + " " + g.nextGaussian(5, 2)
                             + " " + g.nextExponential() + g.nextBoolean() + g.nextFloat(2f)
                             + g.longs(2, 0, 50).boxed().toList());
            if (g instanceof RandomGenerator.JumpableGenerator j) {
                j.jump();
                System.out.print(" j" + j.nextInt() + " " + j.jumps(2).map(RandomGenerator::nextInt).toList());
            }
            if (g instanceof RandomGenerator.LeapableGenerator l) {
                l.leap();
                System.out.print(" l" + l.nextLong());
            }
            if (g instanceof RandomGenerator.SplittableGenerator p)
                System.out.print(" s" + p.split().nextInt() + p.splits(2).map(x -> x.nextInt(9)).toList());
            if (g instanceof RandomGenerator.ArbitrarilyJumpableGenerator a) {
                a.jumpPowerOfTwo(5);
                System.out.print(" a" + a.nextInt());
            }
            System.out.println();
        }
        try {
            f("Nope");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        for (Runnable bad : new Runnable[] {()
                                                -> r.nextInt(0),
                 () -> r.nextInt(5, 5), () -> r.ints(-1), () -> r.nextDouble(1, 0), () -> r.nextGaussian(0, -1)})
            try {
                bad.run();
            } catch (IllegalArgumentException e) { System.out.print(e.getMessage() + "; "); }
        System.out.println();
        List<Integer> l = IntStream.range(0, 10).boxed().collect(Collectors.toList());
        Collections.shuffle(l, new Random(3));
        System.out.println(l + "" + new UUID(new Random(1).nextLong(), 2) + Math.abs(new Random(-5).nextInt(1 << 30)));
    }
    static RandomGenerator f(String n) { return RandomGenerator.of(n); }
}
