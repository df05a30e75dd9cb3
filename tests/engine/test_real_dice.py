"""Who rolls real dice is told of every die what it is and what it needs."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Against, at_least
from battlesim.table.events import DieResult


def test_each_die_says_what_it_needs() -> None:
    def judge(faces: Sequence[int]) -> list[DieResult]:
        first, second = faces
        return ["kill" if first >= 6 else "hit" if first >= 3 else "miss", "kill" if second >= 9 else "miss"]

    against = Against("3+ or 9+", judge, each=("Missile Team, HE Warhead +2", "Rifles 1, Rifle"))
    assert against.told((6, 6)) == (
        "Missile Team, HE Warhead +2: needs 3+, kills on 6+",
        "Rifles 1, Rifle: no face is enough",
    )


def test_dice_that_are_alike_need_no_words_of_their_own() -> None:
    assert at_least(4).told((6, 6)) == ()
