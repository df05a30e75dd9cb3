"""What the window says of each combat on the table: who is in it, who defends, and which card settles it."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.fights import fights
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.phrases import rendered_text
from tests.rules.alien_invasion.field import battle, daleks, group

MEN, FOE = group("a", (10, 10), (11.5, 10)), daleks("d", (10.5, 11))


@pytest.mark.rule("MT-HTH-03", "MT-HTH-04", "MT-HTH-05")
@pytest.mark.parametrize(
    ("row", "passed", "when"),
    [
        (("unit double", "dalek single"), (), "settled after this card"),
        (("unit single", "dalek triple"), (), "settled after the Triple of dalek"),
        (("dalek triple", "unit single"), ("dalek triple",), "settled in a later batch"),
        ((), (), "settled in a later batch"),
    ],
)
def test_the_card_that_settles_a_combat_is_named(row, passed, when):
    (fight,) = fights(battle(MEN, FOE, row=row, passed=passed, combats=(LockedCombat(3, ("a", "d")),)))
    assert rendered_text(fight.words) == f"Combat 3: {when}"
    assert set(fight.pieces) == {piece.id for _, pieces in (MEN, FOE) for piece in pieces}


def test_who_defends_is_said():
    combat = LockedCombat(1, ("a", "d"), defends=(("dalek", "house"),))
    (fight,) = fights(battle(MEN, FOE, row=("unit double",), combats=(combat,)))
    assert rendered_text(fight.words).endswith("; dalek defends house")
