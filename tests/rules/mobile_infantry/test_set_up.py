"""Turn 0: deployment, hidden entrances, the first Plasma bug; forces and pools."""

from __future__ import annotations

from random import Random as Rng
from typing import Any

import msgspec
import pytest

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Step
from battlesim.engine.run import start_run
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.advice.doctrine import DOCTRINE
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.battle.forces import first_state
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Off, OnTable
from battlesim.testing.script import RefusedError
from tests.rules.mobile_infantry.field import field, perform, piece, rifles


def begin(scenario: str = "outpost_evac", **options: str) -> Battle:
    """The first state of a scenario with some options changed."""
    found = load_scenario(scenario, options)
    return first_state(found.plan, found.ground)


def step(state: Battle, answers: dict[str, Any] | None = None, dice: tuple[int, ...] = ()) -> Battle:
    """The next step of the rules carried out."""
    following = turn_sequence.next_step(state)
    return perform(state, lambda game: RULESET.script(game, following), answers, dice).state  # type: ignore[arg-type]


def set_up(state: Battle) -> Battle:
    """Turn 0 with legal defaults."""
    while state.game.phase == "set_up":
        state = step(state)
    return state


def people(state: Battle) -> int:
    kinds = {
        kind: RULESET.profile(kind)["humans"] for kind in {p.kind for p in state.table.pieces_of_side(MI)}
    }
    return sum(p.hits for p in state.table.pieces_of_side(MI) if kinds[p.kind])


@pytest.mark.rule("MI-GAP-33")
@pytest.mark.parametrize(
    ("force", "humans", "mechs", "units"),
    [("company", 98, 3, 6), ("three_platoons", 75, 3, 5), ("platoon", 29, 1, 3)],
)
def test_forces_have_the_listed_strength(force: str, humans: int, mechs: int, units: int) -> None:
    state = begin(mi_force=force)
    own = [p for p in state.table.pieces_of_side(MI) if p.kind.endswith("mech")]
    assert people(state) == humans
    assert len(own) == mechs
    assert len({p.unit for p in state.table.pieces_of_side(MI)}) == units


@pytest.mark.rule("MI-GAP-34")
@pytest.mark.parametrize(
    ("pool", "force", "counts"),
    [
        ("standard", "company", {"warrior": 30, "hopper": 10, "tanker": 2, "plasma_bug": 2, "burrower": 1}),
        ("horde", "company", {"warrior": 60, "hopper": 20, "tanker": 3, "plasma_bug": 3, "burrower": 1}),
        ("standard", "platoon", {"warrior": 10, "hopper": 4, "plasma_bug": 1}),
        ("horde", "platoon", {"warrior": 20, "hopper": 8, "plasma_bug": 2}),
    ],
)
def test_pools_have_the_listed_models(pool: str, force: str, counts: dict[str, int]) -> None:
    waiting = [
        p.kind
        for p in begin(arachnid_pool=pool, mi_force=force).table.pieces_off("reserve")
        if p.side == BUGS
    ]
    assert {kind: waiting.count(kind) for kind in sorted(set(waiting))} == dict(sorted(counts.items()))


@pytest.mark.rule("MI-GAP-36")
def test_units_deploy_behind_the_line_and_in_coherency() -> None:
    state = set_up(begin())
    own = [p for p in state.table.standing_pieces() if p.side == MI]
    assert len(own) == len(state.table.pieces_of_side(MI))
    assert all(p.xy[0] <= 24.0 for p in own)


def beyond_the_line(decision: Decision[Any], state: Battle) -> tuple[PiecePlacement, ...]:
    spots = decision.default(state)
    return (PiecePlacement(spots[0].piece, 24.5, spots[0].y), *spots[1:])


def far_from_the_officer(decision: Decision[Any], state: Battle) -> tuple[PiecePlacement, ...]:
    spots = decision.default(state)
    return (spots[0], PiecePlacement(spots[1].piece, 2.0, 44.0), *spots[2:])


@pytest.mark.rule("MI-GAP-36")
@pytest.mark.parametrize("wrong", [beyond_the_line, far_from_the_officer])
def test_a_deployment_beyond_the_line_or_out_of_coherency_is_refused(wrong: Any) -> None:
    with pytest.raises(RefusedError):
        step(begin(), {"deploy": [wrong]})


@pytest.mark.rule("MI-GAP-36", "MI-MTRT-03")
def test_mechs_on_comms_deploy_apart_from_their_officer() -> None:
    state = begin()
    while turn_sequence.next_step(state).args != ("lance",):  # type: ignore[union-attr]
        state = step(state)
    far = {"heavy-mech": (3.0, 44.0), "light-mech-1": (3.0, 4.0), "light-mech-2": (6.0, 30.0)}
    apart = tuple(PiecePlacement(name, *at) for name, at in far.items())
    done = step(state, {"deploy": [apart]})
    assert done.table.piece("light-mech-1").xy == (3.0, 4.0)


@pytest.mark.rule("MI-GAP-37")
def test_nobody_is_set_up_on_a_visible_entrance() -> None:
    state = begin()
    state = state.with_table(state.table.with_place("E1", OnTable(12, 40)))
    with pytest.raises(RefusedError, match="E1"):
        step(state, {"deploy": [(PiecePlacement("captain", 12, 40), PiecePlacement("hq-rifles", 12, 43))]})


@pytest.mark.rule("MI-GAP-37")
def test_the_bugs_begin_with_one_plasma_bug_far_from_the_enemy_and_two_visible_entrances() -> None:
    state = set_up(begin())
    here = [p for p in state.table.standing_pieces() if p.side == BUGS]
    assert sorted(p.kind for p in here) == ["plasma_bug", "tunnel_entrance", "tunnel_entrance"]
    assert {p.xy for p in here if p.kind == "tunnel_entrance"} == {(30.0, 40.0), (50.0, 6.0)}
    plasma = next(p for p in here if p.kind == "plasma_bug")
    outpost = state.game.site.outpost
    assert outpost is not None and not outpost.contains(*plasma.xy)


@pytest.mark.rule("MI-GAP-37")
def test_a_plasma_bug_within_24_inches_of_the_mi_is_refused() -> None:
    state = begin()
    while turn_sequence.next_step(state).name != "place_first_plasma":  # type: ignore[union-attr]
        state = step(state)
    with pytest.raises(RefusedError, match="at least 24 in"):
        step(state, {"deploy": [lambda decision, state: (PiecePlacement(decision.pieces[0], 30.0, 24.0),)]})


@pytest.mark.rule("MI-GAP-09")
def test_everybody_on_the_table_starts_on_alert() -> None:
    state = set_up(begin("first_contact"))
    models = [
        p for p in state.table.standing_pieces() if p.kind not in ("tunnel_entrance", "tunneling_marker")
    ]
    assert models and all(p.has_mark("alert") for p in models)


@pytest.mark.rule("MI-GAP-39")
def test_hidden_entrances_lie_where_the_option_says() -> None:
    assert {(h.structure, h.x, h.y) for h in begin().game.hidden} == {("V6", 40.5, 19.5), ("O3", 57.5, 21.5)}
    assert begin(hidden_entrances="none").game.hidden == ()


@pytest.mark.rule("MI-GAP-39")
def test_hidden_entrances_are_drawn_with_the_option() -> None:
    state = begin(hidden_entrances="random")
    while turn_sequence.next_step(state).name != "draw_entrances":  # type: ignore[union-attr]
        state = step(state)
    state = step(state, dice=(1, 1))
    assert [(h.structure, h.x, h.y) for h in state.game.hidden] == [("O1", 58.0, 25.5), ("O2", 52.5, 29.0)]


@pytest.mark.rule("MI-GAP-39")
def test_no_person_types_the_dice_that_hide_entrances() -> None:
    state = begin(hidden_entrances="random")
    while turn_sequence.next_step(state).name != "draw_entrances":  # type: ignore[union-attr]
        state = step(state)
    asked = start_run(RULESET, state).pending
    assert isinstance(asked, RollDice) and asked.secret


@pytest.mark.rule("MI-GAP-69")
def test_first_contact_is_laid_out_as_listed() -> None:
    state = begin("first_contact")
    assert (state.table.ground.width, state.table.ground.height) == (48.0, 48.0)
    assert state.table.piece("CT").xy == (24.0, 20.0) and state.table.piece("CT").mark_count("officer") == 6
    assert people(state) == 13
    bugs = [p for p in state.table.pieces_of_side(BUGS) if p.kind in ("warrior", "hopper")]
    assert len(bugs) == 30
    assert len(state.table.pieces_below("M1")) == 8
    assert sum(p.place == Off("reserve") for p in bugs) == 6


@pytest.mark.rule("MI-GAP-44", "MI-GAP-37")
def test_a_marker_is_in_nobodys_way_at_set_up() -> None:
    state = begin()
    below = piece("tunneling_marker", "M", 12, 24, unit="M")
    state = state.with_table(state.table.with_pieces(below))
    done = step(state, {"deploy": [(PiecePlacement("captain", 12, 24), PiecePlacement("hq-rifles", 12, 27))]})
    assert done.table.piece("captain").xy == (12, 24)


@pytest.mark.rule("MI-GAP-09", "MI-GAP-30")
def test_survivors_do_not_start_on_alert() -> None:
    people = [piece("survivors", "S", 10, 10), rifles("R", 12, 10)]
    done = perform(
        field(*people, phase="set_up", turn=0), lambda game: RULESET.script(game, Step("stand_to"))
    )
    assert (done.piece("S").has_mark("alert"), done.piece("R").has_mark("alert")) == (False, True)


@pytest.mark.rule("MI-GAP-39", "MI-GAP-70")
def test_where_the_scenario_hides_no_entrance_none_is_drawn() -> None:
    assert set_up(begin("first_contact", hidden_entrances="random")).game.hidden == ()


def test_a_kind_of_unit_that_its_side_does_not_have_is_named() -> None:
    found = load_scenario("first_contact", {})
    first, *others = found.plan.units
    plan = msgspec.structs.replace(found.plan, units=(msgspec.structs.replace(first, kind="platon"), *others))
    with pytest.raises(ScenarioError, match=r"unit\[0\]\.kind: 'platon' is not a kind of unit of mi"):
        first_state(plan, found.ground)


def test_sides_that_the_ruleset_does_not_have_are_named() -> None:
    found = load_scenario("first_contact", {})
    sides = tuple(msgspec.structs.replace(side, key=f"{side.key}2") for side in found.plan.sides)
    with pytest.raises(ScenarioError, match="the sides are mi2 and bugs2"):
        first_state(msgspec.structs.replace(found.plan, sides=sides), found.ground)


def lance_waits() -> Battle:
    state = begin()
    while turn_sequence.next_step(state).args != ("lance",):  # type: ignore[union-attr]
        state = step(state)
    return state


@pytest.mark.rule("MI-GAP-08", "MI-GAP-36")
def test_the_place_at_deployment_says_the_facing_and_nobody_asks_again() -> None:
    state = lance_waits()
    spots = tuple(PiecePlacement(m, 12.0, y, 90.0) for m, y in zip(LANCE, (20.0, 24.0, 28.0), strict=True))
    done = perform(state, lambda g: RULESET.script(g, Step("deploy", ("lance",))), {"deploy": [spots]})
    assert [decision.what for decision in done.asked] == ["deploy"]
    assert {done.piece(name).table_position.facing for name in LANCE} == {90.0}  # type: ignore[union-attr]


@pytest.mark.rule("MI-GAP-08")
def test_automated_players_deploy_what_has_a_facing_toward_the_enemy() -> None:
    state = lance_waits().with_table(lance_waits().table.with_pieces(piece("warrior", "W", 2, 24)))
    asked = perform(state, lambda g: RULESET.script(g, Step("deploy", ("lance",))), until="deploy")
    (advice, *_) = DOCTRINE.advise(asked.state, asked.first_decision("deploy"), Rng(1))
    assert all(90.0 < spot.facing < 270.0 for spot in advice.answer)


LANCE = ("heavy-mech", "light-mech-1", "light-mech-2")
