"""Odds cards: the exact chances of shots, suppression fire and shots at cover."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.attack.cover_suppression import CoverShot
from battlesim.rulesets.invasion_earth.attack.shooting import ShotAct, shot_at
from battlesim.rulesets.invasion_earth.battle.previews import cover_preview, shot_preview
from battlesim.rulesets.invasion_earth.core.lookups import piece_weapons
from tests.rules.invasion_earth.field import SLR, battle, enemy, model, wall


@pytest.mark.parametrize(
    ("suppresses", "chance", "text"),
    [(False, 3 / 6, "e is removed"), (True, 2 / 6, "e is suppressed, 33 % struck")],
)
def test_the_headline_is_what_the_shot_is_for(suppresses: bool, chance: float, text: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12))
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr", suppresses), "e"))
    assert (card.chance, card.chance_of) == (pytest.approx(chance), text)


def test_a_shot_at_cover_tells_the_chance_of_suppression() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), terrain=[wall("w", -6, 11, 6, 11.25, 0.75)])
    a, e = state.table.piece("a"), state.table.piece("e")
    card = cover_preview(state, CoverShot(a, piece_weapons(a)["slr"], "w", e))
    assert (card.chance, card.chance_of) == (pytest.approx(3 / 6), "e is suppressed")


@pytest.mark.parametrize(("y", "rows"), [(4.0, ["none: it is nearer to a"]), (9.0, [])])
def test_the_card_says_why_what_hides_a_target_is_no_cover(y: float, rows: list[str]) -> None:
    low = wall("low", -5, y, 5, y + 0.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 10.25), terrain=[low])
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr"), "e"))
    assert [row.value for row in card.rows if row.label == "Cover"] == rows
