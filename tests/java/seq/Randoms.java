// Random with a seed, SplittableRandom, UUID from name, hash mixing: numbers that every JVM must
// produce.
import java.util.*;

public class Randoms {
    public static void main(String[] args) {
        Random r = new Random(42);
        System.out.println(
                r.nextInt()
                        + " "
                        + r.nextInt(100)
                        + " "
                        + r.nextInt(64)
                        + " "
                        + r.nextLong()
                        + " "
                        + r.nextBoolean()
                        + " "
                        + r.nextFloat()
                        + " "
                        + r.nextDouble());
        System.out.println(
                new Random(0).nextInt(1 << 30)
                        + " "
                        + new Random(-1).nextInt(3)
                        + " "
                        + new Random(Long.MAX_VALUE).nextLong());
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        byte[] b = new byte[10];
        r.nextBytes(b);
        System.out.println(
                Arrays.toString(b)
                        + " "
                        + r.ints(4, 0, 10).sum()
                        + " "
                        + r.nextInt(5, 8)
                        + " "
                        + r.nextLong(1000));
        SplittableRandom s = new SplittableRandom(7);
        System.out.println(
                s.nextInt()
                        + " "
                        + s.split().nextLong()
                        + " "
                        + s.nextDouble()
                        + " "
                        + s.nextInt(3, 9));
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
        Collections.shuffle(l, new Random(3));
        System.out.println(l);
        System.out.println(
                UUID.nameUUIDFromBytes("x".getBytes())
                        + " "
                        + new UUID(1, 2).hashCode()
                        + " "
                        + UUID.fromString("123e4567-e89b-12d3-a456-426614174000")
                                .getMostSignificantBits());
        int in = 0;
        Random m = new Random(11);
        for (int i = 0; i < 5000; i++) {
            double x = m.nextDouble(), y = m.nextDouble();
            if (x * x + y * y < 1) in++;
        }
        System.out.println(in);
        Random g = new Random(17);
        double acc = 0;
        for (int i = 0; i < 200; i++) acc += g.nextGaussian() > 0 ? 1 : -1;
        System.out.println(acc);
        System.out.println(
                java.util.concurrent.ThreadLocalRandom.current().nextInt(1, 2)
                        + " "
                        + (Math.random() < 1)
                        + " "
                        + (new Random().nextInt(5) < 5)
                        + " "
                        + (UUID.randomUUID().version()));
    }
}
