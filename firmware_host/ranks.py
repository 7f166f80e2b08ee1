"""Ranks as cards print them: `10` where records write `T`."""

from engine.cards import RANKS, Card


def printed(card: Card | None) -> str:
    """Give what stands on a card; nothing where there is none."""
    rank = RANKS[card.rank] if card else ""
    return "10" if rank == "T" else rank
