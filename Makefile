# On a bare machine with Python 3.11 or later and make: `make demo` shows both games, `make test` runs everything.
# Both make a virtual environment first, once.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXTRAS := cli,sim,plot,dask,dev
WORKERS ?= 2
HANDS ?= 2000

.PHONY: help demo test check test-plain test-numba bench fuzz labels made clean

help:
	@echo "make demo    play some thousand hands between bots, record, verify and replay"
	@echo "make test    everything: style, types, import contracts, tests with and without Numba"
	@echo "make bench   how fast it is on this machine; LIMITS=FOLDER: beside the C programs in it"
	@echo "make fuzz    the property tests, for longer"
	@echo "make clean   remove what was made"

$(STAMP): pyproject.toml
	@python=; for each in $${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do \
	  if "$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$each; break; fi; done; \
	if [ -z "$$python" ]; then echo "Python 3.11 or later is needed, or: make PYTHON=/path/to/python" >&2; exit 1; fi; \
	if [ ! -x $(BIN)/python ]; then echo "making $(VENV) with $$($$python --version)"; "$$python" -m venv $(VENV); fi
	@echo "installing what is needed into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@

demo: $(STAMP)
	@rm -rf demo && mkdir demo
	$(BIN)/thirteen simulate tienlen --hands $(HANDS) --seed 1 --bots planner,cautious,cautious,random --record demo/tienlen.jsonl --sample 50
	$(BIN)/thirteen verify demo/tienlen.jsonl
	$(BIN)/thirteen replay demo/tienlen.jsonl --hand 0
	$(BIN)/thirteen simulate shisanshui --hands $(HANDS) --seed 1 --bots best,expected,first-hint,random --record demo/shisanshui.jsonl --sample 50
	$(BIN)/thirteen verify demo/shisanshui.jsonl
	$(BIN)/thirteen replay demo/shisanshui.jsonl --hand 0

test: check test-plain test-numba

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The pages are worked through once, with all that a reader installs.
test-plain: $(STAMP)
	THIRTEEN_JIT=0 $(BIN)/pytest --quiet -n $(WORKERS) --ignore=tests/thirteen/test_documents.py

# The oracle is plain Python either way, and how processes begin, tell and end has nothing to do with what is compiled.
NEVER_COMPILED := tests/naive $(addprefix tests/thirteen/test_,ends.py results.py workers.py)

test-numba: $(STAMP)
	THIRTEEN_JIT=1 $(BIN)/pytest --quiet -n $(WORKERS) $(addprefix --ignore=,$(NEVER_COMPILED))

bench: $(STAMP)
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.kernels $(if $(LIMITS),--limits '$(LIMITS)')

fuzz: $(STAMP)
	$(BIN)/pytest --quiet -n $(WORKERS) --hypothesis-profile=fuzz tests

labels: $(STAMP)
	$(BIN)/pybabel --quiet compile --directory common/locale --domain thirteen

made: $(STAMP)
	$(BIN)/python -m thirteen.schemas
	$(BIN)/python -m thirteen.made docs/*.md docs/rules/*.md

clean:
	rm -rf $(VENV) demo build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
