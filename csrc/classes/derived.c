/* derived.c -- attributes of fields: derived fields of the JDK that stay out of the state key,
 * firewalls of sharedness, scheduling points.
 *
 * A field may be excluded only if what it holds follows from the rest of the state (a cached hash, a
 * view of the same map) or from the class path (what the VM or the reflection code puts into a Class), so that
 * two states that differ in nothing else behave the same. It is undone and collected like any other.
 * Reviewed against the sources of JDK 17 and 25; a name that a release lacks is simply not met there.
 *
 * Looked at and kept in the key: modCount (decides ConcurrentModificationException); Thread.tid (getId
 * shows it; natives make it canonical); random seeds and probes (they decide later values); ConcurrentHashMap's
 * counter cells; Class.classValueMap (holds values of the program); Thread.interrupted, name, priority, daemon. */
#include "classes/link.h"

typedef struct Rule {
    const char *cls, *fields; /* names separated by blanks; "*": every instance field */
    const char *why;
} Rule;

static const Rule derived[] = {
    {"java/lang/String", "hash hashIsZero", "cached hash of value"},
    {"java/lang/StringBuffer", "toStringCache", "text of the buffer, dropped at every change"},
    {"java/lang/Enum", "hash", "the identity hash (25)"},
    {"java/lang/Class",
     "cachedConstructor newInstanceCallerCache name module classLoader classData signers modifiers "
     "primitive packageName componentType protectionDomain reflectionData classRedefinedCount "
     "genericInfo enumConstants enumConstantDirectory annotationData annotationType",
     "functions of the class, written at definition or computed from its class file"},
    {"java/lang/Thread", "eetop threadStatus parkBlocker nioBlocker blocker",
     "ThreadInfo has the status; who blocks a parked thread is for diagnosis only"},
    {"java/lang/Thread$FieldHolder", "threadStatus", "ThreadInfo has it"},
    {"java/lang/Throwable", "backtrace stackTrace depth",
     "where it was made: for people, not for the program's course"},
    {"java/lang/ClassLoader", "parallelLockMap package2certs classes packages libraries classLoaderValueMap",
     "tables of what was loaded: functions of the class path and of the mirrors that exist"},
    {"java/security/SecureClassLoader", "pdcache", "protection domains by code source"},
    {"jdk/internal/loader/BuiltinClassLoader", "ucp moduleToReader resourceCache",
     "open files and search caches over the class path"},
    {"java/lang/Package", "packageInfo", "class of package-info, loaded on demand"},
    {"java/lang/Module", "moduleInfoClass", "class of module-info, loaded on demand"},
    {"java/lang/ModuleLayer", "allLayers modules servicesCatalog", "computed from the configuration"},
    {"java/lang/module/ModuleDescriptor", "hash", "cached hash"},
    {"jdk/internal/module/ModuleReferenceImpl", "hash cachedHash", "cached hash"},
    {"java/lang/ref/Reference", "discovered", "the collector's; references are strong here"},
    {"java/lang/ref/SoftReference", "timestamp clock", "the collector's; references are strong here"},
    {"java/lang/reflect/AccessibleObject", "accessCheckCache", "last successful access check"},
    {"java/lang/reflect/Executable", "parameterData parameters hasRealParameterData declaredAnnotations",
     "parsed from the class file on demand"},
    {"java/lang/reflect/Method", "methodAccessor genericInfo hash callerSensitive root",
     "accessor, parsed signature, cached hash; root is the copy reflectionData keeps"},
    {"java/lang/reflect/Constructor", "constructorAccessor genericInfo root", "as Method"},
    {"java/lang/reflect/Field", "fieldAccessor overrideFieldAccessor genericInfo declaredAnnotations root",
     "as Method"},
    {"java/lang/reflect/Parameter", "parameterTypeCache parameterClassCache declaredAnnotations",
     "parsed from the class file on demand"},
    {"java/lang/reflect/RecordComponent", "genericInfo declaredAnnotations root",
     "parsed from the class file on demand"},
    {"java/lang/invoke/MethodType", "form wrapAlt invokers methodDescriptor", "caches; the type is rtype and ptypes"},
    {"java/lang/invoke/MethodTypeForm", "methodHandles lambdaForms interpretEntry", "caches"},
    {"java/lang/invoke/MethodHandle", "asTypeCache asTypeSoftCache customizationCount updateInProgress", "caches"},
    {"java/lang/invoke/LambdaForm", "vmentry isCompiled transformCache invocationCounter",
     "how the form is run, not what it computes"},
    {"java/lang/invoke/Invokers", "invokers", "caches of adapters"},
    {"java/lang/invoke/VarHandle", "typesAndInvokers methodTypeTable methodHandleTable", "caches"},
    {"java/lang/invoke/VarForm", "methodType_table memberName_table methodType_V_table", "caches"},
    {"java/util/AbstractMap", "keySet values", "views of this map"},
    {"java/util/HashMap", "entrySet", "view of this map"},
    {"java/util/TreeMap", "entrySet navigableKeySet descendingMap", "views of this map"},
    {"java/util/TreeMap$NavigableSubMap", "descendingMapView entrySetView navigableKeySetView", "views of this map"},
    {"java/util/Hashtable", "keySet entrySet values", "views of this map"},
    {"java/util/EnumMap", "entrySet", "view of this map"},
    {"java/util/IdentityHashMap", "entrySet", "view of this map"},
    {"java/util/WeakHashMap", "entrySet", "view of this map"},
    {"java/util/concurrent/ConcurrentHashMap", "keySet values entrySet", "views of this map"},
    {"java/util/concurrent/ConcurrentSkipListMap", "keySet navigableKeySet values entrySet descendingMap",
     "views of this map"},
    {"java/util/concurrent/ConcurrentSkipListMap$SubMap", "keySetView navigableKeySetView valuesView entrySetView",
     "views of this map"},
    {"java/util/Collections$UnmodifiableMap", "keySet entrySet values", "views of this map"},
    {"java/util/Collections$SynchronizedMap", "keySet entrySet values", "views of this map"},
    {"java/util/Collections$SynchronizedList", "reversedView", "view of this list"},
    {"java/util/Collections$CheckedMap", "entrySet", "view of this map"},
    {"java/util/Collections$SingletonMap", "keySet entrySet values", "views of this map"},
    {"java/util/concurrent/locks/StampedLock", "readLockView writeLockView readWriteLockView", "views of this lock"},
    {"java/util/Locale", "hashCodeValue languageTag", "cached from baseLocale and extensions"},
    {"sun/util/locale/BaseLocale", "hash", "cached hash"},
    {"java/util/SimpleTimeZone", "cache", "the last year computed"},
    {"sun/util/calendar/ZoneInfo", "lastRule", "computed from simpleTimeZoneParams"},
    {"sun/util/calendar/Era", "hash", "cached hash"},
    {"java/util/ResourceBundle", "keySet", "keys of this bundle"},
    {"java/util/regex/Pattern", "namedGroups", "computed from the pattern on demand"},
    {"java/math/BigInteger",
     "bitCountPlusOne bitLengthPlusOne lowestSetBitPlusTwo firstNonzeroIntNumPlusTwo "
     "magBitLengthPlusOne numberOfTrailingZeroIntsPlusTwo",
     "computed from mag on demand"},
    {"java/math/BigDecimal", "precision stringCache", "computed from the value on demand"},
    {"java/text/DateFormatSymbols", "lastZoneIndex cachedHashCode", "last hit, cached hash"},
    {"java/text/DecimalFormatSymbols", "hashCode", "cached hash"},
    {"java/time/zone/ZoneRules", "lastRulesCache", "transitions by year"},
    {"java/net/URI",
     "hash string decodedUserInfo decodedAuthority decodedPath decodedQuery decodedFragment "
     "decodedSchemeSpecificPart schemeSpecificPart",
     "computed from the components on demand"},
    {"java/net/URL", "hashCode", "cached hash"},
    {"sun/nio/fs/UnixPath", "stringValue hash offsets", "computed from the path's bytes on demand"},
    {"java/util/jar/Attributes$Name", "hashCode", "cached hash"},
    {"java/security/CodeSource", "locationNoFragString", "text of location"},
};

/* A reference here does not make what it reaches shared: every thread reaches its own Thread, so
 * anything else would share everything. Not here: inheritableThreadLocals, because the child's map has
 * the very values of the parent's. */
static const Rule firewalls[] = {
    {"java/lang/Thread", "threadLocals group contextClassLoader container inheritedAccessControlContext",
     "the thread's own values; groups and loaders are the VM's affair"},
    {"java/lang/Thread$FieldHolder", "group terminatingThreadLocals", "as Thread"},
    {"java/lang/ThreadGroup", "parent groups threads weaks", "reaches every thread"},
    {"java/lang/Class", "classLoader module protectionDomain", "reaches every class"},
    {"java/lang/ClassLoader", "*", "loaders synchronize by themselves"},
    {"java/security/SecureClassLoader", "*", "loaders synchronize by themselves"},
    {"java/net/URLClassLoader", "*", "loaders synchronize by themselves"},
    {"jdk/internal/loader/BuiltinClassLoader", "*", "loaders synchronize by themselves"},
    {"java/lang/Module", "*", "immutable to programs"},
    {"java/lang/NamedPackage", "*", "immutable to programs"},
    {"java/lang/Package", "*", "immutable to programs"},
    {"java/security/ProtectionDomain", "*", "immutable to programs"},
};

/* Volatile fields of java.util.concurrent are scheduling points: outside the listed calls (libatomic.def)
 * they are what bulk operations, iterators, queries and synchronizers of the program's own
 * interact by. Not these: */
static const Rule quiet_volatiles[] = {
    {"java/util/concurrent/ForkJoinPool", "*", "who runs a task and when is free anyway; its steps are listed"},
    {"java/util/concurrent/ForkJoinPool$WorkQueue", "*", "as ForkJoinPool"},
    {"java/util/concurrent/ForkJoinWorkerThread", "*", "as ForkJoinPool"},
    {"java/util/concurrent/DelayScheduler", "*", "as ForkJoinPool"},
    {"java/util/concurrent/Exchanger$Node", "*",
     "the CAS of a slot decides; the partner spins on these with a pseudo-random counter"},
    {"java/util/concurrent/ThreadPoolExecutor",
     "corePoolSize maximumPoolSize keepAliveTime allowCoreThreadTimeOut threadFactory handler",
     "settings; a change while tasks are submitted takes effect at the next other step"},
    {"java/util/concurrent/ScheduledThreadPoolExecutor",
     "continueExistingPeriodicTasksAfterShutdown executeExistingDelayedTasksAfterShutdown removeOnCancel", "settings"},
    {"java/util/concurrent/ThreadPoolExecutor$Worker", "completedTasks thread", "a statistic; set at construction"},
};

/* Plain fields that the library reads and writes without a lock. */
static const Rule racy_plain[] = {
    {"java/util/concurrent/ConcurrentSkipListMap", "head", "published by compareAndSet, read plainly"},
    {"java/util/concurrent/ConcurrentSkipListMap$Node", "val next", "published by compareAndSet, read plainly"},
    {"java/util/concurrent/ConcurrentSkipListMap$Index", "right", "published by compareAndSet, read plainly"},
};

static bool in_table(const Rule *t, size_t n, const FieldInfo *fi) {
    for (size_t i = 0; i < n; i++) {
        if (!sym_is(fi->ci->name, t[i].cls)) continue;
        if (sym_listed(t[i].fields, fi->name)) return true;
        if (t[i].fields[0] == '*' && !(fi->flags & ACC_STATIC)) return true;
    }
    return false;
}
#define IN(t, fi) in_table(t, sizeof t / sizeof *t, fi)

/* '*' matches any run of characters. */
static bool match(const char *p, const char *s, const char *end) {
    for (; *p; p++, s++) {
        if (*p == '*') {
            while (p[1] == '*') p++;
            for (; s <= end; s++)
                if (match(p + 1, s, end)) return true;
            return false;
        }
        if (s == end || *p != *s) return false;
    }
    return s == end;
}

bool name_matches(const char *pattern, const Sym *s) { return match(pattern, s->s, s->s + s->len); }

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
    for (u32 i = 0; i < cs->n_rules; i++) {
        /* a rule that sets FA_VOLATILE speaks of volatile fields in the key only */
        if ((cs->rules[i].set & FA_VOLATILE) && (a & (FA_VOLATILE | FA_EXCLUDED)) != FA_VOLATILE) continue;
        if (name_matches(cs->rules[i].cls, ci->name) && name_matches(cs->rules[i].field, fi->name))
            a = (a | cs->rules[i].set) & ~(u32)cs->rules[i].clear;
    }
    return (u8)a;
}
