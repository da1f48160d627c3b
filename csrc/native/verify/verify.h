/* verify.h -- what the natives of gov.nasa.jpf.vm.Verify share with others. Layer 7. */
#ifndef JPF_VERIFY_H
#define JPF_VERIFY_H
#include "native/verify/settings.h"

/* A choice of lo..hi by whichever native asks; without a search the first. Answers as a native does. */
int verify_choose_int(ThreadInfo *ti, i32 lo, i32 hi, const char *id, u32 *r);
int verify_choose_bool(ThreadInfo *ti, bool false_first, const char *id, u32 *r);
/* True: *v is the value chosen for the native that runs. */
bool verify_taken(ThreadInfo *ti, i64 *v);
ChoiceReq *verify_request(ThreadInfo *ti, u8 kind, const char *id);

/* cg.boolean.false_first, on this path. */
Status verify_false_first(KernelState *ks, bool *first);

/* Counters, values and bits of a search in words, for another VM: how many, into `out`, and from there. Words that are
 * not of this form are passed over. */
size_t verify_kept(const KernelState *ks, u64 *out);
Status verify_keep(KernelState *ks, const u64 *words, size_t n);

void verify_attr_free(Ctx *cx, struct AttrTable *t);

#endif
