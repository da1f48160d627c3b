import gov.nasa.jpf.vm.Verify;

/** Verify.getObject (TypedObjectChoice of Meets$Node) gives a thread what only another one reaches; -1: null. */
public class Meets {
    static class Node {
        int x;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Node o = new Node();
            o.x = 1;
            o.x = 2;
        }).start();
        new Thread(() -> {
            Node o = (Node) Verify.getObject("k");
            System.out.println("R " + (o == null ? -1 : o.x));
        }).start();
    }
}
