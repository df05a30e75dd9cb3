"""Explosions, blood and flame: markers come to light first, chains keep their order, a bunker shelters."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import exactly
from battlesim.rulesets.troice_station.attack import bursts, flame
from battlesim.rulesets.troice_station.attack.harm import Burst
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.events import Rolled
from battlesim.table.pieces import Off
from battlesim.table.terrain import Terrain
from battlesim.testing.script import Done

from .things import alien, battle, block, marine, marker, perform, room

AN_ALIEN, NOTHING = 5, 1
"""What a marker holds by the die that turns it over."""


def explode(state: Battle, *dice: int, at: tuple[float, float] = (20.0, 20.0)) -> Done:
    return perform(state, lambda play: bursts.work_through(play, [Burst("dump", at, "d")]), dice=dice)


def burn(state: Battle, *dice: int) -> Done:
    """The flamer at (10, 10) lays his flame to the east."""
    return perform(state, lambda play: flame.burn(play, "f", (30.0, 10.0)), dice=dice)


def rolls(done: Done) -> list[str]:
    """What was rolled for, in order."""
    return [str(event.why) for event in done.of(Rolled)]


# -- markers under a template --


@pytest.mark.rule("TS-GAP-80", "TS-EXPL-03")
def test_an_explosion_turns_a_marker_over_first_and_wounds_what_it_held() -> None:
    done = explode(battle(marker("m", 21, 20), marine("trooper", "a", 18.5, 20)), AN_ALIEN, 1, 6, 6, 1)
    assert rolls(done) == ["what m holds", "a and the explosion", "alien-1 and the explosion"]
    assert done.piece("alien-1").place == Off("lost")


@pytest.mark.rule("TS-GAP-80", "TS-GAP-73")
def test_a_flame_turns_a_marker_over_first_and_wounds_what_it_held() -> None:
    state = battle(marine("flamer", "f", 10, 10), marker("m", 17, 10), marine("trooper", "a", 14, 10))
    done = burn(state, AN_ALIEN, 1, 6, 6, 1)
    assert rolls(done) == ["what m holds", "f burns a", "f burns alien-1"]
    assert done.piece("alien-1").place == Off("lost")


@pytest.mark.rule("TS-GAP-80")
@pytest.mark.parametrize(("x", "turned"), [(22.9, True), (23.1, False)])
def test_a_touch_of_an_explosion_is_enough_to_turn_a_marker_over(x: float, turned: bool) -> None:
    done = explode(battle(marker("m", x, 20)), *([NOTHING] if turned else []))
    assert ("m" not in done.state.table.pieces) is turned


# -- chains --


@pytest.mark.rule("TS-GAP-05")
def test_what_goes_up_first_is_settled_first_and_what_it_sets_off_comes_last() -> None:
    men = [marine("trooper", "a", 21.2, 20), marine("trooper", "b", 41.2, 20)]
    state = battle(alien("x", 20, 20), *men)
    chain = [Burst("grenade", (20.0, 20.0), "g"), Burst("blood", (40.0, 20.0), "y")]
    done = perform(state, lambda play: bursts.work_through(play, chain), dice=(1, 6, 6, 1, 1, 1))
    assert rolls(done) == [
        "a and the explosion",
        "x and the explosion",
        "b and acid blood",
        "a and acid blood",
    ]


@pytest.mark.rule("TS-GAP-05", "TS-EXPL-02", "TS-ALN-14")
@pytest.mark.parametrize("kind", ["grenade", "blood"])
def test_a_marine_killed_by_one_burst_is_not_rolled_for_in_the_next(kind: str) -> None:
    state = battle(marine("trooper", "a", 20.5, 20), marine("trooper", "b", 19.5, 20.5))
    chain = [Burst("grenade", (20.0, 20.0), "g"), Burst(kind, (20.0, 20.0), "g")]  # type: ignore[arg-type]
    dice = (6, 1, 1, 6, *((1, 6) if kind == "grenade" else (1,)))
    done = perform(state, lambda play: bursts.work_through(play, chain), dice=dice)
    assert done.piece("a").spot is None and [words.split()[0] for words in rolls(done)] == ["a", "b", "b"]


# -- the bunker --


def post(kind: str) -> Terrain:
    """A building from (12, 5) to (20, 15) with a slit 1.5 in wide in its west wall, or a bunker."""
    made = room("p", 12, 5, 20, 15, ("slit", (12.0, 9.25), (12.0, 10.75), True))
    traits = ("bunker",) if kind == "bunker" else ()
    return Terrain("p", kind, made.rings, 3.0, traits=traits, openings=made.openings)


@pytest.mark.rule("TS-GAP-62", "TS-WND-09")
@pytest.mark.parametrize(
    ("kind", "x", "largest"), [("bunker", 10.0, 6), ("bunker", 18.0, 9), ("building", 10.0, 9)]
)
def test_only_a_bunker_shelters_from_a_flame_laid_outside_it(kind: str, x: float, largest: int) -> None:
    # D6+5 against D6+1 comes to 11 - 2 = 9 at most, with the +3 of a bunker to 6
    state = battle(marine("flamer", "f", x, 10), marine("trooper", "a", 14, 10), terrain=[post(kind)])
    odds = exactly(lambda: flame.fate(state, state.table.piece("f"), state.table.piece("a")))
    assert max(odds) == largest


@pytest.mark.rule("TS-GAP-62", "TS-GAP-60")
def test_hard_cover_is_no_cover_from_a_flame() -> None:
    wall = block("low_wall", "w", 12, 5, 12.5, 15, 0.65)
    state = battle(marine("flamer", "f", 10, 10), marine("trooper", "a", 14, 10), terrain=[wall])
    odds = exactly(lambda: flame.fate(state, state.table.piece("f"), state.table.piece("a")))
    assert max(odds) == 9
