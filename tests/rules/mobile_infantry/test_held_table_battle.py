"""From set-up to the score: where units are put, what begins a turn, searches, who still counts."""

from __future__ import annotations

import pytest

from battlesim.engine.ruleset import Step
from battlesim.mechanics.turns import PhaseBegan
from battlesim.rulesets.mobile_infantry.battle import set_up, turn_sequence
from battlesim.rulesets.mobile_infantry.battle.game_facts import game_facts
from battlesim.rulesets.mobile_infantry.battle.victory import battle_outcome
from battlesim.rulesets.mobile_infantry.core.state import (
    MI,
    GameUnit,
    HiddenEntrance,
    Rectangle,
    ScheduledArrivals,
    SearchFind,
    Site,
)
from battlesim.rulesets.mobile_infantry.troopers import search, support_acts
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.events import DiceRolled, PiecesAdded
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.diggers import H1, V6
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    captain,
    field,
    perform,
    piece,
    rifles,
    warrior,
)

WAITS = Off("reserve")


def deployed(*things, **more) -> tuple[PlacementArea, tuple[float, float]]:  # type: ignore[no-untyped-def]
    """What is asked of the deployment of unit A, and where it stands when nobody says otherwise."""
    state = field(*things, phase="set_up", turn=0, **more)
    done = perform(state, lambda game: set_up.deploy_unit(game, "A"), until="deploy")
    asked = done.first_decision("deploy")
    return asked.room, asked.near  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-36")
@pytest.mark.parametrize(
    ("site", "zone", "near"),
    [
        (Site(), ((0, 0), (24, 0), (24, 48), (0, 48)), (20, 24)),
        (Site(deploy=Rectangle(10, 6, 30, 26)), ((10, 6), (30, 6), (30, 26), (10, 26)), (26, 16)),
    ],
)
def test_a_unit_is_deployed_in_the_area_of_the_scenario_or_the_western_third(site, zone, near) -> None:  # type: ignore[no-untyped-def]
    room, at = deployed(rifles("R", place=WAITS), site=site)
    assert (room.zone, at) == ((zone,), near)


@pytest.mark.rule("MI-GAP-36", "MI-MTRT-03")
@pytest.mark.parametrize(
    ("things", "leader", "within"),
    [
        ([rifles("R1", place=WAITS), rifles("R2", place=WAITS)], "R1", 6),
        ([rifles("R1", place=WAITS), captain("C", place=WAITS)], "C", 9),
    ],
)
def test_a_unit_is_deployed_about_its_officer_or_its_first_model(things, leader: str, within: float) -> None:  # type: ignore[no-untyped-def]
    room, _ = deployed(*things)
    assert (room.leader, room.within) == (leader, within)


@pytest.mark.rule("MI-GAP-65", "MI-GAP-37")
def test_models_and_entrances_are_in_the_way_of_a_deployment_and_markers_are_not() -> None:
    room, _ = deployed(rifles("R", place=WAITS), marker("M", 5, 5), *hole("E", 10, 10), warrior("W", 20, 20))
    assert set(room.bases) == {"E", "W"}


@pytest.mark.rule("MI-GAP-37")
def test_the_first_plasma_bug_stands_in_the_east_when_nobody_says_otherwise() -> None:
    state = field(piece("plasma_bug", "P", place=WAITS), rifles("R", 10, 10), phase="set_up", turn=0)
    asked = perform(state, lambda game: set_up.place_first_plasma(game, "P"), until="deploy").first_decision(
        "deploy"
    )
    assert asked.near == (66, 24)  # type: ignore[attr-defined]
    assert asked.room.apart == (("R", 24),)  # type: ignore[attr-defined]


PLASMA = ScheduledArrivals("plasma_bug", (1, 0))


@pytest.mark.rule("MI-REIN-04", "MI-GAP-37")
@pytest.mark.parametrize(
    ("schedule", "out", "follows"),
    [
        ((PLASMA,), 0, "place_first_plasma"),
        ((PLASMA,), 1, "stand_to"),
        ((PLASMA, ScheduledArrivals("warrior", (5, 0))), 1, "stand_to"),
        ((ScheduledArrivals("plasma_bug", (2, 0)),), 1, "place_first_plasma"),
        ((ScheduledArrivals("plasma_bug", ()),), 0, "stand_to"),
        ((ScheduledArrivals("plasma_bug", (0, 1)),), 0, "stand_to"),
        ((), 0, "stand_to"),
    ],
)
def test_as_many_plasma_bugs_are_set_up_as_turn_0_of_the_schedule_brings(schedule, out, follows) -> None:  # type: ignore[no-untyped-def]
    bugs = [piece("plasma_bug", f"P{n}", 60, 10 * n + 5) for n in range(out)]
    bugs.append(piece("plasma_bug", "last", place=WAITS))
    state = field(*bugs, rifles("R", 5, 5), phase="set_up", turn=0, site=Site(schedule=schedule))
    following = set_up.next_step(state)
    assert following is not None and following.name == follows


@pytest.mark.rule("MI-GAP-09", "MI-GAP-36")
@pytest.mark.parametrize(("arrives", "follows"), [(2, "deploy"), (3, "next_phase")])
def test_a_late_unit_is_deployed_as_its_turn_begins(arrives: int, follows: str) -> None:
    state = field(rifles("R", 5, 5), rifles("L", unit="late", place=WAITS), warrior("W", 60, 40), turn=2)
    late = GameUnit("late", "Late", MI, "platoon", arrives=arrives)
    state = state.with_game(units=state.game.units | {"late": late}, phase="mi_start", passed=("mi_start",))
    following = turn_sequence.next_step(state)
    assert isinstance(following, Step) and following.name == follows


@pytest.mark.rule("MI-GAP-09", "MI-TURN-01", "MI-BTRN-01")
def test_who_has_acted_is_forgotten_when_the_other_side_begins_and_not_before() -> None:
    order = field(rifles("R", 5, 5)).game.phases
    assert order == (
        "mi_start",
        "mi_activations",
        "mi_alert",
        "mi_strike_runs",
        "bugs_start",
        "bugs_arrivals",
        "bugs_activations",
        "bugs_alert",
        "turn_end",
    )
    fresh = {}
    for phase in order:
        state = field(rifles("R", 5, 5), phase=phase, turn=3)
        (begun,) = perform(state, turn_sequence.STEP_SCRIPTS["next_phase"]).events_of(PhaseBegan)
        fresh[begun.phase] = (begun.turn, begun.fresh)
    assert {phase for phase, (_, new) in fresh.items() if new} == {"mi_start", "bugs_start", "turn_end"}
    assert [phase for phase, (number, _) in fresh.items() if number == 4] == ["mi_start"]


def searched(state, structure: str, dice: tuple[int, ...] = ()) -> ScriptResult:  # type: ignore[no-untyped-def]
    return perform(state, lambda game: search.search_building(game, "R", structure), dice=dice)


@pytest.mark.rule("MI-HIDE-03", "MI-SRCH-02")
@pytest.mark.parametrize(
    ("find", "option", "rolls"),
    [
        (None, "v6_and_o3", 1),
        (SearchFind("table"), "v6_and_o3", 1),
        (SearchFind("table"), "random", 1),
        (SearchFind("nothing"), "v6_and_o3", 0),
        (SearchFind("nothing"), "random", 0),
        (SearchFind("entrance", entrance="H9"), "v6_and_o3", 0),
        (SearchFind("entrance", entrance="H9"), "random", 1),
        (SearchFind("entrance", entrance="H9"), "none", 1),
    ],
)
def test_what_is_looked_up_in_a_house_without_a_tunnel(find, option: str, rolls: int) -> None:  # type: ignore[no-untyped-def]
    site = Site(finds={"V6": find} if find else {})
    state = field(V6, rifles("R", 40.5, 13.8), site=site, options={"hidden_entrances": option})
    assert len(searched(state, "V6", (2,) * rolls).events_of(DiceRolled)) == rolls


@pytest.mark.rule("MI-HIDE-03")
def test_one_tunnel_of_several_is_revealed_and_nobody_on_it_makes_a_save() -> None:
    other = HiddenEntrance("H2", "V7", 60, 40)
    house = block("building", "V7", 58, 35, 61, 38)
    state = field(V6, house, rifles("R", 40.5, 13.8), rifles("on", 40.5, 19.6), hidden=(H1, other))
    done = searched(state, "V6")
    assert (done.state.game.hidden, done.events_of(DiceRolled)) == ((other,), [])
    assert done.piece("on").hits == 4


@pytest.mark.rule("MI-SRCH-01", "MI-GAP-29")
def test_buildings_are_searched_and_nothing_else() -> None:
    things = [
        block("rocks", "K", 8, 12, 10, 14),
        block("wall", "W", 6, 10, 9, 11),
        block("building", "V", 11, 8, 14, 12),
    ]
    state = field(*things, rifles("R", 10, 10))
    found = support_acts.support_options(state, [state.table.piece("R")])
    assert [o.to for o in found if o.act == "search" and not o.shut] == [("V",)]


@pytest.mark.rule("MI-GAP-29")
def test_an_ambush_is_a_d6_of_warriors() -> None:
    state = field(V6, rifles("R", 40.5, 13.8))
    done = searched(state, "V6", (1, 6))
    assert [roll.sides for roll in done.events_of(DiceRolled)] == [(6,), (6,)]


@pytest.mark.rule("MI-GAP-30")
@pytest.mark.parametrize(("taken", "id"), [((), "survivors-5"), (("survivors-5",), "survivors-6")])
def test_a_stand_that_comes_out_has_a_number_of_its_own(taken: tuple[str, ...], id: str) -> None:
    others = [piece("survivors", name, 60, 40) for name in taken]
    state = field(V6, rifles("R", 30, 30), *others, tally={"serial": 4})
    done = perform(state, lambda game: search.place_survivors(game, "R", 3))
    (added,) = done.events_of(PiecesAdded)
    stand = added.pieces[0]
    assert (stand.id, stand.hits, stand.hits_full, stand.unit) == (id, 3, 3, "A")
    assert done.state.game.count("serial") == int(id[-1])


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-32")
def test_who_has_no_hit_points_is_not_left() -> None:
    assert battle_outcome(field(rifles("R", 5, 5, hits=0), warrior("W", 60, 40))) is not None
    assert battle_outcome(field(rifles("R", 5, 5, hits=1), warrior("W", 60, 40))) is None


@pytest.mark.rule("MI-OBJ-04", "MI-GAP-30")
@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("half", "1 VP for every 2 survivors at the outpost"),
        ("1_each", "1 VP for each survivor at the outpost"),
        ("d3_per_stand", "D3 VP for each stand of survivors"),
    ],
)
def test_what_survivors_pay_is_told(option: str, words: str) -> None:
    rows = game_facts(field(options={"survivor_vp": option})).points[MI]
    assert [row.label for row in rows if row.rule == "MI-OBJ-04"] == [words]
