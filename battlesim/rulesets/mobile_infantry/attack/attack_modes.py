"""The modes of attack, such as fire, melee and explosions, with their differences as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace


class AttackMode(msgspec.Struct, frozen=True, kw_only=True):
    """A mode of attack, with the texts and rules of its rolls and the cover that applies to it.

    `cover` is "seen" (partly hidden or touching), "touching", "close" (as set by the option for melee) or
    "none". If `shaken_by_saves` is true, models that pass their Saves flinch too.
    """

    words: str
    roll: str
    kill: str
    save: str
    failed: str
    removed: str
    flinch: str
    cover: str
    obscured: str = "MI-COVR-01"
    touching: str = "MI-COVR-03"
    shaken_by_saves: bool


PUSH = "MI-GAP-22"
AIRSTRIKE = "MI-GAP-24"
INTERCEPTION = "MI-GAP-25"
EXPLOSION = "MI-BTRT-10"
AREA_SAVE = "MI-BSHT-06"
MELEE_SAVE = "MI-BMEL-04"
FIRE_MODE = AttackMode(
    words="attack dice",
    roll="MI-SHOT-03",
    kill="MI-SHOT-07",
    save="MI-SHOT-09",
    failed="MI-SHOT-10",
    removed="MI-SHOT-12",
    flinch="MI-SHOT-13",
    cover="seen",
    shaken_by_saves=True,
)
MELEE_MODE = AttackMode(
    words="melee dice",
    roll="MI-BMEL-08",
    kill="MI-BMEL-03",
    save=MELEE_SAVE,
    failed=MELEE_SAVE,
    removed="MI-BMEL-05",
    flinch="MI-BMEL-06",
    cover="close",
    shaken_by_saves=False,
)
ATTACK_MODES: Mapping[str, AttackMode] = {
    "fire": FIRE_MODE,
    "area": AttackMode(
        words="attack dice",
        roll="MI-BSHT-03",
        kill="MI-BSHT-05",
        save=AREA_SAVE,
        failed=AREA_SAVE,
        removed="MI-BSHT-07",
        flinch="MI-BSHT-08",
        cover="seen",
        obscured="MI-BCOV-01",
        touching="MI-BCOV-02",
        shaken_by_saves=True,
    ),
    "bomb": replace(FIRE_MODE, words="bombs", roll=AIRSTRIKE, flinch=PUSH, cover="touching"),
    "melee": MELEE_MODE,
    "volatile": replace(MELEE_MODE, words="explosion", roll=EXPLOSION, flinch="MI-GAP-53"),
    "interception": replace(
        MELEE_MODE, words="interception", roll=INTERCEPTION, removed=INTERCEPTION, flinch=PUSH, cover="none"
    ),
}
