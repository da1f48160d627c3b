/* N threads that each write a[j] = a[j - 1] + 1, and one that looks for the last zero. */
#include "steps.h"
#ifndef N
#define N 4
#endif
byte a[N + 1];
active proctype R() {
  byte i = N; bit d;
  BEGIN
end1: do
  :: d_step { d == 0 && a[i] != 0 -> i-- }
  :: d_step { d == 0 && a[i] == 0 -> i = 0; d = 1 }
  ENDS(d == 1)
  od;
end2: false
}
active [N] proctype W() {
  byte t; byte d;
  BEGIN
end1: do
  :: d_step { d == 0 -> t = a[_pid - 1]; d = 1 }
  :: d_step { d == 1 -> a[_pid] = t + 1; t = 0; d = 2 }
  ENDS(d == 2)
  od;
end2: false
}
MAIN
