"""The battles of the house rules: platoon and hive, set-up, growth, and who has won."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from battlesim.engine.ruleset import Step
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.battle.game_facts import game_facts
from battlesim.rulesets.stargrunt.battle.ground_taken import nearest_side, take_ground
from battlesim.rulesets.stargrunt.battle.hive import grow
from battlesim.rulesets.stargrunt.battle.set_up import deploy, dig_in, waiting_for_set_up
from battlesim.rulesets.stargrunt.battle.turn_sequence import begin_turn, next_step
from battlesim.rulesets.stargrunt.battle.victory import battle_outcome, scores
from battlesim.rulesets.stargrunt.core.lookups import is_counter, is_inverted, quality_die, unit_rules
from battlesim.rulesets.stargrunt.core.marks import BROKEN, CONFIDENCE, IN_POSITION, PANIC
from battlesim.rulesets.stargrunt.core.state import HiveRules, Stronghold
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Below, Marker, Off
from battlesim.testing.script import begin_run, perform_rules, play_script

from .field import CENTRE, ENEMY, OWN, battle, foes, perform, row, squad, terrain

ALIENS = {"kinds": ("swarmer",), "quality": "green", "automated": True}


def scenario(name, **options):
    """The first state of a scenario."""
    read = load_scenario(name, options)
    return RULESET.setup(read.plan, read.ground)


def siege(*squads, turn=8, commander="", **more):
    """A battle about an uplink in the middle of the table, defended by the own side; its turn is over."""
    state = battle(*squads, turn=turn, stronghold=Stronghold("uplink", "own", commander), **more)
    uplink = Marker("uplink", "objective", CENTRE, CENTRE, name="Uplink")
    everybody = tuple(state.table.pieces)
    return state.with_table(state.table.with_marker(uplink)).with_game(acted=everybody)


def winners(state):
    outcome = battle_outcome(state, turn_over=True)
    return None if outcome is None else outcome.winners


@pytest.mark.rule("SG-GAP-140")
@pytest.mark.option("scenario", "uplink_siege")
def test_the_ground_of_the_siege():
    table = scenario("uplink_siege").table
    kinds = Counter(terrain.kind for terrain in table.ground.terrain)
    assert (table.ground.width, table.ground.height) == (72, 48)
    assert (kinds["building"], kinds["woods"], kinds["wall"]) == (2, 4, 2)
    assert (table.markers["uplink"].x, table.markers["uplink"].y) == (36, 12)


@pytest.mark.rule("SG-GAP-140", "SG-GAP-146")
@pytest.mark.option("scenario", "encounter")
def test_the_ground_of_the_encounter():
    state = scenario("encounter")
    assert not [t for t in state.table.ground.terrain if t.kind == "building"]
    assert [(m.x, m.y) for m in state.table.markers.values()] == [(x, 24) for x in (12, 24, 36, 48, 60)]


@pytest.mark.rule("SG-GAP-141")
@pytest.mark.parametrize("name", ["uplink_siege", "encounter"])
def test_the_platoon(name):
    state = scenario(name)
    pieces, all_units = state.table.pieces.values(), state.table.units.values()
    own = [piece for piece in pieces if piece.side == "people" and not is_counter(piece)]
    units = [unit for unit in all_units if unit.side == "people" and not is_inverted(unit)]
    kinds = Counter(piece.kind for piece in own)
    assert (len(own), kinds["gunner"], kinds["rocketeer"], kinds["grenadier"]) == (30, 3, 3, 6)
    assert [unit.id for unit in units if unit_rules(unit).quality == "veteran"] == ["sniper"]
    assert sorted(unit_rules(unit).leadership for unit in units) == [1, 2, 2, 2, 3]
    assert {quality_die(unit) for unit in units if unit.id != "sniper"} == {8}


@pytest.mark.rule("SG-GAP-143", "SG-GAP-144")
@pytest.mark.option("alien_strength", "light")
@pytest.mark.option("alien_strength", "normal")
@pytest.mark.option("alien_strength", "heavy")
@pytest.mark.parametrize(
    ("strength", "broods", "counters"), [("light", 3, 5), ("normal", 7, 11), ("heavy", 10, 15)]
)
def test_the_hive_begins_as_strong_as_the_option_says(strength, broods, counters):
    table = scenario("uplink_siege", alien_strength=strength).table
    own = [unit for unit in table.units.values() if unit.side == "aliens"]
    assert len([unit for unit in own if not is_inverted(unit)]) == broods
    lie = [piece.xy for piece in table.standing_pieces() if piece.side == "aliens"]
    assert len(lie) == counters and all(40 <= y <= 48 for _, y in lie)


HIVE = HiveRules("enemy", "", spawn=((8.0, 46.0), (24.0, 46.0), (40.0, 46.0)))


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(
    ("strength", "dice", "kinds"),
    [
        ("normal", [2], []),
        ("normal", [4, 1], ["swarmer"] * 8),
        ("normal", [6, 1], ["stalker"] * 4),
        ("light", [4], []),
        ("light", [5, 1], ["swarmer"] * 8),
        ("heavy", [1, 1], ["swarmer"] * 8),
        ("heavy", [5, 1], ["stalker"] * 4),
    ],
)
def test_what_the_growth_die_adds(strength, dice, kinds):
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), hive=HIVE, options={"alien_strength": strength})
    done = perform(state, grow, dice=dice)
    added = [piece for key, piece in done.state.table.pieces.items() if key not in state.table.pieces]
    assert [piece.kind for piece in added] == kinds and all(piece.table_position for piece in added)


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(("face", "x"), [(1, 8), (2, 8), (3, 24), (4, 24), (5, 40), (6, 40)])
def test_where_the_growth_comes_up(face, x):
    done = perform(battle(squad("a", (0, 0)), hive=HIVE), grow, dice=[4, face])
    arrived = [piece for piece in done.state.table.pieces.values() if piece.side == ENEMY]
    assert sum(piece.xy[0] for piece in arrived) / len(arrived) == pytest.approx(x, abs=1.0)


@pytest.mark.rule("SG-GAP-143")
def test_the_growth_of_a_hidden_hive_arrives_as_a_counter():
    hidden = msgspec.structs.replace(HIVE, hidden=True)
    state = battle(squad("a", (0, 0)), hive=hidden, options={"hidden_deployment": "scenario"})
    done = perform(state, grow, dice=[4, 1])
    (counter,) = [piece for piece in done.state.table.standing_pieces() if piece.side == ENEMY]
    assert len(done.state.table.pieces_below(counter.id)) == 8
    shown = RULESET.view(done.state, OWN).table
    assert not shown.pieces_below(counter.id) and done.state.table.units[counter.unit].kind == "counters"


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(("turn", "step"), [(6, "grow"), (7, "begin_turn")])
def test_nothing_is_added_in_the_last_two_turns(turn, step):
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), hive=HIVE, turn=turn, acted=("a1", "b1"))
    assert next_step(state) == Step(step)


@pytest.mark.rule("SG-GAP-144")
@pytest.mark.parametrize(("y", "legal"), [(15.0, True), (17.0, False)])
def test_the_people_deploy_first_within_their_zone(y, legal):
    state = scenario("uplink_siege")
    done = perform_rules(state, deploy, {"deployed_unit": ["first"]}, until="deploy")
    question = done.asked[-1]
    spots = question.placements_around(state, (15.0, 10.0))
    lifted = y - max(spot.y for spot in spots)
    there = tuple(msgspec.structs.replace(spot, y=spot.y + lifted) for spot in spots)
    assert question.side == "people" and (question.check(state, there) is None) is legal


@pytest.mark.rule("SG-GAP-144")
def test_the_side_that_deploys_is_active_and_does_not_react():
    state, sides = scenario("encounter"), []
    answers = {"deployed_unit": lambda d, s: d.options[0].key, "deploy": lambda d, s: d.default(s)}
    while waiting_for_set_up(state):
        sides.append(game_facts(state).active)
        state = perform_rules(state, deploy, answers).state
    assert (sides, game_facts(state).active) == (["people"] * 5 + ["aliens"] * 9, "people")


@pytest.mark.rule("SG-GAP-144")
def test_the_sniper_is_hidden_under_one_of_three_counters_that_are_deployed_near_one_another():
    read = load_scenario("uplink_siege")
    replace = msgspec.structs.replace
    sniper = read.plan.unit("sniper")
    figure = replace(sniper.pieces[0], place=Off())
    sniper = replace(sniper, zone="south", rules=sniper.rules | {"decoys": []}, pieces=(figure,))
    units = tuple(sniper if unit.id == "sniper" else unit for unit in read.plan.units)
    run = begin_run(RULESET, RULESET.setup(replace(read.plan, units=units), read.ground))
    placed = {"deployed_unit": lambda d, s: d.options[-1].key, "deploy": lambda d, s: d.default(s)}
    deal = [f"counter-{k}" for k in range(1, 8)]
    done = play_script(run, placed, [*deal, "counter-13"], until="dug_in")
    table = done.state.table
    assert table.piece(table.pieces_of_unit("sniper")[0].id).place == Below("counter-13")
    three = [table.piece(f"counter-{k}") for k in (12, 13, 14)]
    assert all(piece_gap(table, three[2], other) <= 6.0 for other in three)


@pytest.mark.rule("SG-GAP-144")
def test_two_squads_in_cover_begin_in_position():
    squads = [squad(key, (x, 0)) for key, x in (("a", -6), ("c", 0), ("d", 6))]
    state = battle(*squads, foes("b", (0, 20)), ground=[terrain("scrub", -10, -2, 10, 2)], dug_in={"own": 2})
    done = perform(state, lambda play: dig_in(play, OWN), {"dug_in": [("a", "d")]})
    assert [u.id for u in done.state.table.units.values() if u.has_mark(IN_POSITION)] == ["a", "d"]
    assert done.asked[0].most == 2 and done.state.game.dug_in == {"own": 0}


@pytest.mark.rule("SG-GAP-144")
def test_the_aliens_have_the_first_activation():
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), first="enemy", turn=0)
    assert perform(state, begin_turn).state.game.phase == ENEMY


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("panicked", "result"), [({}, ()), ({PANIC: 1}, (ENEMY,)), ({CONFIDENCE: BROKEN}, (ENEMY,))]
)
def test_the_sum_at_the_stronghold_decides(panicked, result):
    state = siege(
        squad("a", *row(-3, -3, 4), marks=panicked),
        squad("c", (4, -3), kinds=("brute",)),
        foes("b", (-3, 3), (0, 3), (3, 3), kinds=("brute",)),
    )
    assert winners(state) == result


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.option("turns", "6")
@pytest.mark.option("turns", "10")
@pytest.mark.parametrize(
    ("turns", "turn", "over"), [("8", 7, False), ("8", 8, True), ("6", 6, True), ("10", 8, False)]
)
def test_the_sum_is_made_after_the_last_turn(turns, turn, over):
    state = siege(squad("a", (3, 0)), foes("b", (0, 20)), turn=turn, options={"turns": turns})
    assert (winners(state) is not None) is over


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(("x", "own_x", "taken"), [(2.4, 12.0, True), (2.4, 6.0, False), (4.0, 12.0, False)])
def test_aliens_alone_at_the_stronghold_win_at_once(x, own_x, taken):
    state = siege(squad("a", (own_x, 0)), foes("b", (x, 0), **ALIENS), turn=2)
    assert winners(state) == ((ENEMY,) if taken else None)


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("more", "over"),
    [({}, False), ({"marks": {CONFIDENCE: BROKEN}}, True), ({"independent": True}, True)],
)
def test_aliens_win_when_no_steady_unit_is_left(more, over):
    state = siege(squad("a", (3, 0), **more), foes("b", (0, 20), **ALIENS), turn=2)
    assert (battle_outcome(state) is not None) is over


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(("turn", "result"), [(5, None), (6, (OWN,))])
def test_people_win_without_enemies_from_two_turns_before_the_last(turn, result):
    assert winners(siege(squad("a", (3, 0)), turn=turn)) == result


def dead(state, side, count):
    """The same battle with so many figures of a side dead."""
    own = [piece for piece in state.table.pieces.values() if piece.side == side][-count:] if count else []
    lost = (msgspec.structs.replace(piece, place=Off("lost")) for piece in own)
    return state.with_table(state.table.with_pieces(*lost))


@pytest.mark.rule("SG-GAP-147")
def test_the_score_of_the_people():
    broods = [foes(f"b{n}", (10 + 2 * n, 12), **ALIENS) for n in range(4)]
    state = siege(squad("a", *row(-3, 0, 10, 1.2)), *broods)
    state = dead(dead(state, ENEMY, 3), OWN, 7)
    assert scores(state)[OWN] == 5 + 3 - 2


@pytest.mark.rule("SG-GAP-147")
def test_the_score_of_the_aliens():
    state = siege(
        squad("a", *row(-10, -12, 4)),
        squad("c", *row(-10, -16, 8)),
        foes("b", (20, 20), (20, 18), **ALIENS),
        commander="c1",
    )
    near = squad("d", (3, 0))
    held = state.with_table(state.table.with_pieces(*near[1]).with_units(near[0]))
    assert scores(dead_of(held, "c"))[ENEMY] == 4 + 2


def dead_of(state, unit):
    own = (piece for piece in state.table.pieces.values() if piece.unit == unit)
    return state.with_table(
        state.table.with_pieces(*(msgspec.structs.replace(piece, place=Off("lost")) for piece in own))
    )


def field_of(*squads, owners):
    """A battle about markers in a row, with their owners."""
    state = battle(*squads, turn=8)
    for number, name in enumerate(owners):
        marker = Marker(name, "objective", CENTRE + 12 * number, CENTRE)
        state = state.with_table(state.table.with_marker(marker))
    return state.with_game(ground=owners, acted=tuple(state.table.pieces))


@pytest.mark.rule("SG-GAP-146")
def test_more_markers_win():
    owners = {"m1": "own", "m2": "own", "m3": "own", "m4": "enemy", "m5": "enemy"}
    state = field_of(squad("a", (0, -20)), foes("b", (0, 20)), owners=owners)
    assert winners(state) == (OWN,) and scores(state) == {OWN: 3.0, ENEMY: 2.0}


@pytest.mark.rule("SG-GAP-146")
@pytest.mark.parametrize(("own", "enemy", "side"), [(1.0, 1.5, OWN), (1.5, 1.0, ENEMY), (9.0, 9.0, None)])
def test_a_marker_goes_to_the_nearest_that_was_there_last(own, enemy, side):
    state = field_of(squad("a", (0, -own - 0.5)), foes("b", (0, enemy + 0.5)), owners={"m1": ""})
    assert nearest_side(state, "m1") == side
    assert perform(state, take_ground).state.game.ground == {"m1": side or ""}
