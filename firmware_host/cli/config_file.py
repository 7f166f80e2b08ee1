"""The configuration that the user named, or the command fails telling all its problems."""

from pathlib import Path

from engine.messages import say
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import spoken
from firmware_host.config import Config, ConfigError, Problem
from firmware_host.config_read import read_config
from firmware_host.reasons import reason_of
from firmware_host.words import words_in
from hw.board_pins import GpiozeroMissing, this_board
from hw.wording import advised, install

EXAMPLES = Path(__file__).parents[1] / "examples"
USUAL = "one-bus"
"""The example of the usual build."""
BUILDS = {
    "one-bus": say('two 0.96" panels (SSD1306) on one I2C bus: the usual build'),
    "two-buses": say('two 0.96" panels (SSD1306), each on an I2C bus of its own'),
    "sh1106": say('two 1.3" panels (SH1106) on one I2C bus'),
    "spi": say('two 2.42" panels (SSD1309) on SPI'),
    "nano": say("two Nanos on USB as pads"),
    "mixed": say("a pad on the Pi's pins beside one on USB"),
    "phone": say("a pad on the Pi's pins beside a phone"),
}
"""What each example is for."""


class BadConfig(Failure):
    """A configuration has `problems`, told a line each: `FILE:LINE: seat, key: what and remedy`."""

    def __init__(self, error: ConfigError) -> None:
        first, *others = error.problems
        super().__init__(_lines(first, others, error.file))
        self.place = f"{error.file}:{first.line}"
        self.problems = error.problems


def load(file: Path) -> Config:
    """Read a configuration; on a Raspberry Pi also against its own pins. Failure if it cannot."""
    try:
        return read_config(file, this_board())
    except ConfigError as error:
        raise BadConfig(error) from None
    except GpiozeroMissing:
        words = say("gpiozero, which knows the pins, is missing")
        raise Failure(advised(words, install("pi"))) from None
    except (OSError, ValueError) as error:
        # A name with a NUL in it never reaches the system.
        words = say("{file}: {why}: name a file that can be read", file=file, why=reason_of(error))
        raise Failure(words) from None


def names_in(config: Config) -> tuple[str, ...]:
    """Name everybody by seat: as the file does, else as usual in its language or the user's."""
    usual = words_in(config.language or spoken()).names.seats()
    return tuple(it.name or usual[seat] for seat, it in enumerate(config.seats))


def examples() -> dict[str, Path]:
    """Find the examples, by name."""
    return {file.stem: file for file in sorted(EXAMPLES.glob("*.toml"))}


def _lines(first: Problem, others: list[Problem], file: str) -> str:
    """Join what is told of each problem; where the first stands, the failure's place says."""
    values: dict[str, object] = {"first": first.told}
    template = "{first}"
    for number, problem in enumerate(others):
        # No text of its own: the catalogs need not know of it.
        template += f"\n{{file}}:{problem.line}: {{other{number}}}"
        values[f"other{number}"] = problem.told
    return say(template, file=file, **values)
