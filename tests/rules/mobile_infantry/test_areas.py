"""What is drawn before a commit is what the rules touch and push: areas of effect, explosions, flinches."""

from __future__ import annotations

import math

import msgspec
import pytest

from battlesim.engine.ruleset import EffectArea, PreviewRow
from battlesim.geometry.visible_regions import region_contains
from battlesim.mechanics.preview_rows import MAX_ROWS, truncated_rows
from battlesim.report.template_values import TemplatePose, template_query, template_rows
from battlesim.rulesets.mobile_infantry.aftermath import attack_previews
from battlesim.rulesets.mobile_infantry.aftermath.chain_reactions import caught_in_explosion
from battlesim.rulesets.mobile_infantry.air import strike_run
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire, melee
from battlesim.rulesets.mobile_infantry.arachnids.melee import default_melee_preview
from battlesim.rulesets.mobile_infantry.attack import area_effects
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import MI
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.scenarios.sources import TableSource
from battlesim.table.events import DiceRolled, MessageLogged, PiecesMoved
from battlesim.table.pieces import OnTable
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.test_previews import promised


def touches(laid: EffectArea, state, name: str) -> bool:
    """Whether the base of a model comes into the region that is drawn."""
    known = state.table.piece(name)
    rim = [
        (known.xy[0] + known.radius * math.cos(k / 32), known.xy[1] + known.radius * math.sin(k / 32))
        for k in range(202)
    ]
    return any(region_contains(laid.region, at) for at in (known.xy, *rim))


def warhead(state):
    answers = {"target": ["A"], "weapons": [("he_warhead",)]}
    return promised(state, lambda game: shooting.run_shooting(game, ["M"]), "weapons", answers)


@pytest.mark.rule("MI-TRT-01")
def test_a_warhead_touches_on_the_table_whom_the_rule_touches():
    spots = ((33.97, 24), (30, 28.03), (27.2, 26.8), (27.1, 21.1))
    near = [warrior(f"W{k}", *at) for k, at in enumerate(spots)]
    state = field(
        piece("missile_team", "M", 10, 24), warrior("A", 30, 24), rifles("R", 27, 24, hits=1), *near
    )
    (laid,) = warhead(state).areas
    everybody = [name for name in state.table.pieces if name != "M"]
    drawn = {name for name in everybody if touches(laid, state, name)}
    assert drawn == set(laid.caught) == set(area_effects.caught_about_model(state, "A", 3.0, "mi"))
    assert drawn == {"A", "R", "W0", "W2"} and laid.sure


@pytest.mark.rule("MI-TRT-01")
def test_an_area_about_whoever_is_in_a_building_grows_from_its_outline():
    house = block("building", "H", 28, 22, 34, 26)
    state = field(piece("missile_team", "M", 10, 24), warrior("A", 25.5, 24), house)
    answers = {"target": ["H"], "weapons": [("he_warhead",)]}
    (laid,) = promised(state, lambda game: shooting.run_shooting(game, ["M"]), "weapons", answers).areas
    assert region_contains(laid.region, (36.9, 24)) and not region_contains(laid.region, (37.1, 24))
    assert set(laid.caught) == {"H", "A"}


@pytest.mark.rule("MI-BTRT-08", "MI-BTRT-01")
def test_what_scatters_shows_all_that_it_may_cover_and_whom():
    people = [rifles("P", 40, 20), rifles("Q", 48, 20), rifles("R", 40, 34), warrior("W", 36, 20)]
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), *people, phase="bugs_activations")
    answers = {"target": ["P"], "weapons": [("plasma_airburst",)]}
    laid = promised(state, lambda game: bug_fire.run_bug_shooting(game, "X"), "weapons", answers).areas[0]
    assert not laid.sure and set(laid.caught) == {"P", "Q", "R", "W"} - {"R"}
    points = bug_fire.landing_chances(state, "X", "plasma_airburst", (40.0, 20.0))
    assert all(region_contains(laid.region, at) for at in points) and not region_contains(
        laid.region, (40.0, 33.1)
    )


@pytest.mark.rule("MI-BTRT-10")
def test_a_volatile_bug_that_may_be_lost_shows_whom_it_takes_with_it():
    bugs = [piece("plasma_bug", "A", 30, 24, hits=1), warrior("W", 34, 24), warrior("V", 37, 24)]
    state = field(piece("missile_team", "M", 10, 24), *bugs)
    _, laid = warhead(state).areas
    assert laid.rule == "MI-BTRT-10" and not laid.sure
    assert laid.caught == ("W",) == tuple(p.id for p in caught_in_explosion(state, state.table.piece("A")))


@pytest.mark.rule("MI-GAP-22")
def test_a_push_is_drawn_to_where_the_flinch_ends():
    state = field(rifles("P", 10, 10, hits=1), warrior("W", 20, 10), block("building", "H", 21.5, 8, 24, 12))
    answers = {"target": ["W"], "weapons": [("assault_rifle",)]}
    found = promised(state, lambda game: shooting.run_shooting(game, ["P"]), "weapons", answers)
    done = perform(
        state,
        lambda game: shooting.run_shooting(game, ["P"]),
        {k: list(v) for k, v in answers.items()},
        [6, 6],
    )
    (moved,) = [event for event in done.events if isinstance(event, PiecesMoved)]
    assert found.pushes == (("W", moved.parts[0].path[-1]),)
    assert 0.0 < found.pushes[0][1][0] - 20.0 < 2.0, "it stops at the house"


@pytest.mark.rule("MI-GAP-22")
def test_whoever_dies_of_any_wound_is_not_pushed_in_melee():
    weak, strong = rifles("P", 21.2, 20, hits=1), rifles("P", 21.2, 20, hits=3)
    found = []
    for squad in (weak, strong):
        state = field(warrior("W", 20, 20), squad, phase="bugs_activations")
        fight = default_melee_preview(state, ("W",), False, "")
        found.append([name for name, _ in fight.pushes])
    assert found == [[], ["P"]]


@pytest.mark.rule("MI-BMEL-07")
def test_who_names_the_attacker_sees_where_the_model_goes():
    state = field(warrior("W", 20, 20), warrior("V", 21, 19), rifles("R", 21, 20), phase="bugs_activations")
    dice = [3, 1, 3, 1, 3, 3]
    asked = perform(state, lambda game: melee.run_melee(game, ("W", "V")), dice=dice, until="source")
    decision = asked.asked[-1]
    pushes = [answer_preview(asked.state, decision, (name,)).pushes for name in ("W", "V")]
    assert pushes == [(("R", (23.0, 20.0)),), (("R", (21.0, 22.0)),)]


def test_rows_that_have_no_room_are_counted():
    rows = [PreviewRow(f"Row {k}", "") for k in range(MAX_ROWS + 4)]
    assert truncated_rows(rows[:MAX_ROWS]) == tuple(rows[:MAX_ROWS])
    assert len(truncated_rows(rows)) == MAX_ROWS and truncated_rows(rows)[-1].label == "and 5 more"


@pytest.mark.rule("MI-GAP-23")
def test_models_that_have_no_row_of_their_own_are_counted():
    bugs = [warrior("A", 30, 24), *(warrior(f"W{k}", 29 + k * 0.9, 25.2 + k % 2) for k in range(6))]
    found = warhead(field(piece("missile_team", "M", 10, 24), *bugs))
    assert "and 3 more" in [row.label for row in found.rows]


@pytest.mark.rule("MI-GAP-53", "MI-BTRT-10")
@pytest.mark.parametrize(("hits", "links"), [(2, ["A", "T"]), (3, ["A"])])
def test_a_chain_of_explosions_shows_all_that_the_worst_dice_set_off(hits, links):
    bugs = piece("plasma_bug", "A", 30, 24, hits=1), piece("tanker", "T", 35, 24, hits=hits)
    state = field(piece("missile_team", "M", 10, 24), *bugs, warrior("W", 39, 24))
    answers = {"target": ["A"], "weapons": [("ap_warhead",)]}
    laid = promised(state, lambda game: shooting.run_shooting(game, ["M"]), "weapons", answers).areas
    assert [str(one.words).split(" blows")[0] for one in laid] == links
    assert ("W" in [name for one in laid for name in one.caught]) == ("T" in links)
    done = perform(
        state,
        lambda game: shooting.run_shooting(game, ["M"]),
        {what: list(given) for what, given in answers.items()},
        [10, 10, 10, 1, 1, *[1, 1] * ("T" in links)],
    )
    told = [event.text for event in done.events if isinstance(event, MessageLogged)]
    assert [words.split(" blows")[0] for words in map(str, told) if "blows up" in words] == links


@pytest.mark.rule("MI-TUNL-09", "MI-GAP-53")
def test_an_entrance_that_may_fall_shows_who_is_beside_it_and_what_that_sets_off():
    hole = msgspec.structs.replace(tunnel_entrances.new_entrance(field().table.ground, "E", 30, 24), hits=2)
    bug = piece("plasma_bug", "A", 30, 24 + hole.radius + 1.25, hits=1)
    state = field(piece("missile_team", "M", 10, 24), hole, bug, rifles("R", 33, 26))
    answers = {"target": ["E"], "weapons": [("ap_warhead",)]}
    found = promised(state, lambda game: shooting.run_shooting(game, ["M"]), "weapons", answers).areas
    assert [(one.rule, one.caught) for one in found] == [("MI-TUNL-09", ("A",)), ("MI-BTRT-10", ("R", "E"))]


@pytest.mark.rule("MI-GAP-56")
def test_a_wall_that_may_fall_shows_who_is_on_it():
    wall = block("wall", "H", 28, 22, 29, 26, hits=1)
    on_it = rifles("R", 28.5, 24, place=OnTable(28.5, 24, 0.0, wall.height, "H"))
    state = field(piece("missile_team", "M", 10, 24), wall, on_it)
    assert attack_previews.chain_areas(state, {"H": 1})[0].caught == (
        "R",
    ) and not attack_previews.chain_areas(state, {"H": 0})


@pytest.mark.rule("MI-AIR-08", "MI-GAP-23")
def test_both_blasts_of_a_bomb_show_whom_they_touch():
    spots = {"A": (20, 24), "B": (24.9, 24), "C": (20, 27.9), "D": (28, 26.5), "far": (12, 30)}
    bugs = [warrior(name, *at, hits=1) for name, at in spots.items()]
    state = field(*bugs, rifles("R", 27, 21), phase="mi_strike_runs", tally={"runs_granted": 1})
    answers = {
        "strike": ["napalm"],
        "line": [(0.0, 24.0), (72.0, 24.0)],
        "target": ["A"],
        "second_target": ["B"],
    }

    def run(game):
        return strike_run.fly_strike_run(game)

    found = promised(state, run, "second_target", answers)
    assert all(one.sure and str(one.words) == "Napalm, 3 in" for one in found.areas)
    assert [one.caught for one in found.areas] == [
        tuple(area_effects.caught_about_model(state, name, 3.0, "mi")) for name in ("A", "B")
    ]
    for one in found.areas:
        assert {name for name in state.table.pieces if touches(one, state, name)} == set(one.caught)
    dice = [1] * sum(len(one.caught) for one in found.areas)
    done = perform(state, run, answers | {"target": ["A", "no"]}, dice)
    assert len(dice) == 5 and [event.faces for event in done.events_of(DiceRolled)] == [tuple(dice)]


@pytest.mark.rule("MI-AIR-09")
def test_a_missile_lays_no_area():
    state = field(warrior("A", 20, 24), phase="mi_strike_runs", tally={"runs_granted": 1})
    found = promised(
        state,
        strike_run.fly_strike_run,
        "target",
        {"strike": ["heat_missile"], "line": [(0.0, 24.0), (72.0, 24.0)], "target": ["A"]},
    )
    assert found.areas == () and found.pushes == (("A", (22.0, 24.0)),)


@pytest.mark.rule("MI-TRT-01")
def test_what_the_stencil_of_a_weapon_catches_is_what_its_shot_rolls_for():
    bugs = [warrior(f"w{k}", 20 + 1.7 * (k % 4), 20 + 2.3 * (k // 4)) for k in range(12)]
    state = field(rifles("R", 22.3, 18.2), piece("tanker", "T", 27.5, 23.0), *bugs)
    (known,) = (one for one in bug_fire.template_kinds() if one.name == "HE Warhead")
    source = TableSource(state.table, "mobile_infantry", state)
    wish = template_query(source, "mobile_infantry", known)
    for target in state.table.standing_pieces():
        rows = template_rows(state.table, wish, TemplatePose(*target.xy))
        expected = area_effects.caught_about_model(state, target.id, 3.0, MI)
        assert {row["id"] for row in rows if row["caught"]} == set(expected)
