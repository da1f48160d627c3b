/* Thread i of 1 .. N does x.compareAndSet(i - 1, i). */
#include "steps.h"
#ifndef N
#define N 5
#endif
byte x;
active [N] proctype T() {
  bit d;
  BEGIN
end1: do
  :: d_step { d == 0 -> x = (x == _pid -> _pid + 1 : x); d = 1 }
  ENDS(d == 1)
  od;
end2: false
}
MAIN
