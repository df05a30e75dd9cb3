"""What forces cost and know, how the turns are ordered, and what the window is told of a battle."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.ruleset import Step
from battlesim.rulesets.invasion_earth import MAX_BATTLES, RULESET
from battlesim.rulesets.invasion_earth.battle import musters, set_up, turn_sequence, victory
from battlesim.rulesets.invasion_earth.battle.turn_steps import turn_steps
from battlesim.rulesets.invasion_earth.core.lookups import has_acted_by_choice, is_standing, piece_profile
from battlesim.rulesets.invasion_earth.core.marks import RADIO
from battlesim.rulesets.invasion_earth.core.parameters import resolve_parameters
from battlesim.rulesets.invasion_earth.core.profiles import Fear, Profile, TerrainKind, Weapon, profiles
from battlesim.rulesets.invasion_earth.core.skills import BATTLES, SKILLS
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Side
from battlesim.table.units import Unit
from tests.rules.invasion_earth.field import (
    DALEK,
    ENEMY,
    OWN,
    SLR,
    battle,
    enemy,
    model,
    perform,
    rolls,
    wall,
)

HOVER = "dalek_hoverbout"


def in_the_air(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=height))


SKILL_ROWS = {
    "super_sneak": ("IE-EXP-05", 2, 3),
    "crack_shot": ("IE-EXP-06", 2, 2),
    "own_luck": ("IE-EXP-07", 2, 3),
    "tough_as_nails": ("IE-EXP-08", 5, 2),
    "camouflage": ("IE-EXP-09", 5, 1),
    "super_agility": ("IE-EXP-10", 3, 1),
    "super_fast": ("IE-EXP-11", 2, 3),
    "lightning_action": ("IE-EXP-12", 6, 1),
    "hand_to_hand": ("IE-EXP-13", 2, 3),
}


@pytest.mark.rule("IE-EXP-05", "IE-EXP-06", "IE-EXP-07", "IE-EXP-08", "IE-EXP-09", "IE-EXP-10")
@pytest.mark.rule("IE-EXP-11", "IE-EXP-12", "IE-EXP-13")
def test_what_each_skill_costs_and_how_often_it_is_bought() -> None:
    assert {key: (skill.rule, skill.cost, skill.most) for key, skill in SKILLS.items()} == SKILL_ROWS


@pytest.mark.rule("IE-EXP-05", "IE-EXP-06", "IE-EXP-09", "IE-EXP-10", "IE-EXP-11", "IE-GAP-82", "IE-GAP-20")
@pytest.mark.parametrize(
    ("kind", "useless"),
    [
        (SLR, set()),
        (DALEK, {"super_sneak", "camouflage"}),
        ("yeti", {"super_sneak", "camouflage", "crack_shot", "super_agility"}),
    ],
)
def test_whoever_cannot_use_a_skill_does_not_begin_with_it(kind: str, useless: set[str]) -> None:
    radio = {RADIO: 1} if "comm_link" not in profiles()[kind].abilities else {}
    most = {key: row[2] for key, row in SKILL_ROWS.items() if key not in useless}
    assert RULESET.start_marks(kind) == {**radio, **most, BATTLES: 99} and MAX_BATTLES == 99


@pytest.mark.rule("IE-GAP-82", "IE-EXP-05", "IE-EXP-06", "IE-EXP-07", "IE-EXP-08", "IE-EXP-11", "IE-EXP-13")
@pytest.mark.parametrize(
    ("kind", "marks", "changes"),
    [
        (SLR, {"crack_shot": 1}, {}),
        (SLR, {"super_sneak": 2}, {"sneak": 4.0}),
        (SLR, {"super_fast": 2}, {"fast": 10.0}),
        (HOVER, {"super_fast": 2}, {"fast": 8.0, "fly_fast": 14.0}),
        (SLR, {"own_luck": 1}, {"save": 6}),
        (SLR, {"own_luck": 3}, {"save": 4}),
        ("special_weapons_dalek", {"own_luck": 3}, {"save": 2}),
        (SLR, {"tough_as_nails": 2}, {"hits": 3}),
        (SLR, {"hand_to_hand": 3}, {"assault": 4}),
    ],
)
def test_a_skill_changes_one_value(kind: str, marks: dict[str, int], changes: dict[str, float]) -> None:
    found = piece_profile(model(kind, "a", 0, 0, **marks))
    assert found == msgspec.structs.replace(profiles()[kind], **changes)


@pytest.mark.rule("IE-GAP-33", "IE-SUP-03", "IE-GAP-57", "IE-GAP-27", "IE-GAP-32", "IE-UNS-01", "IE-UNS-03")
@pytest.mark.rule("IE-GAP-34", "IE-GAP-41", "IE-GAP-42")
def test_what_a_table_does_not_name_a_model_a_weapon_or_terrain_has_not() -> None:
    plain = Weapon("plain", (1.0, 2.0, 3.0), (3, 4, 5))
    assert (plain.damage, plain.piercing, plain.blast, plain.least, plain.no_suppression) == (
        1,
        0,
        "",
        0.0,
        "",
    )
    assert not (plain.heavy or plain.indirect or plain.fixed_arc or plain.primitive or plain.suppression)
    own = Profile("own", 1.0, 1.0, 1.0, 4.0)
    assert (own.fast, own.sneak, own.hides, own.hits, own.save, own.assault) == (0.0, 0.0, False, 1, 0, 0)
    assert (own.stupidity, own.grapple, own.fear, own.fly, own.fly_fast) == (0, 0, None, 0.0, 0.0)
    assert Fear("human", 8.0).within == 8.0
    flat = TerrainKind(1.0)
    assert not (flat.obstacle or flat.solid or flat.area or flat.difficult or flat.loose or flat.breakable)
    assert flat.depth == 0.0


@pytest.mark.rule("IE-OBS-07", "IE-GAP-62")
@pytest.mark.parametrize(
    ("extras", "half", "cost"),
    [((), False, 3.0), ((RADIO,), False, 3.5), ((RADIO,), True, 4.5), ((), True, 3.0)],
)
def test_what_a_captain_costs(extras: tuple[str, ...], half: bool, cost: float) -> None:
    assert musters.profile_cost("unit_captain", extras, half) == cost
    assert half or musters.profile_cost("unit_captain", extras) == cost


@pytest.mark.rule("IE-OBS-07", "IE-GAP-62", "IE-OBS-06")
def test_forces_are_bought_to_three_limits_in_detachments_of_ten() -> None:
    assert (musters.LIMITS, musters.MAX_DETACHMENT, musters.RADIO_COST) == ((12, 18, 24), 10, 0.5)
    able = {kind for kind in (SLR, DALEK, "unit_radio_operator", "ogron") if musters.can_have_radio(kind)}
    assert able == {SLR, "ogron"}


def clash_file(tmp_path, lines: str, options: str = ""):  # type: ignore[no-untyped-def]
    file = tmp_path / "clash.toml"
    file.write_text(f'extends = "first_patrol"\n{options}{lines}')
    return str(file)


def unit(id: str, side: str, count: int, kind: str, y: int, marks: str = "") -> str:
    rows = ", ".join(f'{{ profile = "{kind}", at = [{3 + 2 * k}, {y}]{marks} }}' for k in range(count))
    return f'[[unit]]\nid = "{id}"\nside = "{side}"\npiece = [{rows}]\n'


@pytest.mark.rule("IE-GAP-39", "IE-FLY-07", "IE-EXP-01")
@pytest.mark.parametrize(("troopers", "daleks", "fits"), [(10, 4, True), (10, 5, False)])
def test_each_side_pays_for_its_own_models(  # type: ignore[no-untyped-def]
    tmp_path, troopers, daleks, fits
) -> None:
    """At most 12 points: ten troopers cost 10, four Daleks 12."""
    lines = unit("u", "unit", troopers, SLR, 5) + unit("d", "daleks", daleks, DALEK, 25)
    loaded = load_scenario(clash_file(tmp_path, lines), {"points_limit": "12"})
    if fits:
        assert len(loaded.initial_state().table.pieces) == 14
    else:
        with pytest.raises(InputError, match="points_limit"):
            loaded.initial_state()


@pytest.mark.rule("IE-EXP-01", "IE-GAP-39")
@pytest.mark.parametrize(
    ("mark", "fits"), [("crack_shot", False), ("battles_survived", False), ("radio", True)]
)
def test_a_radio_is_no_experience(tmp_path, mark: str, fits: bool) -> None:  # type: ignore[no-untyped-def]
    lines = unit("u", "unit", 1, SLR, 5, f", marks = {{ {mark} = 1 }}") + unit("d", "daleks", 1, DALEK, 25)
    loaded = load_scenario(clash_file(tmp_path, lines))
    if fits:
        assert loaded.initial_state().table.pieces
    else:
        with pytest.raises(InputError, match="campaigns alone"):
            loaded.initial_state()


@pytest.mark.rule("IE-GAP-39", "IE-GAP-49", "IE-EXP-01", "IE-FLY-07")
@pytest.mark.parametrize(("option", "fear"), [("all", True), ("list", True), ("none", False)])
def test_the_advanced_rules_are_all_none_or_those_listed(tmp_path, option, fear) -> None:  # type: ignore[no-untyped-def]
    lines = unit("u", "unit", 1, SLR, 5) + unit("d", "daleks", 1, DALEK, 25)
    file = clash_file(tmp_path, lines, '[rules]\nadvanced = ["fear"]\n')
    known = load_scenario(file, {"advanced_rules": option}).initial_state().game.parameters.advanced
    assert ("fear" in known) == fear and ("fly" in known) == (option == "all")


@pytest.mark.rule("IE-GAP-39", "IE-EXP-08", "IE-EXP-01")
def test_a_tough_model_has_the_hits_of_its_profile_and_those_it_bought(tmp_path) -> None:  # type: ignore[no-untyped-def]
    marks = ", marks = { tough_as_nails = 2 }"
    lines = unit("u", "unit", 1, "unit_captain", 5, marks) + unit("d", "daleks", 1, DALEK, 25)
    file = clash_file(tmp_path, lines, "[rules]\ncampaign = true\n")
    (captain,) = load_scenario(file).initial_state().table.pieces_of_side(SideKey("unit"))
    assert (captain.hits, captain.hits_full) == (4, 4)


def three_sides(**more):  # type: ignore[no-untyped-def]
    third = msgspec.structs.replace(enemy(SLR, "f", 0, -9), side=SideKey("third"))
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), third, **more)
    sides = (*state.table.sides, Side(SideKey("third"), "Third", 3))
    return state.with_table(msgspec.structs.replace(state.table, sides=sides))


@pytest.mark.rule("IE-GAP-02")
@pytest.mark.parametrize(
    ("option", "dice", "order"),
    [
        ("side_1", [], (OWN, ENEMY, "third")),
        ("side_2", [], (ENEMY, OWN, "third")),
        ("roll_off", [2, 6, 4], (ENEMY, "third", OWN)),
        ("roll_off", [5, 5, 1, 3, 4], (ENEMY, OWN, "third")),
        ("roll_off", [2, 5, 5, 4, 3], (ENEMY, "third", OWN)),
    ],
)
def test_the_order_of_three_sides(option: str, dice: list[int], order: tuple[str, ...]) -> None:
    done = perform(three_sides(options={"first_player": option}), turn_sequence.decide_order, dice=dice)
    assert (done.state.game.phases, done.state.game.phase, done.state.game.turn) == (order, order[0], 1)


@pytest.mark.rule("IE-GAP-02", "IE-GAP-03", "IE-OBS-18")
def test_a_battle_begins_with_the_order_once_everybody_stands() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), phase="begin")
    assert turn_sequence.next_step(state) == Step("decide_order")
    waiting = msgspec.structs.replace(model(SLR, "a", 0, 0), place=Off())
    assert turn_sequence.next_step(
        battle(waiting, enemy(SLR, "e", 0, 9), phase="begin", edges={"unit": "south"})
    ) == Step("deploy")


@pytest.mark.rule("IE-GAP-03", "IE-OBS-18", "IE-GAP-02")
@pytest.mark.parametrize(
    ("game", "step"),
    [
        ({}, "act"),
        ({"acted": ("a",)}, "end_turn"),
        ({"passed": ()}, "start"),
        ({"turn": 9}, None),
    ],
)
def test_the_next_step_of_a_turn(game: dict[str, object], step: str | None) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20)).with_game(**game)
    found = turn_sequence.next_step(state)
    assert (found.name if isinstance(found, Step) else None) == step


@pytest.mark.rule("IE-GAP-03", "IE-SIG-09", "IE-GAP-02", "IE-OBS-18")
@pytest.mark.parametrize(
    ("radios", "without", "due"), [(2, (), True), (1, (), False), (2, ("sighting",), False)]
)
def test_reports_need_two_observers_and_sighting(radios: int, without: tuple[str, ...], due: bool) -> None:
    own = [model("unit_radio_operator", f"o{k}", 3.0 * k, 0) for k in range(radios)]
    state = battle(*own, enemy(SLR, "e", 0, 20), without=without, starts=True)
    over = [name for name in turn_sequence.START_STEPS if name not in ("reports", "impetuous")]
    assert turn_sequence.pending_start_step(state.with_game(passed=tuple(over))) == ("reports" if due else "")


@pytest.mark.rule("IE-GAP-03", "IE-LIW-04")
@pytest.mark.parametrize(
    ("kind", "sighted", "asked"),
    [(SLR, {}, False), ("exxilon_warrior", {}, True), ("unit_radio_operator", {"o": ("e",)}, True)],
)
def test_who_waits_is_asked_before_reports_or_hasty_models(kind, sighted, asked) -> None:  # type: ignore[no-untyped-def]
    own = model(kind, "o", 0, 0), model("unit_radio_operator", "p", -12, 0)
    high = wall("high", -20, 4, -6, 4.25, 3.0, "high_wall")
    state = battle(*own, enemy(SLR, "e", 0, 9), terrain=[high], without=(), starts=True)
    state = state.with_game(sightings=sighted, seen=sighted)
    done = perform(state, turn_sequence._ask_who_waits, {"waiting": "done"} if asked else {})
    assert bool(done.decisions_with_key("waiting")) == asked


@pytest.mark.rule("IE-GAP-37")
def test_two_dice_of_six_faces_are_rolled_for_the_edges() -> None:
    loaded = load_scenario("patrol_clash")
    done = perform(loaded.initial_state(), set_up.choose_edges, {"edge": "south"}, dice=[6, 1])
    assert done.state.game.edges == {"daleks": "north", "unit": "south"} and len(rolls(done)) == 1
    asked = done.asked[0]
    assert isinstance(asked, RollDice) and tuple(asked.dice) == (6, 6)
    assert set_up.EDGE_DEPTH_IN == 8.0


@pytest.mark.rule("IE-GAP-37")
@pytest.mark.parametrize(
    ("placed", "side"),
    [
        ((), "unit"),
        (("u1",), "daleks"),
        (("u1", "d1"), "unit"),
        (("u1", "u2"), "daleks"),
        (("d1",), "unit"),
        (("d1", "d2"), "unit"),
    ],
)
def test_the_sides_set_up_by_turns_while_both_have_a_detachment(placed: tuple[str, ...], side: str) -> None:
    state = battle(model(SLR, "a", 0, 0))
    units = {
        UnitId(key): Unit(UnitId(key), key, SideKey("unit" if key[0] == "u" else "daleks"), "detachment")
        for key in ("u1", "u2", "d1", "d2")
    }
    pieces = {
        key: msgspec.structs.replace(
            model(SLR, key, 3.0 * k, 0),
            unit=UnitId(key),
            side=units[UnitId(key)].side,
            place=OnTable(10.0 + 3 * k, 10.0) if key in placed else Off(),
        )
        for k, key in enumerate(units)
    }
    table = msgspec.structs.replace(state.table, pieces=pieces, units=units)
    edges = {"unit": "south", "daleks": "north"}
    assert set_up._next_side(state.with_table(table).with_game(edges=edges)) == side


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("rounds", "turn", "idle", "why"),
    [
        ("8", 8, 9, ""),
        ("8", 9, 0, "8 rounds were played"),
        ("6", 7, 0, "6 rounds were played"),
        ("unlimited", 40, 5, ""),
        ("unlimited", 40, 6, "nothing was lost in 6 rounds"),
    ],
)
def test_when_a_battle_ends(rounds: str, turn: int, idle: int, why: str) -> None:
    state = battle(
        model(SLR, "a", 0, 0),
        enemy(SLR, "e", 0, 9),
        options={"rounds": rounds},
        turn=turn,
        tally={"idle_rounds": idle},
    )
    assert victory._why_over(state) == why


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("gone", "points", "winners"),
    [(("e",), 1.0, (OWN,)), (("e",), 0.5, ()), (("e", "a"), 1.0, ())],
)
def test_a_point_more_wins(gone: tuple[str, ...], points: float, winners: tuple[str, ...]) -> None:
    pieces = [model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 9), enemy(SLR, "f", 3, 9)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id in gone else p for p in pieces]
    state = battle(*pieces, turn=9).with_game(points=dict.fromkeys("abef", points))
    outcome = victory.battle_outcome(state)
    assert outcome and tuple(outcome.winners) == winners


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21")
@pytest.mark.parametrize(
    ("a", "b", "may"), [(0.0, 0.0, False), (4.0, 0.0, True), (0.0, 4.0, True), (4.0, 4.0, True)]
)
def test_bases_overlap_where_one_is_in_the_air(a: float, b: float, may: bool) -> None:
    pieces = in_the_air(model(HOVER, "a", 0, 0), a), in_the_air(enemy(HOVER, "b", 0, 0), b)
    assert RULESET.may_overlap(battle(*pieces).table, *pieces) == may


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21", "IE-FLY-05", "IE-FLY-06")
@pytest.mark.parametrize(("kind", "heights"), [(HOVER, (2.0, 30.0)), (SLR, None)])
def test_the_heights_at_which_models_fly(kind: str, heights: tuple[float, float] | None) -> None:
    assert RULESET.flying_heights(kind) == heights


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21", "IE-GAP-28")
@pytest.mark.parametrize(("option", "radius"), [("2_4_6", "blast:2"), ("3_5_7", "blast:2.5")])
def test_the_templates_are_those_of_the_battle(option: str, radius: str) -> None:
    state = battle(model(SLR, "a", 0, 0), options={"template_set": option})
    kinds = {kind.name: kind.shape for kind in RULESET.template_kinds(state)}
    assert kinds["Area suppressed by 2"] == radius
    default = {kind.name: kind.shape for kind in RULESET.template_kinds(None)}
    assert default["Area suppressed by 2"] == "blast:2"


@pytest.mark.rule("IE-GAP-20", "IE-GAP-32")
def test_measuring_is_an_option() -> None:
    assert [
        RULESET.may_measure(battle(model(SLR, "a", 0, 0), options={"pre_measuring": value}))
        for value in ("allowed", "not_allowed")
    ] == [True, False]
    assert resolve_parameters({}).turns == 0


@pytest.mark.rule("IE-GAP-04", "IE-GAP-14", "IE-GAP-97", "IE-FIX-04")
def test_who_stands_on_the_table() -> None:
    gone = msgspec.structs.replace(model(SLR, "b", 0, 0), place=Off("killed"))
    state = battle(model(SLR, "a", 0, 0), gone)
    assert [is_standing(state, key) for key in ("a", "b", "nobody")] == [True, False, False]


@pytest.mark.rule("IE-LIW-04", "IE-LIW-16", "IE-SIG-03", "IE-FEA-03")
@pytest.mark.parametrize(
    ("marks", "game", "by_choice"),
    [
        ({}, {}, False),
        ({}, {"acted": ("a",)}, True),
        ({"acted_once": 1}, {}, True),
        ({"stupid": 3}, {"acted": ("a",)}, False),
        ({"afraid": 1}, {"acted": ("a",), "passed": ("fear of a",)}, False),
        ({"afraid": 1}, {"acted": ("a",)}, True),
        ({}, {"acted": ("a",), "held": {"a": "e"}}, False),
        ({}, {"acted": ("a",), "passed": ("fear of a",)}, True),
    ],
)
def test_who_has_acted_by_choice(marks, game, by_choice) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, 9)).with_game(**game)
    assert has_acted_by_choice(state, state.table.piece("a")) == by_choice


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-LIW-04", "IE-FIX-04", "IE-GRP-06", "IE-FEA-03")
@pytest.mark.parametrize(
    ("kind", "marks", "acted", "note", "state"),
    [
        (SLR, {}, (), "still open", "open"),
        (SLR, {"waits_to_fire": 1}, (), "1 in wait", "open"),
        ("primord", {}, ("a",), "", "done"),
    ],
)
def test_what_the_list_of_steps_says_of_waiting(kind, marks, acted, note, state) -> None:  # type: ignore[no-untyped-def]
    table = battle(model(kind, "a", 0, 0, **marks), enemy(SLR, "e", 0, 20), acted=acted)
    (step,) = (step for step in turn_steps(table) if step.key == "waiting")
    assert (step.note, step.state) == (note, state)
    others = {other.key: other.state for other in turn_steps(table) if other.key != "waiting"}
    assert others.pop("actions") == "now" and set(others.values()) == {"done"}


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-SIG-09")
def test_the_list_of_steps_counts_what_is_in_view_and_sighted() -> None:
    pieces = model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 20), enemy(SLR, "f", 3, 20)
    seen = {"a": ("e",), "b": ("e", "f")}
    state = battle(*pieces, without=(), seen=seen, sightings=seen)
    notes = {step.key: step.note for step in turn_steps(state)}
    assert (notes["picture"], notes["reports"], notes["repairs"]) == ("3 in view", "2 sighted", "")
