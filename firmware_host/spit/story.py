"""What is told of a game when it is over: runs, contested piles, the quickest hand."""

from dataclasses import dataclass, replace

from firmware_host.words.spit import SpitWords

Quickest = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Run:
    """Plays in a row by one seat."""

    seat: int = 0
    plays: int = 0


NO_RUN = Run()


@dataclass(frozen=True, slots=True)
class Story:
    """The story so far; `quickest` is each seat's shortest time, in ns, from a play becoming
    possible (the later of the pile's top and the card itself appearing) to its touch.
    """

    run: Run = NO_RUN
    longest: Run = NO_RUN
    contested: int = 0
    photo_finishes: int = 0
    quickest: Quickest = (None, None)

    def after_play(self, seat: int, reaction_ns: int) -> "Story":
        """Tell on after a card of `seat` has landed."""
        run = Run(seat, self.run.plays + 1 if seat == self.run.seat else 1)
        longest = run if run.plays > self.longest.plays else self.longest
        # A touch dated before what it landed on was aimed at something else: no reaction.
        is_reaction = reaction_ns > 0
        quickest = _sooner(self.quickest, seat, reaction_ns) if is_reaction else self.quickest
        return replace(self, run=run, longest=longest, quickest=quickest)

    def after_contest(self, is_photo_finish: bool) -> "Story":
        """Tell on after both hands reached for one pile."""
        return replace(
            self,
            contested=self.contested + 1,
            photo_finishes=self.photo_finishes + is_photo_finish,
        )

    def lines(self, names: tuple[str, ...], words: SpitWords) -> tuple[str, ...]:
        """Tell it in short lines; what did not happen is not told."""
        run, contest = self._run_line(names, words), self._contest_line(words)
        return (*run, *contest, *self._quickest_line(names, words))

    def _run_line(self, names: tuple[str, ...], words: SpitWords) -> tuple[str, ...]:
        if not self.longest.plays:
            return ()
        return (words.longest_run(names[self.longest.seat], self.longest.plays),)

    def _contest_line(self, words: SpitWords) -> tuple[str, ...]:
        return (words.contested(self.contested, self.photo_finishes),) if self.contested else ()

    def _quickest_line(self, names: tuple[str, ...], words: SpitWords) -> tuple[str, ...]:
        times = [(ns, seat) for seat, ns in enumerate(self.quickest) if ns is not None]
        if not times:
            return ()
        reaction_ns, seat = min(times)
        return (words.quickest_hand(names[seat], reaction_ns),)


def _sooner(quickest: Quickest, seat: int, reaction_ns: int) -> Quickest:
    before = quickest[seat]
    best = reaction_ns if before is None else min(before, reaction_ns)
    return (best, quickest[1]) if seat == 0 else (quickest[0], best)
