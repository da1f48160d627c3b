package gov.nasa.jpf.vm;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;

/** Reads JSON into objects by their fields, with choices as values (Verify.createFromJSON). */
final class VerifyJson {
  private final String text;
  private int at;

  VerifyJson(String text) {
    this.text = text;
  }

  Object read(Class<?> type) {
    Object value = value(type);
    if (peek() != 0) {
      throw error("end expected");
    }
    return value;
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException("JSON, character " + at + ": " + what);
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("'" + c + "' expected");
    }
    at++;
  }

  private Object value(Class<?> type) {
    char c = peek();
    if (c == '{') {
      return object(type);
    }
    if (c == '[') {
      return array(type);
    }
    if (c == '"' || c == '\'') {
      String s = string();
      return type == char.class && s.length() == 1 ? (Object) s.charAt(0) : s;
    }
    String word = word();
    if (word.isEmpty()) {
      throw error("value expected");
    }
    if (peek() == '(') {
      return choice(word, type);
    }
    switch (word) {
      case "null":
        return null;
      case "true":
        return true;
      case "false":
        return false;
      default:
        return number(type, word);
    }
  }

  /** Under the checker a native takes this one's place: no constructor runs, as in JPF's JSONObject. */
  private static Object make(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> make = type.getDeclaredConstructor();
    make.setAccessible(true);
    return make.newInstance();
  }

  private Object object(Class<?> type) {
    expect('{');
    Object o;
    try {
      o = make(type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no object of " + type.getName() + " can be made: " + e);
    }
    while (peek() != '}') {
      String name = peek() == '"' || peek() == '\'' ? string() : word();
      expect(':');
      Field f = field(type, name);
      Object v = value(f.getType());
      try {
        f.setAccessible(true);
        f.set(o, v);
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException(e.toString());
      }
      if (peek() == ',') {
        at++;
      }
    }
    at++;
    return o;
  }

  private Field field(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field f : c.getDeclaredFields()) {
        if (f.getName().equals(name) && !Modifier.isStatic(f.getModifiers())) {
          return f;
        }
      }
    }
    throw error("no field " + name + " in " + type.getName());
  }

  private Object array(Class<?> type) {
    expect('[');
    if (!type.isArray()) {
      throw error("an array where " + type.getName() + " is needed");
    }
    ArrayList<Object> list = new ArrayList<>();
    while (peek() != ']') {
      list.add(value(type.getComponentType()));
      if (peek() == ',') {
        at++;
      }
    }
    at++;
    Object a = Array.newInstance(type.getComponentType(), list.size());
    for (int i = 0; i < list.size(); i++) {
      Array.set(a, i, list.get(i));
    }
    return a;
  }

  private String string() {
    char quote = text.charAt(at++);
    StringBuilder s = new StringBuilder();
    for (; at < text.length() && text.charAt(at) != quote; at++) {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < text.length()) {
        c = text.charAt(++at);
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
      s.append(c);
    }
    if (at >= text.length()) {
      throw error("the string does not end");
    }
    at++;
    return s.toString();
  }

  private String word() {
    peek();
    int from = at;
    while (at < text.length() && ",:(){}[]\"' \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private Object number(Class<?> type, String s) {
    try {
      if (type == int.class || type == Integer.class) return Integer.parseInt(s);
      if (type == long.class || type == Long.class) return Long.parseLong(s);
      if (type == short.class || type == Short.class) return Short.parseShort(s);
      if (type == byte.class || type == Byte.class) return Byte.parseByte(s);
      if (type == float.class || type == Float.class) return Float.parseFloat(s);
      return Double.parseDouble(s);
    } catch (NumberFormatException e) {
      throw error(s + " is no " + type.getName());
    }
  }

  private Object choice(String kind, Class<?> type) {
    expect('(');
    ArrayList<String> args = new ArrayList<>();
    while (peek() != ')') {
      String w = word();
      if (w.isEmpty()) {
        throw error("value expected");
      }
      args.add(w);
      if (peek() == ',') {
        at++;
      }
    }
    at++;
    int n = args.size();
    switch (kind) {
      case "Boolean":
      case "TrueFalse":
        return Verify.getBoolean();
      case "IntInterval":
        if (n != 2) {
          throw error("IntInterval(min, max)");
        }
        int v = Verify.getInt((Integer) number(int.class, args.get(0)), (Integer) number(int.class, args.get(1)));
        return number(type, Integer.toString(v));
      case "IntSet":
        int[] ints = new int[n];
        for (int i = 0; i < n; i++) {
          ints[i] = (Integer) number(int.class, args.get(i));
        }
        return number(type, Integer.toString(Verify.getIntFromList(ints)));
      case "DoubleSet":
        double[] doubles = new double[n];
        for (int i = 0; i < n; i++) {
          doubles[i] = (Double) number(double.class, args.get(i));
        }
        double d = Verify.getDoubleFromList(doubles);
        return type == float.class || type == Float.class ? (Object) (float) d : (Object) d;
      case "DoubleThreshold":
        if (n != 2 && n != 3) {
          throw error("DoubleThreshold(low, threshold, high) or (threshold, delta)");
        }
        double x = (Double) number(double.class, args.get(0));
        double y = (Double) number(double.class, args.get(1));
        double t =
            n == 2
                ? Verify.getDoubleFromList(x - y, x, x + y)
                : Verify.getDoubleFromList(x, y, (Double) number(double.class, args.get(2)));
        return type == float.class || type == Float.class ? (Object) (float) t : (Object) t;
      case "RandomIntInterval":
      case "RandomIntInerval": // as jpf-core spells it
        if (n < 3) {
          throw error("RandomIntInterval(min, max, choices[, seed])");
        }
        int low = (Integer) number(int.class, args.get(0));
        int high = (Integer) number(int.class, args.get(1));
        int[] drawn = new int[(Integer) number(int.class, args.get(2))];
        java.util.SplittableRandom random =
            new java.util.SplittableRandom(n > 3 ? (Integer) number(int.class, args.get(3)) : 42);
        for (int i = 0; i < drawn.length; i++) {
          drawn[i] = (int) random.nextLong(low, (long) high + 1);
        }
        return number(type, Integer.toString(Verify.getIntFromList(drawn)));
      default:
        throw error("no choice named " + kind);
    }
  }
}
