"""Cover: what counts as hidden, and what that adds to a defence."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import shooting, to_hit, wound_rolls
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground.sight import shooting_rules, sight_verdict
from battlesim.table.terrain import Terrain

from .fire_steps import needs
from .things import alien, battle, block, line, marine, room


def added(state: Battle, firer: str = "x", target: str = "a") -> int:
    """What cover adds to a marine's defence against a creature."""
    by, at = state.table.piece(firer), state.table.piece(target)
    return wound_rolls.cover_from_fire(
        state, by, at, shooting.sight_verdict(state, by, at, shooting_rules(state))
    ).value


@pytest.mark.rule("TS-WND-08", "TS-GAP-60")
@pytest.mark.parametrize(("option", "cover"), [("bunker_only", 1), ("over_half", 3)])
def test_hard_cover_counts_for_the_wound_too(option, cover):
    house = room("h", 5, 5, 11.0, 15, ("window", (11.0, 9.25), (11.0, 10.75), True))
    state = battle(
        marine("trooper", "a", 10.2, 10), alien("x", 16, 10), terrain=[house], options={"total_cover": option}
    )
    assert added(state) == cover


@pytest.mark.rule("TS-GAP-60")
def test_a_drift_conceals_and_is_no_cover():
    state = battle(
        marine("trooper", "a", 10, 10), alien("x", 15, 10), terrain=[block("drift", "d", 8, 8, 11, 12)]
    )
    assert (added(state), needs(state, "x", "a")) == (0, 4)


@pytest.mark.rule("TS-WND-09")
def test_a_bunker_is_total_cover_from_outside_alone():
    slit = ("slit", (12.0, 9.25), (12.0, 10.75), True)
    post = Terrain(
        "p",
        "bunker",
        room("p", 6, 5, 12, 15, slit).rings,
        3.0,
        traits=("bunker",),
        openings=room("p", 6, 5, 12, 15, slit).openings,
    )
    outside = battle(marine("trooper", "a", 11, 10), alien("x", 14, 10), terrain=[post])
    inside = battle(marine("trooper", "a", 11, 10), alien("x", 8, 10), terrain=[post])
    assert (added(outside), added(inside)) == (3, 0)


class Seen:
    """How much is seen of a target, behind something hard."""

    hard = True

    def __init__(self, share: float) -> None:
        self.share = share


@pytest.mark.rule("TS-GAP-60", "TS-FIRE-01", "TS-WND-09")
@pytest.mark.parametrize(("share", "cover"), [(0.7, 1), (0.5, 1), (0.49, 3)])
def test_total_cover_by_option_begins_beyond_one_half(share: float, cover: int) -> None:
    state = battle(*line(10), alien("x", 14, 10), options={"total_cover": "over_half"})
    found = wound_rolls.cover_from_fire(state, *map(state.table.piece, "ax"), Seen(share))  # type: ignore[arg-type]
    assert found.value == cover


@pytest.mark.rule("TS-GAP-62")
@pytest.mark.parametrize(("kind", "x"), [("low_wall", 23.0), ("low_wall", 19.5), ("carpet", 20.4)])
def test_what_does_not_lie_between_or_is_not_known_is_no_cover(kind: str, x: float) -> None:
    state = battle(marine("trooper", "a", 22, 20), terrain=[block(kind, "w", x, 18, x + 0.2, 22)])
    assert wound_rolls.cover_from_blast(state, (20, 20), state.table.piece("a")).value == 0


class Share:
    """What is seen of a target."""

    def __init__(self, hidden: float) -> None:
        self.share = 1.0 - hidden


@pytest.mark.rule("TS-GAP-47", "TS-FIRE-06", "TS-FIRE-07")
@pytest.mark.parametrize(
    ("option", "bands"),
    [("lower_limits", [0, 0, 1, 1, 2, 2]), ("upper_limits", [0, 1, 1, 2, 2, 2])],
)
def test_what_hidden_shares_count_for(option: str, bands: list[int]) -> None:
    state = battle(options={"concealment_bands": option})
    found = [
        sum(one.value for one in to_hit.concealment_modifiers(state, Share(hidden)))  # type: ignore[arg-type]
        for hidden in (0.0, 0.2, 0.25, 0.26, 0.5, 0.9)
    ]
    assert found == bands


@pytest.mark.rule("TS-GAP-47", "TS-GAP-48")
@pytest.mark.parametrize(("hidden", "words"), [(0.9999, "99%"), (0.4999, "49%"), (0.5, "50%"), (0.29, "29%")])
def test_no_share_is_said_to_be_hidden_that_would_count_for_more(hidden: float, words: str) -> None:
    (one,) = to_hit.concealment_modifiers(battle(), Share(hidden))  # type: ignore[arg-type]
    assert one.words == f"{words} of it is hidden"


@pytest.mark.rule("TS-WND-08", "TS-GAP-60")
def test_cover_is_said_beside_the_total_of_a_wound_and_a_defence_alone_is_not() -> None:
    beast = alien("x", 10, 10)
    state, covers = battle(beast), (wound_rolls.HARD_COVER, wound_rolls.NO_COVER)
    covered, bare = (wound_rolls.wound_roll(state, 2, "a", beast, "gunfire", one) for one in covers)
    assert covered.value_text((6, 1)) == "6+2 = 8 against 1+5 = 6 (+4 Defence, +1 hard cover): +2"
    assert bare.value_text((6, 1)) == "6+2 = 8 against 1+4 = 5: +3"


BUNKER = Terrain(
    "b",
    "building",
    (((8.0, 8.0), (14.0, 8.0), (14.0, 14.0), (8.0, 14.0)),),
    3.0,
    traits=("bunker",),
    openings=room("b", 8, 8, 14, 14).openings,
)


@pytest.mark.rule("TS-GAP-60", "TS-GAP-62", "TS-WND-02", "TS-WND-09", "TS-FIRE-01")
@pytest.mark.parametrize(
    ("at", "origin", "cover"), [((11, 11), (30, 11), 3), ((11, 11), (9, 9), 0), ((20, 11), (30, 11), 0)]
)
def test_a_bunker_shelters_from_flame_who_is_inside_when_the_flamer_is_not(
    at: Any, origin: Any, cover: int
) -> None:
    state = battle(marine("trooper", "a", *at), terrain=[BUNKER])
    assert wound_rolls.cover_from_flame(state, origin, state.table.piece("a")).value == cover


@pytest.mark.rule("TS-GAP-62")
@pytest.mark.parametrize(("kind", "cover"), [("drift", 0), ("low_wall", 1), ("rubble", 1), ("fuel_dump", 0)])
def test_only_hard_things_are_cover_from_a_blast(kind: str, cover: int) -> None:
    state = battle(marine("trooper", "a", 22, 20), terrain=[block(kind, "w", 20.4, 18, 20.6, 22)])
    assert wound_rolls.cover_from_blast(state, (20, 20), state.table.piece("a")).value == cover


@pytest.mark.rule("TS-GAP-60", "TS-FIRE-01", "TS-WND-08", "TS-GAP-48")
@pytest.mark.parametrize(("option", "cover"), [("bunker_only", 1), ("over_half", 3)])
def test_more_than_half_behind_a_wall_is_total_cover_by_option_alone(option: str, cover: int) -> None:
    wall = block("medium_wall", "w", 18, 0, 18.5, 20, 1.0)
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "x", 19.2, 10),
        terrain=[wall],
        options={"total_cover": option},
    )
    by, target = state.table.piece("a"), state.table.piece("x")
    assert wound_rolls.cover_from_fire(state, by, target, sight_verdict(state, by, target)).value == cover
