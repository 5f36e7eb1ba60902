# make demo    crawl a small example blog on this machine and show what was found
# make crawl   recover a real blog: make crawl BLOG=https://example.org/  (without BLOG: those of data/blogs.csv)
# make test    lint, types, structure and tests
# make test-platforms  WordPress and Ghost as they are, filled and crawled: some minutes, installs them where it may
# make lint    ruff, mypy and import-linter alone
# make test-site  the static site in a real browser (npm, java and Chromium needed)
# make bench   how fast pages are read, posts computed and crawls planned; dates and titles of recorded posts
# make clean   remove the environment and the tools' caches; the database and the exports stay

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help demo crawl test test-platforms test-site lint bench lock setup tools clean

help:
	@sed -n 's/^# make/make/p' Makefile

setup: .venv/.stamp

tools: .venv/.tools

.venv/.stamp: pyproject.toml requirements.lock
	@command -v $(PYTHON) >/dev/null || { echo "make: no $(PYTHON) here: install Python 3.11 or newer, or name it: make PYTHON=/path/to/python" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed and $(PYTHON) is older: make PYTHON=/path/to/python" >&2; exit 2; }
	@echo "Setting up .venv (only when the dependencies changed)" >&2
	@$(PYTHON) -m venv .venv || { echo "make: $(PYTHON) cannot make virtual environments: install its venv package (Debian: python3-venv)" >&2; exit 2; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	@touch $@

.venv/.tools: .venv/.stamp
	@echo "Setting up the tools of the tests (some minutes, only when the dependencies changed)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@

demo: setup
	@$(BIN)/backfile demo

crawl: setup
ifdef BLOG
	@$(BIN)/backfile crawl '$(BLOG)'
else
	@$(BIN)/backfile import data/blogs.csv
	@$(BIN)/backfile crawl
endif

lint: tools
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

test: lint
	$(BIN)/python -m pytest -n auto --dist loadfile

test-platforms: tools
	@$(BIN)/python -m tests.platforms.real

bench: tools
	@$(BIN)/python tests/bench/parsing.py
	@$(BIN)/python tests/bench/planning.py
	@$(BIN)/python -m tests.bench.exports
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[bench]'
	@$(BIN)/python -m tests.bench.single_pages

# The locked versions, for every platform and Python that the project supports (needs uv).
lock:
	uv pip compile pyproject.toml --extra dev --extra bench --extra js --universal --python-version 3.11 --upgrade --quiet \
		--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' --output-file requirements.lock

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .platforms dist

# The site of the demo blog in a real browser, and held against the HTML standard (needs npm, java and a Chromium).
CHROMIUM ?= /usr/bin/chromium
test-site: tools
	@$(BIN)/backfile demo >/dev/null
	@$(BIN)/backfile site data/demo/site --db data/demo/backfile.db
	@cd tests/browser && npm install --silent --no-fund --no-audit
	@cd tests/browser && node site.mjs ../../data/demo/site $(CHROMIUM)
	@cd tests/browser && find ../../data/demo/site -name '*.html' | head -500 | xargs java -jar node_modules/vnu-jar/build/dist/vnu.jar --errors-only && echo "ok  valid HTML"
