package gov.nasa.jpf.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Instances may be handed from thread to thread, but not shared (listener NonSharedChecker). */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface NonShared {}
