# `make play` starts the console on simulated hardware; `make test` runs every test that can run here.
# Both set up a virtual environment in .venv first; they need Python 3.11+, its venv module and make.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
ARGS ?=

.PHONY: help play demo test test-kernel firmware firmware-figures coverage lint types contracts check format catalogs lock pictures bench clean

CATALOGS := $(wildcard firmware_host/locale/*/LC_MESSAGES/*.po)

help:
	@echo "make play      start the simulated console; prints the address of its front panel"
	@echo "make demo      watch two bots play a match in the terminal"
	@echo "make test      run every test that this machine can run"
	@echo "make test-kernel  the GPIO pads on a real Linux kernel in qemu (part of make test)"
	@echo "make firmware  build the pad's firmware for an Arduino Nano: hw/pad_firmware/build/spytt_pad.hex"
	@echo "make firmware-figures  measure it on an emulated Nano"
	@echo "make check     lint, types, import contracts, coverage gates (after make test)"
	@echo "make bench     measure the published figures"
	@echo "make pictures  draw the README's pictures anew"
	@echo "make catalogs  bring the texts of both languages in step with the source"
	@echo "Options for spytt go in ARGS: make play ARGS='--bot easy --names Ana,Ben'"

# What stands in this folder is played, though a copy of it may have been installed with more extras.
play demo: $(VENV)/.sim
	@PYTHONPATH="$(CURDIR)" $(BIN)/spytt $@ $(ARGS)

test: $(VENV)/.all $(CATALOGS:.po=.mo)
	$(BIN)/python -m pytest -n 2 --cov --cov-report= -m 'not kernel' $(ARGS)
	$(if $(ARGS),,@$(MAKE) --no-print-directory test-kernel)

# A stock Debian kernel, fetched once (into ~/.cache/spytt-kernel) and booted under qemu.
test-kernel: $(VENV)/.all
	@if command -v qemu-system-x86_64 >/dev/null; then \
	  PYTHON=$(BIN)/python tests/kernel/fetch.sh >/dev/null || test $$? -eq 3; \
	else \
	  echo "NOT RUN: make test-kernel needs qemu-system-x86, busybox-static, kmod, zstd and xz-utils"; \
	fi
	@$(BIN)/python -m pytest -m kernel tests/kernel

# What runs on a pad that is an Arduino Nano; `spytt pad flash` builds it by itself.
firmware:
	@for tool in avr-gcc avr-objcopy avr-size; do command -v $$tool >/dev/null || { \
	  echo "There is no $$tool: install Debian's packages gcc-avr and avr-libc."; exit 1; }; done
	@avr-gcc -mmcu=atmega328p -E -include avr/io.h -x c /dev/null >/dev/null 2>&1 || { \
	  echo "avr-libc is missing: install Debian's package avr-libc."; exit 1; }
	@$(MAKE) --no-print-directory -C hw/pad_firmware
	@echo "Built. With a Nano plugged in: spytt pad flash --hex hw/pad_firmware/build/spytt_pad.hex"

firmware-figures: $(VENV)/.all
	@$(BIN)/python -m pytest -q tests/firmware/test_stamps.py

# The rules and the referee are covered branch by branch; everything else to 90 %.
REFEREE := engine/*,hw/pad_clock.py,hw/pad_entries.py,hw/pad_frames.py,hw/pad_messages.py,hw/pad_outputs.py,hw/pad_probes.py,hw/pad_sieve.py,hw/pad_session.py,hw/pad_timing.py,firmware_host/contact.py,firmware_host/coin.py,firmware_host/numbering.py,firmware_host/pad_track.py,firmware_host/arbiter.py,firmware_host/input_layer.py,firmware_host/trace.py
coverage: $(VENV)/.all
	$(BIN)/coverage report --skip-covered --include='$(REFEREE)' --fail-under=100
	$(BIN)/coverage report --skip-covered --fail-under=90

lint: $(VENV)/.all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.all
	$(BIN)/mypy

contracts: $(VENV)/.all
	$(BIN)/lint-imports

check: lint types contracts coverage

format: $(VENV)/.all
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.all
	$(BIN)/spytt bench $(ARGS)

pictures: $(VENV)/.all $(CATALOGS:.po=.mo)
	$(BIN)/python -m sim.pictures docs

catalogs: $(VENV)/.all
	$(BIN)/python -m firmware_host.catalogs
	$(BIN)/pybabel -q compile -D spytt -d firmware_host/locale

# Installing compiles every catalog (hatch_build.py); this does it for one that has changed since.
%.mo: %.po | $(VENV)/.all
	$(BIN)/pybabel -q compile -i $< -o $@

# The newest releases that the project's own ranges allow, pinned for everyone.
lock: $(VENV)/.all
	$(BIN)/pip install -q pip-tools
	CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/pip-compile --quiet --upgrade --extra sim --extra pi --extra dev --strip-extras \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
	  --output-file requirements.lock pyproject.toml

clean:
	rm -rf hw/pad_firmware/build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

$(VENV)/.venv:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON): install Python 3.11 or newer (Debian's package python3)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: Spytt needs 3.11 or newer; name one with make PYTHON=python3.11."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing: install Debian's package python3-venv."; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.sim: $(VENV)/.venv pyproject.toml requirements.lock hatch_build.py $(CATALOGS)
	@echo "Setting up the simulated console in $(VENV) ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c requirements.lock -e '.[sim]'
	@touch $@

$(VENV)/.all: $(VENV)/.venv pyproject.toml requirements.lock hatch_build.py
	@echo "Setting up everything for the tests in $(VENV) ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c requirements.lock -e '.[all]'
	@touch $@ $(VENV)/.sim
