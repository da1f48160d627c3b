/* words.h -- values of one and two words on operand stacks, in argument lists and results. Layer 5. */
#ifndef JPF_WORDS_H
#define JPF_WORDS_H
#include <string.h>

#include "base/base.h"

static inline i64 getw_long(const u32 *p) {
    i64 v;
    memcpy(&v, p, 8);
    return v;
}
static inline double getw_double(const u32 *p) {
    double v;
    memcpy(&v, p, 8);
    return v;
}
static inline float getw_float(const u32 *p) {
    float v;
    memcpy(&v, p, 4);
    return v;
}
static inline void putw_long(u32 *p, i64 v) { memcpy(p, &v, 8); }
static inline void putw_double(u32 *p, double v) { memcpy(p, &v, 8); }
static inline void putw_float(u32 *p, float v) { memcpy(p, &v, 4); }

#endif
