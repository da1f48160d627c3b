/* known.h -- the JDK classes and fields that natives know by name. Layer 7. */
#ifndef JPF_NATIVE_KNOWN_H
#define JPF_NATIVE_KNOWN_H

/* Classes natives know by name; loaded at first use by the boot loader. */
#define NAT_CLASSES(X)                                                                                                 \
    X(FIELD, "java/lang/reflect/Field")                                                                                \
    X(METHOD, "java/lang/reflect/Method")                                                                              \
    X(CONSTRUCTOR, "java/lang/reflect/Constructor")                                                                    \
    X(PARAMETER, "java/lang/reflect/Parameter")                                                                        \
    X(RECORDCOMPONENT, "java/lang/reflect/RecordComponent")                                                            \
    X(CONSTANTPOOL, "jdk/internal/reflect/ConstantPool")                                                               \
    X(ITE, "java/lang/reflect/InvocationTargetException")                                                              \
    X(MODULE, "java/lang/Module")                                                                                      \
    X(MEMBERNAME, "java/lang/invoke/MemberName")                                                                       \
    X(RESOLVEDMETHOD, "java/lang/invoke/ResolvedMethodName")                                                           \
    X(METHODTYPE, "java/lang/invoke/MethodType")                                                                       \
    X(CALLSITE, "java/lang/invoke/CallSite")                                                                           \
    X(METHODHANDLE, "java/lang/invoke/MethodHandle")                                                                   \
    X(VARHANDLE, "java/lang/invoke/VarHandle")                                                                         \
    X(STACKFRAMEINFO, "java/lang/StackFrameInfo")                                                                      \
    X(WALKER, "java/lang/StackStreamFactory$AbstractStackWalker")                                                      \
    X(ASSERTDIRECTIVES, "java/lang/AssertionStatusDirectives")                                                         \
    X(DIRECTBUFFER, "java/nio/DirectByteBuffer")                                                                       \
    X(BUFFER, "java/nio/Buffer")                                                                                       \
    X(NATIVELIB, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl")                                              \
    X(BOOLEAN, "java/lang/Boolean")                                                                                    \
    X(CHARACTER, "java/lang/Character")                                                                                \
    X(FLOAT, "java/lang/Float")                                                                                        \
    X(DOUBLE, "java/lang/Double")                                                                                      \
    X(BYTE, "java/lang/Byte")                                                                                          \
    X(SHORT, "java/lang/Short")                                                                                        \
    X(INTEGER, "java/lang/Integer")                                                                                    \
    X(LONG, "java/lang/Long")                                                                                          \
    X(BYTECACHE, "java/lang/Byte$ByteCache")                                                                           \
    X(SHORTCACHE, "java/lang/Short$ShortCache")                                                                        \
    X(CHARCACHE, "java/lang/Character$CharacterCache")                                                                 \
    X(INTCACHE, "java/lang/Integer$IntegerCache")                                                                      \
    X(LONGCACHE, "java/lang/Long$LongCache")

enum NatClass {
#define X(id, name) NC_##id,
    NAT_CLASSES(X)
#undef X
        NC_COUNT
};

/* Fields natives read or write: offsets, cached; 0 when this JDK has no such field. */
#define NAT_FIELDS(X)                                                                                                  \
    X(STRING_VALUE, "java/lang/String", "value")                                                                       \
    X(STRING_CODER, "java/lang/String", "coder")                                                                       \
    X(STRING_HASH, "java/lang/String", "hash")                                                                         \
    X(STRING_HASHISZERO, "java/lang/String", "hashIsZero")                                                             \
    X(CLASS_LOADER, "java/lang/Class", "classLoader")                                                                  \
    X(CLASS_MODULE, "java/lang/Class", "module")                                                                       \
    X(CLASS_NAME, "java/lang/Class", "name")                                                                           \
    X(CLASS_COMPONENT, "java/lang/Class", "componentType")                                                             \
    X(CLASS_DATA, "java/lang/Class", "classData")                                                                      \
    X(CLASS_MODIFIERS, "java/lang/Class", "modifiers")                                                                 \
    X(CLASS_PRIMITIVE, "java/lang/Class", "primitive")                                                                 \
    X(CLASS_PD, "java/lang/Class", "protectionDomain")                                                                 \
    X(CLASS_REDEFINED, "java/lang/Class", "classRedefinedCount")                                                       \
    X(LOADER_VM, "java/lang/ClassLoader", "vmLoader")                                                                  \
    X(LOADER_PARENT, "java/lang/ClassLoader", "parent")                                                                \
    X(LOADER_UNNAMED, "java/lang/ClassLoader", "unnamedModule")                                                        \
    X(LOADER_NAMEANDID, "java/lang/ClassLoader", "nameAndId")                                                          \
    X(LOADER_CLASSASSERT, "java/lang/ClassLoader", "classAssertionStatus")                                             \
    X(MODULE_NAME, "java/lang/Module", "name")                                                                         \
    X(MODULE_LOADER, "java/lang/Module", "loader")                                                                     \
    X(FIELD_CLAZZ, "java/lang/reflect/Field", "clazz")                                                                 \
    X(FIELD_SLOT, "java/lang/reflect/Field", "slot")                                                                   \
    X(FIELD_NAME, "java/lang/reflect/Field", "name")                                                                   \
    X(FIELD_TYPE, "java/lang/reflect/Field", "type")                                                                   \
    X(FIELD_MODIFIERS, "java/lang/reflect/Field", "modifiers")                                                         \
    X(FIELD_TRUSTED, "java/lang/reflect/Field", "trustedFinal")                                                        \
    X(FIELD_SIGNATURE, "java/lang/reflect/Field", "signature")                                                         \
    X(FIELD_ANNOTATIONS, "java/lang/reflect/Field", "annotations")                                                     \
    X(METHOD_CLAZZ, "java/lang/reflect/Method", "clazz")                                                               \
    X(METHOD_SLOT, "java/lang/reflect/Method", "slot")                                                                 \
    X(METHOD_NAME, "java/lang/reflect/Method", "name")                                                                 \
    X(METHOD_RETURN, "java/lang/reflect/Method", "returnType")                                                         \
    X(METHOD_PARAMS, "java/lang/reflect/Method", "parameterTypes")                                                     \
    X(METHOD_EXCEPTIONS, "java/lang/reflect/Method", "exceptionTypes")                                                 \
    X(METHOD_MODIFIERS, "java/lang/reflect/Method", "modifiers")                                                       \
    X(METHOD_SIGNATURE, "java/lang/reflect/Method", "signature")                                                       \
    X(METHOD_ANNOTATIONS, "java/lang/reflect/Method", "annotations")                                                   \
    X(METHOD_PANNOTATIONS, "java/lang/reflect/Method", "parameterAnnotations")                                         \
    X(METHOD_ADEFAULT, "java/lang/reflect/Method", "annotationDefault")                                                \
    X(CTOR_CLAZZ, "java/lang/reflect/Constructor", "clazz")                                                            \
    X(CTOR_SLOT, "java/lang/reflect/Constructor", "slot")                                                              \
    X(CTOR_PARAMS, "java/lang/reflect/Constructor", "parameterTypes")                                                  \
    X(CTOR_EXCEPTIONS, "java/lang/reflect/Constructor", "exceptionTypes")                                              \
    X(CTOR_MODIFIERS, "java/lang/reflect/Constructor", "modifiers")                                                    \
    X(CTOR_SIGNATURE, "java/lang/reflect/Constructor", "signature")                                                    \
    X(CTOR_ANNOTATIONS, "java/lang/reflect/Constructor", "annotations")                                                \
    X(CTOR_PANNOTATIONS, "java/lang/reflect/Constructor", "parameterAnnotations")                                      \
    X(CTOR_ROOT, "java/lang/reflect/Constructor", "root")                                                              \
    X(PARAM_NAME, "java/lang/reflect/Parameter", "name")                                                               \
    X(PARAM_MODIFIERS, "java/lang/reflect/Parameter", "modifiers")                                                     \
    X(PARAM_EXECUTABLE, "java/lang/reflect/Parameter", "executable")                                                   \
    X(PARAM_INDEX, "java/lang/reflect/Parameter", "index")                                                             \
    X(RC_CLAZZ, "java/lang/reflect/RecordComponent", "clazz")                                                          \
    X(RC_NAME, "java/lang/reflect/RecordComponent", "name")                                                            \
    X(RC_TYPE, "java/lang/reflect/RecordComponent", "type")                                                            \
    X(RC_ACCESSOR, "java/lang/reflect/RecordComponent", "accessor")                                                    \
    X(RC_SIGNATURE, "java/lang/reflect/RecordComponent", "signature")                                                  \
    X(RC_ANNOTATIONS, "java/lang/reflect/RecordComponent", "annotations")                                              \
    X(RC_TANNOTATIONS, "java/lang/reflect/RecordComponent", "typeAnnotations")                                         \
    X(CP_OOP, "jdk/internal/reflect/ConstantPool", "constantPoolOop")                                                  \
    X(MN_CLAZZ, "java/lang/invoke/MemberName", "clazz")                                                                \
    X(MN_NAME, "java/lang/invoke/MemberName", "name")                                                                  \
    X(MN_TYPE, "java/lang/invoke/MemberName", "type")                                                                  \
    X(MN_FLAGS, "java/lang/invoke/MemberName", "flags")                                                                \
    X(MN_METHOD, "java/lang/invoke/MemberName", "method")                                                              \
    X(MN_RESOLUTION, "java/lang/invoke/MemberName", "resolution")                                                      \
    X(RMN_TARGET, "java/lang/invoke/ResolvedMethodName", "vmtarget")                                                   \
    X(RMN_HOLDER, "java/lang/invoke/ResolvedMethodName", "vmholder")                                                   \
    X(MT_RTYPE, "java/lang/invoke/MethodType", "rtype")                                                                \
    X(MT_PTYPES, "java/lang/invoke/MethodType", "ptypes")                                                              \
    X(CS_TARGET, "java/lang/invoke/CallSite", "target")                                                                \
    X(SFI_MEMBER, "java/lang/StackFrameInfo", "memberName")                                                            \
    X(SFI_CLASSORMEMBER, "java/lang/StackFrameInfo", "classOrMemberName")                                              \
    X(SFI_FLAGS, "java/lang/StackFrameInfo", "flags")                                                                  \
    X(SFI_BCI, "java/lang/StackFrameInfo", "bci")                                                                      \
    X(SFI_NAME, "java/lang/StackFrameInfo", "name")                                                                    \
    X(SFI_TYPE, "java/lang/StackFrameInfo", "type")                                                                    \
    X(WALKER_ANCHOR, "java/lang/StackStreamFactory$AbstractStackWalker", "anchor")                                     \
    X(ASSERT_CLASSES, "java/lang/AssertionStatusDirectives", "classes")                                                \
    X(ASSERT_CLASSENABLED, "java/lang/AssertionStatusDirectives", "classEnabled")                                      \
    X(ASSERT_PACKAGES, "java/lang/AssertionStatusDirectives", "packages")                                              \
    X(ASSERT_PACKAGEENABLED, "java/lang/AssertionStatusDirectives", "packageEnabled")                                  \
    X(ASSERT_DEFLT, "java/lang/AssertionStatusDirectives", "deflt")                                                    \
    X(BUFFER_ADDRESS, "java/nio/Buffer", "address")                                                                    \
    X(NL_HANDLE, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "handle")                                    \
    X(NL_JNIVERSION, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "jniVersion")                            \
    X(T_TID, "java/lang/Thread", "tid")                                                                                \
    X(T_NAME, "java/lang/Thread", "name")                                                                              \
    X(T_INTERRUPTED, "java/lang/Thread", "interrupted")                                                                \
    X(T_STATUS, "java/lang/Thread", "threadStatus")                                                                    \
    X(T_PRIORITY, "java/lang/Thread", "priority")                                                                      \
    X(T_DAEMON, "java/lang/Thread", "daemon")                                                                          \
    X(T_GROUP, "java/lang/Thread", "group")                                                                            \
    X(T_HOLDER, "java/lang/Thread", "holder")                                                                          \
    X(T_SECONDARY, "java/lang/Thread", "threadLocalRandomSecondarySeed")                                               \
    X(T_BLOCKER, "java/lang/Thread", "blocker")                                                                        \
    X(T_NIOBLOCKER, "java/lang/Thread", "nioBlocker")                                                                  \
    X(TH_STATUS, "java/lang/Thread$FieldHolder", "threadStatus")                                                       \
    X(TH_PRIORITY, "java/lang/Thread$FieldHolder", "priority")                                                         \
    X(TH_DAEMON, "java/lang/Thread$FieldHolder", "daemon")                                                             \
    X(TH_TASK, "java/lang/Thread$FieldHolder", "task")                                                                 \
    X(T_TARGET, "java/lang/Thread", "target")                                                                          \
    X(TH_GROUP, "java/lang/Thread$FieldHolder", "group")                                                               \
    X(TG_PARENT, "java/lang/ThreadGroup", "parent")                                                                    \
    X(TG_THREADS, "java/lang/ThreadGroup", "threads")                                                                  \
    X(TG_NTHREADS, "java/lang/ThreadGroup", "nthreads")                                                                \
    X(REF_REFERENT, "java/lang/ref/Reference", "referent")                                                             \
    X(THR_BACKTRACE, "java/lang/Throwable", "backtrace")                                                               \
    X(THR_DEPTH, "java/lang/Throwable", "depth")                                                                       \
    X(THR_STACKTRACE, "java/lang/Throwable", "stackTrace")                                                             \
    X(STE_CLASS, "java/lang/StackTraceElement", "declaringClassObject")                                                \
    X(STE_LOADER, "java/lang/StackTraceElement", "classLoaderName")                                                    \
    X(STE_MODULE, "java/lang/StackTraceElement", "moduleName")                                                         \
    X(STE_VERSION, "java/lang/StackTraceElement", "moduleVersion")                                                     \
    X(STE_DECLARING, "java/lang/StackTraceElement", "declaringClass")                                                  \
    X(STE_METHOD, "java/lang/StackTraceElement", "methodName")                                                         \
    X(STE_FILE, "java/lang/StackTraceElement", "fileName")                                                             \
    X(STE_LINE, "java/lang/StackTraceElement", "lineNumber")                                                           \
    X(CL_NAME, "java/lang/ClassLoader", "name")                                                                        \
    X(MOD_DESCRIPTOR, "java/lang/Module", "descriptor")                                                                \
    X(MD_VERSION, "java/lang/module/ModuleDescriptor", "version")                                                      \
    X(MV_VERSION, "java/lang/module/ModuleDescriptor$Version", "version")                                              \
    X(FD_FD, "java/io/FileDescriptor", "fd")                                                                           \
    X(FD_APPEND, "java/io/FileDescriptor", "append")                                                                   \
    X(FIS_FD, "java/io/FileInputStream", "fd")                                                                         \
    X(FOS_FD, "java/io/FileOutputStream", "fd")                                                                        \
    X(RAF_FD, "java/io/RandomAccessFile", "fd")                                                                        \
    X(FILE_PATH, "java/io/File", "path")                                                                               \
    X(FILTER_OUT, "java/io/FilterOutputStream", "out")                                                                 \
    X(BOS_COUNT, "java/io/BufferedOutputStream", "count")                                                              \
    X(INFLATER_INCONSUMED, "java/util/zip/Inflater", "inputConsumed")                                                  \
    X(INFLATER_OUTCONSUMED, "java/util/zip/Inflater", "outputConsumed")                                                \
    X(PH_PID, "java/lang/ProcessHandleImpl", "pid")

enum NatField {
#define X(id, cls, name) NF_##id,
    NAT_FIELDS(X)
#undef X
        NF_COUNT
};

#endif
