"""What each side knows and supposes, and where a model could strike."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.geometry.visible_regions import region_contains
from battlesim.rulesets.mobile_infantry.battle.determinization import determinize
from battlesim.rulesets.mobile_infantry.battle.threats import current_threats, threats
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, GameUnit, HiddenEntrance, Site
from battlesim.table.pieces import Aboard, Inside, Off
from tests.rules.mobile_infantry.arachnids import below, hole, marker, swarm_of
from tests.rules.mobile_infantry.diggers import H1, V6
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import led


@pytest.mark.rule("MI-GAP-39", "MI-HIDE-01")
def test_a_supposed_entrance_touches_the_middle_of_the_north_face() -> None:
    rocks = block("rocks", "K", 60, 30, 64, 34)
    state = field(rocks, V6, rifles("R", 3, 3), site=Site(hidden_entrances=2))
    (supposed,) = determinize(view_for_side(state, MI), derived_rng("a")).game.hidden
    assert (supposed.structure, supposed.x, supposed.y) == ("V6", 40.5, 19.5)


@pytest.mark.rule("MI-HIDE-01")
def test_who_knows_the_entrances_supposes_no_others() -> None:
    houses = [block("building", f"V{n}", 10 * n, 10, 10 * n + 3, 13) for n in range(1, 4)]
    state = field(*houses, V6, rifles("R", 3, 3), site=Site(hidden_entrances=2), hidden=(H1,))
    assert determinize(view_for_side(state, BUGS), derived_rng("a")).game.hidden == (H1,)


@pytest.mark.rule("MI-HIDE-01", "MI-GAP-39")
def test_no_entrance_is_supposed_where_the_option_has_none() -> None:
    state = field(V6, rifles("R", 3, 3), site=Site(hidden_entrances=1), options={"hidden_entrances": "none"})
    assert determinize(view_for_side(state, MI), derived_rng("a")).game.hidden == ()


@pytest.mark.rule("MI-HIDE-01", "MI-HIDE-03")
def test_no_entrance_is_supposed_at_a_house_that_was_searched() -> None:
    state = field(V6, rifles("R", 3, 3), site=Site(hidden_entrances=1), searched=("V6",))
    assert determinize(view_for_side(state, MI), derived_rng("a")).game.hidden == ()


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61")
@pytest.mark.parametrize(("visibility", "seen"), [("open", True), ("hidden", False)])
def test_the_company_knows_of_a_group_below_ground_as_the_option_says(visibility: str, seen: bool) -> None:
    state = field(
        marker("M", 20, 20),
        *below("M", warriors=2),
        warrior("W", 30, 20),
        rifles("R", 3, 3),
        options={"marker_visibility": visibility},
        acted=("R", "M", "T1", "A"),
    )
    units = state.game.units | {"M": GameUnit("M", "Tunneling Marker M", BUGS, "marker")}
    shown = view_for_side(state.with_game(units=units), MI)
    assert ("M" in shown.game.units, "M" in shown.table.pieces) == (seen, seen)
    assert {"A", "bugs"} <= set(shown.game.units)
    assert shown.game.acted == (("R", "M", "A") if seen else ("R", "A"))
    assert ("T1" in shown.table.pieces, "W" in shown.table.pieces) == (False, True)


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61")
@pytest.mark.parametrize(
    "now", [swarm_of("W", "V"), led("", "R"), led("R")], ids=["bugs in sight", "no leader yet", "own"]
)
def test_an_activation_in_sight_is_known_whole(now) -> None:  # type: ignore[no-untyped-def]
    state = field(warrior("W", 20, 20), warrior("V", 21.5, 20), rifles("R", 3, 3), activation=now)
    assert view_for_side(state, MI).game.activation == now


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61")
def test_members_below_ground_are_left_out_of_an_activation() -> None:
    things = [warrior("W", 20, 20), marker("M", 30, 30), *below("M", warriors=1)]
    state = field(*things, rifles("R", 3, 3), activation=swarm_of("W", "T1"))
    shown = view_for_side(state, MI).game.activation
    assert shown is not None
    assert (shown.leader, shown.members) == ("W", ("W",))


@pytest.mark.rule("MI-HIDE-01", "MI-GAP-61")
def test_hidden_entrances_are_drawn_for_the_bugs_alone() -> None:
    state = field(V6, rifles("R", 3, 3), hidden=(HiddenEntrance("H1", "V6", 40.5, 19.5),))
    (drawn,) = view_for_side(state, BUGS).table.markers.values()
    assert (drawn.x, drawn.y, drawn.radius) == (40.5, 19.5, 1.5)
    assert (view_for_side(state, MI).table.markers, view_for_side(state, MI).game.hidden) == ({}, ())


def strikes(state, name: str, *points: tuple[float, float], then: bool = True) -> list[bool]:  # type: ignore[no-untyped-def]
    """Which points the first threat of a model holds, in its next activation or as it stands."""
    first = threats(state, name)[0]
    return [region_contains(first.then if then else first.now, point) for point in points]


@pytest.mark.rule("MI-GAP-07", "MI-GAP-06")
def test_what_hides_the_lowest_figure_is_not_fired_over() -> None:
    low = block("building", "B", 38, 18, 38.5, 30, height=1.2)
    state = field(rifles("r", 30, 24), low)
    assert strikes(state, "r", (37, 24), (40, 24), then=False) == [True, False]


@pytest.mark.rule("MI-GAP-07", "MI-GAP-06")
def test_the_lowest_figure_is_fired_at_over_what_is_lower_still() -> None:
    state = field(rifles("r", 30, 24), block("building", "B", 38, 18, 38.5, 30, height=0.5))
    assert strikes(state, "r", (40, 24), then=False) == [True]


@pytest.mark.rule("MI-UNIT-01", "MI-SHOT-01", "MI-BRDY-01", "MI-BRDY-02")
@pytest.mark.parametrize(("kind", "moves"), [("rifle_squad", True), ("plasma_bug", False)])
def test_what_needs_no_ready_fires_at_what_it_sees_after_its_move(kind: str, moves: bool) -> None:
    state = field(piece(kind, "r", 29, 24), block("rocks", "K", 31, 22, 32, 26, height=3))
    assert strikes(state, "r", (45, 24), then=False) == [False]
    assert strikes(state, "r", (45, 24)) == [moves]


@pytest.mark.rule("MI-BMOV-04", "MI-BTRT-03")
@pytest.mark.parametrize(("kind", "over"), [("warrior", False), ("hopper", True)])
def test_only_what_flies_strikes_beyond_a_ridge(kind: str, over: bool) -> None:
    state = field(piece(kind, "b", 31, 24), block("rocks", "K", 34, 0, 36, 48))
    assert strikes(state, "b", (28, 24), (40, 24)) == [True, over]


@pytest.mark.rule("MI-SHOT-01", "MI-BSHT-01", "MI-BMOV-04")
def test_each_threat_names_its_rule() -> None:
    state = field(rifles("r", 30, 24), piece("plasma_bug", "p", 40, 24), piece("machine_gun", "g", 30, 30))
    assert [t.rule for t in threats(state, "r")] == ["MI-SHOT-01"] * 2
    assert [t.rule for t in threats(state, "p")] == ["MI-BSHT-01", "MI-BMOV-04"]
    assert [t.rule for t in current_threats(state, "g")] == ["MI-SHOT-01"]


@pytest.mark.rule("MI-UNIT-01", "MI-BUNI-05", "MI-GAP-08", "MI-BMOV-04", "MI-SHOT-01")
def test_who_is_not_there_or_does_not_fight_threatens_nobody() -> None:
    ship = piece("viking", "V", 50, 24, unit="V")
    aboard = piece("machine_gun", "g", place=Aboard("V"))
    waiting = warrior("w", place=Off("reserve"))
    captive = piece("command_team", "c", 10, 40, hits=0, marks=["captive"])
    state = field(*hole("E", 30, 30), marker("M", 20, 20), ship, aboard, waiting, captive)
    assert [threats(state, name) for name in ("nobody", "E", "M", "g", "w", "c")] == [()] * 6
    assert [current_threats(state, name) for name in ("nobody", "g")] == [()] * 2


@pytest.mark.rule("MI-UNIT-01", "MI-GAP-08")
def test_who_is_in_a_house_strikes_from_it_and_has_no_arc() -> None:
    state = field(V6, piece("machine_gun", "g", place=Inside("V6")))
    assert len(threats(state, "g")) == 1
    assert current_threats(state, "g") == ()


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61")
@pytest.mark.parametrize(("visibility", "told"), [("open", {"serial": 4}), ("hidden", {})])
def test_the_number_of_the_last_new_piece_is_known_where_markers_are(
    visibility: str, told: dict[str, int]
) -> None:
    state = field(rifles("R", 3, 3), options={"marker_visibility": visibility}, tally={"serial": 4})
    assert view_for_side(state, MI).game.tally == told
