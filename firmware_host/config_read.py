"""Reads a configuration (TOML) and tells all that is wrong with it, each with line and remedy."""

import tomllib
from dataclasses import fields
from pathlib import Path

from engine import pack, spit
from engine.games import MOST_SEATS
from engine.messages import say
from engine.spit_moves import LONGEST_LOCKOUT_MS
from firmware_host.config import (
    DRAIN_RANGE_US,
    LONGEST_NAME,
    Config,
    ConfigError,
    I2cPanel,
    Problem,
    SeatConfig,
    Source,
    SpiPanel,
)
from firmware_host.config_pads import PadReader
from firmware_host.config_panels import PanelReader
from firmware_host.config_pins import Pins
from firmware_host.config_syntax import encoding_problem, syntax_problem
from firmware_host.config_table import Notes, Table
from firmware_host.languages import LANGUAGES
from firmware_host.settings import RANGES, Settings
from firmware_host.toml_lines import lines_of
from hw.board_pins import REVISIONS, Board, board_named, model_named
from hw.gpio_lines import DRAIN_US

LONGEST_FILE = 1 << 18
"""Bytes; no honest configuration comes near."""
USUAL_BOARD = "4B"
"""Taken where no board is named and we run on none; its header is that of every board since."""


def read_config(file: Path, here: Board | None = None) -> Config:
    """Read `file`; `here` is the Raspberry Pi that we run on, if we do.

    ConfigError tells all its problems; OSError if the file cannot be read, ValueError for a name
    that no file can have, GpiozeroMissing if nobody knows the pins.
    """
    with file.open("rb") as stream:
        raw = stream.read(LONGEST_FILE + 1)
    return config_in(raw, str(file), here)


def config_in(raw: bytes, file: str, here: Board | None = None) -> Config:
    """Read the bytes of `file`; as `read_config` does."""
    try:
        text = _text(raw)
        values = tomllib.loads(text)
        notes = Notes(lines_of(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, [syntax_problem(error, text)]) from None
    except UnicodeDecodeError as error:
        raise ConfigError(file, [encoding_problem(error)]) from None
    except (ValueError, RecursionError):
        # Numbers of thousands of digits, or brackets hundreds deep.
        words = say("this is no configuration: begin anew from an example")
        raise ConfigError(file, [Problem(1, None, "", words)]) from None
    config = _Reader(Table(notes, values), here).config()
    if config is None:
        raise ConfigError(file, sorted(notes.problems, key=lambda problem: problem.line))
    return config


def _text(raw: bytes) -> str:
    if len(raw) > LONGEST_FILE:
        raise ValueError("too long")
    # Some editors on Windows put a mark before the first letter.
    return raw.decode("utf-8-sig").replace("\r\n", "\n")


class _Reader:
    """Reads the tables of one file in turn."""

    def __init__(self, top: Table, here: Board | None) -> None:
        self._top = top
        self._notes = top.notes
        gpio = top.inner("gpio")
        self._source = gpio.choice("source", list(Source))
        self._drain_us = gpio.integer("drain_us", *DRAIN_RANGE_US) or DRAIN_US
        self._board = _board(gpio, here)
        gpio.done()
        self._pins = Pins(self._board, self._notes)
        self._pads = PadReader(self._pins)
        self._panels = PanelReader(self._pins)
        self._names: dict[str, int] = {}

    def config(self) -> Config | None:
        """Read the rest; None if a problem has been noted."""
        top = self._top
        language = top.choice("language", LANGUAGES)
        settings = _settings(top.inner("input"))
        self._compare(settings)
        rules = top.inner("rules")
        spit_rules, pack_rules = _spit(rules), _pack(rules)
        rules.done()
        seats = [self._seat(seat, table) for seat, table in enumerate(self._tables())]
        self._pins.settle()
        top.done()
        if self._notes.problems:
            return None
        return Config(
            tuple(seats),
            self._board, settings, self._source, self._drain_us, language, spit_rules, pack_rules,
        )  # fmt: skip

    def _compare(self, settings: Settings) -> None:
        """Note that nobody would wait as long as the kernel may take."""
        if settings.hold_ns <= self._drain_us * 1000:
            words = say("no longer than gpio.drain_us, so that pads would seem silent: write more")
            self._notes.note(("input", "hold_ms"), words)

    def _tables(self) -> list[Table]:
        tables = self._top.each("seat")
        if self._top.value("seat") in (None, []):
            words = say("there is none: write [[seat]], below it its buttons and its panel")
            self._top.note("seat", words)
        for table in tables[MOST_SEATS:]:
            words = say("at most {most} play: leave this seat out", most=MOST_SEATS)
            table.note("", words)
        return tables[:MOST_SEATS]

    def _seat(self, seat: int, table: Table) -> SeatConfig:
        name = self._name(seat, table)
        pad = self._pads.read(table, seat)
        panel = None if pad.is_phone else self._panel(seat, table)
        buzzer = self._pins.wire(table, "buzzer", say("the buzzer of seat {seat}", seat=seat + 1))
        led = self._pins.wire(table, "led", say("the LED of seat {seat}", seat=seat + 1))
        table.done()
        return SeatConfig(name, pad.buttons, panel, buzzer, led, pad.usb, pad.is_phone)

    def _panel(self, seat: int, table: Table) -> I2cPanel | SpiPanel | None:
        if not table.needs("panel", "[seat.panel]"):
            return None
        return self._panels.read(table.inner("panel"), seat)

    def _name(self, seat: int, table: Table) -> str | None:
        name = table.text("name", LONGEST_NAME)
        if name is None:
            return None
        first = self._names.setdefault(name, seat)
        if first != seat:
            words = say("seat {seat} is called so too: give each a name of its own", seat=first + 1)
            table.note("name", words)
        return name


def _board(gpio: Table, here: Board | None) -> Board:
    """Take the board that is named; it must be the one we run on, if we do."""
    usual = here or board_named(USUAL_BOARD)
    name = gpio.text("board")
    if name is None:
        return usual
    model = model_named(name)
    if here is not None and here.model not in (name, model):
        words = say("this is a Raspberry Pi {model}: write that, or leave it out", model=here.model)
        gpio.note("board", words)
    elif here is None and model is None:
        gpio.wrong("board", name, say("one of {models}", models=", ".join(REVISIONS)))
    elif here is None and model is not None:
        return board_named(model)
    return usual


def _settings(table: Table) -> Settings:
    given = {
        setting.name: table.integer(setting.name, *RANGES[setting.name])
        for setting in fields(Settings)
    }
    table.done()
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    if settings.qualify_ns > settings.burst_ns:
        words = say("longer than burst_ms, so that no press could count: write less")
        table.note("qualify_us", words)
    return settings


def _spit(rules: Table) -> spit.Rules | None:
    table, usual = rules.inner_if_any("spit"), spit.Rules()
    if table is None:
        return None
    refill = table.choice("refill", list(spit.Refill)) or usual.refill
    lockout_ms = table.integer("lockout_ms", 0, LONGEST_LOCKOUT_MS) or usual.lockout_ms
    table.done()
    return spit.Rules(refill, lockout_ms)


def _pack(rules: Table) -> pack.Rules | None:
    table = rules.inner_if_any("pack")
    if table is None:
        return None
    given = {rule.name: table.flag(rule.name) or False for rule in fields(pack.Rules)}
    table.done()
    return pack.Rules(**given)
