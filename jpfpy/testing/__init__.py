"""Searches as tests: what the fixture `jpf` answers (check.py), expectations in files (expectation.py) and the items
made of them (collect.py), keywords as keys (settings.py), and what is said of a test that failed (outcome.py).
pytest_plugin imports these when they are first needed."""
