package gov.nasa.jpf.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Accesses to the field, to all fields that the class declares, or those below the method are no scheduling points. What
 * is taken out is not explored: the result says so and is not complete. <code>vm.por=false</code> does not heed it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE, ElementType.METHOD})
public @interface NeverBreak {}
