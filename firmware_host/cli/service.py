"""`spytt service`: prints the systemd unit that starts the console when the Pi is switched on."""

import argparse
import os
import shlex
import sys
import sysconfig
from collections.abc import Collection, Mapping
from gettext import gettext as _
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli.config_file import load
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import told
from firmware_host.service_unit import GROUPS, unit

if TYPE_CHECKING:
    from argparse import _SubParsersAction

CONFIG = Path("console.toml")
INSTALL = (
    "{service} | sudo tee /etc/systemd/system/spytt.service && sudo systemctl enable --now spytt"
)


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `service [--config FILE] [--user NAME]`."""
    command = commands.add_parser(
        "service", help=_("print the systemd unit that starts the console")
    )
    command.add_argument(
        "--config",
        type=Path,
        default=CONFIG,
        metavar="FILE",
        help=_("the console's configuration (default: %(default)s)"),
    )
    command.add_argument("--user", metavar="NAME", help=_("who runs it (default: you)"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the unit on stdout, and on stderr what to do with it."""
    import pwd

    if args.config == CONFIG and not CONFIG.exists():
        raise Failure(
            say(
                "there is no {file} here: name your configuration with --config, or begin one with"
                " spytt config example > {file}",
                file=CONFIG,
            )
        )
    load(args.config)  # A unit for what cannot be played on would start it over and over.
    users = {entry.pw_name for entry in pwd.getpwall()}
    command = (str(this_command()), "play", "--config", str(args.config.absolute()))
    print(unit(command, _user(args.user or caller(os.environ), users), _groups()), end="")
    words = say(
        "to start it now and whenever the Pi is switched on: {install}", install=_install(args)
    )
    print(f"spytt: {told(words)}", file=sys.stderr)
    return 0


def _install(args: argparse.Namespace) -> str:
    """Tell what to type, with all that was given now."""
    words = ["spytt" if which("spytt") else str(this_command()), "service"]
    if args.config != CONFIG:
        words += ["--config", str(args.config)]
    if args.user is not None:
        words += ["--user", args.user]
    return INSTALL.format(service=shlex.join(words))


def this_command() -> Path:
    """Tell where the very `spytt` is that runs now."""
    installed = Path(sysconfig.get_path("scripts")) / "spytt"
    return installed if installed.exists() else Path(sys.argv[0]).absolute()


def caller(environ: Mapping[str, str]) -> str:
    """Tell who runs this, behind sudo too."""
    import pwd

    return environ.get("SUDO_USER") or pwd.getpwuid(os.getuid()).pw_name


def _user(name: str, users: Collection[str]) -> str:
    if name not in users:
        raise Failure(say("there is no user {name} here: name another with --user", name=name))
    return name


def _groups() -> tuple[str, ...]:
    """List the groups that this system has; systemd starts nothing for one that is missing."""
    import grp

    known = {entry.gr_name for entry in grp.getgrall()}
    return tuple(group for group in GROUPS if group in known) or GROUPS
