package org.junit.platform.engine.support.store;

public final class NamespacedHierarchicalStore<N> {
  public NamespacedHierarchicalStore(NamespacedHierarchicalStore<N> parent) {}
}
