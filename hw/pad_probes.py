"""When a pad with its own clock is probed, and which probes it has not answered; pure."""

from hw.pad_clock import END
from hw.ports import HostNs
from hw.units import MILLISECOND_NS, SECOND_NS

PLAY_NS = 2 * MILLISECOND_NS
"""Between probes, until `PLAYS_NS` after the pad was touched: so near to a press they all count;"""
PLAYS_NS = 500 * MILLISECOND_NS
CALM_NS = 20 * MILLISECOND_NS
"""until `CALMS_NS` after: enough to know whether it is there, and when its clock wraps;"""
CALMS_NS = 60 * SECOND_NS
REST_NS = 200 * MILLISECOND_NS
"""and from then on."""
BURST = 3
BURST_NS = 500_000
"""As many probes, so far apart, where a watermark is waited for."""
MOST_UNANSWERED = 32
"""With more than this under way only the calm pace is kept: a number (u8) must not come twice."""
NUMBERS = 1 << 8
SILENCE_NS = 1 * SECOND_NS
SILENT_QUESTIONS = 4
"""A host that slept has asked fewer than this since: it is not the pad that was silent."""


class Probes:
    """The probes of one pad: `due_ns` is when the next is to be sent (host ns)."""

    def __init__(self, now: HostNs) -> None:
        self.due_ns: int = now
        self._burst = BURST
        self._n = 0
        self._asked: dict[int, HostNs] = {}
        self._awaited: set[int] = set()
        self._touched_ns: int = now
        self._questions = 0
        self._questions_since: int = END

    def ask(self, now: HostNs) -> None:
        """Send a burst from `now` on, or prolong the one under way."""
        if not self._burst and len(self._asked) < MOST_UNANSWERED:
            self.due_ns = min(self.due_ns, now)
        self._burst = BURST

    def touch(self, now: HostNs) -> None:
        """Note that the pad is in use."""
        self._touched_ns = now

    def send(self, now: HostNs) -> int:
        """Note that a probe is sent at `now`; gives its number."""
        self._n = (self._n + 1) % NUMBERS
        self._asked[self._n] = now
        if self._burst:
            self._awaited.add(self._n)
        self.question(now)
        self._burst = max(0, self._burst - 1)
        self.due_ns = now + self._pause_ns(now)
        return self._n

    def question(self, now: HostNs) -> None:
        """Note that something was sent which the pad is to answer."""
        self._questions += 1
        self._questions_since = min(self._questions_since, now)

    def answered(self, n: int) -> HostNs | None:
        """Tell when the probe was sent that is answered now; None if none waits for that answer.

        A line keeps its order, so what was asked before it will not be answered any more.
        """
        if n not in self._asked:
            return None
        self.heard()
        sent = self._asked[n]
        numbers = list(self._asked)
        for earlier in numbers[: numbers.index(n) + 1]:
            del self._asked[earlier]
            self._awaited.discard(earlier)
        return sent

    @property
    def is_awaited(self) -> bool:
        """Tell whether a burst is under way: somebody waits for what it brings."""
        return bool(self._burst or self._awaited)

    def heard(self) -> None:
        """Note that the pad has answered."""
        self._questions, self._questions_since = 0, END

    def forget(self, now: HostNs) -> None:
        """Wait for no answer any more, and begin with a burst; numbers go on."""
        self._asked.clear()
        self._awaited.clear()
        self.heard()
        self.due_ns, self._burst, self._touched_ns = now, BURST, now

    def is_silent(self, now: HostNs) -> bool:
        """Tell whether the pad has left question after question unanswered for a second."""
        is_asked = self._questions >= SILENT_QUESTIONS
        return is_asked and now - self._questions_since >= SILENCE_NS

    def _pause_ns(self, now: HostNs) -> int:
        since_ns = now - self._touched_ns
        if since_ns >= CALMS_NS and not self._burst:
            return REST_NS
        if len(self._asked) >= MOST_UNANSWERED:
            return CALM_NS
        if self._burst:
            return BURST_NS
        return PLAY_NS if since_ns < PLAYS_NS else CALM_NS
