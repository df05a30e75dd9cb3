"""The ways in which attack dice come (fire, areas, melee, bombs, explosions): what differs, as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way of attack: the words and rules of its rolls, whom it shakes, and which cover helps against it.

    `cover` is seen (partly hidden and touching), touching, close (as the option on melee says) or none.
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


WAYS: Mapping[str, Way] = {
    "fire": Way(
        words="attack dice",
        roll="MI-SHOT-03",
        kill="MI-SHOT-07",
        save="MI-SHOT-09",
        failed="MI-SHOT-10",
        removed="MI-SHOT-12",
        flinch="MI-SHOT-13",
        cover="seen",
        shaken_by_saves=True,
    ),
    "area": Way(
        words="attack dice",
        roll="MI-BSHT-03",
        kill="MI-BSHT-05",
        save="MI-BSHT-06",
        failed="MI-BSHT-06",
        removed="MI-BSHT-07",
        flinch="MI-BSHT-08",
        cover="seen",
        obscured="MI-BCOV-01",
        touching="MI-BCOV-02",
        shaken_by_saves=True,
    ),
    "bomb": Way(
        words="bombs",
        roll="MI-GAP-24",
        kill="MI-SHOT-07",
        save="MI-SHOT-09",
        failed="MI-SHOT-10",
        removed="MI-SHOT-12",
        flinch="MI-GAP-22",
        cover="touching",
        shaken_by_saves=True,
    ),
    "melee": Way(
        words="melee dice",
        roll="MI-BMEL-08",
        kill="MI-BMEL-03",
        save="MI-BMEL-04",
        failed="MI-BMEL-04",
        removed="MI-BMEL-05",
        flinch="MI-BMEL-06",
        cover="close",
        shaken_by_saves=False,
    ),
    "volatile": Way(
        words="explosion",
        roll="MI-BTRT-10",
        kill="MI-BMEL-03",
        save="MI-BMEL-04",
        failed="MI-BMEL-04",
        removed="MI-BMEL-05",
        flinch="MI-GAP-53",
        cover="close",
        shaken_by_saves=False,
    ),
    "interception": Way(
        words="interception",
        roll="MI-GAP-25",
        kill="MI-BMEL-03",
        save="MI-BMEL-04",
        failed="MI-BMEL-04",
        removed="MI-GAP-25",
        flinch="MI-GAP-22",
        cover="none",
        shaken_by_saves=False,
    ),
}
