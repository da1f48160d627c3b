/** Each worker makes nodes on the way, and puts them into a list of its own that all could reach; a few share one list. */
import java.util.*;
public class Nodes {
    static final class Node { int v; Node next; }
    static final Object[] locks = new Object[64];
    static final Node[] heads = new Node[64];
    static void put(int slot, int v) { Node n = new Node(); synchronized (locks[slot]) { n.next = heads[slot]; n.v = v; heads[slot] = n; } }
    static int sum(int slot) { int s = 0; synchronized (locks[slot]) { for (Node n = heads[slot]; n != null; n = n.next) { s += n.v; n.v = s; } } return s; }
    public static void main(String[] a) throws InterruptedException {
        int n = Integer.parseInt(a[0]), k = Integer.parseInt(a[1]), clash = Integer.parseInt(a[2]);
        for (int i = 0; i < 64; i++) locks[i] = new Object();
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) { int id = i; t[i] = new Thread(() -> { for (int j = 0; j < k; j++) { put(id, j + 1); } sum(id); if (id < clash) put(60, id); }); }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
    }
}
