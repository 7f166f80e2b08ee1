"""How the levels of The Pack's bots fare: the engine and their choices alone.

Nobody gains by being quick there, so no console is needed.
"""

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from engine.bots import Level
from engine.pack import RULES, SEATS, Pack, begin, unshuffled
from engine.pack_bots import choose

CAP = 3000
"""Unfinished after so many turns (P16)."""


class Tournament:
    """Games of one `lone` seat among seats of another level, in turn on every seat.

    Each deal is played once from every seat. `won` and `played` count by the lone one's seat.
    """

    def __init__(self, lone: Level, others: Level, seats: int, games: int) -> None:
        self.won, self.played = [0] * seats, [0] * seats
        self.unfinished = 0
        self.turns = 0
        self.spent_s: list[float] = []
        self._lone = lone
        for game in range(games):
            deal, seat = divmod(game, seats)
            levels = [others] * seats
            levels[seat] = lone
            self._count(seat, self._play(levels, Random(deal), deal % seats))

    def by_seat(self) -> str:
        """Tell how often the lone one has won, in all and on each seat."""
        shares = ", ".join(map(_share, self.won, self.played))
        return f"{_share(sum(self.won), sum(self.played))} of {sum(self.played)} games ({shares})"

    def told(self) -> str:
        """Tell how long the games took, and the lone one's moves."""
        turns = self.turns / sum(self.played)
        median, worst = sorted(self.spent_s)[len(self.spent_s) // 2], max(self.spent_s)
        return (
            f"{turns:.0f} turns a game, {self.unfinished} unfinished; "
            f"a move costs {1e3 * median:.3f} ms (p50), {1e3 * worst:.3f} ms (worst)"
        )

    def _count(self, seat: int, winner: int | None) -> None:
        self.played[seat] += 1
        self.won[seat] += winner == seat
        self.unfinished += winner is None

    def _play(self, levels: Sequence[Level], luck: Random, first: int) -> int | None:
        """Play a game; give who won."""
        (cards,) = unshuffled(len(levels))
        table = begin(RULES, (tuple(luck.sample(cards, len(cards))),), len(levels), first)
        for seat, level in enumerate(levels):
            table = self._moved(table, seat, level, luck)
        for turn in range(CAP):
            if table.result:
                self.turns += turn
                return table.result.winner
            table = self._moved(table, table.turn, levels[table.turn], luck)
        self.turns += CAP
        return None

    def _moved(self, table: Pack, seat: int, level: Level, luck: Random) -> Pack:
        view, chance = table.view(seat), luck.random()
        started = process_time()  # Other programs on this machine are none of its cost.
        move = choose(view, level, chance)
        if level is self._lone:
            self.spent_s.append(process_time() - started)
        return table.after(move)


def measured(pairs: Sequence[tuple[Level, Level]], games: int) -> Iterator[str]:
    """Let each pair of levels play `games` games, then hard among more normal ones."""
    for weaker, stronger in pairs:
        duel = Tournament(stronger, weaker, SEATS[0], games)
        yield f"{stronger} beats {weaker} in {duel.by_seat()}; {duel.told()}"
    for seats in SEATS[1:]:
        table = Tournament(Level.HARD, Level.NORMAL, seats, games)
        among = f"hard among {seats - 1} normal (alike: {_share(1, seats)})"
        yield f"{among} wins {table.by_seat()}; {table.told()}"


def _share(won: int, played: int) -> str:
    return f"{100 * won / max(1, played):.1f} %"
