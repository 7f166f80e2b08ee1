"""`spytt config`: checks a configuration, or prints an example to begin with."""

import argparse
import json
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli.config_file import USUAL, BadConfig, examples, load
from firmware_host.cli.language import told

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from firmware_host.config import Config, Problem

CHECK, EXAMPLE = "check", "example"


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `config check FILE [--json]` and `config example [NAME]`."""
    command = commands.add_parser(
        "config",
        help=_("check a configuration, or print an example"),
        description=_(
            "check FILE tells all that is wrong with a configuration: file, line, key and remedy."
            " example [NAME] prints a file to begin with: {names}."
        ).format(names=", ".join(examples())),
    )
    whats = command.add_subparsers(dest="what", required=True, metavar="WHAT")
    check = whats.add_parser(CHECK, help=_("tell all that is wrong with a configuration"))
    check.add_argument("name", metavar="FILE", help=_("the configuration"))
    check.add_argument("--json", action="store_true", help=_("one JSON object"))
    example = whats.add_parser(EXAMPLE, help=_("print a file to begin with"))
    example.add_argument("name", nargs="?", metavar="NAME", help=", ".join(examples()))
    command.set_defaults(run=run, refuse=command.error)


def run(args: argparse.Namespace) -> int:
    """Check or print; a configuration that cannot be used gives exit code 1."""
    if args.what == CHECK:
        return _check(args.name, as_json=args.json)
    found, name = examples(), args.name or USUAL
    if name not in found:
        names = ", ".join(found)
        args.refuse(told(say("no example {name}: choose {names}", name=repr(name), names=names)))
    print(found[name].read_text(encoding="utf-8"), end="")
    return 0


def _check(name: str, *, as_json: bool) -> int:
    try:
        config = load(Path(name))
    except BadConfig as failure:
        if not as_json:
            raise
        problems = [_as_json(problem) for problem in failure.problems]
        print(json.dumps({"file": name, "fine": False, "problems": problems}, ensure_ascii=False))
        return 1
    if as_json:
        print(json.dumps({"file": name, "fine": True, "problems": []}, ensure_ascii=False))
    else:
        print(f"{name}: {told(_summary(config))}")
    return 0


def _as_json(problem: "Problem") -> dict[str, object]:
    return {
        "line": problem.line,
        "seat": None if problem.seat is None else problem.seat + 1,
        "key": problem.key or None,
        "words": told(problem.words),
    }


def _summary(config: "Config") -> str:
    return say(
        "fine: {seats} with a pad and a panel each, for a Raspberry Pi {model}",
        seats=say("one seat") if len(config.seats) == 1 else say("{n} seats", n=len(config.seats)),
        model=config.board.model,
    )
