/* What the parts name. */
class PartPlain {
    static int number = 3;

    int five() {
        return 5;
    }

    static int six() {
        return 6;
    }
}

class PartBelow extends PartPlain implements PartFace {}

interface PartFace {}

record PartRecord(int a, String b) {}

class PartThrown extends RuntimeException {}

enum PartEnum {
    A,
    B
}
