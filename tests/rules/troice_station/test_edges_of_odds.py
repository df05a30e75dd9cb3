"""Shots, creatures, blasts and the end at their edges, and what their cards and dice say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.moves import MoveGroup
from battlesim.geometry.templates import Shape
from battlesim.mechanics.chance import exactly
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.acts import carrying, deeds, fire, moves
from battlesim.rulesets.troice_station.attack import (
    bursts,
    flame,
    grenades,
    harm,
    numbers,
    shooting,
    templates,
)
from battlesim.rulesets.troice_station.attack import cards as shots
from battlesim.rulesets.troice_station.battle import set_up, victory
from battlesim.rulesets.troice_station.battle.facts_of import facts as told
from battlesim.rulesets.troice_station.core.marks import DOWN, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.profiles import terrain_kinds
from battlesim.rulesets.troice_station.core.state import MARINES
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.ground import motion
from battlesim.rulesets.troice_station.ground.sight import plain
from battlesim.rulesets.troice_station.melee import cards as odds
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.rulesets.troice_station.overwatch import watch
from battlesim.rulesets.troice_station.passage import course, crossing
from battlesim.table.events import Announced, Rolled
from battlesim.table.ids import UnitId

from .things import alien, battle, block, hugger, line, marine, marker, off, perform, room

# -- shots, flames, grenades --


@pytest.mark.rule("TS-FIRE-01", "TS-GAP-71", "TS-FIRE-04")
def test_a_throw_at_the_ground_is_none_at_a_creature_farther_on() -> None:
    state = battle(*line(10), alien("x", 18, 10, [MOVED]), options={"grenades": "one_each"})
    thrower = state.table.piece("a")
    found = [grenades.number(state, thrower, (x, 10.0)).reaches[0].least for x in (13.0, 17.5, 18.7)]
    assert found == [3, 4, 4]


@pytest.mark.rule("TS-GAP-45", "TS-FIRE-05")
def test_what_a_shot_needs_is_said_with_what_changes_it() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]), alien("y", 10, 15))
    firer, (x, y) = state.table.piece("a"), map(state.table.piece, "xy")
    assert numbers.number(state, firer, x).reaches[0].words == "to hit"
    assert numbers.number(state, firer, y).reaches[0].words == (
        "to hit (3 -1 it does not move, +1 another enemy is closer)"
    )


@pytest.mark.rule("TS-GAP-55")
def test_who_was_killed_is_no_mark_and_who_lies_there_is() -> None:
    state = battle(*line(10), alien("x", 14, 10, [DOWN]), alien("y", 10, 15))
    firer = state.table.piece("a")
    assert [p.id for p in shooting.marks_of(state, firer)] == ["y", "x"]
    assert [p.id for p in shooting.marks_of(off(state, "x"), firer)] == ["y"]


@pytest.mark.rule("TS-GAP-73", "TS-WPN-05")
def test_a_flame_catches_neither_its_firer_nor_a_marker() -> None:
    state = battle(*line(10, kind="flamer"), marker("m", 14, 10), alien("x", 16, 10))
    assert [p.id for p in flame.caught(state, state.table.piece("a"), (20.0, 10.0))] == ["x"]
    assert flame.template(state, state.table.piece("a"), (10.0, 10.0)), "also toward where he stands"


@pytest.mark.rule("TS-GAP-70", "TS-GAP-48", "TS-GAP-69", "TS-GAP-73")
@pytest.mark.parametrize(("option", "least"), [("over_half", "half"), ("any_touch", "partly")])
def test_templates_catch_by_the_option_and_a_flame_begins_at_the_base(option: str, least: str) -> None:
    found = RULESET.stencils(battle(options={"template_coverage": option}))
    assert {one.least for one in found} == {least} and found[-1].reach == 0.0
    assert RULESET.stencils(None) == templates.stencils(any_touch=False)


@pytest.mark.rule("TS-GAP-48", "TS-WTHR-01", "TS-GAP-07", "TS-GAP-60")
def test_in_a_battle_one_sees_twelve_inches_and_without_one_any_distance() -> None:
    assert RULESET.sight(None) == plain() and RULESET.sight(battle(*line(10))).limit == 12.0
    assert set(plain().hard) == {kind for kind, known in terrain_kinds().items() if known.hard}
    assert "growth" not in plain().hard
    assert set(plain().least) == {kind for kind, known in terrain_kinds().items() if known.conceals}
    assert (plain().partial, plain().hard_share) == (0.25, 0.25) and 0.49999 < plain().full < 0.5


@pytest.mark.rule("TS-PROF-01", "TS-MOVE-06", "TS-GAP-71")
def test_of_terrain_that_is_no_house_the_fuel_alone_stops_everybody() -> None:
    assert [kind for kind, known in terrain_kinds().items() if known.impassable] == ["fuel_dump"]


# -- the dice of a test, where one stands --


@pytest.mark.rule("TS-GAP-38", "TS-MOVE-03", "TS-MOVE-08")
def test_a_die_that_crosses_is_a_hit() -> None:
    state = battle(*line(10), terrain=[block("medium_wall", "w", 8, 11.5, 12, 12)])
    effort = crossing.effort(state, state.table.piece("a"), "w")
    assert [effort.came((face,)) for face in (1, 2, 3)] == ["stopped", "failed", "passed"]
    assert [effort.results((face,)) for face in (1, 2, 3)] == [("miss",), ("miss",), ("hit",)]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-38", "TS-GAP-42")
def test_one_stands_astride_a_wall_and_not_the_edge_of_the_table() -> None:
    wall = block("low_wall", "w", 8, 9.9, 12, 10.1)
    state = battle(marine("trooper", "a", 10, 10), marine("trooper", "b", 0.3, 20), terrain=[wall])
    assert [motion.astride(state, state.table.piece(one)) for one in "ab"] == [("w",), ()]


# -- cards of odds --


@pytest.mark.rule("TS-MELE-01", "TS-GAP-63")
def test_the_card_of_a_round_has_what_becomes_of_the_attacker() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10))
    theirs, ours = odds.round_of(state, state.table.piece("x"), state.table.piece("a"))
    # D6+2 against D6+4 is two more in 3 of 36, once the marine is unhurt
    assert ours == {"unhurt": pytest.approx(1 - theirs["unhurt"] * 3 / 36), "dead": pytest.approx(
        theirs["unhurt"] * 3 / 36
    )}  # fmt: skip


@pytest.mark.rule("TS-MELE-01", "TS-GAP-66")
def test_who_frees_nobody_is_shown_no_card() -> None:
    held = marine("trooper", "b", 11, 10, marks={"hugged": 3})
    state = battle(*line(10), held, hugger("h", 30, 30), marine("trooper", "c", 10, 11, marks={"hugged": 3}))
    asked = perform(state, lambda play: deeds.free(play, ["a"])).question("free")
    assert odds.preview(state, asked, "none") is None  # type: ignore[arg-type]
    assert odds.preview(state, asked, "b") is not None  # type: ignore[arg-type]
    other = msgspec.structs.replace(asked, what="treat")
    assert odds.preview(state, other, "b") is None  # type: ignore[arg-type]


@pytest.mark.rule("TS-GAP-48", "TS-FIRE-01")
def test_a_shot_has_the_card_of_a_shot() -> None:
    state = battle(*line(10), alien("x", 14, 10))
    asked = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
    card = RULESET.preview(state, asked, "fire:a:x")
    assert card and card.title == "Shoot" and RULESET.preview(state, asked, "done") is None


@pytest.mark.rule("TS-GAP-48", "TS-GAP-04")
def test_a_move_has_no_card_of_odds() -> None:
    state = battle(*line(10))
    motions, link = moves.able_together(state, moves.MOVING, ["a"], {"a": 0})
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert RULESET.preview(state, asked, ()) is None


# -- what one may do --


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-GAP-91")
@pytest.mark.parametrize(("one", "asked"), [("a", 5), ("d", 0), ("x", 2), ("m", 2), ("y", 0)])
def test_who_lies_or_is_gone_is_asked_nothing(one: str, asked: int) -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = off(battle(*men, alien("x", 30, 30), marker("m", 40, 30), alien("y", 40, 40)), "y")
    assert len(list(RULESET.offers(state, one))) == asked


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-ACT-11")
@pytest.mark.parametrize(("x", "held"), [(14.0, True), (14.1, False)])
def test_a_group_that_is_parted_is_held_by_nothing(x: float, held: bool) -> None:
    _, link = moves.able_together(battle(*line(10, x)), moves.MOVING, ["a", "b"], {"a": 0, "b": 0})
    assert (link is not None) is held
    assert moves.able_together(battle(*line(10, x)), moves.MOVING, ["a"], {"a": 0})[1] is None


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(
    ("kind", "option", "marks", "able"),
    [
        ("hmg", "set_up", ["carried"], True),
        ("hmg", "set_up", [], False),
        ("hmg", "free", ["carried"], False),
        ("trooper", "set_up", ["carried"], False),
    ],
)
def test_only_an_hmg_that_was_carried_is_set_up(kind: str, option: str, marks: Any, able: bool) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks), options={"hmg_handling": option})
    assert (deeds.cannot_set_up(state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-GAP-09", "TS-GAP-99", "TS-WTHR-02")
def test_the_binoculars_are_up_after_a_look() -> None:
    state = battle(marine("lt", "a", 10, 10), marine("sniper", "s", 12, 10))
    done = perform(state, lambda play: deeds.look(play, ["a", "s"]))
    assert [done.piece(one).count("binoculars") for one in "as"] == [1, 0]


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("able", "inches"), [("a", 2.0), ("ab", 4.0)])
def test_so_far_a_casualty_is_dragged(able: str, inches: float) -> None:
    state = battle(*line(10, 12), marine("trooper", "c", 11, 10, marks=[DOWN]))
    done = perform(state, lambda play: carrying.perform(play, list(able)), until="move")
    assert {one.allowance for one in done.question("move").motions} == {inches}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-88", "TS-GAP-86", "TS-GAP-100")
@pytest.mark.parametrize(("x", "left", "act_of"), [(15.0, 1, "run"), (15.0, 2, "run")])
def test_a_face_hugger_that_can_reach_somebody_runs_rather_than_spits(
    x: float, left: int, act_of: str
) -> None:
    beast = hugger("h", x, 10, {"left": left})
    state = battle(*line(10), beast, options={"face_hugger_attacks": "spits"})
    row = program.wanted(state, beast)
    assert row and row.act == act_of


@pytest.mark.rule("TS-ALN-06", "TS-GAP-34", "TS-GAP-86")
def test_the_way_of_a_creature_is_announced_with_it() -> None:
    state = battle(*line(10), alien("x", 30, 10))
    done = perform(state, lambda play: program.activate(play, "x"), dice=(1, 4))
    (told_of,) = done.of(Announced)
    assert told_of.courses == (((30.0, 10.0), (20.0, 10.0)),) and told_of.at == ("a",)


@pytest.mark.rule("TS-ALN-06", "TS-ALN-07", "TS-GAP-34", "TS-GAP-91")
@pytest.mark.parametrize(
    ("beast", "acts"),
    [
        (alien("x", 30, 10), ["move", "run", "spit"]),
        (hugger("x", 30, 10), ["move", "run"]),
        (marker("x", 30, 10), ["move"]),
        (alien("x", 11.125, 10), []),
    ],
)
def test_which_acts_a_creature_has(beast: Any, acts: list[str]) -> None:
    state = battle(*line(10), beast)
    (asked, _) = RULESET.offers(state, "x")
    assert [option.act for option in asked.options] == acts  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-26", "TS-ACT-14")
@pytest.mark.parametrize(("x", "to", "along"), [(15.0, 25.0, 1.0), (18.2, 25.0, 0.0), (15.0, 15.5, 0.5)])
def test_a_flame_that_catches_already_waits_for_an_inch_if_it_then_still_does(
    x: float, to: float, along: float
) -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=[OVERWATCH]), alien("x", x, 10))
    (chance,) = watch.chances(state, state.table.piece("x"), ((x, 10.0), (to, 10.0)), None)
    assert chance.along == pytest.approx(along, abs=0.001)


@pytest.mark.rule("TS-ACT-04", "TS-GAP-63", "TS-GAP-59")
def test_nobody_fights_back_at_who_has_just_gone_down() -> None:
    men = [marine("nco", "a", 10, 10), marine("nco", "b", 12.25, 10)]
    chosen = {"alien_control": "player", "creature_serious_wound": "down"}
    state = battle(*men, alien("x", 11.125, 10), options=chosen)
    answers = {"opponent": ["a"], "tail": ["b"]}
    dice = (1, 6, 1, 6, 1, 6, 6, 1)
    done = perform(state, lambda play: rounds.on_contact(play, "x"), answers, dice)
    assert done.piece("x").has(DOWN) and [roll.by for roll in done.of(Rolled)] == ["x", "x", "x", "a"]


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-ACT-07", "TS-GAP-38")
@pytest.mark.parametrize(
    ("gait", "option", "able"),
    [
        (moves.MOVING, "own_action", False),
        (moves.RUNNING, "own_action", False),
        (moves.CROSSING, "own_action", True),
        (moves.MOVING, "part_of_move", True),
    ],
)
def test_in_growth_one_moves_by_a_test_alone(gait: moves.Gait, option: str, able: bool) -> None:
    drift = block("drift", "d", 8, 8, 12, 12)
    state = battle(*line(10), terrain=[drift], options={"climb_action": option})
    assert (moves.why_not(gait, state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01", "TS-EXPL-03", "TS-ALN-14")
def test_where_a_grenade_or_blood_comes_down_is_not_sure() -> None:
    state = battle(*line(10), alien("x", 14, 10), options={"grenades": "one_each"})
    thrower, target = state.table.piece("a"), state.table.piece("x")
    shown = [
        *shots.grenade_card(state, thrower, (14.0, 10.0)).areas,
        *shots.shot_card(state, thrower, target, numbers.PLAIN).areas,
    ]
    assert [area.sure for area in shown] == [False, False]
    assert [area.caught for area in shown] == [("x",), ()]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-80")
@pytest.mark.parametrize(
    ("things", "dice", "stops", "along", "why"),
    [
        ([], (), None, 4.0, ""),
        ([marker("m", 10, 26)], (5,), True, 3.0, "reveal"),
        ([marker("m", 10, 26)], (5,), False, 4.0, ""),
        ([marker("m", 10, 26)], (1,), None, 4.0, ""),
        ([hugger("h", 10, 13)], (1, 6, 1, 6), None, 2.125, "contact"),
    ],
)
def test_how_far_one_goes_and_what_stops_him(
    things: Any, dice: Any, stops: bool | None, along: float, why: str
) -> None:
    found: list[Any] = []

    def script(play: Any) -> Any:
        found.append((yield from course.travel(play, "a", ((10.0, 10.0), (10.0, 14.0)))))

    perform(battle(*line(10), *things), script, {} if stops is None else {"stop": [stops]}, dice)
    assert found == [(pytest.approx(along, abs=0.02), why)]


# -- blasts and blood --


@pytest.mark.rule("TS-EXPL-02", "TS-GAP-70")
@pytest.mark.parametrize(
    ("option", "x", "caught"),
    [
        ("over_half", 10.0, False),
        ("over_half", 10.01, True),
        ("any_touch", 9.51, True),
        ("any_touch", 9.5, False),
    ],
)
def test_half_a_base_is_not_more_than_half(option: str, x: float, caught: bool) -> None:
    state = battle(marine("trooper", "a", x, 10), options={"template_coverage": option})
    area = Shape((((10.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 20.0)),))
    assert templates.is_caught(state, [area], state.table.piece("a")) is caught


@pytest.mark.rule("TS-EXPL-03", "TS-EXPL-02")
@pytest.mark.parametrize(("x", "turned"), [(11.9, True), (12.1, False)])
def test_a_blast_turns_over_a_marker_that_it_touches(x: float, turned: bool) -> None:
    state = battle(marker("m", x, 10))
    area = [bursts.template(harm.Burst("grenade", (10, 10), "a"))]
    done = perform(state, lambda play: bursts.turn_over_touched(play, area), dice=(1,) if turned else ())
    assert ("m" not in done.state.table.pieces) is turned


@pytest.mark.rule("TS-EXPL-03", "TS-FIRE-01", "TS-ALN-14", "TS-GAP-68")
def test_a_blast_has_a_bonus_of_three_and_blood_has_none_and_hits_on_a_three() -> None:
    state = battle(*line(10))
    target = state.table.piece("a")
    odds_of = exactly(lambda: bursts.blast(state, harm.Burst("dump", (10, 10), "d"), target))
    assert (max(odds_of), min(odds_of)) == (6 + 3 - 2, 1 + 3 - 7)
    sprays = exactly(lambda: bursts.spray(state, harm.Burst("blood", (10, 10), "x"), target))
    assert max(sprays) == 4 and sprays[numbers.MISSED] == pytest.approx(2 / 6)


@pytest.mark.rule("TS-GAP-73", "TS-GAP-66", "TS-ALN-14", "TS-ALN-13", "TS-GAP-05")
def test_blood_sprays_marines_alone_and_an_explosion_everybody() -> None:
    state = battle(*line(10), alien("x", 10, 11))
    blood, dump = harm.Burst("blood", (10, 10), "y"), harm.Burst("dump", (10, 10), "d")
    done = perform(state, lambda play: bursts.work_through(play, [blood]), dice=(1,))
    assert [roll.by for roll in done.of(Rolled)] == ["a"]
    done = perform(state, lambda play: bursts.work_through(play, [dump]), dice=(1, 6, 1, 6))
    assert [roll.by for roll in done.of(Rolled)] == ["a", "x"]


# -- setting up, the end --


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82")
def test_a_marker_lies_clear_of_the_landing_zone_of_walls_and_of_others() -> None:
    hut = room("h", 20, 30, 28, 38)
    state = battle(marker("m", 40, 40), marker("n", 5, 30), terrain=[hut])
    fits = [set_up._fits(state, "m", spot, 4.0) for spot in ((24, 16.6), (24, 16.4), (18.4, 34), (18.6, 34))]
    assert fits == [True, False, True, False]
    assert [set_up._fits(state, "m", (x, 30.0), 4.0) for x in (9.1, 8.9)] == [True, False]
    known = (set_up.CLEAR_OF_LANDING, set_up.CLEAR_OF_WALLS, set_up.CLEAR_OF_MARKERS, set_up.THROWS)
    assert known == (12.0, 1.0, 4.0, 20)


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_lands_in_a_square_and_an_unknown_one_at_the_west() -> None:
    men = line(10, 12, 14, 16)
    state = battle(*men)
    found = [(spot.x, spot.y) for spot in set_up._usual(state, UnitId("9Z"), men)]
    assert found == [(16.0, 1.0), (17.5, 1.0), (16.0, 2.5), (17.5, 2.5)]


@pytest.mark.rule("TS-GAP-98")
def test_before_the_first_turn_nothing_is_over() -> None:
    state = battle(alien("x", 10, 10))
    assert victory.outcome(state.with_game(turn=0)) is None
    assert victory.outcome(state.with_game(turn=1)) is not None


@pytest.mark.rule("TS-CMD-06", "TS-WTHR-01", "TS-GAP-08")
def test_the_bar_says_how_far_one_sees_in_the_blizzard() -> None:
    state = battle(*line(10), phase="cards", deck=Deck(()))
    said = [str(told(state.with_game(sight=far)).weather) for far in (12.0, 9.0, 1e6)]
    assert said == ["Blizzard 12 in", "Blizzard 9 in", ""]
