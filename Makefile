# Two commands for a newcomer: `make play` and `make test`. Everything is set up in .venv; nothing is installed elsewhere.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(VENV)-compiled
SOURCES := pyproject.toml hatch_build.py $(shell find server plugins bots clients/python -name '*.py' -o -name '*.md' -o -name '*.yaml')
GAME ?= dungeon-of-fear
ARGS ?=
RELEASED = $(shell ls proto/released/*.binpb | sort --version-sort | tail -n 1)
# Not $(MAKE) where it is used: make runs such lines even when it is only asked what it would do.
SUBMAKE := $(MAKE)
QUIETLY := --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play serve compiled test test-compiled test-openspiel check format stubs release-protos clients playthroughs chaos load bench openspiel clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.core ## play Dungeon of Fear against a bot (GAME=… ARGS="--lang ru --vs random")
	@if $(SUBMAKE) --question compiled 2>/dev/null; then \
	  PYTHONPATH=$(CURDIR)/$(VENV)/compiled exec $(BIN)/undercroft play $(GAME) $(ARGS); \
	fi; \
	if command -v $${CC:-cc} >/dev/null && [ -z "$$(find $(VENV)/compile.log -mmin -15 2>/dev/null)" ]; then \
	  (trap '' INT HUP; exec nice $(SUBMAKE) compiled >$(VENV)/compile.log 2>&1 </dev/null) & \
	fi; \
	exec $(BIN)/undercroft play $(GAME) $(ARGS)

serve: $(VENV)/.core ## a server on 127.0.0.1:7070, with its matches in undercroft.sqlite3 (ARGS="--listen …")
	@exec $(BIN)/undercroft serve $(ARGS)

compiled: $(VENV)/compiled/.done ## compile rules, search and host for `make play`, which does so by itself behind the first match

test: $(VENV)/.dev ## run all tests (ARGS="-k clock")
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)

test-compiled: $(COMPILED)/.dev ## the same tests with what is hot compiled, and a thousand matches by both builds (takes a C compiler)
	$(COMPILED)/bin/python -m pytest -q -n auto --dist worksteal $(ARGS)
	$(COMPILED)/bin/python -m tests.differential $(BIN)/python

test-openspiel: $(VENV)/.dev $(VENV)/openspiel/.done ## the tests that need OpenSpiel, which is installed into a folder of its own
	PYTHONPATH=$(CURDIR)/$(VENV)/openspiel $(BIN)/python -m pytest -q -n auto --dist worksteal tests/plugins/openspiel tests/docs/test_commands.py -k plugins $(ARGS)

check: $(VENV)/.dev ## lint, types, layers, protos, freshness of the stubs, shape of the other languages' clients
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --warnings
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	$(BIN)/buf breaking proto --against $(RELEASED)
	$(BIN)/python proto/generate.py --check
	$(BIN)/python -m tests.clients.languages

format: $(VENV)/.dev ## put code and protos into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/buf format --write proto

stubs: $(VENV)/.dev ## make every language's stubs anew from proto/ (ARGS="go")
	$(BIN)/python proto/generate.py $(ARGS)

release-protos: $(VENV)/.dev ## make the archive of protos and descriptors, and keep what it is compared with from then on
	$(BIN)/python proto/release.py

clients: $(VENV)/.dev ## test the clients in other languages, which `make test` does too (ARGS="-k go")
	$(BIN)/python -m pytest -q tests/clients/languages $(ARGS)

playthroughs: $(VENV)/.dev ## write down anew what everybody is shown in a match of every game
	$(BIN)/python -m tests.playthroughs

chaos: $(VENV)/.dev ## 50 faults of every kind while 200 matches are played, and a look for anything lost
	$(BIN)/python -m tests.chaos $(ARGS)

load: $(VENV)/.dev ## put load on a server, in seven runs of a quarter of an hour (ARGS="storm idle --json")
	$(BIN)/python -m tests.load $(ARGS)

bench: $(VENV)/.dev ## measure how fast the server is here (ARGS="--gate 0.3")
	$(BIN)/undercroft bench server $(ARGS)

openspiel: $(VENV)/.dev ## speed at Connect Four beside OpenSpiel's, which is installed into the temporary folder (ARGS="--matches 20")
	$(BIN)/python -m tests.openspiel $(ARGS)

clean: ## take away what was installed and made
	rm -rf $(VENV) $(COMPILED) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python $(COMPILED)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Undercroft needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(@D)/.. || { rm -rf $(@D)/..; \
	  echo "This Python can't make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Undercroft into $(VENV) (once; takes about half a minute) …"
	@$(BIN)/python -m pip install $(QUIETLY) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Undercroft and its tools into $(VENV) (once; takes about a minute) …"
	@$(BIN)/python -m pip install $(QUIETLY) --editable '.[dev]'
	@touch $(VENV)/.core $@

# A wheel with compiled modules for the Python at hand, unpacked beside what is installed: found first, it is used.
$(VENV)/compiled/.done: $(SOURCES) | $(VENV)/.core
	@rm -rf $(VENV)/wheel $(VENV)/compiled.new
	@UNDERCROFT_COMPILE=1 $(BIN)/python -m pip wheel $(QUIETLY) --no-deps --wheel-dir $(VENV)/wheel .
	@$(BIN)/python -m pip install $(QUIETLY) --no-deps --target $(VENV)/compiled.new $(VENV)/wheel/*.whl
	@rm -rf $(VENV)/compiled && mv $(VENV)/compiled.new $(VENV)/compiled && touch $@

# Not in the tools' environment: its games would be listed, benched and tested everywhere.
$(VENV)/openspiel/.done: | $(VENV)/bin/python
	@echo "Installing OpenSpiel into $(VENV)/openspiel (once; takes about a minute) …"
	@rm -rf $(@D)
	@$(BIN)/python -m pip install $(QUIETLY) --target $(@D) open_spiel==2.0.2
	@touch $@

$(COMPILED)/.dev: $(SOURCES) | $(COMPILED)/bin/python
	@echo "Compiling Undercroft and installing it with its tools into $(COMPILED) (takes a few minutes) …"
	@rm -rf $(COMPILED)/wheel
	@UNDERCROFT_COMPILE=1 $(COMPILED)/bin/python -m pip wheel $(QUIETLY) --no-deps --wheel-dir $(COMPILED)/wheel .
	@$(COMPILED)/bin/python -m pip install $(QUIETLY) "$$(echo $(COMPILED)/wheel/*.whl)[dev]"
	@$(COMPILED)/bin/python -m pip install $(QUIETLY) --no-deps --force-reinstall $(COMPILED)/wheel/*.whl
	@touch $@
