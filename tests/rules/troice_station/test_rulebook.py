"""The rulebook holds every rule and gap, and every option as the program plays it."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from battlesim.geometry.shapes import ring_bounds
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle import victory
from battlesim.rulesets.troice_station.core.parameters import difficulty_presets, options, resolve_parameters
from battlesim.scenarios.library import load_scenario
from battlesim.table.phrases import capitalized
from battlesim.table.terrain import Opening, Terrain


@pytest.mark.rule("TS-GAP-01")
def test_the_whole_of_the_rules_is_in_the_book():
    gaps = sorted(rule for rule in RULESET.rulebook if rule.startswith("TS-GAP-"))
    assert (len(RULESET.rulebook), gaps) == (213, sorted(f"TS-GAP-{n:02}" for n in range(1, 101)))


def test_every_rule_stands_in_a_chapter_and_has_a_title_of_its_own():
    assert [rule for rule, text in RULESET.rulebook.items() if not text.chapter or not text.section] == []


def test_no_two_entries_have_the_same_title() -> None:
    titles = Counter(str(text.section) for text in RULESET.rulebook.values())
    assert [title for title, many in titles.items() if many > 1] == []


def test_no_sentence_only_sends_the_reader_on_to_another_entry() -> None:
    """Find sentences such as "What they hold: TS-GAP-79." and "See TS-GAP-07."."""
    only_sends = re.compile(r"(?:: |\b[Ss]ee )TS-[A-Z]+-\d+")
    texts = {rule: f"{text.text} {text.whole}" for rule, text in RULESET.rulebook.items()}
    assert [rule for rule, words in texts.items() if only_sends.search(words)] == []


def test_the_words_of_an_option_tell_each_of_its_values():
    for rule, text in RULESET.rulebook.items():
        untold = [value for value in text.choices if f'"{value}"' not in str(text.full_text)]
        assert not untold, f"{rule} says nothing of {untold}"
        assert not text.option or f'"{text.default}", the default' in str(text.full_text)


def test_every_rule_that_another_one_names_is_in_the_book():
    named = {
        rule
        for text in RULESET.rulebook.values()
        for rule in re.findall(r"TS-[A-Z]+-\d+", str(text.full_text))
    }
    assert named <= RULESET.rulebook.keys()


def test_every_option_of_the_book_is_played_with_its_values():
    book = {text.option: text.choices for text in RULESET.rulebook.values() if text.option}
    assert book == {key: tuple(values) for key, values in options().items()}


def test_defaults_are_the_first_values():
    assert all(text.default == text.choices[0] for text in RULESET.rulebook.values() if text.option)


@pytest.mark.rule("TS-GAP-92")
def test_what_a_difficulty_sets_are_options():
    assert all(
        value in options()[key] for preset in difficulty_presets().values() for key, value in preset.items()
    )


def test_every_value_is_taken():
    for key, values in options().items():
        for value in values:
            assert resolve_parameters({key: value})


def test_the_tables_show_what_is_played_by():
    found = {table.title: table for table in RULESET.tables()}
    figures = {row[0]: dict(zip(found["Figures"].columns, row, strict=True)) for row in found["Figures"].rows}
    assert figures["Sniper"]["fire"] == "+1" and figures["Alien"]["dice"] == "3"
    assert ("Flamer", "+5, template", "no", "6") in found["Weapons"].rows
    assert {row[0]: row[2] for row in found["Squads"].rows}["1B"] == "NCO One"


# -- the tables of the map and of the scenarios --

BOOK = {table.title: table for table in RULESET.tables()}
SCENARIOS = ("troice_first", "troice_return", "troice_storm")


def at(*numbers: float) -> str:
    """A place as the tables write it."""
    return f"({', '.join(f'{number:g}' for number in numbers)})"


def span(low: float, high: float) -> str:
    return f"{low:g} to {high:g}"


def middle(opening: Opening) -> tuple[float, float]:
    (ax, ay), (bx, by) = opening.start, opening.end
    return (ax + bx) / 2, (ay + by) / 2


@pytest.mark.rule("TS-GAP-94")
def test_the_table_of_buildings_is_that_of_the_map() -> None:
    ground = load_scenario("troice_return").initial_state().table.ground
    buildings = [terrain for terrain in ground.terrain if terrain.openings]
    told = {
        row[0]: [re.findall(r"\(.*?\)", str(cell)) for cell in row[3:]]
        for row in BOOK["Buildings of the station"].rows
    }
    assert told == {
        house.display_name: [
            [at(*middle(one)) for one in house.openings if one.kind == "door"],
            [at(*middle(one)) for one in house.openings if one.kind != "door"],
        ]
        for house in buildings
    }
    edges = {house.display_name: ring_bounds(house.rings[0]) for house in buildings}
    assert {row[0]: row[1:3] for row in BOOK["Buildings of the station"].rows} == {
        name: (span(x0, x1), span(y0, y1)) for name, (x0, y0, x1, y1) in edges.items()
    }
    wide = [one for house in buildings for one in house.openings if math.dist(one.start, one.end) != 1.5]
    assert [(at(*middle(one)), math.dist(one.start, one.end)) for one in wide] == [("(32, 16)", 4.0)]


@pytest.mark.rule("TS-GAP-94")
def test_the_table_of_other_terrain_is_that_of_the_map() -> None:
    ground = load_scenario("troice_return").initial_state().table.ground
    found = [terrain for terrain in ground.terrain if not terrain.openings]
    assert BOOK["Other terrain of the station"].rows == tuple(map(written, found))


def written(terrain: Terrain) -> tuple[str, str]:
    """The row of a piece of terrain: a line 0.5 in thick, a circle, or a rectangle."""
    x0, y0, x1, y1 = ring_bounds(terrain.rings[0])
    name, centre = capitalized(terrain.kind.replace("_", " ")), at((x0 + x1) / 2, (y0 + y1) / 2)
    if len(terrain.rings[0]) > 4:
        return name, f"circle of radius {(x1 - x0) / 2:g} about {centre}"
    if min(x1 - x0, y1 - y0) > 0.5:
        return name, f"x {span(x0, x1)}, y {span(y0, y1)}"
    ends = ((x0, y0 + 0.25), (x1, y0 + 0.25)) if y1 - y0 == 0.5 else ((x0 + 0.25, y0), (x0 + 0.25, y1))
    return name, f"from {at(*ends[0])} to {at(*ends[1])}"


@pytest.mark.rule("TS-GAP-97", "TS-GAP-98")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_table_of_a_scenario_says_all_that_it_plays(name: str) -> None:
    plan, state = load_scenario(name).plan, load_scenario(name).initial_state()
    table = BOOK[f"Scenario: {plan.title}"]
    rows, words = (
        {str(row[0]): str(row[1]) for row in table.rows},
        " ".join(str(row[1]) for row in table.rows),
    )
    defaults = {text.option: text.default for text in RULESET.rulebook.values() if text.option}
    changed = {key: value for key, value in plan.options.items() if value != defaults[key]}
    assert dict(re.findall(r'(\w+) = "(\w+)"', words)) == {
        k: v for k, v in changed.items() if k != "game_length"
    }
    assert rows["Length"] == f"{state.game.parameters.turns} turns" and table.columns[0] == name
    named = re.findall(r"(?:^|, )([A-Z][\w ]+ recorder) (\(.*?\))", rows.get("Recorders", ""))
    assert named == [(marker.name, at(marker.x, marker.y)) for marker in plan.markers]
    site = state.game.site
    places = [at(*place) for squad in site.start.values() for place in squad]
    assert re.findall(r"\(\d.*?\)", rows["Marines"]) == places
    assert f"{site.strength} marines" in rows["Marines"]
    assert rows["Creatures"].startswith(f"{4 * site.markers} markers, {site.markers} in each quarter")


@pytest.mark.rule("TS-GAP-90", "TS-GAP-98")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_table_of_a_scenario_says_what_wins_it_and_who_goes_where(name: str) -> None:
    state = load_scenario(name).initial_state()
    rows = {str(row[0]): str(row[1]) for row in BOOK[f"Scenario: {load_scenario(name).plan.title}"].rows}
    goal = state.game.site.goal
    if goal.kind == "hold":
        limits = f"{goal.win} or more marine win, {goal.draw} to {goal.win - 1} draw"
    else:
        limits = f"if {victory.loss_limit(state)} or more of the {state.game.site.strength} are lost"
    assert limits in rows["Result"]
    for squad, thing in goal.by_squad.items():
        assert re.search(rf"\b{squad}\b[^;.]* the {state.table.name_of(thing)}", rows["Automated marines"])
    assert (f"from turn {goal.homeward} on" in rows["Automated marines"]) is bool(goal.homeward)
