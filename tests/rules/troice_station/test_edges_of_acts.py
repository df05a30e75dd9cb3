"""Acts at their edges: who is asked, what a figure is left with, what its card and its dice say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlesim.engine.moves import MoveGroup
from battlesim.mechanics.chance import exactly
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.acts import activation, carrying, deeds, fire, group, moves
from battlesim.rulesets.troice_station.attack import (
    bursts,
    flame,
    grenades,
    harm,
    numbers,
    shooting,
    templates,
)
from battlesim.rulesets.troice_station.battle import set_up, victory
from battlesim.rulesets.troice_station.battle.facts_of import facts as told
from battlesim.rulesets.troice_station.command import cards, leaders
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, EMPTY, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.profiles import terrain_kinds
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.ground import motion
from battlesim.rulesets.troice_station.ground.sight import plain
from battlesim.rulesets.troice_station.melee import cards as odds
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.rulesets.troice_station.passage import crossing
from battlesim.rulings.movement import Leg
from battlesim.table.events import Announced, Moved, Rolled
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off
from battlesim.testing.script import Done

from .things import alien, battle, block, hugger, marine, marker, perform, room


def line(*xs: float, kind: str = "trooper", marks: Any = ()) -> list[Any]:
    """Marines of 1A in a row, a to d; 4 in between centres are a gap of 3 in."""
    return [marine(kind, id, x, 10, marks=marks) for id, x in zip("abcd", xs, strict=False)]


def on_card(*things: Any, pips: int = 2, **game: Any) -> Battle:
    return battle(*things, card="1A", pools={"1A": pips} if pips else {}, **game)


def act(state: Battle, *dice: int, **answers: Any) -> Done:
    return perform(state, activation.act, {what: [answer] for what, answer in answers.items()}, dice)


def off(state: Battle, piece: str, place: str = "lost") -> Battle:
    """The same with a piece off the table."""
    return state.with_table(state.table.with_place(piece, Off(place)))


# -- who is asked --


@pytest.mark.rule("TS-ACT-01", "TS-ACT-03", "TS-ACT-13", "TS-MOVE-02", "TS-ACT-06")
def test_a_single_figure_goes_on_its_card_and_has_taken_one_action() -> None:
    leg = (Leg("a", ((10.0, 10.0), (10.0, 12.0))),)
    done = act(on_card(*line(10)), act="alone:a", alone="move", move=leg)
    piece = done.piece("a")
    assert (piece.xy, piece.count(ACTIONS), piece.count(MOVED)) == ((10.0, 12.0), 1, 1)


@pytest.mark.rule("TS-ACT-08", "TS-WND-06", "TS-GAP-97", "TS-GAP-66")
def test_of_two_at_one_door_each_is_asked_and_may_let_it_be() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), False))
    state = battle(marine("trooper", "a", 9.5, 8.25), marine("trooper", "b", 9.5, 9.25), terrain=[hut])
    done = perform(state, lambda play: deeds.door(play, ["a", "b"]), {"door": ["none", "none"]})
    assert not done.state.table.ground.openings()["h.door1"][1].open
    done = perform(state, lambda play: deeds.door(play, ["a"]))
    assert done.state.table.ground.openings()["h.door1"][1].open, "who is alone at one door is not asked"


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
@pytest.mark.parametrize("deed", [deeds.wait, deeds.aim, deeds.reload, deeds.set_up])
def test_nobody_is_asked_who_of_one_does_it(deed: Callable[..., Any]) -> None:
    state = battle(*line(10, 12))
    assert not perform(state, lambda play: deed(play, ["a"])).asked
    assert perform(state, lambda play: deed(play, ["a", "b"])).asked_for("who")


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65")
def test_a_marine_in_contact_with_one_enemy_is_not_asked_whom_he_attacks() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10), alien("y", 8.875, 10))
    near = off(state, "y")
    assert not perform(near, lambda play: rounds.on_contact(play, "a"), dice=(6, 1)).asked_for("opponent")
    assert perform(state, lambda play: rounds.on_contact(play, "a"), until="opponent").asked_for("opponent")


@pytest.mark.rule("TS-GAP-84", "TS-GAP-86", "TS-GAP-91")
@pytest.mark.parametrize("control", ["automated", "player"])
def test_the_nearest_creature_acts_first_where_nobody_plays_it(control: str) -> None:
    found: list[str] = []

    def script(play: Any) -> Any:
        found.append((yield from program.next_up(play, 4)))

    beasts = [alien("x", 20, 10), alien("y", 15, 10)]
    state = battle(marine("trooper", "a", 10, 10), *beasts, options={"alien_control": control})
    done = perform(state, script, {"next": ["x"]} if control == "player" else {})
    assert found == ["x" if control == "player" else "y"] and len(done.asked) == (control == "player")
    perform(off(off(state, "x"), "y"), script)
    assert found[1:] == [""]


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
def test_nobody_fires_twice_for_one_pip() -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "b", 10, 12)]
    state = battle(*men, alien("x", 14, 10, [MOVED]))
    done = perform(state, lambda play: fire.perform(play, ["a", "b"]), {"shot": ["fire:a:x"]}, (1,))
    _, second = done.asked_for("shot")
    assert [option.key for option in second.open] == ["fire:b:x", "done"]  # type: ignore[attr-defined]


# -- groups --


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20")
def test_by_option_all_pairs_hold_together_where_nobody_is_too_far() -> None:
    for xs in ((10,), (10, 14), (10, 12, 14)):
        assert group.apart(battle(*line(*xs), options={"group_coherency": "all_pairs"}), UnitId("1A")) == ""


@pytest.mark.rule("TS-GAP-17", "TS-CMD-05", "TS-SEQ-03")
def test_a_squad_of_whom_nobody_is_on_the_table_is_no_squad() -> None:
    state = battle(*line(10), marine("trooper", "z", 20, 10, unit="2B"))
    assert [unit.id for unit in leaders.squads(state)] == ["1A", "2B"]
    assert [unit.id for unit in leaders.squads(off(state, "z"))] == ["1A"]


@pytest.mark.rule("TS-SEQ-03", "TS-GAP-16", "TS-GAP-18")
def test_who_has_a_card_of_his_own_is_named_on_it() -> None:
    state = battle(*line(10), marine("sniper", "s", 12, 10), options={"cards_units": "sniper_apart"})
    assert cards.names(state) == {
        "1A": "ace of hearts: 1A",
        "s": "2 of hearts: s",
        **{f"q{n}": f"{('ace', '2', '3', '4')[n - 1]} of spades: quarter {n}" for n in (1, 2, 3, 4)},
    }


# -- what one is left with --


@pytest.mark.rule("TS-GAP-22", "TS-ACT-15", "TS-ACT-03")
def test_who_does_something_else_waits_and_aims_no_more() -> None:
    state = on_card(*line(10, marks=[OVERWATCH, EMPTY, "aimed", "binoculars"]))
    piece = act(state, act="alone:a", alone="reload").piece("a")
    assert [m.name for m in piece.marks] == [ACTIONS]


@pytest.mark.rule("TS-WND-05", "TS-ALN-17", "TS-WND-04", "TS-GAP-59")
def test_who_is_put_down_is_down_once_and_of_no_other_mind() -> None:
    state = battle(*line(10, marks=[OVERWATCH, "aimed", "ran"]))
    piece = perform(state, lambda play: harm.put_down(play, "a", harm.DOWNED)).piece("a")
    assert {m.name: m.count for m in piece.marks} == {DOWN: 1}


@pytest.mark.rule("TS-WND-05", "TS-WND-07")
@pytest.mark.parametrize(("margin", "rule"), [(4, "TS-WND-07"), (3, "TS-WND-05")])
def test_four_more_kill_outright_and_a_second_wound_as_well(margin: int, rule: str) -> None:
    state = battle(*line(10, marks=[DOWN]))

    def script(play: Any) -> None:
        harm.hurt(play, "a", margin, "gunfire")

    done = perform(state, script)
    assert done.piece("a").place == Off("lost")
    assert {event.rule for event in done.of(Moved)} == {rule}


@pytest.mark.rule("TS-ACT-04", "TS-GAP-65", "TS-MELE-02")
def test_who_is_down_fights_back_no_more() -> None:
    state = battle(*line(10), alien("x", 11.125, 10))
    done = perform(state, lambda play: rounds.on_contact(play, "x"), dice=(4, 4))
    assert done.piece("a").has(DOWN) and len(done.of(Rolled)) == 1


@pytest.mark.rule("TS-GAP-29", "TS-WTHR-03")
@pytest.mark.parametrize(("kind", "asked"), [("trooper", 0), ("sniper", 1)])
def test_only_through_a_scope_to_aim_is_to_look(kind: str, asked: int) -> None:
    state = battle(marine(kind, "a", 10, 10), marker("m", 30, 10))
    done = perform(state, lambda play: deeds.aim(play, ["a"]), until="look")
    assert len(done.asked_for("look")) == asked


@pytest.mark.rule("TS-GAP-57")
def test_one_drags_a_casualty_half_as_far_and_two_the_whole_way() -> None:
    state = battle(*line(10, 11), marine("trooper", "c", 10, 11, marks=[DOWN]))
    assert [carrying.dragging(state, "a", share).allowance for share in (0.5, 1.0)] == [2.0, 4.0]


@pytest.mark.rule("TS-GAP-57", "TS-ACT-16")
def test_a_casualty_that_is_in_contact_already_stays_where_it_lies() -> None:
    state = battle(*line(10), marine("trooper", "c", 11, 10, marks=[DOWN]))
    assert perform(state, lambda play: carrying._drop(play, "c", ["a"])).piece("c").xy == (11.0, 10.0)


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
    _, link = moves.able_together(on_card(*line(10, x)), moves.MOVING, ["a", "b"], {"a": 0, "b": 0})
    assert (link is not None) is held


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


# -- blasts and blood --


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
    known = (set_up.CLEAR_OF_LANDING, set_up.CLEAR_OF_WALLS, set_up.CLEAR_OF_MARKERS, set_up.MOST_TRIES)
    assert known == (12.0, 1.0, 4.0, 200)


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
