package gov.nasa.jpf;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that changes no field of its object (listener ConstChecker). */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Const {}
