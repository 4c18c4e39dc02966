# Two commands on a fresh machine: make run, make test. Both can be run again at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEBIAN := python3-venv libgl1 libglib2.0-0
# For the tray controller's firmware and its tests.
FIRMWARE_DEBIAN := gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev cppcheck clang libclang-rt-dev
# For the tests of the units and the installer in a systemd of their own.
SYSTEMD_DEBIAN := systemd systemd-container procps python3-pip
# For the tests of many tables: a broker.
BROKER_DEBIAN := mosquitto openssl

# Every package with its version and its sums; the Pi takes from Debian what Debian has.
PIN := pip compile --quiet pyproject.toml --generate-hashes --no-header --no-annotate
FROM_DEBIAN := numpy pygame gpiozero colorzero setuptools pyserial paho-mqtt

# One more than there are cores: some tests wait for processes, lights and machines of their own.
WORKERS ?= $(shell echo $$(($$(nproc) + 1)))

.PHONY: run test lint bench facts games soak rig gallery words train clean confidence lock audit wheel

run: $(READY)
	$(BIN)/raflebord play

test: $(READY)
	@.ci/debian $(FIRMWARE_DEBIAN) || echo "make: tests of the firmware that need these are skipped" >&2
	@.ci/debian $(BROKER_DEBIAN) || echo "make: tests with a broker are skipped" >&2
	@.ci/debian $(SYSTEMD_DEBIAN) || echo "make: tests in a machine of their own are skipped" >&2
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	MYPYPATH=systemd $(BIN)/mypy -p setup

bench: $(READY)
	$(BIN)/raflebord bench

# Exact figures of the games, computed by the engine and compared with those that are known. Takes minutes.
facts: $(READY)
	@failed=0; for file in tests/rules/facts_*.py; do $(BIN)/python $$file || failed=1; done; exit $$failed

# Many random games of each kind, every one checked as it is played; GAMES=100000 takes hours.
GAMES ?= 200
games: $(READY)
	$(BIN)/python tests/rules/random_games.py --games $(GAMES)

# Two thousand games in one process, nothing may grow; then the program killed five hundred times. Hours.
SOAK ?= 2000
KILLS ?= 500
soak: $(READY)
	$(BIN)/python tests/table/soak.py --games $(SOAK)
	$(BIN)/python tests/table/kill_nine.py --kills $(KILLS) --game all

# The tray controller's firmware under all that can go wrong with it: a quarter of an hour.
rig: $(READY)
	FUZZ_SECONDS=300 RIG_COMMANDS=1000 RIG_ROUNDS=200 $(BIN)/pytest tests/firmware

# The pictures of the screens in docs/gallery, drawn anew.
gallery: $(READY)
	$(BIN)/raflebord gallery --format jpg --out docs/gallery
	$(BIN)/raflebord gallery --format jpg --out docs/gallery --lang da --only attract turn-choose advice-leaning
	$(BIN)/raflebord gallery --format jpg --out docs/gallery --lang nb --only attract turn-choose advice-leaning

# The catalogues: messages collected, merged, compiled; says what is still to be translated.
words: $(READY)
	PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -m kiosk.catalogues

# The networks that judge faces and numerals, trained anew from drawn pictures (three hours on a core); PyTorch and fonts have a place of their own.
train: $(READY)
	test -d $(VENV)/train || $(PYTHON) -m venv $(VENV)/train
	$(VENV)/train/bin/pip install --quiet --disable-pip-version-check -e '.[train]' 'fonttools>=4.40'
	$(VENV)/train/bin/python -m vision.training
	$(VENV)/train/bin/python -m vision.training.d12 $(VENV)/train/fonts

# What a reader's margins are worth, counted anew on drawn pictures (half an hour on a core); docs/accuracy.md.
confidence: $(READY)
	$(BIN)/python -m vision.training.confidence

# The program as one file, dist/raflebord-....whl; built in a place of its own, so nothing old gets in.
wheel: $(READY)
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build

# The newest versions of all that is needed, written down with their sums: for here and for the Pi (docs/licences.md).
lock:
	test -d $(VENV)/lock || $(PYTHON) -m venv $(VENV)/lock
	$(VENV)/lock/bin/pip install --quiet --disable-pip-version-check --upgrade uv
	$(VENV)/lock/bin/uv $(PIN) --extra dev --universal --python-version 3.11 --fork-strategy fewest -o requirements/dev.txt
	$(VENV)/lock/bin/uv $(PIN) --python-version 3.13 --python-platform aarch64-manylinux_2_28 -c requirements/dev.txt \
	  $(FROM_DEBIAN:%=--no-emit-package %) -o kiosk/pi-requirements.txt

# Known weaknesses of what is written down there.
audit:
	test -d $(VENV)/lock || $(PYTHON) -m venv $(VENV)/lock
	$(VENV)/lock/bin/pip install --quiet --disable-pip-version-check --upgrade pip-audit
	$(VENV)/lock/bin/pip-audit --require-hashes --disable-pip -r requirements/dev.txt

clean:
	rm -rf $(VENV) build dist *.egg-info out

# What OpenCV and venv need from Debian is installed when missing and when we may (root).
$(READY): pyproject.toml requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is too old; Raflebord needs Python 3.11 or newer" >&2; exit 2; }
	@.ci/debian $(DEBIAN)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
