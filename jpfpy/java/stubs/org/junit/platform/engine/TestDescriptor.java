package org.junit.platform.engine;

public interface TestDescriptor {
  UniqueId getUniqueId();

  String getDisplayName();

  java.util.Set<? extends TestDescriptor> getChildren();

  boolean isTest();

  boolean mayRegisterTests();
}
