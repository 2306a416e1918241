# Two commands for a newcomer: `make play` and `make test`. Everything is set up in .venv; nothing is installed elsewhere.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= dungeon-of-fear
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check format stubs playthroughs chaos load bench openspiel clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.core ## play Dungeon of Fear against a bot (GAME=… ARGS="--lang ru --vs random")
	@$(BIN)/undercroft play $(GAME) $(ARGS)

test: $(VENV)/.dev ## run all tests (ARGS="-k clock")
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)

check: $(VENV)/.dev ## lint, types, layers, protos, freshness of the stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --warnings
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	$(BIN)/python proto/generate.py --check

format: $(VENV)/.dev ## put code and protos into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/buf format --write proto

stubs: $(VENV)/.dev ## make the Python stubs anew from proto/
	$(BIN)/python proto/generate.py

playthroughs: $(VENV)/.dev ## write down anew what everybody is shown in a match of every game
	$(BIN)/python -m tests.playthroughs

chaos: $(VENV)/.dev ## 50 faults of every kind while 200 matches are played, and a look for anything lost
	$(BIN)/python -m tests.chaos $(ARGS)

load: $(VENV)/.dev ## put load on a server, in five runs of a quarter of an hour (ARGS="storm idle --json")
	$(BIN)/python -m tests.load $(ARGS)

bench: $(VENV)/.dev ## measure how fast the server is here (ARGS="--gate 0.3")
	$(BIN)/undercroft bench server $(ARGS)

openspiel: $(VENV)/.dev ## speed at Connect Four beside OpenSpiel's, which is installed into the temporary folder (ARGS="--matches 20")
	$(BIN)/python -m tests.openspiel $(ARGS)

clean: ## take away what was installed and made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Undercroft needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "This Python can't make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Undercroft into $(VENV) (once; takes about half a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Undercroft and its tools into $(VENV) (once; takes about a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/.core $@
