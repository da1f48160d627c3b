/* mh.h -- method handles over the JDK's own java.lang.invoke classes. Layer 6. */
#ifndef JPF_MH_H
#define JPF_MH_H
#include "interp/indy/indy_int.h"
#include "interp/interp_int.h"
#include "base/hash.h"
#include <stdio.h>

/* The static method that does what the handle's LambdaForm says; its first parameter is the handle. */
int mh_entry(ThreadInfo *ti, Ref mh, MethodInfo **out);
/* The method a MemberName stands for; NULL: none, or not resolved. */
MethodInfo *mh_member_method(ThreadInfo *ti, Ref member_name);
/* Calls of MethodHandle's polymorphic methods. As invoke_poly. */
int invoke_handle(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret);
/* A VarHandle call whose types are not those of the access method. */
int invoke_adapted_varhandle(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret);

/* Parts of synthetic methods: a call of a JDK method that may be private, a method type, invokeBasic. */
void mh_call(Link *l, const char *cls, const char *name, const char *desc);
MethodInfo *mh_poly(Link *l, const char *name);
void mh_invoke_basic(Link *l, const char *desc);
void mh_push_type(Link *l, const char *desc);

#endif
