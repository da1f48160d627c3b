/* What a thread of Java has besides its visible operations. Without STEPS a twin has these operations alone, and its
   states are those of the literature. With STEPS the begin and the end of each thread, and the end of main, are steps
   too, as in jpfpy: the two then have the same states and transitions. */
#ifdef STEPS
#define BEGIN   skip;
#define ENDS(c) :: c -> break
#define MAIN    active proctype Main() { skip; end1: false }
#else
#define BEGIN
#define ENDS(c)
#define MAIN
#endif
