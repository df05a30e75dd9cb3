"""What the open cards mean for one side: who acts before it, and which fight is settled on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from battlesim.engine.cards_and_counts import Card
from battlesim.engine.ruleset import GameFacts, OngoingFight
from battlesim.table.ids import SideKey
from battlesim.table.state import Table

TIMES = {1: "", 2: " twice"}
"""How often a side acts, after its name; higher numbers are written as digits."""


def forecast(facts: GameFacts, table: Table, own: SideKey) -> str:
    """Return what comes until the next card of a side, such as "next: Red twice, then you"; "" if nothing.

    The card in play is not told, as it is seen, nor a card whose side can do nothing. Only open cards are
    known.
    """
    names = {side.key: side.name for side in table.sides}
    steps = list(_steps(facts, table, own, names))
    if not own or not steps:
        return ""
    return f"next: {', then '.join(steps)}"


def _steps(facts: GameFacts, table: Table, own: SideKey, names: Mapping[SideKey, str]) -> Iterator[str]:
    mine = [fight for fight in facts.fights if any(_side(table, piece) == own for piece in fight.pieces)]
    now = next((k for k, card in enumerate(facts.cards) if card.state == "now"), -1)
    if now >= 0:
        yield from _settled(mine, now)
    coming = [(k, card) for k, card in enumerate(facts.cards) if card.state == "open"]
    settling = {fight.card for fight in mine}
    told = [(k, card) for k, card in coming if _is_played(card) or k in settling]
    for (side, acts), cards in groupby(told, key=lambda item: (item[1].side, _is_played(item[1]))):
        places = [place for place, _ in cards]
        if side == own and acts:
            yield "you"
            return
        if acts:
            yield f"{names.get(side, 'an event')}{TIMES.get(len(places), f' {len(places)} times')}"
        for place in places:
            yield from _settled(mine, place)
    if coming:
        yield "the end" if facts.ends_now else "a new batch"


def _is_played(card: Card) -> bool:
    """Return whether a card does anything: it is an event, or gives its side actions."""
    return not card.side or card.pips > 0


def _settled(fights: list[OngoingFight], place: int) -> Iterator[str]:
    return (fight.name for fight in fights if fight.card == place)


def _side(table: Table, piece: str) -> str:
    found = table.pieces.get(piece)
    return found.side if found else ""
