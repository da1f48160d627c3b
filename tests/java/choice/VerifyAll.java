import gov.nasa.jpf.vm.Verify;

/** Verify's methods, a group by the first argument. */
public class VerifyAll {
  static class Base {}

  static class Derived extends Base {
    static boolean ask() {
      return Inner.asked();
    }
  }

  static class Inner {
    static boolean asked() {
      return Verify.isCalledFromClass("VerifyAll$Base");
    }
  }

  static int told;

  static void check(boolean c) {
    if (!c) throw new AssertionError();
  }

  static class Data implements java.io.Serializable {
    int x = 3;
    String s = "text";
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "counters":
        check(Verify.getCounter(5) == 0 && Verify.incrementCounter(5) == 1 && Verify.getCounter(5) == 1);
        check(Verify.incrementCounter(1000) == 1 && Verify.incrementCounter(1000) == 2);
        Verify.setCounter(1000, 40);
        check(Verify.getCounter(1000) == 40);
        Verify.resetCounter(1000);
        check(Verify.getCounter(1000) == 0 && Verify.getCounter(-1) == 0 && Verify.incrementCounter(-1) == 0);
        Verify.setCounter(-1, 7);
        Verify.resetCounter(-3);
        Verify.putValue("a", 7);
        check(Verify.getValue("a") == 7 && Verify.getValue("b") == Verify.NO_VALUE);
        Verify.setBitInBitSet(2, 9, true);
        check(Verify.getBitInBitSet(2, 9) && !Verify.getBitInBitSet(2, 8) && !Verify.getBitInBitSet(1, 9));
        Verify.setBitInBitSet(2, 9, false);
        check(!Verify.getBitInBitSet(2, 9));
        Verify.resetHeuristicSearchValue();
        check(Verify.getHeuristicSearchValue() == 0);
        Verify.setHeuristicSearchValue(12);
        check(Verify.getHeuristicSearchValue() == 12);
        break;
      case "paths": // a counter of the whole search
        Verify.getInt(1, 6);
        if (Verify.getBoolean()) Verify.getIntFromList(1, 2, 3);
        Verify.incrementCounter(0);
        System.out.println(Verify.getCounter(0));
        break;
      case "terminate2": // the transition goes on to its end
        int third = Verify.getInt(1, 5);
        if (third == 3) Verify.terminateSearch();
        System.out.println(third);
        if (args.length > 1 && third == 3) throw new AssertionError("after the end");
        break;
      case "told": // a listener sets it between the two choices
        int before = Verify.getInt(1, 3);
        int after = Verify.getInt(5, 6);
        if (args.length > 1 && before == 2 && after == 6) throw new AssertionError("told " + told);
        System.out.println(before + " " + after + " " + told);
        break;
      case "none":
        System.out.println(Verify.getIntFromList() + " " + Verify.getDoubleFromList() + " " + Verify.getObject("k"));
        break;
      case "flips":
        System.out.println(Verify.getBitFlip(0L, 2, 5) + " " + Verify.getBitFlip(true));
        break;
      case "flipchar": System.out.println((int) Verify.getBitFlip((char) 0, 1)); break;
      case "flipdouble": System.out.println(Verify.getBitFlip(1.0, 1)); break;
      case "flipbad":
        try {
          Verify.getBitFlip((byte) 1, 9);
        } catch (IllegalArgumentException e) {
          System.out.println(e.getMessage());
        }
        break;
      case "lists":
        System.out.println(
            Verify.getIntFromList(1, 2, 1)
                + " "
                + Verify.getLongFromList(1L << 40, -1)
                + " "
                + Verify.getFloatFromList(0.5f, 2)
                + " "
                + Verify.getDoubleFromList(1e300));
        break;
      case "order":
        System.out.println(Verify.getBoolean(true) + " " + Verify.getBoolean(false) + " " + Verify.random(1));
        break;
      case "ignore": {
        int i = Verify.getInt(0, 9);
        Verify.ignoreIf(i % 3 != 0);
        Verify.interesting(i > 3);
        Verify.boring(false);
        System.out.println(i);
        break;
      }
      case "output":
        Verify.print("a");
        Verify.print("n", 1);
        Verify.print("b", true);
        Verify.println();
        Verify.print("x", "y");
        Verify.println("z");
        Verify.threadPrintln("t");
        Verify.printPathOutput("here");
        Verify.printPathOutput(false, "not");
        Verify.log("logger", Verify.INFO, "message %s", "arg");
        break;
      case "trace": {
        int i = Verify.getInt(1, 3);
        Verify.addComment("i is " + i);
        Verify.storeTraceIf(i == 2, args[1], "two of three");
        if (Verify.isTraceReplay()) System.out.println("replayed " + i);
        if (args.length > 2) check(i != 2);
        break;
      }
      case "terminate": {
        int i = Verify.getInt(1, 5);
        System.out.println(i);
        Verify.storeTraceAndTerminateIf(i == 3, args[1], "three");
        break;
      }
      case "called": System.out.println(Derived.ask() + " " + Inner.asked()); break;
      case "vm":
        System.out.println(Verify.isRunningInJPF() + " " + Verify.vmIsMatchingStates() + " " + Verify.isTraceReplay());
        break;
      case "properties":
        Verify.setProperties("my.key=12", "k.class=IntIntervalGenerator", "k.min=3", "k.max=5");
        System.out.println(Verify.getProperty("my.key") + " " + Verify.getInt("k") + " " + Verify.getProperty("no"));
        break;
      case "file": {
        Verify.writeObjectToFile(new Data(), "data.bin");
        Data d = Verify.readObjectFromFile(Data.class, "data.bin");
        System.out.println(d.x + d.s);
        break;
      }
      case "labels":
        Verify.setPeerClass(VerifyAll.class);
        Verify.atLabel("l");
        Verify.atLabel(3);
        Verify.instrumentPoint("p");
        Verify.instrumentPointDeep("p");
        Verify.instrumentPointDeepRecur("p", 2);
        Verify.busyWait(10);
        Verify.setShared(args, true);
        Verify.freezeSharedness(args, true);
        check(Verify.isShared(args) || !Verify.isShared(null));
        Verify.assertTrue("fine", true);
        try {
          Verify.assertTrue(false);
        } catch (AssertionError e) {
          System.out.println("caught");
        }
        check(Verify.currentTimeMillis() > 0);
        break;
      case "break": {
        Verify.breakTransition("here");
        int i = Verify.breakTransition("mine", 4, 6);
        System.out.println(i);
        break;
      }
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
