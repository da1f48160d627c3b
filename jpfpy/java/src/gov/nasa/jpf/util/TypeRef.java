package gov.nasa.jpf.util;

/** A class by its name, which is not loaded before somebody asks for it. JPF: TypeRef. */
public class TypeRef {
  private final String name;

  public TypeRef(String clsName) {
    name = clsName;
  }

  public Class<?> getNativeClass() throws ClassNotFoundException {
    return Class.forName(name);
  }

  public <T> Class<? extends T> asNativeSubclass(Class<T> superClazz)
      throws ClassNotFoundException, ClassCastException {
    return getNativeClass().asSubclass(superClazz);
  }

  @Override
  public String toString() {
    return name;
  }
}
