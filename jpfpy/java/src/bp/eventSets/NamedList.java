package bp.eventSets;

import java.util.ArrayList;

/** What the sets of events have in common: members in the order in which they came, perhaps a name, and their identity. */
class NamedList<E> extends ArrayList<E> {
  private static final long serialVersionUID = 1L;
  private String name;

  NamedList(String name, E[] members) {
    super(members.length);
    this.name = name;
    for (E m : members) {
      add(m);
    }
  }

  public void setName(String name) {
    this.name = name;
  }

  /** What stands for a member where the set has no name. */
  String text(E member) {
    return String.valueOf(member);
  }

  @Override
  public String toString() {
    return name != null ? name : unnamed();
  }

  String unnamed() {
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      b.append(i == 0 ? "" : "+").append(text(get(i)));
    }
    return b.toString();
  }

  @Override
  public boolean equals(Object o) {
    return this == o;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
