// expect: violation property "exit status 3"
public class ExitEndsPath {
    public static void main(String[] args) {
        new Thread() { public void run() { System.exit(3); } }.start();
        synchronized (ExitEndsPath.class) { }
    }
}
