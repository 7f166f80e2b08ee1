"""Compiles the message catalogs before a wheel is built or Spytt is installed from its source."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = "firmware_host/locale"


class CatalogBuildHook(BuildHookInterface[Any]):
    """Puts a `.mo` beside every `.po`, where gettext looks for it."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalog; git ignores the results, so the wheel must be told of them."""
        for source in sorted(Path(self.root, LOCALE).glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        build_data["artifacts"].append(f"/{LOCALE}/*/LC_MESSAGES/*.mo")
