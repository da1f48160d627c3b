"""jpf-core's property keys (branch java-17) that this engine reads past: they are taken without complaint, so that
existing .jpf files work, and named in a note when a configuration sets them, because they change nothing here."""

from __future__ import annotations

NO_EFFECT: frozenset[str] = frozenset(
    """
ap.go_on budget.max_depth budget.max_heap budget.max_insn budget.max_new_states budget.max_state budget.max_time
cg.break_notify cg.break_priority cg.break_sleep cg.break_yield cg.threads.break_sleep cg.threads.break_start
cg.threads.break_yield cgm.show_choice cgm.show_depth cgm.show_insn choice.calls choice.depth choice.exclude
choice.format choice.search_after_trace choice.seed choice.show_location choice.threads choice.trace choice.use_trace
coverage.exclude coverage.exclude_handlers coverage.include coverage.loaded_only coverage.show_bodies
coverage.show_branches coverage.show_methods coverage.show_requirements das.all_objects das.classes.exclude
das.classes.include das.declared_fields das.methods.exclude das.methods.include deadlock.format deadlock.max_history
dot.bt_edge_attr dot.edge_attr dot.end_node_attr dot.error_node_attr dot.file dot.graph_attr dot.mp_node_attr
dot.mp_start_node_attr dot.new_edge_attr dot.node_attr dot.print_file dot.restore_edge_attr dot.show_target
dot.start_node_attr dot.visited_edge_attr ei.exception ei.throw_first et.print_insn et.print_mth et.print_src
et.show_shared et.skip_init etg.show_insn etg.show_loc etg.show_src filter.class filter.frame_ammendments
filter.instance_ammendments filter.instance_overrides filter.static_ammendments heap.exclude heap.include
heap.live_limit heap.max_types heap.show_types heap.size_limit heap.throw_exception idle.action idle.max_backjumps
jpf.memory_reserve jpf.print_exception_stack jpf.stack_tracker.log_period jpf.state_count_estimator.log_period
jpf.state_tracker.log_period jpf.version jvm.insn_factory.class jvm.nested_init jvm.nested_init.exclude
jvm.nested_init.include listener listener.autoload listener.gov.nasa.jpf.Const listener.gov.nasa.jpf.NonNull log.config
log.fine log.finer log.finest log.handler.class log.host log.info log.level log.output log.port log.severe
log.show_level log.show_name log.warning method.exclude method.format method.include method.max_history
method.show_depth method.show_transition method.skip_init nonshared.throw_on_cycle oome.locations oome.types ot.exclude
ot.include ot.log_calls ot.log_fields ot.refs pass_exceptions peer_packages pom.defer_output pom.output_spec.class
pom.print_output race.exclude race.include refloc.create refloc.release refloc.use report.class report.console.port
report.console.show_code report.show_repository report.statistics sdc.max_stack_depth
search.heuristic.branch.branch_start search.heuristic.branch.count_early search.heuristic.branch.no_branch_return shell
ssa.max_choices ssa.max_memory ssa.max_output_lines ssa.max_states ssa.max_time ssa.sort_order target.host
target.replicate trace.depth trace.file trace.multiple trace.store_calls trace.store_constraint trace.store_threads
trace.terminate trace.verbose var_recorder.arrays var_recorder.exclude var_recorder.fields var_recorder.include
var_recorder.locals vm.backtracker.class vm.boot_classpath vm.cache.high_byte vm.cache.high_char vm.cache.high_int
vm.cache.high_long vm.cache.high_short vm.cache.low_byte vm.cache.low_int vm.cache.low_long vm.cache.low_short vm.class
vm.classloader.class vm.endian vm.extend_transitions vm.extra_startup_classes vm.fields_factory.class vm.gc
vm.halt_on_throw vm.heap.class vm.ignore_uncaught_handler vm.indent_output vm.max_alloc_gc vm.no_orphan_methods
vm.pass_uncaught_handler vm.path_output vm.por.sync_detection.pindown vm.restorer.class vm.reuse_tid
vm.serializer.class vm.serializer.output vm.statics.class vm.store_steps vm.sweep vm.sysprop.source vm.threadlist.class
vm.time.class vm.time.per_insn vm.tree_output vm.untracked vm.verify.output_file vt.exclude vt.include vt.max_vars
vt.methods
""".split()
)

# Read by the listeners of jpfpy.listeners.
LISTENER_KEYS = frozenset(
    """
ap.go_on bitflip.bits bitflip.fields bitflip.params budget.max_depth budget.max_heap budget.max_insn
budget.max_new_states budget.max_state budget.max_time cgm.show_choice cgm.show_depth cgm.show_insn choice.calls
choice.class choice.depth choice.exclude choice.format choice.search_after_trace choice.seed choice.show_location
choice.threads choice.trace choice.use_trace coverage.exclude coverage.exclude_handlers coverage.include
coverage.loaded_only coverage.show_bodies coverage.show_branches coverage.show_methods deadlock.format
deadlock.max_history dot.bt_edge_attr dot.edge_attr dot.end_node_attr dot.error_node_attr dot.file dot.graph_attr
dot.max_states dot.new_edge_attr dot.node_attr dot.print_file dot.restore_edge_attr dot.show_target
dot.start_node_attr dot.visited_edge_attr ei.exception ei.throw_first et.print_insn et.print_mth et.print_src
et.show_shared et.skip_init etg.show_insn etg.show_loc etg.show_src heap.exclude heap.include heap.live_limit
heap.max_types heap.show_types heap.size_limit heap.throw_exception idle.action idle.max_backjumps
jpf.stack_tracker.log_period jpf.state_count_estimator.log_period jpf.state_tracker.log_period method.exclude
method.include method.max_history method.show_depth method.show_transition method.skip_init nonshared.classes
nonshared.throw_on_cycle oome.locations oome.types ot.exclude ot.include ot.log_calls ot.log_fields ot.refs
perturb.fields perturb.params perturb.returns pom.all pom.any pom.none pom.print_output race.exclude race.include
range.fields range.vars refloc.create refloc.release refloc.use sdc.max_stack_depth ssa.max_choices ssa.max_memory
ssa.max_output_lines ssa.max_states ssa.max_time ssa.sort_order trace.depth trace.file trace.multiple
trace.store_calls trace.store_constraint trace.store_threads trace.terminate trace.verbose var_recorder.arrays
var_recorder.exclude var_recorder.fields var_recorder.include var_recorder.locals vt.exclude vt.include vt.max_vars
vt.methods
""".split()
)
NO_EFFECT -= LISTENER_KEYS | {"listener", "listener.autoload", "jpf.print_exception_stack"}
