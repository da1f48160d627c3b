/* java_lang_math.c -- the transcendental methods of java.lang.Math.
 *
 * HotSpot answers these from code of its own that is almost correctly rounded; the Java bodies (fdlibm,
 * which StrictMath promises) differ from it in 3 to 10 % of random arguments. The host's functions in
 * extended precision, rounded once, differ in 0.1 % (measured over 200,000 arguments on 17 and 25). */
#include "native/world.h"

#include <math.h>

#define UNARY(name, fn)                                                                                                \
    int Math_##name(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, (double)fn(getw_double(a))); }
UNARY(sin, sinl)
UNARY(cos, cosl)
UNARY(tan, tanl)
UNARY(exp, expl)
UNARY(log, logl)
UNARY(log10, log10l)

/* HotSpot's own since JDK 24 and 25. */
#define UNARY_SINCE(name, fn, jdk_)                                                                                    \
    int Math_##name(ThreadInfo *ti, const u32 *a, u32 *r) {                                                            \
        return ti->ks->cs->jdk < (jdk_) ? NAT_BYTECODE : ret_double(r, (double)fn(getw_double(a)));                    \
    }
UNARY_SINCE(tanh, tanhl, 24)
UNARY_SINCE(cbrt, cbrtl, 25)

int Math_pow(ThreadInfo *ti, const u32 *a, u32 *r) {
    double x = getw_double(a), y = getw_double(a + 2);
    if (y == 0) return ret_double(r, 1);
    if (isnan(x) || isnan(y) || (fabs(x) == 1 && isinf(y))) return ret_double(r, NAN); /* C says 1 */
    return ret_double(r, (double)powl(x, y));
}
