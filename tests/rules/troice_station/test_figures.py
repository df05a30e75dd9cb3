"""The figures of the game, all of them: what is printed in the rulebook, and what is played by."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.attack import flame, templates, to_hit
from battlesim.rulesets.troice_station.battle import forces
from battlesim.rulesets.troice_station.command import leaders, turn_boundaries
from battlesim.rulesets.troice_station.core import lookups, marks, profiles
from battlesim.rulesets.troice_station.core.profiles import profile, weapons
from battlesim.rulesets.troice_station.core.state import Goal, Site
from battlesim.rulesets.troice_station.ground import surface
from battlesim.rulesets.troice_station.ground.sight import default_sight_rules
from battlesim.rulesets.troice_station.markers import contents

from .things import LANDING, alien, battle, marine

FIGURES = """
lt               1    1.25 4 1 0 1 0  1 1 commander auto_rifle
nco              1    1.25 4 1 0 1 0  2 1 nco       auto_rifle
specialist_radio 1    1.25 4 1 0 1 0  0 1 radio     auto_rifle
specialist_medic 1    1.25 4 1 0 1 0  0 1 medic     auto_rifle
trooper          1    1.25 4 1 0 1 0  0 1 -         auto_rifle
sniper           1    1.25 4 1 1 1 0  0 1 sniper    sniper_rifle
hmg              1    1.25 4 0 0 1 0  0 1 -         hmg
flamer           1    1.25 4 0 0 1 -3 0 1 template  flamer
alien            1.25 1.5  6 2 0 4 0  3 3 acid_blood -
face_hugger      0.75 0.5  6 1 0 1 0  2 1 hug       -
marker           1    1.25 6 2 0 0 0  0 1 -         -
"""
"""Base, height, move, climb, fire, defence, against explosions, melee, dice, ability, weapon."""
TERRAIN = """
building     3    0 -    hard 0
bunker       3    0 -    hard 0
low_wall     0.65 2 -    hard 0
rubble       0.5  2 area hard 0.25
medium_wall  1    3 -    hard 0
drift        1    3 area soft 0.5
growth       1    3 area soft 0.5
high_wall    2    4 -    hard 0
ice_ridge    2    4 -    hard 0
dense_growth 2    4 area soft 0.5
deep_drift   2    4 area soft 0.5
fuel_dump    1    0 -    soft 0
"""
"""Height, difficulty, whether it is an area, cover against wounds, the least share that it hides."""
WEAPONS = """
auto_rifle   2 10 automatic
sniper_rifle 3 5  scope
hmg          4 12 automatic
flamer       5 6  template
"""
"""Damage, firing actions until it has to be reloaded, what is special."""


def rows(table: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in table.strip().splitlines()}


@pytest.mark.rule(
    *(f"TS-PROF-{n:02}" for n in range(1, 11)), "TS-ALN-05", "TS-ALN-10", "TS-ALN-15", "TS-ALN-16",
    "TS-GAP-02", "TS-GAP-04", "TS-GAP-06", "TS-GAP-35", "TS-GAP-36", "TS-GAP-49", "TS-MOVE-01",
)  # fmt: skip
@pytest.mark.parametrize("kind", sorted(rows(FIGURES)))
def test_the_figures(kind: str) -> None:
    known = profiles.profile(kind)
    numbers_of = (
        known.base, known.height, known.move, known.climb, known.fire, known.defence, known.explosion,
        known.melee, known.attacks,
    )  # fmt: skip
    said = rows(FIGURES)[kind]
    assert numbers_of == tuple(map(float, said[:9]))
    assert (known.ability or "-", known.weapon or "-") == tuple(said[9:])


@pytest.mark.rule(
    "TS-MOVE-04", "TS-MOVE-05", "TS-MOVE-06", "TS-GAP-40", "TS-GAP-41", "TS-GAP-48", "TS-GAP-49", "TS-GAP-60",
    "TS-PROF-01", "TS-GAP-62",
)  # fmt: skip
@pytest.mark.parametrize("kind", sorted(rows(TERRAIN)))
def test_the_terrain(kind: str) -> None:
    known, (height, difficulty, area, cover, least) = profiles.terrain_kinds()[kind], rows(TERRAIN)[kind]
    assert (known.height, known.difficulty, known.conceals) == (float(height), int(difficulty), float(least))
    assert (known.area, known.hard) == (area == "area", cover == "hard")


@pytest.mark.rule("TS-WPN-01", "TS-WPN-02", "TS-WPN-03", "TS-WPN-04", "TS-PROF-01", "TS-ACT-19", "TS-GAP-33")
@pytest.mark.parametrize("kind", sorted(rows(WEAPONS)))
def test_the_weapons(kind: str) -> None:
    known, (damage, rounds, special) = profiles.weapons()[kind], rows(WEAPONS)[kind]
    assert (known.damage, known.rounds) == (int(damage), int(rounds))
    assert [name for name in ("automatic", "scope", "template") if getattr(known, name)] == [special]


@pytest.mark.rule("TS-GAP-92")
@pytest.mark.parametrize(("difficulty", "defence"), [("standard", 4), ("easy", 3), ("hard", 4)])
def test_a_difficulty_sets_the_aliens_defence(difficulty: str, defence: int) -> None:
    state = battle(alien("x", 10, 10), options={"difficulty": difficulty})
    assert lookups.defence_bonus(state, state.table.piece("x")) == defence


@pytest.mark.rule("TS-GAP-79")
def test_the_pool_holds_eight_empty_counters_three_face_huggers_and_five_aliens() -> None:
    counted = [
        contents.CONTENT_POOL.count(found)
        for found in (contents.NO_CREATURES, contents.ONE_FACE_HUGGER, contents.ONE_ALIEN)
    ]
    assert (counted, len(contents.CONTENT_POOL)) == ([8, 3, 5], 16)


@pytest.mark.rule("TS-GAP-48", "TS-GAP-07", "TS-FIRE-01", "TS-WTHR-03")
def test_dense_growth_is_seen_into_for_two_inches() -> None:
    assert default_sight_rules().depth == {"dense_growth": 2.0, "deep_drift": 2.0}


@pytest.mark.rule("TS-ACT-02", "TS-GAP-43", "TS-GAP-16", "TS-GAP-21", "TS-SEQ-01", "TS-GAP-41", "TS-GAP-95")
def test_limits_that_no_option_changes() -> None:
    assert (marks.MAX_ACTIONS_PER_TURN, forces.BLIZZARD_SIGHT_IN, surface.WINDOW_DIFFICULTY) == (3, 12.0, 3)


@pytest.mark.rule("TS-ALN-01", "TS-ACT-12")
def test_without_more_said_there_are_four_markers_a_quarter_and_a_goal_of_recorders() -> None:
    assert Site(LANDING).strength == 0
    assert (Site(LANDING).markers, Goal()) == (4, Goal("recorders", (), 0, 0, {}, 0))


@pytest.mark.rule("TS-GAP-69", "TS-GAP-70", "TS-GAP-73", "TS-WPN-05")
def test_the_sizes_of_templates() -> None:
    assert (templates.SMALL_RADIUS_IN, templates.STANDARD_RADIUS_IN) == (1.5, 2.5)
    assert (flame.FLAME_LENGTH_IN, flame.FLAME_WIDTH_IN) == (8.0, 2.5)


@pytest.mark.rule("TS-GAP-08", "TS-GAP-14", "TS-CMD-02", "TS-CMD-04", "TS-SEQ-01")
def test_reach_of_command_and_of_the_worst_weather() -> None:
    assert (
        leaders.LEADER_RANGE_IN,
        leaders.MAX_RADIO_GAP_IN,
        turn_boundaries.MIN_SIGHT_IN,
        turn_boundaries.WORSENING_TURN,
        turn_boundaries.LIFTING_TURN,
    ) == (12, 3, 6, 5, 6)


@pytest.mark.rule("TS-FIRE-03", "TS-FIRE-04")
def test_numbers_to_hit() -> None:
    assert (to_hit.CLOSE_NUMBER, to_hit.FAR_NUMBER, to_hit.CLOSE_RANGE_IN) == (3, 4, 6.0)


@pytest.mark.rule("TS-PROF-01")
def test_the_tables_of_the_rulebook_are_made_of_them() -> None:
    sizes = {table.title: len(table.rows) for table in RULESET.tables()[-4:]}
    assert sizes == {"Figures": 11, "Weapons": 4, "Terrain": 12, "Squads": 5}


@pytest.mark.rule("TS-MOVE-06", "TS-GAP-72", "TS-PROF-01")
def test_high_walls_and_ridges_alone_stop_a_blast() -> None:
    kinds = profiles.terrain_kinds()
    assert {kind for kind, known in kinds.items() if known.stops_blast} == {"high_wall", "ice_ridge"}


@pytest.mark.rule("TS-PROF-01", "TS-GAP-71", "TS-GAP-48")
def test_the_fuel_alone_hides_nothing() -> None:
    assert default_sight_rules().shows == ("fuel_dump",)


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(("option", "many"), [("none", 0), ("one_each", 1)])
def test_how_many_grenades_one_has(option: str, many: int) -> None:
    assert battle(options={"grenades": option}).game.parameters.grenades == many


@pytest.mark.rule("TS-GAP-04")
def test_no_figure_has_a_facing() -> None:
    assert [kind for kind, known in RULESET.profiles.items() if known["faces"]] == []


@pytest.mark.rule("TS-GAP-46")
@pytest.mark.parametrize(("option", "six", "one"), [("none", 0, 0), ("six_hits", 1, 0), ("both", 1, 1)])
def test_which_natural_rolls_count_by_themselves(option: str, six: bool, one: bool) -> None:
    found = battle(options={"natural_rolls": option}).game.parameters
    assert (found.six_hits, found.one_misses) == (bool(six), bool(one))


@pytest.mark.rule("TS-GAP-18", "TS-ALN-02")
@pytest.mark.parametrize(
    ("x", "y", "number"),
    [
        (24, 24, 1),
        (24, 30, 1),
        (10, 24, 1),
        (30, 24, 2),
        (24, 10, 3),
        (30, 10, 3),
        (10, 10, 4),
        (23.9, 10, 4),
        (10, 20, 4),
        (30, 20, 3),
        (20, 30, 1),
    ],
)
def test_on_a_dividing_line_the_lower_number_counts(x: float, y: float, number: int) -> None:
    assert lookups.quarter_number(battle().table.ground, (x, y)) == number


@pytest.mark.rule("TS-ALN-15", "TS-ALN-16", "TS-ALN-18")
def test_the_rows_of_the_two_creatures() -> None:
    rows = [profile(kind) for kind in ("alien", "face_hugger")]
    found = [(p.climb, p.fire, p.defence, p.melee, p.ability, p.weapon, p.attacks) for p in rows]
    assert found == [(2, 0, 4, 3, "acid_blood", "", 3), (1, 0, 1, 2, "hug", "", 1)]


@pytest.mark.rule(
    "TS-PROF-02", "TS-PROF-03", "TS-PROF-04", "TS-PROF-05", "TS-PROF-06", "TS-PROF-07", "TS-PROF-08"
)
@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("lt", (1, 0, 1, 1, "commander", "auto_rifle")),
        ("nco", (1, 0, 1, 2, "nco", "auto_rifle")),
        ("specialist_medic", (1, 0, 1, 0, "medic", "auto_rifle")),
        ("specialist_radio", (1, 0, 1, 0, "radio", "auto_rifle")),
        ("trooper", (1, 0, 1, 0, "", "auto_rifle")),
        ("sniper", (1, 1, 1, 0, "sniper", "sniper_rifle")),
        ("hmg", (0, 0, 1, 0, "", "hmg")),
        ("flamer", (0, 0, 1, 0, "template", "flamer")),
    ],
)
def test_the_marines_of_the_table(kind, row):
    own = profile(kind)
    assert (own.climb, own.fire, own.defence, own.melee, own.ability, own.weapon) == row


@pytest.mark.rule("TS-PROF-01", "TS-WPN-01", "TS-WPN-02", "TS-WPN-03", "TS-WPN-04")
def test_the_weapons_of_the_table():
    found = {key: (one.damage, one.automatic) for key, one in weapons().items()}
    assert found == {
        "auto_rifle": (2, True),
        "sniper_rifle": (3, False),
        "hmg": (4, True),
        "flamer": (5, False),
    }


@pytest.mark.rule("TS-PROF-10", "TS-PROF-01")
def test_each_figure_has_the_ability_of_its_profile_alone() -> None:
    state = battle(marine("lt", "a", 10, 10), marine("sniper", "s", 12, 10), marine("trooper", "t", 14, 10))
    able = {
        p.id: [what for what in ("commander", "sniper", "medic") if lookups.has_ability(p, what)]
        for p in state.table.pieces.values()
    }
    assert able == {"a": ["commander"], "s": ["sniper"], "t": []}
