"""Who has a pad: people, by seat, and the bots that may sit down where no person does."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from engine.games import MOST_SEATS
from firmware_host.bot_hand import BotHand
from firmware_host.console import Console
from firmware_host.idle import Idle
from firmware_host.match_state import Match
from firmware_host.settings import Settings
from hw.ports import Arrival, Clock, PadInfo

PAD_NAMES = ("a", "b", "c", "d", "e")
SEATS = range(MOST_SEATS)
"""The seats of the largest table."""

PHONE_HOLD_MS = 250
"""A phone on Wi-Fi dozes between packets, and one that is slow paints for long."""


def pad_info(seat: int, clock: Clock = Clock.HOST) -> PadInfo:
    """Name the pad of a seat."""
    return PadInfo(PAD_NAMES[seat], seat, clock)


def phone_info(seat: int) -> PadInfo:
    """Name the pad of a seat that plays on a phone."""
    return replace(pad_info(seat, Clock.OWN), hold_ms=PHONE_HOLD_MS)


def bots_at(seats: Iterable[int], seed: int) -> tuple[BotHand, ...]:
    """Give the hands of bots that hold the pads of their seats, with luck of their own."""
    return tuple(BotHand(pad_info(seat), _luck(seed, seat)) for seat in seats)


def spare_bots(seed: int) -> tuple[BotHand, ...]:
    """Give the hands of bots that may sit at any seat but the first, which is always a person's."""
    infos = (PadInfo(f"bot {PAD_NAMES[seat]}", seat, Clock.HOST) for seat in SEATS[1:])
    return tuple(BotHand(info, _luck(seed, info.seat)) for info in infos)


def all_pads(pads: Sequence[PadInfo], seed: int) -> tuple[PadInfo, ...]:
    """Give every pad that the input layer hears: people's, and bots'."""
    return (*pads, *(bot.info for bot in spare_bots(seed)))


def console_of(
    match: Match,
    pads: Sequence[PadInfo],
    settings: Settings,
    tap: Callable[[Arrival], None] | None = None,
) -> Console:
    """Give the console that people play on with `pads`, each with a panel; it rests when idle."""
    seed = match.setup.seed
    return Console(
        match,
        pads,
        bots=spare_bots(seed),
        panels=len(pads),
        coin=seed,
        settings=settings,
        tap=tap,
        idle=Idle([info.pad for info in pads], seed),
    )


def _luck(seed: int, seat: int) -> Random:
    return Random(f"{seed} bot {seat}")
