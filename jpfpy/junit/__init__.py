"""JUnit tests under the checker: which tests class files hold (find.py), a search over each (run.py), and what the
command and reports tell of a suite (suite.py, text.py)."""
