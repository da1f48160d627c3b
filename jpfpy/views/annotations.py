"""Annotations of classes, fields, methods and parameters, with their values, from RuntimeVisibleAnnotations (JVMS
4.7.16, 4.7.18). Values that are not written, and so have their default, are not in it. JPF: AnnotationInfo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .base import type_name

if TYPE_CHECKING:
    from .code import ClassInfo, FieldInfo, MethodInfo

Annotations = dict[str, dict[str, Any]]  # by the annotation's class name: value by name


class Reader:
    def __init__(self, data: bytes, pool: list[Any]) -> None:
        self.data, self.pool, self.at = data, pool, 0

    def u1(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def u2(self) -> int:
        return self.u1() << 8 | self.u1()

    def constant(self) -> Any:
        return self.pool[self.u2()]

    def value(self) -> Any:
        tag = chr(self.u1())
        match tag:
            case "e":
                self.u2()
                return self.constant()
            case "c":
                return type_name(self.constant())
            case "@":
                return self.annotation()
            case "[":
                return [self.value() for _ in range(self.u2())]
        value = self.constant()
        return bool(value) if tag == "Z" else chr(value) if tag == "C" else value

    def annotation(self) -> tuple[str, dict[str, Any]]:
        name = type_name(self.constant())
        return name, {str(self.constant()): self.value() for _ in range(self.u2())}

    def annotations(self) -> Annotations:
        return dict(self.annotation() for _ in range(self.u2()))


def _read(data: bytes | None, pool: list[Any]) -> Annotations:
    try:
        return Reader(data, pool).annotations() if data else {}
    except (IndexError, TypeError):  # a damaged attribute says nothing (JVMS 4.7: it is ignored)
        return {}


class Annotated:
    """What one class has."""

    def __init__(self, cls: ClassInfo) -> None:
        found = cls.vm.raw._annotations(cls.id)
        pool = found.constants if found else []
        self.own = _read(found.own, pool) if found else {}
        self.fields = {f.name: _read(f.own, pool) for f in found.fields} if found else {}
        self.methods = {m.name + m.descriptor: _read(m.own, pool) for m in found.methods} if found else {}
        self.parameters: dict[str, list[Annotations]] = {}
        for m in found.methods if found else ():
            if m.parameters:
                reader = Reader(m.parameters, pool)
                try:
                    self.parameters[m.name + m.descriptor] = [reader.annotations() for _ in range(reader.u1())]
                except (IndexError, TypeError):
                    continue

    def has(self, name: str) -> bool:
        """Does the annotation occur anywhere in the class?"""
        parameters = (p for all_of in self.parameters.values() for p in all_of)
        return any(name in a for a in (self.own, *self.fields.values(), *self.methods.values(), *parameters))


def annotated(cls: ClassInfo) -> Annotated:
    found = cls.__dict__.get("_annotated")
    if found is None:
        found = cls.__dict__["_annotated"] = Annotated(cls)
    return found


def of_class(cls: ClassInfo) -> Annotations:
    return annotated(cls).own


def of_field(field: FieldInfo) -> Annotations:
    return annotated(field.class_info).fields.get(field.name, {})


def of_method(method: MethodInfo) -> Annotations:
    return annotated(method.class_info).methods.get(method.unique_name, {}) if method.class_info else {}


def of_parameters(method: MethodInfo) -> list[Annotations]:
    """One for each parameter, or an empty list where none has any."""
    return annotated(method.class_info).parameters.get(method.unique_name, []) if method.class_info else []
