"""Spit once more, straight from the rules' text and as plainly as can be: dicts and lists.

It shares no code with the engine (that is its point), only the words of the records.
"""

from typing import Any

NEIGHBOURS = {
    "A": "K2", "2": "A3", "3": "24", "4": "35", "5": "46", "6": "57", "7": "68",
    "8": "79", "9": "8T", "T": "9J", "J": "TQ", "Q": "JK", "K": "QA",
}  # fmt: skip


class SecondTable:
    def __init__(self, header: dict[str, Any]) -> None:
        self.auto = header["rules"]["refill"] == "auto"
        self.stocks = [list(deck) for deck in header["deal"]]
        self.layouts = [[stock.pop(0) for _ in range(4)] for stock in self.stocks]
        self.piles: list[str | None] = [None, None]
        self.out: int | None = None

    def plays(self) -> list[dict[str, Any]]:
        found = []
        for pile, top in enumerate(self.piles):
            wanted = NEIGHBOURS[top[0]] if top else ""
            for seat, layout in enumerate(self.layouts):
                for slot, card in enumerate(layout):
                    if card and card[0] in wanted:
                        found.append({"move": "play", "seat": seat, "slot": slot, "pile": pile})
        return found

    def draws(self) -> list[dict[str, Any]]:
        if self.auto:
            return []
        return [
            {"move": "draw", "seat": seat}
            for seat in (0, 1)
            if self.stocks[seat] and None in self.layouts[seat]
        ]

    def result(self) -> dict[str, Any] | None:
        if self.out is not None:
            return {"winner": self.out, "reason": "out"}
        if self.stocks[0] or self.stocks[1] or self.plays():
            return None
        held = [sum(card is not None for card in layout) for layout in self.layouts]
        winner = None if held[0] == held[1] else int(held[1] < held[0])
        return {"winner": winner, "reason": "fewest"}

    def legal(self) -> list[dict[str, Any]]:
        if self.result():
            return []
        return self.plays() + self.draws() or [{"move": "spit"}]

    def state(self) -> dict[str, Any]:
        return {
            "stocks": [len(stock) for stock in self.stocks],
            "layouts": [list(layout) for layout in self.layouts],
            "piles": list(self.piles),
            "stuck": self.legal() == [{"move": "spit"}],
            "result": self.result(),
        }

    def do(self, move: dict[str, Any]) -> None:
        if move["move"] == "spit":
            for seat in (0, 1):
                if self.stocks[seat]:
                    self.piles[seat] = self.stocks[seat].pop(0)
            return
        seat = move["seat"]
        if move["move"] == "draw":
            self.layouts[seat][self.layouts[seat].index(None)] = self.stocks[seat].pop(0)
            return
        self.piles[move["pile"]] = self.layouts[seat][move["slot"]]
        refill = self.auto and self.stocks[seat]
        self.layouts[seat][move["slot"]] = self.stocks[seat].pop(0) if refill else None
        if not self.stocks[seat] and self.layouts[seat] == [None] * 4:
            self.out = seat
