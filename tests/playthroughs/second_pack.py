"""The Pack once more, straight from the rules' text and as plainly as can be: dicts and lists.

It shares no code with the engine (that is its point), only the words of the records.
"""

from itertools import combinations, groupby
from operator import itemgetter
from typing import Any

UPWARDS = "3456789TJQKA"
first = itemgetter(0)
SORTED = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
PLACES = {card: place for place, card in enumerate(SORTED)}


class SecondPack:
    def __init__(self, header: dict[str, Any]) -> None:
        self.rules = header["rules"]
        self.turn = header["first"]
        self.draw = list(header["deal"])
        count = header["players"]
        self.down: list[list[str | None]] = [[] for _ in range(count)]
        self.hands: list[list[str]] = [[] for _ in range(count)]
        self.up: list[list[str | None]] = [[] for _ in range(count)]
        for number in range(9):
            for step in range(count):
                seat = (self.turn + step) % count
                (self.down if number < 3 else self.hands)[seat].append(self.draw.pop(0))
        self.discard: list[str] = []
        self.burnt = 0
        self.winner: int | None = None

    def fits(self, card: str) -> bool:
        if not self.discard or card[0] in "2T" or self.discard[-1][0] == "2":
            return True
        return UPWARDS.index(card[0]) >= UPWARDS.index(self.discard[-1][0])

    def plays(self) -> list[list[str]]:
        seat = self.turn
        source = self.hands[seat] or [card for card in self.up[seat] if card]
        at_most = 8 if self.hands[seat] or self.rules.get("several_face_up") else 1
        found: set[tuple[str, ...]] = set()
        for _, cards in groupby(sorted(filter(self.fits, source), key=PLACES.__getitem__), first):
            group = list(cards)
            for count in range(1, min(at_most, len(group)) + 1):
                found.update(combinations(group, count))
        return [list(cards) for cards in found]

    def flips(self) -> list[int]:
        seat = self.turn
        if self.hands[seat] or any(self.up[seat]):
            return []
        return [slot for slot in range(3) if self.down[seat][slot]]

    def legal(self) -> list[dict[str, Any]]:
        seat = self.turn
        if self.winner is not None or [] in self.up:
            return []
        found: list[dict[str, Any]] = []
        found += [{"move": "play", "seat": seat, "cards": cards} for cards in self.plays()]
        found += [{"move": "flip", "seat": seat, "slot": slot} for slot in self.flips()]
        if not found or (self.rules.get("voluntary_pickup") and self.discard):
            take = {"move": "pickup", "seat": seat}
            up = {card for card in self.up[seat] if card}
            if self.rules.get("take_one_face_up") and up and not self.hands[seat]:
                found += [{**take, "card": card} for card in up]
            else:
                found.append(take)
        return found

    def state(self) -> dict[str, Any]:
        over = self.winner is not None
        return {
            "phase": "over" if over else "choose" if [] in self.up else "play",
            "turn": self.turn,
            "draw": len(self.draw),
            "discard": list(self.discard),
            "burnt": self.burnt,
            "hands": [sorted(hand, key=PLACES.__getitem__) for hand in self.hands],
            "up": [list(up) for up in self.up],
            "down": [[card is not None for card in down] for down in self.down],
            "result": {"winner": self.winner, "reason": "out"} if over else None,
        }

    def do(self, move: dict[str, Any]) -> None:
        seat = move["seat"]
        if move["move"] == "choose":
            self.up[seat] = list(move["cards"])
            for card in move["cards"]:
                self.hands[seat].remove(card)
            if [] not in self.up:
                self.discard.append(self.draw.pop(0))
        elif move["move"] == "play":
            from_hand = bool(self.hands[seat])
            for card in move["cards"]:
                if from_hand:
                    self.hands[seat].remove(card)
                else:
                    self.up[seat][self.up[seat].index(card)] = None
            self.lay(move["cards"])
        elif move["move"] == "flip":
            card = self.down[seat][move["slot"]]
            assert card is not None
            self.down[seat][move["slot"]] = None
            if self.fits(card):
                self.lay([card])
            else:
                self.take(card)
        elif "card" in move:
            self.up[seat][self.up[seat].index(move["card"])] = None
            self.take(move["card"])
        else:
            self.take()

    def take(self, *along: str) -> None:
        self.hands[self.turn] += [*self.discard, *along]
        self.discard.clear()
        self.turn = (self.turn + 1) % len(self.hands)

    def lay(self, cards: list[str]) -> None:
        seat = self.turn
        self.discard += cards
        rank = cards[0][0]
        is_ten = rank == "T"
        is_four = not is_ten and [card[0] for card in self.discard[-4:]] == [rank] * 4
        if is_ten or is_four:
            self.burnt += len(self.discard)
            self.discard.clear()
        while self.draw and len(self.hands[seat]) < 3:
            self.hands[seat].append(self.draw.pop(0))
        if not self.hands[seat] and not any(self.up[seat]) and not any(self.down[seat]):
            self.winner = seat
        elif not is_ten and not (is_four and self.rules.get("four_plays_again")):
            self.turn = (seat + 1) % len(self.hands)
