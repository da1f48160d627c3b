"""One search over many processes and machines: tasks of prefixes, keys claimed at shards (docs/cluster.md).

The coordinator has the work log: tasks that wait, that run, that are done. A worker has an engine
(csrc/search/spread.h) and does one task at a time; a shard has a part of the set of keys. How they are reached is a
cluster's matter: local.Local has all of them in this process, rays.Rays has an actor for each.

What must hold, so that a death loses nothing and counts are those of one machine:
 - A task is a function of what it is and of the answers of the shards. The same task, done over, gets the same answers
   for what it has asked before, since a key stays with the task that claimed it first, and so it comes to the same
   result. A worker that was thought dead and is not does no harm: of two results the first is taken.
 - A shard that dies takes claims of running tasks with it. Then a new epoch begins: the claims of all tasks that are
   not done are given up at all shards, claims of the old epoch are refused, the shard is made anew from the keys of
   the tasks that are done (each result brings them to the log), and what was running is done over. What the shards
   have then is what a search would have that had done these tasks and no others.
 - A worker forgets the keys that it has met where a new epoch begins, or a task is done over: some of them may be the
   task's, or nobody's."""
