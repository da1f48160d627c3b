/* derived.c -- attributes of fields: derived fields of the JDK that stay out of the state key,
 * firewalls of sharedness, scheduling points.
 *
 * A field may be excluded only if what it holds follows from the rest of the state (a cached hash, a
 * view of the same map) or from the class path (what the VM or the reflection code puts into a Class), so that
 * two states that differ in nothing else behave the same. It is undone and collected like any other.
 * Reviewed against the sources of JDK 17 and 25; a name that a release lacks is simply not met there.
 *
 * Looked at and kept in the key: modCount (decides ConcurrentModificationException; counts.c renumbers it); Thread.tid (getId
 * shows it; natives make it canonical); random seeds and probes (they decide later values); ConcurrentHashMap's
 * counter cells; Class.classValueMap (holds values of the program); Thread.interrupted, name, priority, daemon. */
#include "classes/link.h"

typedef struct Rule {
    u32 len; /* of cls */
    const char *cls, *fields; /* names separated by blanks; "*": every instance field */
    const char *why;
} Rule;
#define OF(cls) sizeof cls - 1, cls

static const Rule derived[] = {
    {OF("java/lang/String"), "hash hashIsZero", "cached hash of value"},
    {OF("java/lang/StringBuffer"), "toStringCache", "text of the buffer, dropped at every change"},
    {OF("java/lang/Enum"), "hash", "the identity hash (25)"},
    {OF("java/lang/Class"),
     "cachedConstructor newInstanceCallerCache name module classLoader classData signers modifiers "
     "primitive packageName componentType protectionDomain reflectionData classRedefinedCount "
     "genericInfo enumConstants enumConstantDirectory annotationData annotationType",
     "functions of the class, written at definition or computed from its class file"},
    {OF("java/lang/Thread"), "eetop threadStatus parkBlocker nioBlocker blocker",
     "ThreadInfo has the status; who blocks a parked thread is for diagnosis only"},
    {OF("java/lang/Thread$FieldHolder"), "threadStatus", "ThreadInfo has it"},
    {OF("java/lang/Throwable"), "backtrace stackTrace depth",
     "where it was made: for people, not for the program's course"},
    {OF("java/lang/ClassLoader"), "parallelLockMap package2certs classes packages libraries classLoaderValueMap",
     "tables of what was loaded: functions of the class path and of the mirrors that exist"},
    {OF("java/security/SecureClassLoader"), "pdcache", "protection domains by code source"},
    {OF("jdk/internal/loader/BuiltinClassLoader"), "ucp moduleToReader resourceCache",
     "open files and search caches over the class path"},
    {OF("java/lang/Package"), "packageInfo", "class of package-info, loaded on demand"},
    {OF("java/lang/Module"), "moduleInfoClass", "class of module-info, loaded on demand"},
    {OF("java/lang/ModuleLayer"), "allLayers modules servicesCatalog", "computed from the configuration"},
    {OF("java/lang/module/ModuleDescriptor"), "hash", "cached hash"},
    {OF("jdk/internal/module/ModuleReferenceImpl"), "hash cachedHash", "cached hash"},
    {OF("java/lang/ref/Reference"), "discovered", "the collector's; references are strong here"},
    {OF("java/lang/ref/SoftReference"), "timestamp clock", "the collector's; references are strong here"},
    {OF("java/lang/reflect/AccessibleObject"), "accessCheckCache", "last successful access check"},
    {OF("java/lang/reflect/Executable"), "parameterData parameters hasRealParameterData declaredAnnotations",
     "parsed from the class file on demand"},
    {OF("java/lang/reflect/Method"), "methodAccessor genericInfo hash callerSensitive root",
     "accessor, parsed signature, cached hash; root is the copy reflectionData keeps"},
    {OF("java/lang/reflect/Constructor"), "constructorAccessor genericInfo root", "as Method"},
    {OF("java/lang/reflect/Field"), "fieldAccessor overrideFieldAccessor genericInfo declaredAnnotations root",
     "as Method"},
    {OF("java/lang/reflect/Parameter"), "parameterTypeCache parameterClassCache declaredAnnotations",
     "parsed from the class file on demand"},
    {OF("java/lang/reflect/RecordComponent"), "genericInfo declaredAnnotations root",
     "parsed from the class file on demand"},
    {OF("java/lang/invoke/MethodType"), "form wrapAlt invokers methodDescriptor",
     "caches; the type is rtype and ptypes"},
    {OF("java/lang/invoke/MethodTypeForm"), "methodHandles lambdaForms interpretEntry", "caches"},
    {OF("java/lang/invoke/MethodHandle"), "asTypeCache asTypeSoftCache customizationCount updateInProgress", "caches"},
    {OF("java/lang/invoke/LambdaForm"), "vmentry isCompiled transformCache invocationCounter",
     "how the form is run, not what it computes"},
    {OF("java/lang/invoke/Invokers"), "invokers", "caches of adapters"},
    {OF("java/lang/invoke/VarHandle"), "typesAndInvokers methodTypeTable methodHandleTable", "caches"},
    {OF("java/lang/invoke/VarForm"), "methodType_table memberName_table methodType_V_table", "caches"},
    {OF("java/util/AbstractMap"), "keySet values", "views of this map"},
    {OF("java/util/HashMap"), "entrySet", "view of this map"},
    {OF("java/util/TreeMap"), "entrySet navigableKeySet descendingMap", "views of this map"},
    {OF("java/util/TreeMap$NavigableSubMap"), "descendingMapView entrySetView navigableKeySetView",
     "views of this map"},
    {OF("java/util/Hashtable"), "keySet entrySet values", "views of this map"},
    {OF("java/util/EnumMap"), "entrySet", "view of this map"},
    {OF("java/util/IdentityHashMap"), "entrySet", "view of this map"},
    {OF("java/util/WeakHashMap"), "entrySet", "view of this map"},
    {OF("java/util/concurrent/ConcurrentHashMap"), "keySet values entrySet", "views of this map"},
    {OF("java/util/concurrent/ConcurrentSkipListMap"), "keySet navigableKeySet values entrySet descendingMap",
     "views of this map"},
    {OF("java/util/concurrent/ConcurrentSkipListMap$SubMap"), "keySetView navigableKeySetView valuesView entrySetView",
     "views of this map"},
    {OF("java/util/Collections$UnmodifiableMap"), "keySet entrySet values", "views of this map"},
    {OF("java/util/Collections$SynchronizedMap"), "keySet entrySet values", "views of this map"},
    {OF("java/util/Collections$SynchronizedList"), "reversedView", "view of this list"},
    {OF("java/util/Collections$CheckedMap"), "entrySet", "view of this map"},
    {OF("java/util/Collections$SingletonMap"), "keySet entrySet values", "views of this map"},
    {OF("java/util/concurrent/locks/StampedLock"), "readLockView writeLockView readWriteLockView",
     "views of this lock"},
    {OF("java/util/Locale"), "hashCodeValue languageTag", "cached from baseLocale and extensions"},
    {OF("sun/util/locale/BaseLocale"), "hash", "cached hash"},
    {OF("java/util/SimpleTimeZone"), "cache", "the last year computed"},
    {OF("sun/util/calendar/ZoneInfo"), "lastRule", "computed from simpleTimeZoneParams"},
    {OF("sun/util/calendar/Era"), "hash", "cached hash"},
    {OF("java/util/ResourceBundle"), "keySet", "keys of this bundle"},
    {OF("java/util/regex/Pattern"), "namedGroups", "computed from the pattern on demand"},
    {OF("java/math/BigInteger"),
     "bitCountPlusOne bitLengthPlusOne lowestSetBitPlusTwo firstNonzeroIntNumPlusTwo "
     "magBitLengthPlusOne numberOfTrailingZeroIntsPlusTwo",
     "computed from mag on demand"},
    {OF("java/math/BigDecimal"), "precision stringCache", "computed from the value on demand"},
    {OF("java/text/DateFormatSymbols"), "lastZoneIndex cachedHashCode", "last hit, cached hash"},
    {OF("java/text/DecimalFormatSymbols"), "hashCode", "cached hash"},
    {OF("java/time/zone/ZoneRules"), "lastRulesCache", "transitions by year"},
    {OF("java/net/URI"),
     "hash string decodedUserInfo decodedAuthority decodedPath decodedQuery decodedFragment "
     "decodedSchemeSpecificPart schemeSpecificPart",
     "computed from the components on demand"},
    {OF("java/net/URL"), "hashCode", "cached hash"},
    {OF("sun/nio/fs/UnixPath"), "stringValue hash offsets", "computed from the path's bytes on demand"},
    {OF("java/util/jar/Attributes$Name"), "hashCode", "cached hash"},
    {OF("java/security/CodeSource"), "locationNoFragString", "text of location"},
};

/* A reference here does not make what it reaches shared: every thread reaches its own Thread, so
 * anything else would share everything. Not here: inheritableThreadLocals, because the child's map has
 * the very values of the parent's. */
static const Rule firewalls[] = {
    {OF("java/lang/Thread"), "threadLocals group contextClassLoader container inheritedAccessControlContext",
     "the thread's own values; groups and loaders are the VM's affair"},
    {OF("java/lang/Thread$FieldHolder"), "group terminatingThreadLocals", "as Thread"},
    {OF("java/lang/ThreadGroup"), "parent groups threads weaks", "reaches every thread"},
    {OF("java/lang/Class"), "classLoader module protectionDomain", "reaches every class"},
    {OF("java/lang/ClassLoader"), "*", "loaders synchronize by themselves"},
    {OF("java/security/SecureClassLoader"), "*", "loaders synchronize by themselves"},
    {OF("java/net/URLClassLoader"), "*", "loaders synchronize by themselves"},
    {OF("jdk/internal/loader/BuiltinClassLoader"), "*", "loaders synchronize by themselves"},
    {OF("java/lang/Module"), "*", "immutable to programs"},
    {OF("java/lang/NamedPackage"), "*", "immutable to programs"},
    {OF("java/lang/Package"), "*", "immutable to programs"},
    {OF("java/security/ProtectionDomain"), "*", "immutable to programs"},
};

/* Volatile fields of java.util.concurrent are scheduling points: outside the listed calls (libatomic.def)
 * they are what bulk operations, iterators, queries and synchronizers of the program's own
 * interact by. Not these: */
static const Rule quiet_volatiles[] = {
    {OF("java/util/concurrent/ForkJoinPool"), "*", "who runs a task and when is free anyway; its steps are listed"},
    {OF("java/util/concurrent/ForkJoinPool$WorkQueue"), "*", "as ForkJoinPool"},
    {OF("java/util/concurrent/ForkJoinWorkerThread"), "*", "as ForkJoinPool"},
    {OF("java/util/concurrent/DelayScheduler"), "*", "as ForkJoinPool"},
    {OF("java/util/concurrent/Exchanger$Node"), "*",
     "the CAS of a slot decides; the partner spins on these with a pseudo-random counter"},
    {OF("java/util/concurrent/ThreadPoolExecutor$Worker"), "completedTasks thread", "a statistic; set at construction"},
};

/* Plain fields that the library reads and writes without a lock. */
static const Rule racy_plain[] = {
    {OF("java/util/concurrent/ConcurrentSkipListMap"), "head", "published by compareAndSet, read plainly"},
    {OF("java/util/concurrent/ConcurrentSkipListMap$Node"), "val next", "published by compareAndSet, read plainly"},
    {OF("java/util/concurrent/ConcurrentSkipListMap$Index"), "right", "published by compareAndSet, read plainly"},
};

static bool in_table(const Rule *t, size_t n, const FieldInfo *fi) {
    for (size_t i = 0; i < n; i++) {
        if (t[i].len != fi->ci->name->len || mem_cmp(t[i].cls, fi->ci->name->s, t[i].len) != 0) continue;
        if (sym_listed(t[i].fields, fi->name)) return true;
        if (t[i].fields[0] == '*' && !(fi->flags & ACC_STATIC)) return true;
    }
    return false;
}
#define IN(t, fi) in_table(t, sizeof t / sizeof *t, fi)

u8 field_attrs(const Classes *cs, const ClassInfo *ci, const FieldInfo *fi) {
    u32 a = 0;
    if (fi->flags & ACC_FINAL) a |= FA_FINAL;
    if (fi->flags & ACC_VOLATILE) a |= FA_VOLATILE;
    if (ci->attrs & CA_SYSTEM) {
        bool point = ci->attrs & CA_BREAK_FIELDS;
        if ((fi->flags & ACC_VOLATILE) && !(fi->flags & ACC_STATIC) &&
            strncmp(ci->name->s, "java/util/concurrent/", 21) == 0 && !IN(quiet_volatiles, fi))
            point = true;
        if (IN(racy_plain, fi)) point = true;
        a |= point ? FA_BREAK : FA_NEVER_BREAK;
        if (IN(derived, fi)) a = (a & ~(u32)FA_BREAK) | FA_EXCLUDED | FA_NEVER_BREAK;
        if (fi->type == T_REF && IN(firewalls, fi)) a |= FA_FIREWALL;
    }
    if (!(ci->attrs & CA_SYSTEM) && fi->cf && ci->cf && annot_filters(ci->cf, &fi->cf->annotations)) a |= FA_EXCLUDED;
    for (u32 i = 0; i < cs->n_rules; i++) {
        /* a rule that sets FA_VOLATILE speaks of volatile fields in the key only */
        if ((cs->rules[i].set & FA_VOLATILE) && (a & (FA_VOLATILE | FA_EXCLUDED)) != FA_VOLATILE) continue;
        if (rule_fits_field(&cs->rules[i], ci, fi)) a = (a | cs->rules[i].set) & ~(u32)cs->rules[i].clear;
    }
    return (u8)a;
}
