"""The factions as they come, how a scenario builds them, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.battle.scenario_warnings import planned_dice
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import figures_of, groups_of, shooting_dice
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.state import Side
from tests.rules.alien_invasion.field import battle, block, daleks, group, perform, spugs, terrain

STREET = Path(scenario_files()["high_street"]).read_text(encoding="utf-8")


def dice(*kinds, side="unit"):
    """The shooting dice of a group of these figures."""
    state = battle(group("a", *block(10, 10, len(kinds)), side=side, kinds=kinds))
    return shooting_dice(state, figures_of(state, "a")).fixed


@pytest.mark.rule("MT-UNIT-02", "MT-UNIT-03", "MT-UNIT-04", "MT-UNIT-05", "MT-UNIT-08")
@pytest.mark.parametrize(
    ("kinds", "number"),
    [
        (("unit_rifleman", "unit_rifleman"), 2),
        (("unit_support",), 2),
        (("unit_laws",), 4),
        (("unit_rifleman", "unit_rifleman", "unit_support", "unit_laws"), 8),
        (("unit_officer", "unit_sergeant", "unit_guard", "unit_guard", "unit_hq_laws"), 8),
    ],
)
def test_the_dice_of_unit(kinds, number):
    assert dice(*kinds) == number


@pytest.mark.rule("MT-SPUG-06", "MT-SPUG-07", "MT-DALK-02")
def test_the_dice_of_spugs_and_daleks():
    assert dice(*["spug_warrior"] * 5, side="spug") == 5
    assert dice(*["spug_warrior"] * 5, "spug_heavy", side="spug") == 9
    assert dice("dalek", "dalek", side="dalek") == 12


@pytest.mark.rule("MT-SPUG-09", "MT-DALK-04", "MT-UNIT-07")
@pytest.mark.parametrize(
    ("kind", "scores"),
    [
        ("spug_heavy", (9, 12, 15)),
        ("dalek", (24, 27, 30)),
        ("unit_laws", (6, 9, 12)),
        ("unit_officer", (6, 9, 12)),
    ],
)
def test_scores_to_kill(kind, scores):
    profile = RULESET.profile(kind)
    assert (profile["open"], profile["cover"], profile["building"]) == scores


@pytest.mark.rule("MT-UNIT-01", "MT-DALK-01", "MT-SET-04", "MT-MIB-01")
def test_the_sizes_of_groups():
    sizes = {key: kind.size for faction in factions().values() for key, kind in faction.group.items()}
    expected = {"section": 4, "headquarters": 5, "squad": 0, "trio": 3, "pair": 2, "clean_up": 5}
    expected |= {"mites": 0, "burrower": 1, "heavy_gun": 1}
    assert expected.items() <= sizes.items()
    state = battle(daleks("a", *block(10, 10, 3)), daleks("b", *block(20, 10, 3)), spugs("s", (40, 40)))
    assert [unit.id for unit in groups_of(state, "dalek")] == ["a", "b"]


def written(tmp_path, *changes):
    """The scenario of the high street, changed and loaded."""
    text = STREET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "street.toml"
    path.write_text(text.replace('map = "high_street"', f'map = "{_map()}"'), encoding="utf-8")
    return load_scenario(str(path))


def _map():
    return Path(scenario_files()["high_street"]).parents[1] / "high_street.toml"


@pytest.mark.rule("MT-SET-01", "MT-SET-04")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            [
                ('key = "spug"', 'key = "slug"'),
                ('side = "spug"', 'side = "slug"'),
                ('of = ["spug"]', 'of = ["slug"]'),
            ],
            "not a faction",
        ),
        (
            [('profile = "unit_support", id = "first3"', 'profile = "dalek", id = "first3"')],
            "not a figure of unit",
        ),
        (
            [('profile = "unit_support", id = "first3"', 'profile = "unit_guard", id = "first3"')],
            "several kinds",
        ),
        (
            [('  { profile = "unit_laws", id = "first4", name = "Ellis", places = [[12, 11]] },\n', "")],
            "has 3 figures",
        ),
        ([('of = ["unit"]', 'of = ["units"]')], "not a side"),
        ([("spug = { single", "spugs = { single")], "not a side"),
        ([('squad = "attack_squad"', 'squad = "atack_squad"')], "not a group of spug"),
    ],
)
def test_what_a_scenario_may_not_do(tmp_path, changes, words):
    with pytest.raises(InputError) as caught:
        written(tmp_path, *changes).initial_state()
    assert words in str(caught.value)


@pytest.mark.rule("MT-DECK-05")
def test_a_scenario_may_change_the_cards_of_a_side(tmp_path):
    pack = written(tmp_path).initial_state().game.deck.left
    assert [pack.count(f"spug {name}") for name in ("single", "double", "triple")] == [5, 3, 0]
    assert len(pack) == 19


@pytest.mark.rule("MT-SET-01")
def test_one_faction_alone_is_refused(tmp_path):
    head, *parts = STREET.split("\n[[")
    others = ("spug", "civilian")
    kept = [part for part in parts if not any(f'"{side}"' in part for side in others)]
    (tmp_path / "one.toml").write_text(
        "\n[[".join([head, *kept]).replace('map = "high_street"', f'map = "{_map()}"'), encoding="utf-8"
    )
    with pytest.raises(InputError, match="MT-SET-01"):
        load_scenario(str(tmp_path / "one.toml")).initial_state()


@pytest.mark.rule("MT-SET-10")
@pytest.mark.parametrize(("x", "caught"), [(23.4, True), (23.6, False)])
def test_the_blast_catches_what_it_covers_in_part(x, caught):
    from battlesim.geometry.templates import Blast
    from battlesim.rulings.template_coverage import caught_ids, place_template

    kind, mite = RULESET.template_kinds(None)
    state = battle(group("a", (x, 20)))
    placed = place_template(state.table.ground, Blast(20.0, 20.0, 3.0), (20.0, 20.0))
    assert (kind.shape, mite.shape) == ("blast:3", "blast:6")
    assert bool(caught_ids(state.table, placed, state.table.standing_pieces(), kind.threshold)) is caught


@pytest.mark.rule("MT-SET-05", "MT-GAP-69")
@pytest.mark.option("balance_tolerance_percent", "25", "10", "50", "off")
@pytest.mark.parametrize(("value", "warned"), [("25", 2), ("10", 2), ("50", 0), ("off", 0)])
def test_unequal_forces_are_warned_of(tmp_path, value, warned):
    men = ("unit_rifleman", "unit_rifleman", "unit_support", "unit_laws") * 4
    units = [("unit", men), ("dalek", ("dalek",) * 9)]
    plan = msgspec.structs.replace(
        written(tmp_path).plan,
        sides=tuple(Side(key, key, n + 1) for n, (key, _) in enumerate(units)),
        units=tuple(
            PlannedUnit(key, key, tuple(PlannedPiece(f"{key}{n}", kind) for n, kind in enumerate(kinds)))
            for key, kinds in units
        ),
        options={**written(tmp_path).plan.options, "balance_tolerance_percent": value},
    )
    assert planned_dice(plan) == {"unit": 32, "dalek": 54}
    assert len(RULESET.warnings(plan, battle(group("a", (1, 1))).table.ground)) == warned


@pytest.mark.rule("MT-GAP-69")
def test_what_counts_for_the_balance(tmp_path):
    kinds = {"mib": ("mib_operative", "clean_up_trooper"), "spug": ("mite", "mite", "spug_heavy")}
    kinds["civilian"] = ("civilian",)
    plan = msgspec.structs.replace(
        written(tmp_path).plan,
        sides=tuple(Side(key, key, n + 1) for n, key in enumerate(kinds)),
        units=tuple(
            PlannedUnit(key, key, tuple(PlannedPiece(f"{key}{n}", kind) for n, kind in enumerate(own)))
            for key, own in kinds.items()
        ),
    )
    assert planned_dice(plan) == {"mib": 3.5, "spug": 6.0}


@pytest.mark.rule("MT-TER-01")
@pytest.mark.parametrize(
    ("ground", "words"),
    [
        ([terrain("woods", 10, 10, 26, 22)], "16 x 12 in"),
        ([terrain("woods", 10, 10, 16, 16)], ""),
        ([terrain("building", 10, 10, 26, 22), terrain("river", 40, 0, 43, 48)], ""),
        ([terrain("woods", 10, 10, 16, 16), terrain("wall", 15, 12, 20, 12.2)], "overlap"),
        ([terrain("woods", 10, 10, 16, 16), terrain("wall", 16, 12, 20, 12.2)], ""),
    ],
)
def test_large_and_overlapping_terrain_is_warned_of(tmp_path, ground, words):
    state = battle(group("a", (1, 1)), ground=ground)
    found = RULESET.warnings(written(tmp_path).plan, state.table.ground)
    assert bool(found) is bool(words) and all(words in text for text in found)


def test_nothing_happens_in_a_battle_by_itself():
    state = battle(group("a", (10, 10)))
    assert perform(state, lambda play: None).state == state
