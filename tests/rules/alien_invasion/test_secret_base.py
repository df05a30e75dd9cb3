"""The secret base: its forces, the hidden ship, sensors, the saucer, and who has won."""

from __future__ import annotations

import msgspec
import pytest
from shapely.geometry import LineString, Point, Polygon

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.advice.deployment import advise_hole
from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.battle.victory import battle_outcome, winners
from battlesim.rulesets.alien_invasion.battle.witnesses import note_witnesses
from battlesim.rulesets.alien_invasion.core.lookups import LEFT
from battlesim.rulesets.alien_invasion.core.objectives import HiddenCraft, Objectives
from battlesim.rulesets.alien_invasion.core.state import Deployment
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.ground.protection import protection
from battlesim.rulesets.alien_invasion.ground.sight import sees
from battlesim.table.pieces import Aboard, Hull, Marker, Off, OnTable
from battlesim.testing.case import case_from_scenario
from battlesim.testing.script import begin_run, play_script
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    mites,
    pair,
    perform,
    play,
    spugs,
    vehicle,
)
from tests.rules.alien_invasion.test_burrowers import hole, sunk

SCENARIO = case_from_scenario("secret_base").state
SITES = {"west_site": (10.0, 42.0), "south_site": (36.0, 6.0), "east_site": (64.0, 42.0)}
SENSORS = {f"sensor{n}": Marker(f"sensor{n}", "sensor", 0, 0, radius=0.4) for n in range(1, 5)}
FAR = daleks("far", (70, 24))
HOLES = ((17.5, 15.6), (29.2, 7.0), (18.5, 40.0), (50.0, 33.0), (55.5, 36.0))
"""Where the Spug player might place holes."""


def prepared(place="south_site"):
    """The scenario when all have deployed, and nobody has drawn a card."""
    answers = {
        "deploy": lambda decision, state: decision.default(state),
        "place_hole": list(HOLES),
        "start_hole": ["hole1", "hole3"],
        "hiding_place": place,
    }
    return play_script(begin_run(RULESET, SCENARIO), answers, [4, 3, 2, 1], until="card")


@pytest.fixture(scope="module")
def begun():
    return prepared()


def craft(id, kind, x, y, side, on_table=True):
    unit, (piece,) = vehicle(id, x, y, kind=kind, side=side)
    if kind == "saucer":
        piece = msgspec.structs.replace(piece, shape=Hull("oval", 8.0, 8.0), radius=4.0)
    return unit, (piece if on_table else msgspec.structs.replace(piece, place=Off("reserve")),)


def field(*groups, hidden_at="", sites=("south_site", "west_site"), **more):
    """A battle by the rules of the scenario with a hidden ship, if a place is given."""
    ship = craft("ship", "spug_ship", 0, 0, "spug", on_table=False)
    markers = [Marker(key, "site", *SITES[key], radius=1.0, name=key) for key in sites]
    if hidden_at:
        secret = Marker("ship_hidden", "hidden_craft", *SITES[hidden_at], radius=1.0, side="spug")
        markers.append(secret)
    game = SCENARIO.game
    rules = {
        "markers": markers,
        "hidden": (HiddenCraft("ship", tuple(sites)),),
        "objectives": Objectives(game.objectives.acts, {**game.objectives.items, **SENSORS}),
        "vehicles": game.vehicles,
        "victory": game.victory,
        "tally": {"ship_hidden": 1},
    }
    return battle(*groups, ship, FAR, **(rules | more))


@pytest.mark.rule("MT-SCN-01", "MT-GAP-73", "MT-GAP-55")
def test_the_forces_of_the_secret_base(begun):
    table = begun.state.table
    kinds = [piece.kind for piece in table.pieces.values()]
    assert {kind: kinds.count(kind) for kind in ("dalek", "burrower", "mite", "mib_operative")} == {
        "dalek": 9,
        "burrower": 2,
        "mite": 6,
        "mib_operative": 10,
    }
    assert sum(kind.startswith("spug_") and kind != "spug_ship" for kind in kinds) == 16
    assert len(table.pieces_of_side("unit")) == 21
    markers = [marker.kind for marker in table.markers.values()]
    assert (markers.count("hole"), markers.count("sensor"), markers.count("site")) == (5, 4, 3)


@pytest.mark.rule("MT-SCN-01", "MT-GAP-70", "MT-GAP-11")
def test_where_the_forces_begin(begun):
    state = begun.state
    assert max(piece.xy[0] for piece in state.table.pieces_of_side("unit")) <= 6
    assert all(((p.xy[0] - 54) ** 2 + (p.xy[1] - 12) ** 2) ** 0.5 <= 10 for p in daleks_of(state))
    assert all(32 <= p.xy[0] <= 40 and 33 <= p.xy[1] <= 39 for p in state.table.pieces_of_side("mib"))
    spots = {key: (m.x, m.y) for key, m in state.table.markers.items()}
    assert spots["below:attack1"] == spots["below:attack1_burrower"] == spots["hole1"]
    assert spots["below:attack2_mites"] == spots["hole3"]


def daleks_of(state):
    return [piece for piece in state.table.pieces_of_side("dalek") if piece.kind == "dalek"]


@pytest.mark.rule("MT-SCN-01")
def test_the_saucer_protects_as_rocks_do_and_blocks():
    saucer = craft("saucer", "saucer", 30, 24, "dalek")
    inside = aboard(daleks("k", (0, 0)), "saucer")
    assert protection(battle(saucer, inside, group("a", (10, 24))), "k") == 2
    across = battle(saucer, daleks("k", (40, 24)), group("a", (20, 24)))
    assert not sees(across, "a", "k")
    assert sees(battle(vehicle("car", 30, 24), daleks("k", (40, 24)), group("a", (20, 24))), "a", "k")


@pytest.mark.rule("MT-SCN-04")
def test_a_search_at_the_right_site_uncovers_the_ship():
    state = field(group("a", *block(36, 7.5)), hidden_at="south_site", row=("unit single", "dalek single"))
    done = play(state, ["a", "search_site"], [6, 2, 2, 1])
    assert done.piece("ship").xy == (36, 6)
    assert "ship_hidden" not in done.state.table.markers
    assert done.run.pending.side == "dalek", "the card is used up"


@pytest.mark.rule("MT-SCN-04")
def test_a_search_at_a_wrong_site_finds_it_empty():
    state = field(group("a", *block(10, 43)), hidden_at="south_site", card="unit double")
    done = play(state, ["a", "search_site"], [6, 2, 2, 1])
    assert "west_site is empty" in [str(event.text) for event in done.events if hasattr(event, "text")]
    assert done.piece("ship").place == Off("reserve")
    options = play(done.state, ["a"]).run.pending.open_options
    assert "search_site" not in [option.key for option in options]


@pytest.mark.rule("MT-SCN-04")
def test_a_search_without_a_six_says_nothing():
    state = field(group("a", *block(36, 7.5)), hidden_at="south_site")
    done = play(state, ["a", "search_site"], [5, 2, 2, 1], until="card")
    assert done.piece("ship").place == Off("reserve")


@pytest.mark.rule("MT-SCN-04")
@pytest.mark.parametrize(("at", "offered"), [((36, 7.5), True), ((10, 43), False)])
def test_spugs_start_the_ship_only_where_it_is_and_without_dice(at, offered):
    state = field(spugs("s", *block(*at)), hidden_at="south_site", card="spug single")
    options = [option.key for option in play(state, ["s"]).run.pending.open_options]
    assert ("start_ship" in options) is offered
    if offered:
        assert play(state, ["s", "start_ship"], until="card").piece("ship").xy == (36, 6)


def repaired(*flags, items=(), **more):
    """Two Daleks in their saucer."""
    saucer = craft("saucer", "saucer", 54, 12, "dalek")
    own = aboard(daleks("k", (0, 0), (0, 0)), "saucer")
    acts = SCENARIO.game.objectives
    known = Objectives(acts.acts, acts.items, flags=flags)
    return field(saucer, own, spugs("s", (5, 5)), objectives=known, **more)


@pytest.mark.rule("MT-SCN-02")
def test_daleks_win_when_they_leave_in_the_repaired_saucer():
    done = play(repaired("repaired", card="dalek double"), ["k", "take_off", "k", "leave"], until="card")
    assert done.piece("k1").place == done.piece("saucer").place == LEFT
    outcome = battle_outcome(done.state.with_game(row=()))
    assert (outcome.winners, outcome.reason) == (("dalek",), "victory: dalek complete")


@pytest.mark.rule("MT-SCN-02")
def test_the_saucer_stays_until_it_is_repaired():
    options = play(repaired(card="dalek double"), ["k"]).run.pending.open_options
    assert "take_off" not in [option.key for option in options]


@pytest.mark.rule("MT-SCN-02")
def test_the_part_is_taken_from_the_ship_and_repairs_the_saucer():
    ship = craft("ship", "spug_ship", 30, 24, "spug")
    saucer = craft("saucer", "saucer", 54, 12, "dalek")
    beside = daleks("k", (30, 27.75), (31.6, 27.75))
    game = SCENARIO.game
    state = battle(beside, ship, saucer, group("a", (5, 5)), objectives=game.objectives, card="dalek double")
    taken = play(state, ["k", "take_part"], [6, 1])
    assert any(taken.piece(key).has_mark("carries:part") for key in ("k1", "k2"))
    there = daleks("k", (54, 16.75), (55.6, 17))
    unit, pieces = there
    laden = unit, (pieces[0].with_mark("carries:part"), *pieces[1:])
    state = battle(laden, ship, saucer, group("a", (5, 5)), objectives=game.objectives, card="dalek double")
    done = play(state, ["k", "repair"], [2, 6])
    assert done.state.game.objectives.flags == ("repaired",)
    assert not done.piece("k1").marks


@pytest.mark.rule("MT-SCN-03", "MT-GAP-57")
@pytest.mark.parametrize(
    ("id", "kind", "side", "place"),
    [
        ("ship", "spug_ship", "spug", Aboard("ship")),
        ("saucer", "saucer", "dalek", OnTable(25.4995, 6.0)),
        ("car", "truck", "unit", OnTable(36.0, 6.0)),
    ],
)
def test_spugs_get_into_no_craft_but_their_own(id, kind, side, place):
    """They jump over a truck; a saucer of 8 in is too wide for that."""
    own, man = spugs("s", (24, 6)), group("a", (5, 44))
    there, rules = craft(id, kind, 30, 6, side), {"vehicles": SCENARIO.game.vehicles, "card": "spug single"}
    state = battle(there, own, man, FAR, **rules) if id == "ship" else field(there, own, man, **rules)
    done = play(state, ["s", "move", (36.0, 6.0)], until="card")
    assert done.piece("s1").place == place


@pytest.mark.rule("MT-AUTO-14")
@pytest.mark.parametrize(("items", "charges"), [((), True), (("sensor1", "sensor2"), False)])
def test_automated_spugs_with_their_sensors_wait_in_the_ship(items, charges):
    unit, (first, *rest) = aboard(spugs("s", *((0.0, 0.0),) * 8), "ship")
    for item in items:
        first = first.with_mark(f"carries:{item}")
    game, crew = SCENARIO.game, (unit, (first, *rest))
    state = battle(
        craft("ship", "spug_ship", 36, 24, "spug"),
        crew,
        group("a", (36, 32)),
        vehicles=game.vehicles,
        victory=game.victory,
        objectives=Objectives(game.objectives.acts, {**game.objectives.items, **SENSORS}),
        card="spug single",
    )
    assert any(plan.action == "move" for plan in group_plans(state, "s")) is charges


@pytest.mark.rule("MT-AUTO-14")
@pytest.mark.parametrize("below", [True, False])
def test_automated_spugs_bring_sensors_to_the_ship_when_nobody_can_deploy_any_more(below):
    unit, (first, *rest) = spugs("s", (10, 10))
    laden = first.with_mark("carries:sensor1").with_mark("carries:sensor2")
    game = SCENARIO.game
    state = battle(
        craft("ship", "spug_ship", 36, 40, "spug"),
        (unit, (laden, *rest)),
        spugs("t", (60, 20)),
        group("a", (5, 44)),
        markers=(hole(60, 20),),
        vehicles=game.vehicles,
        victory=game.victory,
        objectives=Objectives(game.objectives.acts, {**game.objectives.items, **SENSORS}),
        card="spug single",
    )
    state = sunk(state, "t", at=(60, 20)) if below else state
    best = [group_plans(state, key)[0] for key in ("s", "t")]
    first_of_all = max(best, key=lambda plan: plan.worth)
    assert first_of_all.action == ("deploy" if below else "move")


def gone(witness):
    """The ship of the Spugs has left with all sensors; one man is left, who may be a witness."""
    unit, pieces = spugs("s", *((0.0, 0.0),) * 2)
    names = list(SENSORS)
    held = [
        msgspec.structs.replace(
            piece.with_mark(f"carries:{names[2 * n]}").with_mark(f"carries:{names[2 * n + 1]}"), place=LEFT
        )
        for n, piece in enumerate(pieces)
    ]
    man, (figure,) = group("a", (10, 10))
    figure = figure.with_mark("witness") if witness else figure
    return field((unit, tuple(held)), mites("m", (60, 5)), (man, (figure,)))


@pytest.mark.rule("MT-SCN-03")
@pytest.mark.parametrize(("witness", "level"), [(True, "major"), (False, "complete")])
def test_spugs_win_with_all_sensors_and_more_without_witnesses(witness, level):
    state = gone(witness)
    outcome = battle_outcome(state.with_game(row=()))
    assert (outcome.winners, outcome.reason) == (("spug",), f"victory: spug {level}")
    dead = state.with_table(state.table.with_place("a1", Off("lost")))
    assert battle_outcome(dead.with_game(row=())).reason == "victory: spug complete"


@pytest.mark.rule("MT-SCN-03")
def test_three_sensors_are_not_enough():
    state = gone(False)
    lost = state.with_table(state.table.with_place("s2", Off("lost")))
    assert winners(lost) == ()


@pytest.mark.rule("MT-SCN-03")
def test_who_has_ever_seen_a_spug_is_a_witness():
    wall = craft("saucer", "saucer", 30, 24, "dalek")
    state = field(spugs("s", (40, 24)), group("a", (20, 24)), pair("m", (40, 40)), wall)
    done = perform(state, note_witnesses)
    assert done.piece("m1").has_mark("witness")
    assert not done.piece("a1").has_mark("witness"), "the saucer is in the way"
    assert not done.piece("far1").has_mark("witness"), "a Dalek is no human"


@pytest.mark.rule("MT-SCN-05")
def test_unit_wins_when_all_daleks_are_dead_but_not_if_one_has_left():
    state = field(group("a", (10, 10)), spugs("s", (40, 40)), hidden_at="south_site")
    dead = state.with_table(state.table.with_place("far1", Off("lost")))
    assert "unit" in winners(dead, at_end=False)
    left = state.with_table(state.table.with_place("far1", LEFT))
    assert "unit" not in winners(left)


@pytest.mark.rule("MT-SCN-05")
@pytest.mark.parametrize(("foe", "wins"), [(10.0 + 4.5 + 6.1, True), (10.0 + 4.5 + 5.9, False)])
def test_unit_wins_at_the_end_at_the_saucer_without_enemies_about(foe, wins):
    saucer = craft("saucer", "saucer", 10, 10, "dalek")
    state = field(saucer, group("a", (10, 14.5)), spugs("s", (foe, 10)), hidden_at="south_site")
    assert ("unit" in winners(state)) is wins
    assert "unit" not in winners(state, at_end=False)


@pytest.mark.rule("MT-SCN-05")
@pytest.mark.parametrize(("held", "wins"), [(2, True), (1, False)])
def test_men_in_black_win_with_two_sensors_at_the_end(held, wins):
    unit, pieces = pair("m", (10, 10), (12, 10))
    own = tuple(p.with_mark(f"carries:sensor{n + 1}") if n < held else p for n, p in enumerate(pieces))
    state = field((unit, own), spugs("s", (40, 40)), hidden_at="south_site")
    assert ("mib" in winners(state)) is wins
    assert "mib" not in winners(state, at_end=False)


@pytest.mark.rule("MT-GAP-83")
@pytest.mark.option("hidden_deployment", "scenario_assets_only", "off")
@pytest.mark.parametrize(("value", "seen"), [("scenario_assets_only", False), ("off", True)])
def test_what_is_hidden_at_the_start(value, seen):
    unit, piece = craft("ship", "spug_ship", 0, 0, "spug", on_table=False)
    markers = [Marker(key, "site", *at, radius=1.0, name=key) for key, at in SITES.items()]
    state = battle(
        *(group("a", (5, 5)), spugs("s", (40, 40)), (unit, piece)),
        markers=markers,
        options={"hidden_deployment": value},
        hidden=(HiddenCraft("ship", tuple(SITES)),),
        deployment=Deployment("A test"),
        turn=0,
        row=(),
    )
    done = play_script(begin_run(RULESET, state), {"hiding_place": "east_site"}, until="card")
    view = RULESET.view(done.state, "unit")
    assert (view.table.piece("ship").place != Off("reserve")) is seen
    assert ("ship_hidden" in RULESET.view(done.state, "spug").table.markers) is not seen


@pytest.mark.rule("MT-GAP-83")
def test_a_group_out_of_sight_is_seen_but_no_target():
    wall = craft("saucer", "saucer", 30, 24, "dalek")
    state = battle(wall, spugs("s", (40, 24)), group("a", (20, 24)))
    assert RULESET.view(state, "unit").table.piece("s1").xy == (40, 24)
    assert "shoot" not in [option.key for option in play(state, ["a"]).run.pending.open_options]


def test_a_vehicle_rule_names_what_must_be_done_first():
    assert VehicleRule("saucer", after="repaired").after == "repaired"


@pytest.mark.rule("MT-SCN-01", "MT-GAP-58")
@pytest.mark.parametrize("by_program", [False, True])
def test_every_hole_is_far_from_enemies_and_clear_of_features(begun, by_program):
    """A Dalek may begin up to 10 in from the middle of its zone, the Men in Black in the base."""
    table = by_the_program().table if by_program else begun.state.table
    starts = [Polygon(rings[0]) for rings in SCENARIO.game.deployment.zones.values()]
    features = [shape_of(terrain) for terrain in table.ground.terrain if "relief" not in terrain.traits]
    holes = [Point(marker.x, marker.y) for marker in table.markers.values() if marker.kind == "hole"]
    assert len(holes) == 5
    assert all(hole.distance(start) >= 8 for hole in holes for start in starts)
    assert all(hole.distance(feature) >= 1 for hole in holes for feature in features)


def by_the_program():
    """The scenario when the program has placed the holes."""
    places = {"place_hole": lambda decision, state: advise_hole(state, decision)[0].answer}
    answers = places | {"deploy": lambda decision, state: decision.default(state)}
    return play_script(begin_run(RULESET, SCENARIO), answers, [4, 3, 2, 1], until="start_hole").state


def shape_of(terrain):
    ring = terrain.rings[0]
    return Polygon(ring) if len(ring) > 2 else LineString(ring)
