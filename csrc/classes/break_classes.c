/* break_classes.c -- JDK classes that are not thread-safe (docs/design.md, 7 (b)): their fields and
 * the arrays they access are scheduling points when shared, because these races are what users
 * come to find. Nested classes (nodes, iterators, sublists) go with the outer one. */
#include "classes/link.h"

static const struct {
    const char *cls, *why;
} table[] = {
    {"java/util/AbstractList", "modCount: fail-fast iteration"},
    {"java/util/ArrayList", "size and elementData change apart"},
    {"java/util/LinkedList", "links, size"},
    {"java/util/ArrayDeque", "head, tail, elements"},
    {"java/util/PriorityQueue", "size, heap order"},
    {"java/util/HashMap", "bins, size, resize"},
    {"java/util/LinkedHashMap", "order of entries"},
    {"java/util/TreeMap", "rebalancing"},
    {"java/util/HashSet", "over HashMap"},
    {"java/util/LinkedHashSet", "over LinkedHashMap"},
    {"java/util/TreeSet", "over TreeMap"},
    {"java/util/IdentityHashMap", "table, size"},
    {"java/util/WeakHashMap", "table, size"},
    {"java/util/EnumMap", "vals, size"},
    {"java/util/EnumSet", "see its two kinds"},
    {"java/util/RegularEnumSet", "a long is read and written back"},
    {"java/util/JumboEnumSet", "elements, size"},
    {"java/util/BitSet", "words, wordsInUse"},
    {"java/util/Arrays$ArrayList", "the caller's array"},
    {"java/lang/AbstractStringBuilder", "count and value change apart"},
    {"java/lang/StringBuilder", "over AbstractStringBuilder"},
    {"java/util/StringJoiner", "elements, size"},
    {"java/util/StringTokenizer", "positions"},
    {"java/util/Scanner", "buffer, position"},
    {"java/util/Formatter", "its Appendable, lastException"},
    {"java/util/SplittableRandom", "seed; Random and ThreadLocalRandom are thread-safe"},
    {"java/util/IntSummaryStatistics", "four fields change apart"},
    {"java/util/LongSummaryStatistics", "four fields change apart"},
    {"java/util/DoubleSummaryStatistics", "six fields change apart"},
    {"java/util/zip/CRC32", "the sum is read and written back"},
    {"java/util/zip/CRC32C", "as CRC32"},
    {"java/util/zip/Adler32", "as CRC32"},
    {"java/security/MessageDigest", "state of the engine"},
    {"sun/security/provider/DigestBase", "buffer, offset, bytes so far"},
    {"sun/security/provider/MD5", "state, scratch"},
    {"sun/security/provider/SHA", "state, scratch"},
    {"sun/security/provider/SHA2", "state, scratch"},
    {"sun/security/provider/SHA5", "state, scratch"},
    {"sun/security/provider/SHA3", "state, scratch"},
    {"java/io/DataInputStream", "scratch buffer"},
    {"java/io/DataOutputStream", "bytes written, scratch buffer"},
    {"java/io/PushbackInputStream", "buffer, position"},
    {"java/io/StreamTokenizer", "token, position"},
    {"java/util/Date", "fastTime, cdate"},
    {"java/util/Calendar", "time and fields are computed lazily"},
    {"java/util/GregorianCalendar", "as Calendar"},
    {"java/text/DateFormat", "shares one Calendar between calls"},
    {"java/text/SimpleDateFormat", "shares one Calendar between calls"},
    {"java/text/NumberFormat", "settings"},
    {"java/text/DecimalFormat", "digitList is scratch of every call"},
    {"java/text/DigitList", "scratch of DecimalFormat"},
    {"java/text/MessageFormat", "settings, formats"},
    {"java/text/ChoiceFormat", "limits, formats"},
    {"java/util/regex/Matcher", "groups, positions"},
    {"java/lang/invoke/VarHandleBooleans", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleBytes", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleChars", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleShorts", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleInts", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleLongs", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleFloats", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleDoubles", "plain access: the caller's array"},
    {"java/lang/invoke/VarHandleReferences", "plain access: the caller's array"},
    {"java/nio/Buffer", "position, limit, mark"},
    {"java/nio/ByteBuffer", "byte order"},
    {"java/nio/HeapByteBuffer", "the array behind it"},
    {"java/nio/HeapCharBuffer", "the array behind it"},
    {"java/nio/HeapShortBuffer", "the array behind it"},
    {"java/nio/HeapIntBuffer", "the array behind it"},
    {"java/nio/HeapLongBuffer", "the array behind it"},
    {"java/nio/HeapFloatBuffer", "the array behind it"},
    {"java/nio/HeapDoubleBuffer", "the array behind it"},
};

bool class_breaks(const char *name) {
    if (strncmp(name, "java/", 5) != 0 && strncmp(name, "sun/", 4) != 0) return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].cls);
        if (strncmp(name, table[i].cls, n) == 0 && (name[n] == 0 || name[n] == '$')) return true;
    }
    return false;
}

/* Static methods that work on their caller's arrays: whose code it is, is the caller's matter. */
bool class_for_caller(const char *name) {
    static const char *const tools[] = {"java/util/Arrays", "java/util/DualPivotQuicksort", "java/util/TimSort",
                                        "java/util/ComparableTimSort", "java/lang/reflect/Array"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(name, tools[i]) == 0) return true;
    return false;
}
