// expect: violation deadlock
public class ClinitDeadlock {
    static class A { static int x = 1; static { B.touch(); } static void touch() {} }
    static class B { static int y = 1; static { A.touch(); } static void touch() {} }
    public static void main(String[] args) {
        new Thread() { public void run() { A.touch(); } }.start();
        new Thread() { public void run() { B.touch(); } }.start();
    }
}
