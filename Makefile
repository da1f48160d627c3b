# The few things one does with this tree. Everything runs in .venv, which tools/setup makes.
PY = .venv/bin/python
VARIANT_LIB = $(shell $(PY) -c 'import sys; print("build/%s-%d.%d/lib" % ("$(1)", *sys.version_info[:2]))')
LIBASAN = $(shell cc -print-file-name=libasan.so)
PYTEST_ARGS ?=
# Processes that share the tests between them.
WORKERS ?= auto
FUZZ_SECONDS ?= 600
PROGRAMS ?= 100000
FUZZERS ?=
# The package of a variant, in every process that a test starts: never the current folder's, whose engine is the release build.
WITH_LIB = PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/$(call VARIANT_LIB,$(1)):$(CURDIR)
WITH_ASAN = LD_PRELOAD=$(LIBASAN) PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:handle_sigill=1:exitcode=86$(1) UBSAN_OPTIONS=print_stacktrace=1:exitcode=86$(1)
# What the sanitizers say of any process, looked at by a test or not.
REPORTS = $(CURDIR)/build/reports

.PHONY: faults kills observers programs docs wheel help demo test quick lint format bench sanitize fuzz stress nightly jar setup clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

setup: ## .venv with jpfpy built in it; system packages too when you are root
	@tools/setup

demo: setup ## find the deadlock of the dining philosophers, then check the repaired program
	@.venv/bin/jpf examples/philosophers/Philosophers.java; test $$? -eq 1
	@.venv/bin/jpf examples/philosophers/OrderedPhilosophers.java

test: setup ## the test suite
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

quick: setup ## the tests that are not marked slow, in under a minute
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(PYTEST_ARGS)

lint: ## layers, formatting, static checks of C and Python
	@tools/setup test lint
	@$(PY) tools/lint.py

format: ## format C and Python in place
	@tools/setup test lint
	@$(PY) tools/lint.py --fix

bench: setup ## speed beside jpf-core (JPF_CORE=build dir), Spin and java -Xint
	@$(PY) -m tests.bench

sanitize: setup ## the tests with ASan and UBSan
	@JPFPY_SANITIZE=1 $(PY) setup.py -q build_ext --inplace
	@rm -rf $(REPORTS); mkdir -p $(REPORTS)
	@$(call WITH_LIB,sanitize) $(call WITH_ASAN,:log_path=$(REPORTS)/report) \
	  .venv/bin/pytest --import-mode=append -p no:cacheprovider $(PYTEST_ARGS); status=$$?; \
	  if cat $(REPORTS)/* 2>/dev/null; then exit 1; fi; exit $$status

fuzz: setup ## each fuzzer (or FUZZERS="unsafe replay") for FUZZ_SECONDS with ASan and UBSan
	@JPFPY_SANITIZE=1 $(PY) setup.py -q build_ext --inplace
	@$(call WITH_LIB,sanitize) $(call WITH_ASAN) $(PY) -m tests.fuzz.run --seconds $(FUZZ_SECONDS) $(FUZZERS)

stress: setup ## the tests in the build that collects everywhere and checks every state against an oracle
	@JPFPY_STRESS=1 $(PY) setup.py -q build_ext --inplace
	@$(call WITH_LIB,stress) .venv/bin/pytest --import-mode=append -p no:cacheprovider $(PYTEST_ARGS)

faults: setup ## every fault of tests/java/faults is found within a minute, on each JDK that is here
	@JPFPY_FAULTS=1 $(PY) -m pytest -q tests/test_auto.py

kills: setup ## 200 kills, at random moments, of each search that writes checkpoints
	@JPFPY_KILLS=200 $(PY) -m pytest -n $(WORKERS) tests/test_checkpoints.py -k test_killed $(PYTEST_ARGS)

observers: setup ## what two questions to the library tell together, beside calls that change it: 1000 programs a class
	@JPFPY_OBSERVERS=1000 $(PY) -m pytest -n $(WORKERS) tests/test_observers.py $(PYTEST_ARGS)

programs: setup ## PROGRAMS random programs in every mode, beside an enumeration; goes on where it stopped
	@$(PY) -m tests.programs --programs $(PROGRAMS)

nightly: lint test sanitize stress programs ## all of it

docs: ## the documents as a site: build/site/index.html
	@tools/setup docs
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build -q

wheel: ## a wheel with libzip and zlib built in, in dist
	@tools/setup
	@tools/wheel_libraries build/libraries
	@JPFPY_STATIC=$(CURDIR)/build/libraries $(PY) -m pip wheel -q . --no-deps -w dist

jar: setup ## rebuild jpfpy/java/jpf-api.jar from jpfpy/java/src
	@$(PY) tools/build_jar.py

clean: ## remove what was built (.venv stays)
	@rm -rf build jpfpy/*.so *.egg-info .pytest_cache .mypy_cache .ruff_cache
