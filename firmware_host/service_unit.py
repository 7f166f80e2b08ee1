"""The systemd unit that makes a console of a Raspberry Pi: it plays from switching on."""

from collections.abc import Sequence

GROUPS = ("gpio", "i2c", "spi", "dialout")
"""Who may use pins, buses and serial ports on Raspberry Pi OS."""
STATE = "%S/spytt"
"""Where a service keeps its state: /var/lib/spytt, which systemd makes for it."""

UNIT = """\
[Unit]
Description=Spytt, the card console
# Scores are dated; a Pi has no clock of its own.
After=time-set.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={command}
User={user}
SupplementaryGroups={groups}
StateDirectory=spytt
# lgpio wants to write where it runs.
WorkingDirectory={state}
WatchdogSec=10
TimeoutStartSec=120
TimeoutStopSec=10
Restart=on-failure
RestartSec=3
# A wrong command line does not become right.
RestartPreventExitStatus=2
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
"""


def unit(command: Sequence[str], user: str, groups: Sequence[str] = GROUPS) -> str:
    """Write the unit that runs `command` as `user`; `--state` is added to the command."""
    words = [*map(quoted, command), "--state", STATE]
    return UNIT.format(command=" ".join(words), user=user, groups=" ".join(groups), state=STATE)


def quoted(word: str) -> str:
    """Write a word of a command so that systemd takes it as it is (systemd.service(5))."""
    word = word.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$").replace('"', '\\"')
    is_plain = word and not any(letter.isspace() or letter in "'\"\\;" for letter in word)
    return word if is_plain else f'"{word}"'
