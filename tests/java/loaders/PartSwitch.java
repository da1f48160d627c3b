/** Another way of naming a class. */
public class PartSwitch implements Runnable {
    @Override
    public void run() {
        switch (PartEnum.valueOf("B")) {
            case B -> {}
            default -> throw new Error();
        }
    }
}
