# Two commands are all a newcomer needs: `make demo` and `make test`.
PYTHON ?= $(shell for candidate in python3 python3.13 python3.12 python3.11; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$candidate && break; done)
VENV ?= .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check -q
UV = $(BIN)/uv pip install -q --python $(BIN)/python
DEMO = SUPERBIZ_MODEL=offline SUPERBIZ_DEMO=true $(BIN)/superbiz

FUZZ_SECONDS ?= 600
LIVE ?=

.PHONY: help demo test check fuzz live live-packages lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

demo: $(VENV)/.runtime ## ask about the embedded demo incident, in Chinese and in English
	$(DEMO) ask "order-service 的 HikariCP 连接池是不是耗尽了？"
	$(DEMO) ask "Why is order-service timing out?"

test: $(VENV)/.dev ## run the tests
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.dev ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

fuzz: $(VENV)/.dev ## fuzz the replies of each role for FUZZ_SECONDS, guided by coverage (Linux only)
	$(UV) --require-hashes -r requirements/fuzz.lock || $(PIP) install --require-hashes -r requirements/fuzz.lock
	$(BIN)/python -m tests.fuzz.replies -max_len=4096 -len_control=0 -max_total_time=$(FUZZ_SECONDS)

live: live-packages ## try the agent on a small real model that runs here (LIVE="--diagnoses 100": a long run)
	$(BIN)/superbiz eval live $(LIVE)

live-packages: $(VENV)/.dev
	$(BIN)/python -m superbiz_agent.evals.live.packages requirements/live.lock

lock: $(VENV)/.dev ## pin the dependencies of pyproject.toml anew
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --upgrade pyproject.toml -o requirements/runtime.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --upgrade --extra dev pyproject.toml -o requirements/dev.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --upgrade requirements/fuzz.in -o requirements/fuzz.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --upgrade --no-deps requirements/live.in -o requirements/live.lock

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis build dist

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r requirements/installer.lock

# uv installs the same pinned set in a quarter of the time; plain pip serves where uv cannot reach the index.
$(VENV)/.runtime: requirements/runtime.lock pyproject.toml | $(VENV)/bin/python
	$(UV) --require-hashes -r requirements/runtime.lock || $(PIP) install --require-hashes -r requirements/runtime.lock
	$(UV) --no-deps -e . || $(PIP) install --no-deps -e .
	@touch $@

$(VENV)/.dev: requirements/dev.lock pyproject.toml | $(VENV)/bin/python
	$(UV) --require-hashes -r requirements/dev.lock || $(PIP) install --require-hashes -r requirements/dev.lock
	$(UV) --no-deps -e . || $(PIP) install --no-deps -e .
	@touch $@ $(VENV)/.runtime
