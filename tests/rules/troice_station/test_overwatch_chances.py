"""Chances of Overwatch: the exact place on a way at which a shot is offered."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import HOME, LEFT, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.creatures.creature_actions import CREATURE_ACTIONS
from battlesim.rulesets.troice_station.overwatch import reactions
from battlesim.rulings.watch_intervals import PathInterval

from .creature_steps import HUT, SLIT
from .rule_marks import WATCH, WAYS
from .things import alien, battle, line, marine, perform, trooper
from .way_steps import FIRED, ends, gone, waits


@pytest.mark.rule("TS-GAP-26")
def test_overwatch_is_offered_before_a_spit_and_before_a_door_opens() -> None:
    watcher = trooper("1A-3", 17, 3, marks=[OVERWATCH])
    spits = battle(alien("a", 17, 10, marks=[HOME]), trooper("1A-2", 21, 10), watcher, terrain=[SLIT])
    state = spits.with_table(spits.table.with_pieces(spits.table.piece("a").with_mark(LEFT, 1)))
    option = next(iter(CREATURE_ACTIONS["spit"].offers(state, state.table.piece("a"))))
    done = perform(state, lambda play: CREATURE_ACTIONS["spit"].perform(play, option), dice=[1])
    assert "as it spits" in str(done.asked[0].prompt)
    opens = battle(alien("a", 19.375, 10), trooper("1A-2", 26, 10), watcher, terrain=[HUT])
    option = next(iter(CREATURE_ACTIONS["open"].offers(opens, opens.table.piece("a"))))
    done = perform(opens, lambda play: CREATURE_ACTIONS["open"].perform(play, option))
    assert "as it opens a door" in str(done.asked[0].prompt)


@pytest.mark.rule("TS-GAP-26", "TS-ACT-14")
@pytest.mark.parametrize(("x", "to", "along"), [(15.0, 25.0, 1.0), (18.2, 25.0, 0.0), (15.0, 15.5, 0.5)])
def test_a_flame_that_catches_already_waits_for_an_inch_if_it_then_still_does(
    x: float, to: float, along: float
) -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=[OVERWATCH]), alien("x", x, 10))
    (chance,) = reactions.overwatch_chances(state, state.table.piece("x"), ((x, 10.0), (to, 10.0)), None)
    assert chance.along == pytest.approx(along, abs=0.001)


def chances(state: Battle, to: tuple[float, float], contact: float | None = None) -> list[float]:
    piece = state.table.piece("x")
    return [one.along for one in reactions.overwatch_chances(state, piece, (piece.xy, to), contact)]


@WATCH
@pytest.mark.parametrize(
    ("state", "contact", "along"),
    [
        (waits(30), None, [6.875]),
        (waits(30), 3.0, []),
        (waits(20), 0.05, [0.0]),
        (waits(20), None, [1.0]),
        (waits(20, passed=FIRED), None, []),
        (waits(20, marks=()), None, []),
    ],
)
def test_the_chance_on_a_way_comes_before_contact_and_once(
    state: Battle, contact: Any, along: list[float]
) -> None:
    assert chances(state, (18.0, 10.0), contact) == pytest.approx(along, abs=0.01)


@WATCH
@pytest.mark.parametrize(
    ("seen", "last", "along"),
    [((0.0, 5.0), 9.0, 1.0), ((0.0, 0.4), 9.0, 0.4), ((0.0, 5.0), 0.7, 0.7), ((0.5, 5.0), 9.0, 0.5)],
)
def test_who_is_seen_at_once_is_fired_at_after_an_inch_else_at_first_sight(
    seen: Any, last: float, along: float
) -> None:
    assert reactions._first(PathInterval(*seen), last) == along


@WATCH
@pytest.mark.parametrize(
    ("seen", "last", "along"),
    [
        ([(0.0, 4.0), (8.0, 15.0)], 15.0, 10.0),
        ([(0.0, 4.0), (8.0, 15.0)], 9.0, 9.0),
        ([(0.0, 4.0)], 15.0, 4.0),
    ],
)
def test_the_best_moment_is_where_it_is_nearest_while_it_is_seen(
    seen: Any, last: float, along: float
) -> None:
    state = waits(20, 14)
    found = reactions._nearest(
        ((20.0, 14.0), (5.0, 14.0)), [PathInterval(*one) for one in seen], last, state.table.piece("a")
    )
    assert found == pytest.approx(along, abs=0.01)


def in_sight(state: Battle, to: tuple[float, float], along: float, last: float) -> tuple[float, Any]:
    """The place that is found about one on a way, and whether x is seen after so many inches."""
    firer, piece = state.table.piece("a"), state.table.piece("x")
    path = (piece.xy, to)

    def seen(inches: float) -> bool:
        return shooting.can_see_target(state, firer, reactions._at(state.table.ground, piece, path, inches))

    return reactions._in_sight(state, firer, piece, path, along, last), seen


@WATCH
@pytest.mark.parametrize(("x", "along"), [(30.0, 6.8665), (30.0, 6.867), (30.0, 6.8675), (23.3, 0.1665)])
def test_a_shot_comes_at_the_first_place_near_by_that_is_seen(x: float, along: float) -> None:
    found, seen = in_sight(waits(x), (18.0, 10.0), along, 12.0)
    assert not seen(along) and seen(found) and not seen(found - 0.00051)
    assert abs(found - along) < 0.01


@WATCH
@pytest.mark.parametrize("along", [3.1325, 3.133, 3.1335])
def test_where_it_goes_out_of_sight_the_place_is_looked_for_backwards(along: float) -> None:
    found, seen = in_sight(waits(20), (30.0, 10.0), along, 9.0)
    assert not seen(along) and seen(found) and not seen(found + 0.00051)
    assert abs(found - along) < 0.01


@WATCH
@pytest.mark.parametrize(
    ("x", "to", "along", "last", "found"),
    [
        (30.0, 18.0, 8.0, 8.0, 8.0),
        (20.0, 18.0, 0.0, 2.0, 0.0),
        (30.0, 18.0, 6.867, 6.867, 6.867),
        (30.0, 18.0, 3.0, 9.0, 3.0),
    ],
)
def test_a_place_in_sight_stays_and_none_is_looked_for_beyond_the_last(
    x: float, to: float, along: float, last: float, found: float
) -> None:
    assert in_sight(waits(x), (to, 10.0), along, last)[0] == found


def caught(state: Battle, *path: tuple[float, float], last: float = 9.0) -> float | None:
    firer, piece = state.table.piece("a"), state.table.piece("x")
    return reactions._caught(state, firer, piece, path, last)


@WATCH
def test_a_flame_waits_for_the_very_place_where_it_catches() -> None:
    state = waits(21, kind="flamer")
    first = caught(state, (21.0, 10.0), (16.0, 10.0), last=5.0)
    assert first is not None and 2.0 < first < 3.0
    assert caught(state, (21.0, 10.0), (16.0, 10.0), last=first + 0.02) == pytest.approx(first, abs=0.003)
    assert caught(state, (21.0, 10.0), (16.0, 10.0), last=first - 0.02) is None
    reach = 11.0 - first
    past = caught(state, (7.0, 10.0 + reach - 0.05), (13.0, 10.0 + reach - 0.05), last=6.0)
    assert past is not None and 2.0 < past < 3.0, "it is caught on less than two inches of this way"


@WATCH
def test_a_flame_may_catch_within_the_first_inch() -> None:
    first = caught(waits(19, kind="flamer"), (19.0, 10.0), (16.0, 10.0), last=3.0)
    assert first is not None and 0.0 < first < 1.0


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_whoever_waits_is_asked_where_he_sees_a_creature_first() -> None:
    men = [
        marine("trooper", id, x, y, marks=[OVERWATCH])
        for id, x, y in (("a", 10, 8), ("b", 2, 8), ("c", 10, 13))
    ]
    done, _ = gone(battle(*men, alien("x", 20, 10)), "x", (20.0, 10.0), (13.0, 10.0), react="done")
    first, second = done.decisions_with_key("react")
    assert [option.by for option in first.options if option.by] == [("a",), ("c",)]  # type: ignore[attr-defined]
    assert [option.by for option in second.options if option.by] == [("b",)]  # type: ignore[attr-defined]
    assert ends(done)[0] == (19.0, 10.0) and len(ends(done)) == 3


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_a_shot_comes_before_the_contact_beyond_it() -> None:
    state = battle(*line(10, marks=[OVERWATCH]), alien("x", 20, 10))
    done, _ = gone(state, "x", (20.0, 10.0), (11.0, 10.0), dice=(1, 6) * 4, react="done")
    assert len(done.decisions_with_key("react")) == 1 and ends(done) == [(19.0, 10.0), (11.125, 10.0)]


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_who_waits_for_the_best_moment_is_not_asked_before_it() -> None:
    men = [marine("trooper", id, x, 10, marks=[OVERWATCH]) for id, x in (("a", 16), ("b", 12))]
    state = battle(*men, alien("x", 20, 14), options={"overwatch_timing": "best_moment"})
    done, _ = gone(state, "x", (20.0, 14.0), (10.0, 14.0), react="done")
    found = [
        [option.by[0] for option in one.options if option.by] for one in done.decisions_with_key("react")
    ]  # type: ignore[attr-defined]
    assert found == [["a"], ["b"]]
