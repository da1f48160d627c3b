/* P producers put K items each into a buffer of CAP places, C consumers take K * P / C each: a monitor with wait and
   notifyAll. Each look at the number of items and each write is a step, as each call of the monitor; to leave it is none. */
#include "steps.h"
#ifndef P
#define P 2
#endif
#ifndef C
#define C 2
#endif
#ifndef CAP
#define CAP 1
#endif
#ifndef K
#define K 2
#endif
#define FULL (_pid < P -> CAP : 0)
#define COUNT (_pid < P -> K : K * P / C)
#define CHANGE (_pid < P -> 1 : -1)
bit lock, waits[P + C];
byte n;
active [P + C] proctype T() {
  byte k, i, v;
  BEGIN
end1: do
  :: d_step { k < COUNT && !lock -> lock = 1 };
     do
     :: n == FULL ->
        d_step { waits[_pid] = 1; lock = 0 };
        d_step { !waits[_pid] && !lock -> lock = 1 }
     :: n != FULL -> break
     od;
     v = n;
     d_step { n = v + CHANGE; v = 0 };
     d_step {
       i = 0;
       do :: i < P + C -> waits[i] = 0; i++ :: else -> break od;
       i = 0;
       lock = 0;
       k++ }
  ENDS(k == COUNT)
  od;
end2: false
}
MAIN
