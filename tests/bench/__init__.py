"""Speed and memory beside jpf-core, Spin and java -Xint: python -m tests.bench (or make bench)."""
