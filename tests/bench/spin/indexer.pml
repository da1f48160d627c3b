/* Threads T that each put four numbers into a hash table of 128 places by compareAndSet. PAIR: threads 0 and 11 alone. */
#include "steps.h"
#ifndef N
#define N 12
#endif
#ifdef PAIR
#define COUNT 2
#define ID (_pid * 11)
#else
#define COUNT N
#define ID _pid
#endif
byte table[128];
active [COUNT] proctype T() {
  byte m = 1, h = ((11 + ID) * 7) % 128;
  BEGIN
end1: do
  :: d_step { m <= 4 && table[h] == 0 -> table[h] = m * 11 + ID; m++; h = (m <= 4 -> ((m * 11 + ID) * 7) % 128 : 0) }
  :: d_step { m <= 4 && table[h] != 0 -> h = (h + 1) % 128 }
  ENDS(m == 5)
  od;
end2: false
}
MAIN
