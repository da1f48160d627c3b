/* N threads that each look for a free block of 26 for an inode of its own, with a lock for each inode and each block.
   PAIR: threads 0 and 13 alone. As steps of Java the unlocks are no steps of their own. */
#include "steps.h"
#ifndef N
#define N 14
#endif
#ifdef PAIR
#define COUNT 2
#define ID (_pid * 13)
#else
#define COUNT N
#define ID _pid
#endif
#define I (ID % 32)
bit li[32], lb[26], busy[26];
byte inode[32];
active [COUNT] proctype T() {
  byte b, j, at;
  BEGIN
end1: do
  :: d_step { at == 0 && li[I] == 0 -> li[I] = 1; at = 1 }
  :: d_step { at == 1 -> if :: inode[I] == 0 -> b = (I * 2) % 26; at = 2 :: else -> at = 7 fi }
  :: d_step { at == 2 && lb[b] == 0 -> lb[b] = 1; at = 3 }
#ifdef STEPS
  :: d_step { at == 3 ->
       if
       :: busy[b] == 0 -> at = 4
       :: busy[b] == 1 && j < 9 -> lb[b] = 0; j++; b = (b + 1) % 26; at = 2
       :: else -> lb[b] = 0; li[I] = 0; b = 0; j = 0; at = 8
       fi }
  :: d_step { at == 4 -> busy[b] = 1; at = 5 }
  :: d_step { at == 5 -> inode[I] = b + 1; lb[b] = 0; li[I] = 0; b = 0; j = 0; at = 8 }
#else
  :: d_step { at == 3 -> if :: busy[b] == 0 -> at = 4 :: else -> at = 6 fi }
  :: d_step { at == 4 -> busy[b] = 1; at = 5 }
  :: d_step { at == 5 -> inode[I] = b + 1; j = 10; at = 6 }
  :: d_step { at == 6 -> lb[b] = 0; if :: j < 9 -> j++; b = (b + 1) % 26; at = 2 :: else -> b = 0; j = 0; at = 7 fi }
  :: d_step { at == 7 -> li[I] = 0; at = 8 }
#endif
  ENDS(at == 8)
  od;
end2: false
}
MAIN
