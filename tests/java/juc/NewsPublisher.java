// expect: no_errors
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;

/** A subscriber that asks for one item at a time gets all of them in order. */
public class NewsPublisher {
    static class Reader implements Flow.Subscriber<String> {
        final List<String> got = new ArrayList<>();
        final CountDownLatch done = new CountDownLatch(1);
        private Flow.Subscription sub;

        public void onSubscribe(Flow.Subscription s) {
            (sub = s).request(1);
        }

        public void onNext(String s) {
            got.add(s);
            sub.request(1);
        }

        public void onError(Throwable t) {
            throw new AssertionError(t);
        }

        public void onComplete() {
            done.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Reader r = new Reader();
        try (SubmissionPublisher<String> p = new SubmissionPublisher<>(new ForkJoinPool(1), 4)) {
            p.subscribe(r);
            p.submit("one");
            p.submit("two");
        }
        r.done.await();
        assert r.got.equals(List.of("one", "two")) : r.got;
    }
}
