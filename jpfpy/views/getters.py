"""JPF's getters of the views for type checkers and completion: x.get_depth() is x.depth (base.Named).

Made from the views' properties by tools/build_stubs.py; a method of a view is no property and has no getter here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .base import Get, Named

if TYPE_CHECKING:
    from .._jpf import CaseRow, CodeRow
    from ..config import Config
    from ..dispatch.registry import Registry
    from ..report.report import ErrorInfo, Statistics
    from .code import ClassInfo, FieldInfo, MethodInfo
    from .element import ElementInfo
    from .frame import Locals, StackFrame
    from .insn import Instruction
    from .search import HeuristicState, Search, Step, Transition
    from .thread import ThreadInfo


class FieldInfoGetters(Named):
    __slots__ = ()

    get_class_info: Get[ClassInfo]
    get_name: Get[str]
    get_descriptor: Get[str]
    get_flags: Get[int]
    get_offset: Get[int]
    get_type_code: Get[int]
    get_attrs: Get[int]
    get_type: Get[str]
    get_full_name: Get[str]
    get_modifiers: Get[int]


class MethodInfoGetters(Named):
    __slots__ = ()

    get_id: Get[int]
    get_name: Get[str]
    get_descriptor: Get[str]
    get_signature: Get[str | None]
    get_flags: Get[int]
    get_args: Get[int]
    get_max_locals: Get[int]
    get_length: Get[int]
    get_class_info: Get[ClassInfo | None]
    get_class_name: Get[str]
    get_modifiers: Get[int]
    get_complete_name: Get[str]
    get_source_file_name: Get[str | None]
    get_full_name: Get[str]
    get_unique_name: Get[str]
    get_argument_types: Get[list[str]]
    get_return_type: Get[str]
    get_code: Get[list[CodeRow] | None]
    get_instructions: Get[list[Instruction]]


class ClassInfoGetters(Named):
    __slots__ = ()

    get_id: Get[int]
    get_name: Get[str]
    get_flags: Get[int]
    get_source_file: Get[str | None]
    get_loader: Get[int]
    get_mirror: Get[int]
    get_super_class: Get[ClassInfo | None]
    get_interfaces: Get[list[ClassInfo]]
    get_methods: Get[list[MethodInfo]]
    get_component: Get[ClassInfo | None]
    get_simple_name: Get[str]
    get_package: Get[str]
    get_fields: Get[dict[str, FieldInfo]]
    get_static_fields: Get[dict[str, FieldInfo]]
    get_statics: Get[ElementInfo]
    get_class_object: Get[ElementInfo | None]


class ElementInfoGetters(Named):
    __slots__ = ()

    get_class_info: Get[ClassInfo]
    get_class_name: Get[str]
    get_length: Get[int]
    get_label: Get[int]
    get_lock_count: Get[int]
    get_lock_owner: Get[ThreadInfo | None]
    get_locking_thread: Get[ThreadInfo | None]
    get_object_ref: Get[int]
    get_array_length: Get[int]
    get_waiters: Get[list[ThreadInfo]]
    get_mirrored_class: Get[ClassInfo | None]
    get_fields: Get[dict[str, FieldInfo]]
    get_boolean_field: Callable[[str | FieldInfo], int]
    set_boolean_field: Callable[[str | FieldInfo, int], None]
    get_byte_field: Callable[[str | FieldInfo], int]
    set_byte_field: Callable[[str | FieldInfo, int], None]
    get_char_field: Callable[[str | FieldInfo], str]
    set_char_field: Callable[[str | FieldInfo, str], None]
    get_short_field: Callable[[str | FieldInfo], int]
    set_short_field: Callable[[str | FieldInfo, int], None]
    get_int_field: Callable[[str | FieldInfo], int]
    set_int_field: Callable[[str | FieldInfo, int], None]
    get_long_field: Callable[[str | FieldInfo], int]
    set_long_field: Callable[[str | FieldInfo, int], None]
    get_float_field: Callable[[str | FieldInfo], float]
    set_float_field: Callable[[str | FieldInfo, float], None]
    get_double_field: Callable[[str | FieldInfo], float]
    set_double_field: Callable[[str | FieldInfo, float], None]
    get_reference_field: Callable[[str | FieldInfo], ElementInfo | None]
    set_reference_field: Callable[[str | FieldInfo, ElementInfo | None], None]
    get_boolean_element: Callable[[int], int]
    set_boolean_element: Callable[[int, int], None]
    get_byte_element: Callable[[int], int]
    set_byte_element: Callable[[int, int], None]
    get_char_element: Callable[[int], str]
    set_char_element: Callable[[int, str], None]
    get_short_element: Callable[[int], int]
    set_short_element: Callable[[int, int], None]
    get_int_element: Callable[[int], int]
    set_int_element: Callable[[int, int], None]
    get_long_element: Callable[[int], int]
    set_long_element: Callable[[int, int], None]
    get_float_element: Callable[[int], float]
    set_float_element: Callable[[int, float], None]
    get_double_element: Callable[[int], float]
    set_double_element: Callable[[int, float], None]
    get_reference_element: Callable[[int], ElementInfo | None]
    set_reference_element: Callable[[int, ElementInfo | None], None]


class StackFrameGetters(Named):
    __slots__ = ()

    get_thread: Get[ThreadInfo]
    get_index: Get[int]
    get_method: Get[MethodInfo]
    get_pc_index: Get[int]
    get_depth: Get[int]
    get_n_operands: Get[int]
    get_lock_ref: Get[int]
    get_method_info: Get[MethodInfo]
    get_method_name: Get[str]
    get_class_name: Get[str]
    get_previous: Get[StackFrame | None]
    get_pc: Get[Instruction | None]
    get_line: Get[int]
    get_location: Get[str]
    get_locals: Get[Locals]
    get_this: Get[ElementInfo | None]
    get_operands: Get[list[int]]


class InstructionGetters(Named):
    __slots__ = ()

    get_index: Get[int]
    get_op: Get[int]
    get_bytecode_index: Get[int]
    get_line: Get[int]
    get_kind: Get[str]
    get_owner: Get[str]
    get_name: Get[str]
    get_descriptor: Get[str]
    get_slot: Get[int]
    get_target: Get[int]
    get_value: Get[Any]
    get_cases: Get[list[CaseRow]]
    get_opcode: Get[str]
    get_mnemonic: Get[str]
    get_method: Get[MethodInfo]
    get_method_info: Get[MethodInfo]
    get_file: Get[str | None]
    get_location: Get[str]
    get_source_line: Get[str | None]
    get_line_number: Get[int]
    get_position: Get[int]
    get_instruction_index: Get[int]
    get_byte_code: Get[int]
    get_file_location: Get[str]
    get_source_location: Get[str]
    get_next: Get[Instruction | None]
    get_prev: Get[Instruction | None]
    get_targets: Get[list[int]]
    get_variable: Get[str]
    get_field_info: Get[FieldInfo | None]
    get_last_this: Get[ElementInfo | None]
    get_last_element_info: Get[ElementInfo | None]
    get_last_value: Get[Any]
    get_local_variable_index: Get[int]
    get_local_variable_name: Get[str | None]
    get_invoked_method_name: Get[str]
    get_invoked_method_class: Get[str | None]
    get_invoked_method: Get[MethodInfo | None]
    get_executed_method_name: Get[str]
    get_argument_words: Get[int]
    get_this: Get[ElementInfo | None]
    get_arguments: Get[list[Any]]
    get_argument_values: Get[list[Any]]
    get_return_value: Get[Any]
    get_condition_value: Get[bool | None]
    get_array: Get[ElementInfo | None]
    get_array_index: Get[int]
    get_lock: Get[ElementInfo | None]
    get_text: Get[str]


class TransitionGetters(Named):
    __slots__ = ()

    get_thread: Get[ThreadInfo | None]
    get_thread_info: Get[ThreadInfo | None]
    get_thread_index: Get[int]
    get_steps: Get[list[Step]]


class SearchGetters(Named):
    __slots__ = ()

    get_state_id: Get[int]
    get_depth: Get[int]
    get_n_errors: Get[int]
    get_constraint: Get[str | None]
    get_queue_size: Get[int]
    get_state_number: Get[int]
    get_number_of_errors: Get[int]
    get_last_search_constraint: Get[str | None]
    get_search_constraint: Get[str | None]
    get_config: Get[Config]
    get_purged_state_id: Get[int]
    get_search_class: Get[str]
    get_depth_limit: Get[int]
    get_transition: Get[Transition | None]
    get_parent_state_id: Get[int]
    get_errors: Get[list[ErrorInfo]]
    get_last_error: Get[ErrorInfo | None]
    get_current_error: Get[ErrorInfo | None]
    get_statistics: Get[Statistics]


class HeuristicSearchGetters(Named):
    __slots__ = ()

    get_heuristic_value: Get[float]
    get_parent_state: Get[HeuristicState | None]


class ThreadInfoGetters(Named):
    __slots__ = ()

    get_id: Get[int]
    get_name: Get[str]
    get_status: Get[str]
    get_object_ref: Get[int]
    get_priority: Get[int]
    get_stack_depth: Get[int]
    get_instructions: Get[int]
    get_pending: Get[str]
    get_lock_ref: Get[int]
    get_state: Get[str]
    get_object: Get[ElementInfo | None]
    get_thread_object: Get[ElementInfo | None]
    get_thread_object_ref: Get[int]
    get_state_name: Get[str]
    get_lock: Get[ElementInfo | None]
    get_frames: Get[list[StackFrame]]
    get_top_frame: Get[StackFrame | None]
    get_modifiable_top_frame: Get[StackFrame | None]
    get_user_frame: Get[StackFrame | None]
    get_pc: Get[Instruction | None]
    get_held_locks: Get[list[ElementInfo]]
    get_locked_objects: Get[list[ElementInfo]]
    get_lock_object: Get[ElementInfo | None]
    get_top_frame_method_info: Get[MethodInfo | None]
    get_next_pc: Get[Instruction | None]


class VMGetters(Named):
    __slots__ = ()

    get_registry: Get[Registry]
    get_config: Get[Config]
    get_path_output: Get[str]
    get_running_thread_id: Get[int]
    get_threads: Get[list[ThreadInfo]]
    get_live_threads: Get[list[ThreadInfo]]
    get_current_thread: Get[ThreadInfo]
    get_last_thread: Get[ThreadInfo]
    get_last_thread_info: Get[ThreadInfo]
    get_current_thread_info: Get[ThreadInfo]
    get_thread_list: Get[list[ThreadInfo]]
    get_last_instruction: Get[Instruction | None]
    get_instruction: Get[Instruction | None]
    get_next_instruction: Get[Instruction | None]
    get_last_element_info: Get[ElementInfo | None]
    get_last_class_info: Get[ClassInfo | None]
    get_search: Get[Search]
    get_state_id: Get[int]
    get_depth: Get[int]
    get_path_length: Get[int]
    get_path: Get[list[Transition]]
    get_last_transition: Get[Transition | None]
    get_transition: Get[Transition | None]
    get_heap: Get[list[ElementInfo]]
    get_statistics: Get[Statistics]
    get_last_method_info: Get[MethodInfo | None]
