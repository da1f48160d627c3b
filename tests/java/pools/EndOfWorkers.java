// outcomes: false,|false,T|false,Tx|false,Txx|false,Txxy|false,Txy|false,Txyx|false,Txyy|false,Ty|false,Tyx|false,Tyxx|false,Tyxy|false,Tyy|false,Tyyx|false,x|false,xT|false,xTy|false,xTyy|false,y|false,yT|false,yTx|false,yTxx|true,Tnull|true,Tnullx|true,Tnullxy|true,Tnully|true,Tnullyx|true,Tx|true,Txnull|true,Txnully|true,Txx|true,Txxy|true,Txy|true,Txynull|true,Txyx|true,Txyy|true,Ty|true,Tynull|true,Tynullx|true,Tyx|true,Tyxnull|true,Tyxx|true,Tyxy|true,Tyy|true,Tyyx|true,xTnull|true,xTnully|true,xTy|true,xTynull|true,xTyy|true,xyTnull|true,yTnull|true,yTnullx|true,yTx|true,yTxnull|true,yTxx|true,yxTnull
// Two workers end: what each leaves behind in its thread, which one ends the pool, and what main sees of it.
import java.util.concurrent.*;

public class EndOfWorkers {
    static StringBuffer r = new StringBuffer();
    static ThreadLocal<String> ran = new ThreadLocal<>();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p =
                new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), w -> new Thread(() -> {
                    w.run();
                    r.append(ran.get());
                })) {
                    protected void terminated() {
                        r.append("T").append(ran.get());
                    }
                };
        p.execute(() -> ran.set("x"));
        p.execute(() -> ran.set("y"));
        p.shutdown();
        boolean seen = p.isTerminated();
        p.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        String s = r.toString();
        System.out.println("R " + seen + "," + s);
    }
}
