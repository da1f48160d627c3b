/* probe.h -- native listeners: data races, coverage, instruction counts. Layer 11.
 *
 * They are sinks of the event hub (kernel/events.h) like Python's dispatcher, and end with it. JPF:
 * PreciseRaceDetector, CoverageAnalyzer, InsnCounter. */
#ifndef JPF_PROBE_H
#define JPF_PROBE_H
#include "kernel/events.h"
#include "search/search.h"

/* include, exclude: patterns over classes and Class.method, see base/pattern.c; NULL or "": all, none. */
typedef struct ProbeFilter {
    char *include, *exclude;
} ProbeFilter;
Status filter_set(Ctx *cx, ProbeFilter *f, const char *include, const char *exclude);
void filter_free(Ctx *cx, ProbeFilter *f);
/* `member` may be NULL. */
bool filter_wants(const ProbeFilter *f, const ClassInfo *ci, const Sym *member);

Status race_on(Search *s, const char *include, const char *exclude);

typedef struct Branch {
    u32 method, insn;
    i32 to; /* instruction it went on at */
} Branch;
typedef struct Cover {
    KernelState *ks;
    ProbeFilter filter;
    VEC(u32 *) hit; /* by method id: bits of the executed instructions; NULL: not looked at yet */
    VEC(u8) wanted; /* by method id: 0 unknown, 1 no, 2 yes */
    VEC(Branch) branches;
    Map seen;       /* of (method, instruction, target) */
    u64 counts[256];
    bool lines, failed;
} Cover;
/* Instructions and branch outcomes of the classes wanted (`cover`), executions by JVM opcode (`count`). */
Status cover_on(Search *s, const char *include, const char *exclude, Cover **out);
/* Source lines of the transitions of the path (`steps`): the i-th of a level. Those that led to a state that can be
 * gone back to are kept with it (steps_keep: of the last level, node of s->tree). */
struct Steps;
Status steps_on(Search *s, struct Steps **out);
Status steps_keep(Search *s, u32 node);
bool steps_at(struct Steps *p, u32 level, u32 i, MethodInfo **mi, i32 *line);
Status count_on(Search *s, Cover **out);

#endif
