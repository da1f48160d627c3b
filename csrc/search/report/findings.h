/* findings.h -- what the search has found: errors, why it is not whole, notes, stored traces. Layer 11. */
#ifndef JPF_FINDINGS_H
#define JPF_FINDINGS_H
#include "base/text.h"
#include "kernel/events.h"

typedef struct Search Search;

typedef enum ErrorKind { EK_DEADLOCK, EK_UNCAUGHT, EK_PROPERTY, EK_RACE, EK_LIVELOCK } ErrorKind;

typedef struct ErrorRec {
    u32 id;
    char *json; /* one element of the report's "errors" */
    size_t bytes;
    u64 hash;      /* equal: the same to who reads of them */
    u64 execution; /* Findings.execution as it was found */
} ErrorRec;

typedef struct StoredTrace { /* Verify.storeTrace */
    char *file, *json;
    size_t bytes; /* length of json */
} StoredTrace;

/* What must hold: texts are cx_alloc'd, and each stands once. Where the search begins again, its errors are dropped,
 * since the search will come to them once more; constraints, notes and stored traces stay. */
typedef struct Findings {
    VEC(ErrorRec) errors;
    VEC(char *) constraints; /* limits met, parts not modelled: why the result is not whole */
    bool complete;           /* there is no constraint that matters */
    VEC(char *) notes;       /* what a reader should know of a search without an error */
    VEC(StoredTrace) stored;
    VEC(Violation) kept; /* noted by listeners before the search began again */
    Map reported;        /* hashes of violations that were reported */
    Map alike;           /* how many errors have the same hash (path_is_kept) */
    Map met;             /* hashes of errors, where a search comes to them again and again (is_repeated) */
    u64 execution; /* of a search that draws executions: the number of the running one, + 1 */
    /* the error that is reported now: */
    const char *note; /* what is to be said with the error */
    const Violation *of; /* what a listener noted of the error; NULL: no listener found it */
    Text stood;   /* how the threads stood at the error, if the transition went on from it; empty: as now */
    bool depends; /* the error's path, executed again, is another one */
    u32 bthread;      /* the b-thread that the error is told of: place + 1 */
} Findings;

void found_init(Search *s);
void found_drop_errors(Search *s);
/* Constraints behind the first n. */
void found_drop_constraints(Search *s, u32 n);
void found_free(Search *s);
Status search_report(Search *s, ErrorKind kind, const char *property, const char *message);
/* `at`: the places that the error tells of. The trace ends there, and the last one is the error's location. */
Status search_report_at(Search *s, ErrorKind kind, const char *property, const char *message, const CodePlace *at,
                        u32 n_at);
Status search_constraint(Search *s, const char *fmt, ...) JPF_PRINTF(2, 3);
Status search_note(Search *s, const char *fmt, ...) JPF_PRINTF(2, 3); /* "note: ..." */
/* The pending error of the host ends the search in order (cx_ends_in_order): the error becomes the reason why the
 * search is not whole. */
Status search_wind_up(Search *s);
/* The same where no state can be gone back to: in the middle of a key, of a footprint, of a move to another state. Any
 * other error stays pending. */
Status search_torn(Search *s);
/* A recorded trace ends at what the error tells of. */
Status trace_ends(Search *s, ErrorKind kind, const CodePlace *at, u32 n);
/* Who waits for what, in one line. */
void deadlock_text(Search *s, Text *t);
/* ti waits inside an atomic section: which, what for, and the way out. JPF: BlockedAtomicException. */
void blocked_text(Search *s, const ThreadInfo *ti, char *buf, size_t n);
/* Verify.storeTrace */
Status search_store_trace(Search *s, const char *file, const char *comment);

#endif
