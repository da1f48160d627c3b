/* java_lang_strictmath.c -- the natives of StrictMath in JDK 17 (later releases have them in Java).
 *
 * The specification of StrictMath fixes the results to those of the fdlibm algorithms, so order of
 * operations, break points (high words) and coefficients here are those of that specification. Compiled
 * without contraction: a fused multiply-add would change results. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif
#include "native/util.h"

#include <math.h>

typedef union Bits {
    double d;
    u64 u;
} Bits;

static i32 hi(double x) { return (i32)(((Bits){x}).u >> 32); }
static u32 lo(double x) { return (u32)((Bits){x}).u; }
static double with_hi(double x, i32 h) {
    Bits b = {x};
    b.u = (u64)(u32)h << 32 | (u32)b.u;
    return b.d;
}
static double clear_lo(double x) {
    Bits b = {x};
    b.u &= ~(u64)0xffffffffu;
    return b.d;
}
/* c[0] + x (c[1] + x (...)) */
static double poly(const double *c, int n, double x) {
    double r = c[n - 1];
    for (int i = n - 2; i >= 0; i--) r = c[i] + x * r;
    return r;
}

/* --- sin, cos, tan --- */

static double ksin(double x, double y, bool tail) {
    static const double S[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,  -1.98412698298579493134e-04,
                               2.75573137070700676789e-06,  -2.50507602534068634195e-08, 1.58969099521155010221e-10};
    if ((hi(x) & 0x7fffffff) < 0x3e400000) return x;
    double z = x * x, v = z * x, r = poly(S + 1, 5, z);
    return tail ? x - ((z * (0.5 * y - v * r) - y) - v * S[0]) : x + v * (S[0] + z * r);
}

static double kcos(double x, double y) {
    static const double C[] = {4.16666666666666019037e-02,  -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                               -2.75573143513906633035e-07, 2.08757232129817482790e-09,  -1.13596475577881948265e-11};
    i32 ix = hi(x) & 0x7fffffff;
    if (ix < 0x3e400000) return 1.0;
    double z = x * x, r = z * poly(C, 6, z);
    if (ix < 0x3FD33333) return 1.0 - (0.5 * z - (z * r - x * y));
    double q = ix > 0x3fe90000 ? 0.28125 : with_hi(0.0, ix - 0x00200000);
    double hz = 0.5 * z - q, a = 1.0 - q;
    return a - (hz - (z * r - x * y));
}

/* -1 / (x + r) with more than working precision; w = x + r rounded. */
static double negative_inverse(double w, double x, double r) {
    double z = clear_lo(w), v = r - (z - x), a = -1.0 / w, t = clear_lo(a), s = 1.0 + t * z;
    return t + a * (s + t * v);
}

static double ktan(double x, double y, int iy) {
    static const double T0 = 3.33333333333334091986e-01;
    static const double odd[] = {1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
                                 5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05};
    static const double even[] = {5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
                                  2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05};
    i32 hx = hi(x), ix = hx & 0x7fffffff;
    if (ix < 0x3e300000 && (int)x == 0) {
        if (((u32)ix | lo(x) | (u32)(iy + 1)) == 0) return 1.0 / fabs(x);
        return iy == 1 ? x : negative_inverse(x + y, x, y);
    }
    if (ix >= 0x3FE59428) {
        if (hx < 0) x = -x, y = -y;
        double z = 7.85398163397448278999e-01 - x, w = 3.06161699786838301793e-17 - y;
        x = z + w;
        y = 0.0;
    }
    double z = x * x, w = z * z;
    double r = poly(odd, 6, w), v = z * poly(even, 6, w), s = z * x;
    r = y + z * (s * (r + v) + y);
    r += T0 * s;
    w = x + r;
    if (ix >= 0x3FE59428) {
        v = (double)iy;
        return (double)(1 - ((hx >> 30) & 2)) * (v - 2.0 * (x - (w * w / (w + v) - r)));
    }
    return iy == 1 ? w : negative_inverse(w, x, r);
}

/* 2/pi in 32-bit words after the binary point, enough for any double. */
static const u32 two_over_pi[] = {
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
    0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
    0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
    0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046, 0xFC7B6BAB, 0xF0CFBC20,
};

/* Digit k of 2/pi in base 2^24. */
static double digit(int k) {
    int bit = 24 * k, w = bit / 32, s = bit % 32;
    if (k < 0 || w + 1 >= (int)(sizeof two_over_pi / sizeof *two_over_pi)) return 0;
    u64 two = (u64)two_over_pi[w] << 32 | two_over_pi[w + 1];
    return (double)(two >> (40 - s) & 0xffffff);
}

enum { JK = 4, MAXQ = 20 }; /* digits of the quotient to begin with; more when they cancel */

/* The fractional digits of q (base 2^24, most significant last in iq) and what is left in front. */
static double carry_digits(const double *q, int jz, i32 *iq) {
    double z = q[jz];
    for (int i = 0, k = jz; k > 0; i++, k--) {
        double f = (double)(i32)(0x1p-24 * z);
        iq[i] = (i32)(z - 0x1p24 * f);
        z = q[k - 1] + f;
    }
    return z;
}

/* 1 - fraction, digit by digit; answers whether there was anything to borrow from. */
static bool complement(i32 *iq, int jz) {
    bool borrowed = false;
    for (int i = 0; i < jz; i++) {
        if (borrowed) iq[i] = 0xffffff - iq[i];
        else if (iq[i]) borrowed = true, iq[i] = 0x1000000 - iq[i];
    }
    return borrowed;
}

/* |x| >= 2^19 pi/2 (Payne and Hanek): x in digits of base 2^24 times the digits of 2/pi that matter;
 * the fraction times pi/2. The number of digits kept decides y's last bits, so it is as specified. */
static int rem_huge(double x, double *y) {
    static const double half_pi[] = {0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc516p-72, 0x1.01b838p-96};
    double tx[3], q[MAXQ], fq[MAXQ], z, f;
    i32 iq[MAXQ], ih;
    i32 ix = hi(x) & 0x7fffffff, e0 = (ix >> 20) - 1046;
    z = with_hi(fabs(x), ix - (i32)((u32)e0 << 20));
    for (int i = 0; i < 2; i++) {
        tx[i] = (double)(i32)z;
        z = (z - tx[i]) * 0x1p24;
    }
    tx[2] = z;
    int nx = 3, jz = JK, jv = (e0 - 3) / 24, n, done = -1;
    while (tx[nx - 1] == 0) nx--;
    if (jv < 0) jv = 0;
    int q0 = e0 - 24 * (jv + 1);
    bool borrowed;
    for (;;) {
        for (int i = done + 1; i <= jz; i++) {
            q[i] = 0;
            for (int k = 0; k < nx; k++) q[i] += tx[k] * digit(jv + i - k);
        }
        done = jz;
        z = scalbn(carry_digits(q, jz, iq), q0);
        z -= 8.0 * floor(z * 0.125);
        n = (int)z;
        z -= (double)n;
        ih = 0;
        if (q0 > 0) {
            i32 top = iq[jz - 1] >> (24 - q0);
            n += top;
            iq[jz - 1] -= top << (24 - q0);
            ih = iq[jz - 1] >> (23 - q0);
        } else if (q0 == 0) {
            ih = iq[jz - 1] >> 23;
        } else if (z >= 0.5) {
            ih = 2;
        }
        if (ih > 0) { /* the fraction is above one half: take the negative remainder */
            n += 1;
            borrowed = complement(iq, jz);
            if (q0 == 1 || q0 == 2) iq[jz - 1] &= 0xffffff >> q0;
            if (ih == 2) {
                z = 1.0 - z;
                if (borrowed) z -= scalbn(1.0, q0);
            }
        }
        if (z != 0) break;
        i32 any = 0;
        for (int i = jz - 1; i >= JK; i--) any |= iq[i];
        if (any) break;
        int k = 1;
        while (k < JK && iq[JK - k] == 0) k++;
        if (jz + k >= MAXQ - 1) break;
        jz += k;
    }
    if (z == 0) {
        jz--;
        q0 -= 24;
        while (jz > 0 && iq[jz] == 0) jz--, q0 -= 24;
    } else {
        z = scalbn(z, -q0);
        if (z >= 0x1p24) {
            f = (double)(i32)(0x1p-24 * z);
            iq[jz++] = (i32)(z - 0x1p24 * f);
            q0 += 24;
            iq[jz] = (i32)f;
        } else {
            iq[jz] = (i32)z;
        }
    }
    f = scalbn(1.0, q0);
    for (int i = jz; i >= 0; i--, f *= 0x1p-24) q[i] = f * (double)iq[i];
    for (int i = jz; i >= 0; i--) {
        fq[jz - i] = 0;
        for (int k = 0; k <= JK && k <= jz - i; k++) fq[jz - i] += half_pi[k] * q[i + k];
    }
    f = 0;
    for (int i = jz; i >= 0; i--) f += fq[i];
    y[0] = ih ? -f : f;
    f = fq[0] - f;
    for (int i = 1; i <= jz; i++) f += fq[i];
    y[1] = ih ? -f : f;
    n &= 7;
    if (hi(x) >= 0) return n;
    y[0] = -y[0];
    y[1] = -y[1];
    return -n;
}

static int exponent_gap(i32 ix, double y) { return (ix >> 20) - (hi(y) >> 20 & 0x7ff); }

static int rem_pio2(double x, double *y) {
    static const double P[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624871116645580e-21};
    static const double PT[] = {6.07710050650619224932e-11, 2.02226624879595063154e-21, 8.47842766036889956997e-32};
    i32 hx = hi(x), ix = hx & 0x7fffffff;
    if (ix <= 0x3fe921fb) {
        y[0] = x;
        y[1] = 0;
        return 0;
    }
    if (ix < 0x4002d97c) { /* below 3 pi/4: one subtraction */
        double sg = hx > 0 ? 1.0 : -1.0, z = x - sg * P[0];
        int k = ix != 0x3ff921fb ? 0 : 1;
        if (k) z -= sg * P[1];
        y[0] = z - sg * PT[k];
        y[1] = (z - y[0]) - sg * PT[k];
        return hx > 0 ? 1 : -1;
    }
    if (ix > 0x413921fb) return rem_huge(x, y);
    double t = fabs(x);
    int n = (int)(t * 6.36619772367581382433e-01 + 0.5);
    double fn = (double)n, r = t - fn * P[0], w = fn * PT[0];
    y[0] = r - w;
    bool quick = n < 32 && ix != hi(fn * 1.57079632679489661923);
    for (int k = 1; !quick && k < 3 && exponent_gap(ix, y[0]) > (k == 1 ? 16 : 49); k++) {
        t = r;
        w = fn * P[k];
        r = t - w;
        w = fn * PT[k] - ((t - r) - w);
        y[0] = r - w;
    }
    y[1] = (r - y[0]) - w;
    if (hx < 0) {
        y[0] = -y[0];
        y[1] = -y[1];
        return -n;
    }
    return n;
}

static double sm_sin(double x) {
    double y[2];
    i32 ix = hi(x) & 0x7fffffff;
    if (ix <= 0x3fe921fb) return ksin(x, 0.0, false);
    if (ix >= 0x7ff00000) return x - x;
    switch (rem_pio2(x, y) & 3) {
    case 0: return ksin(y[0], y[1], true);
    case 1: return kcos(y[0], y[1]);
    case 2: return -ksin(y[0], y[1], true);
    default: return -kcos(y[0], y[1]);
    }
}
static double sm_cos(double x) {
    double y[2];
    i32 ix = hi(x) & 0x7fffffff;
    if (ix <= 0x3fe921fb) return kcos(x, 0.0);
    if (ix >= 0x7ff00000) return x - x;
    switch (rem_pio2(x, y) & 3) {
    case 0: return kcos(y[0], y[1]);
    case 1: return -ksin(y[0], y[1], true);
    case 2: return -kcos(y[0], y[1]);
    default: return ksin(y[0], y[1], true);
    }
}
static double sm_tan(double x) {
    double y[2];
    i32 ix = hi(x) & 0x7fffffff;
    if (ix <= 0x3fe921fb) return ktan(x, 0.0, 1);
    if (ix >= 0x7ff00000) return x - x;
    int n = rem_pio2(x, y);
    return ktan(y[0], y[1], 1 - ((n & 1) << 1));
}

/* --- asin, acos, atan, atan2 --- */

static const double pio2_hi = 1.57079632679489655800e+00, pio2_lo = 6.12323399573676603587e-17,
                    pio4_hi = 7.85398163397448278999e-01, pi = 3.14159265358979311600e+00;

static double asin_ratio(double t) {
    static const double P[] = {1.66666666666666657415e-01,  -3.25565818622400915405e-01, 2.01212532134862925881e-01,
                               -4.00555345006794114027e-02, 7.91534994289814532176e-04,  3.47933107596021167570e-05};
    static const double Q[] = {1.0, -2.40339491173441421878e+00, 2.02094576023350569471e+00,
                               -6.88283971605453293030e-01, 7.70381505559019352791e-02};
    return t * poly(P, 6, t) / poly(Q, 5, t);
}

static double sm_asin(double x) {
    i32 hx = hi(x), ix = hx & 0x7fffffff;
    if (ix >= 0x3ff00000) {
        if (((u32)(ix - 0x3ff00000) | lo(x)) == 0) return x * pio2_hi + x * pio2_lo;
        return (x - x) / (x - x);
    }
    if (ix < 0x3fe00000) {
        if (ix < 0x3e400000) return x;
        return x + x * asin_ratio(x * x);
    }
    double t = (1.0 - fabs(x)) * 0.5, r = asin_ratio(t), s = sqrt(t);
    if (ix >= 0x3FEF3333) {
        t = pio2_hi - (2.0 * (s + s * r) - pio2_lo);
    } else {
        double w = clear_lo(s), c = (t - w * w) / (s + w);
        double p = 2.0 * s * r - (pio2_lo - 2.0 * c), q = pio4_hi - 2.0 * w;
        t = pio4_hi - (p - q);
    }
    return hx > 0 ? t : -t;
}

static double sm_acos(double x) {
    i32 hx = hi(x), ix = hx & 0x7fffffff;
    if (ix >= 0x3ff00000) {
        if (((u32)(ix - 0x3ff00000) | lo(x)) == 0) return hx > 0 ? 0.0 : pi + 2.0 * pio2_lo;
        return (x - x) / (x - x);
    }
    if (ix < 0x3fe00000) {
        if (ix <= 0x3c600000) return pio2_hi + pio2_lo;
        return pio2_hi - (x - (pio2_lo - x * asin_ratio(x * x)));
    }
    double z = (hx < 0 ? 1.0 + x : 1.0 - x) * 0.5, s = sqrt(z), r = asin_ratio(z);
    if (hx < 0) return pi - 2.0 * (s + (r * s - pio2_lo));
    double df = clear_lo(s), c = (z - df * df) / (s + df);
    return 2.0 * (df + (r * s + c));
}

static double sm_atan(double x) {
    static const double AH[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                                1.57079632679489655800e+00};
    static const double AL[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                                6.12323399573676603587e-17};
    static const double even[] = {3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
                                  6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02};
    static const double odd[] = {-1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
                                 -5.83357013379057348645e-02, -3.65315727442169155270e-02};
    i32 hx = hi(x), ix = hx & 0x7fffffff;
    int id = -1;
    if (ix >= 0x44100000) {
        if (x != x) return x + x;
        return hx > 0 ? AH[3] + AL[3] : -AH[3] - AL[3];
    }
    if (ix < 0x3fdc0000) {
        if (ix < 0x3e200000) return x;
    } else {
        x = fabs(x);
        if (ix < 0x3fe60000) id = 0, x = (2.0 * x - 1.0) / (2.0 + x);
        else if (ix < 0x3ff30000) id = 1, x = (x - 1.0) / (x + 1.0);
        else if (ix < 0x40038000) id = 2, x = (x - 1.5) / (1.0 + 1.5 * x);
        else id = 3, x = -1.0 / x;
    }
    double z = x * x, w = z * z, s1 = z * poly(even, 6, w), s2 = w * poly(odd, 5, w);
    if (id < 0) return x - x * (s1 + s2);
    z = AH[id] - ((x * (s1 + s2) - AL[id]) - x);
    return hx < 0 ? -z : z;
}

static double sm_atan2(double y, double x) {
    static const double pi_lo = 1.2246467991473531772E-16;
    if (x != x || y != y) return x + y;
    if (x == 1.0) return sm_atan(y);
    i32 hx = hi(x), hy = hi(y), ix = hx & 0x7fffffff, iy = hy & 0x7fffffff;
    bool neg = hy < 0, left = hx < 0;
    if (y == 0) return left ? (neg ? -pi : pi) : y;
    if (x == 0) return neg ? -pio2_hi : pio2_hi;
    if (ix == 0x7ff00000) {
        double v = iy == 0x7ff00000 ? (left ? 3.0 * pio4_hi : pio4_hi) : left ? pi : 0.0;
        return neg ? -v : v;
    }
    if (iy == 0x7ff00000) return neg ? -pio2_hi : pio2_hi;
    int k = (iy - ix) >> 20;
    double z = k > 60 ? pio2_hi + 0.5 * pi_lo : left && k < -60 ? 0.0 : sm_atan(fabs(y / x));
    if (!left) return neg ? -z : z;
    return neg ? (z - pi_lo) - pi : pi - (z - pi_lo);
}

/* --- logarithms --- */

static const double ln2_hi = 6.93147180369123816490e-01, ln2_lo = 1.90821492927058770002e-10,
                    two54 = 1.80143985094819840000e+16;
static const double LG[] = {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                            2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                            1.479819860511658591e-01};

/* *x becomes normal: its high word and its exponent. False: *x is the logarithm already (of 0, of what is below it, of
 * an infinity, of NaN). */
static bool log_split(double *x, i32 *hx, i32 *k) {
    *hx = hi(*x), *k = 0;
    if (*hx < 0x00100000) {
        if (((u32)(*hx & 0x7fffffff) | lo(*x)) == 0) return *x = -two54 / 0.0, false;
        if (*hx < 0) return *x = (*x - *x) / 0.0, false;
        *k -= 54;
        *x *= two54;
        *hx = hi(*x);
    }
    if (*hx >= 0x7ff00000) return *x += *x, false;
    *k += (*hx >> 20) - 1023;
    return true;
}

static double sm_log(double x) {
    i32 hx, k;
    if (!log_split(&x, &hx, &k)) return x;
    hx &= 0x000fffff;
    i32 i = (hx + 0x95f64) & 0x100000;
    x = with_hi(x, hx | (i ^ 0x3ff00000));
    k += i >> 20;
    double f = x - 1.0, dk = (double)k;
    if ((0x000fffff & (2 + hx)) < 3) {
        if (f == 0) return k == 0 ? 0 : dk * ln2_hi + dk * ln2_lo;
        double R = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - R : dk * ln2_hi - ((R - dk * ln2_lo) - f);
    }
    static const double even[] = {3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01};
    static const double odd[] = {6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01,
                                 1.479819860511658591e-01};
    double s = f / (2.0 + f), z = s * s, w = z * z, t1 = w * poly(even, 3, w), t2 = z * poly(odd, 4, w), R = t2 + t1;
    if (((hx - 0x6147a) | (0x6b851 - hx)) > 0) {
        double hfsq = 0.5 * f * f;
        return k == 0 ? f - (hfsq - s * (hfsq + R)) : dk * ln2_hi - ((hfsq - (s * (hfsq + R) + dk * ln2_lo)) - f);
    }
    return k == 0 ? f - s * (f - R) : dk * ln2_hi - ((s * (f - R) - dk * ln2_lo) - f);
}

static double sm_log10(double x) {
    i32 hx, k;
    if (!log_split(&x, &hx, &k)) return x;
    i32 i = k < 0;
    double y = (double)(k + i);
    x = with_hi(x, (hx & 0x000fffff) | ((0x3ff - i) << 20));
    double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * sm_log(x);
    return z + y * 3.01029995663611771306e-01;
}

static double sm_log1p(double x) {
    double f = 0, c = 0, u;
    i32 hx = hi(x), ax = hx & 0x7fffffff, k = 1, hu = 1;
    if (hx < 0x3FDA827A) {
        if (ax >= 0x3ff00000) return x == -1.0 ? -two54 / 0.0 : (x - x) / (x - x);
        if (ax < 0x3e200000) return ax < 0x3c900000 ? x : x - x * x * 0.5;
        if (hx > 0 || hx <= (i32)0xbfd2bec3) k = 0, f = x, hu = 1;
    }
    if (hx >= 0x7ff00000) return x + x;
    if (k != 0) {
        if (hx < 0x43400000) {
            u = 1.0 + x;
            hu = hi(u);
            k = (hu >> 20) - 1023;
            c = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
        } else {
            u = x;
            hu = hi(u);
            k = (hu >> 20) - 1023;
        }
        hu &= 0x000fffff;
        if (hu < 0x6a09e) {
            u = with_hi(u, hu | 0x3ff00000);
        } else {
            k += 1;
            u = with_hi(u, hu | 0x3fe00000);
            hu = (0x00100000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    double hfsq = 0.5 * f * f, dk = (double)k;
    if (hu == 0) {
        if (f == 0) return k == 0 ? 0 : dk * ln2_hi + (c + dk * ln2_lo);
        double R = hfsq * (1.0 - 0.66666666666666666 * f);
        return k == 0 ? f - R : dk * ln2_hi - ((R - (dk * ln2_lo + c)) - f);
    }
    double s = f / (2.0 + f), z = s * s, R = z * poly(LG, 7, z);
    if (k == 0) return f - (hfsq - s * (hfsq + R));
    return dk * ln2_hi - ((hfsq - (s * (hfsq + R) + (dk * ln2_lo + c))) - f);
}

/* --- exponentials, hyperbolic functions --- */

static const double inv_ln2 = 1.44269504088896338700e+00, o_threshold = 7.09782712893383973096e+02;

static double add_exponent(double y, int k) { return with_hi(y, (i32)((u32)hi(y) + ((u32)k << 20))); }

static double sm_exp(double x) {
    static const double P[] = {1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
                               -1.65339022054652515390e-06, 4.13813679705723846039e-08};
    double h = 0, l = 0;
    i32 hx = hi(x), k = 0;
    bool neg = hx < 0;
    hx &= 0x7fffffff;
    if (hx >= 0x40862E42) {
        if (hx >= 0x7ff00000) {
            if (x != x) return x + x;
            return neg ? 0.0 : x;
        }
        if (x > o_threshold) return INFINITY;
        if (x < -7.45133219101941108420e+02) return 0.0;
    }
    if (hx > 0x3fd62e42) {
        if (hx < 0x3FF0A2B2) {
            k = neg ? -1 : 1;
            h = x - k * ln2_hi;
            l = k * ln2_lo;
        } else {
            k = (i32)(inv_ln2 * x + (neg ? -0.5 : 0.5));
            h = x - (double)k * ln2_hi;
            l = (double)k * ln2_lo;
        }
        x = h - l;
    } else if (hx < 0x3e300000) {
        return 1.0 + x;
    }
    double t = x * x, c = x - t * poly(P, 5, t);
    if (k == 0) return 1.0 - ((x * c) / (c - 2.0) - x);
    double y = 1.0 - ((l - (x * c) / (2.0 - c)) - h);
    if (k >= -1021) return add_exponent(y, k);
    return add_exponent(y, k + 1000) * 9.33263618503218878990e-302;
}

static double sm_expm1(double x) {
    static const double Q[] = {1.0,
                               -3.33333333333331316428e-02,
                               1.58730158725481460165e-03,
                               -7.93650757867487942473e-05,
                               4.00821782732936239552e-06,
                               -2.01099218183624371326e-07};
    double c = 0, h, l, y;
    i32 hx = hi(x), k = 0;
    bool neg = hx < 0;
    hx &= 0x7fffffff;
    if (hx >= 0x4043687A) {
        if (hx >= 0x7ff00000) {
            if (x != x) return x + x;
            return neg ? -1.0 : x;
        }
        if (x > o_threshold) return INFINITY;
        if (neg) return 1.0e-300 - 1.0;
    }
    if (hx > 0x3fd62e42) {
        if (hx < 0x3FF0A2B2) {
            k = neg ? -1 : 1;
            h = x - k * ln2_hi;
            l = k * ln2_lo;
        } else {
            k = (i32)(inv_ln2 * x + (neg ? -0.5 : 0.5));
            h = x - (double)k * ln2_hi;
            l = (double)k * ln2_lo;
        }
        x = h - l;
        c = (h - x) - l;
    } else if (hx < 0x3c900000) {
        return x;
    }
    double hfx = 0.5 * x, hxs = x * hfx, r1 = poly(Q, 6, hxs), t = 3.0 - r1 * hfx;
    double e = hxs * ((r1 - t) / (6.0 - x * t));
    if (k == 0) return x - (x * e - hxs);
    e = (x * (e - c) - c);
    e -= hxs;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    if (k <= -2 || k > 56) return add_exponent(1.0 - (e - x), k) - 1.0;
    if (k < 20) {
        t = with_hi(0.0, 0x3ff00000 - (0x200000 >> k));
        y = t - (e - x);
    } else {
        t = with_hi(0.0, (0x3ff - k) << 20);
        y = x - (e + t);
        y += 1.0;
    }
    return add_exponent(y, k);
}

static bool big_ok(double x) { /* |x| <= log(2 * largest double) */
    i32 ix = hi(x) & 0x7fffffff;
    return ix < 0x408633CE || (ix == 0x408633CE && lo(x) <= 0x8fb9f87du);
}

static double sm_sinh(double x) {
    i32 jx = hi(x), ix = jx & 0x7fffffff;
    if (ix >= 0x7ff00000) return x + x;
    double h = jx < 0 ? -0.5 : 0.5, t, w;
    if (ix < 0x40360000) {
        if (ix < 0x3e300000) return x;
        t = sm_expm1(fabs(x));
        return ix < 0x3ff00000 ? h * (2.0 * t - t * t / (t + 1.0)) : h * (t + t / (t + 1.0));
    }
    if (ix < 0x40862E42) return h * sm_exp(fabs(x));
    if (!big_ok(x)) return x * 1.0e307;
    w = sm_exp(0.5 * fabs(x));
    t = h * w;
    return t * w;
}

static double sm_cosh(double x) {
    i32 ix = hi(x) & 0x7fffffff;
    if (ix >= 0x7ff00000) return x * x;
    double t, w;
    if (ix < 0x3fd62e43) {
        t = sm_expm1(fabs(x));
        w = 1.0 + t;
        return ix < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
    }
    if (ix < 0x40360000) {
        t = sm_exp(fabs(x));
        return 0.5 * t + 0.5 / t;
    }
    if (ix < 0x40862E42) return 0.5 * sm_exp(fabs(x));
    if (!big_ok(x)) return INFINITY;
    w = sm_exp(0.5 * fabs(x));
    t = 0.5 * w;
    return t * w;
}

static double sm_tanh(double x) {
    i32 jx = hi(x), ix = jx & 0x7fffffff;
    if (ix >= 0x7ff00000) return jx >= 0 ? 1.0 / x + 1.0 : 1.0 / x - 1.0;
    double t, z;
    if (ix >= 0x40360000) {
        z = 1.0;
    } else if (ix < 0x3c800000) {
        return x * (1.0 + x);
    } else if (ix >= 0x3ff00000) {
        t = sm_expm1(2.0 * fabs(x));
        z = 1.0 - 2.0 / (t + 2.0);
    } else {
        t = sm_expm1(-2.0 * fabs(x));
        z = -t / (t + 2.0);
    }
    return jx >= 0 ? z : -z;
}

/* --- natives --- */

#define UNARY(name, call)                                                                                              \
    int strictmath_##name(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, call(getw_double(a))); }
UNARY(sin, sm_sin)
UNARY(cos, sm_cos)
UNARY(tan, sm_tan)
UNARY(asin, sm_asin)
UNARY(acos, sm_acos)
UNARY(atan, sm_atan)
UNARY(log, sm_log)
UNARY(log10, sm_log10)
UNARY(log1p, sm_log1p)
UNARY(expm1, sm_expm1)
UNARY(sinh, sm_sinh)
UNARY(cosh, sm_cosh)
UNARY(tanh, sm_tanh)
UNARY(sqrt, sqrt)
int strictmath_atan2(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_double(r, sm_atan2(getw_double(a), getw_double(a + 2)));
}
/* Exact by definition. */
int strictmath_IEEEremainder(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_double(r, remainder(getw_double(a), getw_double(a + 2)));
}
