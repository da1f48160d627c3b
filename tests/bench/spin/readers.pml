/* A thread that writes x, and N that read it. */
#include "steps.h"
#ifndef N
#define N 4
#endif
byte x;
active proctype W() {
  bit d;
  BEGIN
end1: do
  :: d_step { d == 0 -> x = 42; d = 1 }
  ENDS(d == 1)
  od;
end2: false
}
active [N] proctype R() {
  bit d; byte r;
  BEGIN
end1: do
  :: d_step { d == 0 -> r = x; r = 0; d = 1 }
  ENDS(d == 1)
  od;
end2: false
}
MAIN
