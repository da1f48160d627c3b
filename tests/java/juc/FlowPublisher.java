// expect: no_errors
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** One item through a SubmissionPublisher with its own executor. */
public class FlowPublisher {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        int[] got = new int[1];
        try (SubmissionPublisher<Integer> p = new SubmissionPublisher<>(r -> new Thread(r).start(), 4)) {
            p.subscribe(new Flow.Subscriber<Integer>() {
                public void onSubscribe(Flow.Subscription s) {
                    s.request(1);
                }

                public void onNext(Integer v) {
                    got[0] = v;
                }

                public void onError(Throwable t) {
                    throw new AssertionError(t);
                }

                public void onComplete() {
                    done.countDown();
                }
            });
            p.submit(7);
        }
        done.await();
        assert got[0] == 7;
    }
}
