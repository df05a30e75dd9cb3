"""Dice of a pool on their models: what each order of kinds, or of models at equal distance, comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.cards import chances, cut

from ..attack import odds
from ..attack.allocation import WhichKind, WhoFirst
from ..attack.ways import WAYS
from ..core.state import MI, Battle
from ..core.words import dice_words
from . import areas, foreseen
from .cards import apart

FIRE = WAYS["fire"]


def _allocate(view: Battle, decision: WhichKind | WhoFirst, answer: Sequence[str]) -> Preview:
    """Every model with the dice that it would be given, from the nearest outward."""
    dice = decision.laid(answer)
    shot = odds.odds_of(view, dice, "fire")
    rank = {model: place for place, model in enumerate((*decision.layout.order, *(d.target for d in dice)))}
    lost = sum(one.destroyed for one in shot.targets)
    either = decision.either(answer) if isinstance(decision, WhichKind) else {}
    rows = [PreviewRow("Lost on average", f"{lost:.1f} of {len(shot.targets)}", FIRE.removed)]
    for one in sorted(shot.targets, key=lambda one: rank[one.target]):
        shapes = Counter(die.short for die in dice if die.target == one.target)
        given = ", ".join(f"{count}x {shape}" for shape, count in shapes.items())
        words = f"{given}: lost {100 * one.destroyed:.0f} %"
        more = len(either.get(one.target, (one.target,))) - 1
        names = view.table.called(one.target) + (f" or {more} more" if more else "")
        rows.append(PreviewRow(names, words, "MI-SHOT-05"))
    chance, words, bars = chances(apart(view, shot, MI)[0], view.table.called)
    about = f"{dice_words(len(dice))}, nearest first"
    note = f"{shot.expected:.1f} HP lost on average"
    note += "; which of those at equal distance is asked next" if either else ""
    return Preview(
        "Dice on their models",
        about,
        cut(rows),
        chance,
        words,
        bars,
        note,
        areas=foreseen.set_off(view, foreseen.most(shot)),
        pushes=areas.pushes(view, dice, "fire"),
    )


ALLOCATING: Mapping[tuple[str, str], Callable[[Battle, Any, Any], Preview | None]] = {
    (MI, "allocate"): _allocate
}
