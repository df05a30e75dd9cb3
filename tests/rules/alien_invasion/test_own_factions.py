"""Factions and names that a scenario brings in files of its own."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from battlesim.commands.app import app
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import read_record
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.players.match import Match
from battlesim.players.recruit import Recruit
from battlesim.report.picture import looks_of
from battlesim.report.unit_names import kind_name
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError

MARTIANS = """
title = "Martians"
move = 10
cards = { single = 4, double = 3, triple = 1 }
[group.patrol]
name = "Patrol"
size = 3
[figure.trooper]
name = "Tripod gunner"
group = "patrol"
base = 1.0
dice = 3
scores = [9, 12, 15]
species = "martian"
"""
SCENARIO = """
title = "First contact"
ruleset = "alien_invasion"
map = "field.toml"
[options]
faction_display_names = "as_in_source"
[rules]
factions = ["martians.toml"]
[[side]]
key = "martians"
name = "Martians"
[[side]]
key = "dalek"
name = "Daleks"
[[unit]]
id = "patrol"
side = "martians"
name = "Patrol"
piece = [{ profile = "trooper", places = [[10, 10], [11.5, 10], [10, 11.5]] }]
[[unit]]
id = "trio"
side = "dalek"
name = "Trio"
piece = [{ profile = "dalek", places = [[40, 30], [42, 30], [40, 32]] }]
"""


UNKNOWN_ALLY = '[[rules.alliance]]\nsides = ["dalek", "mib"]'


def written(folder, scenario=SCENARIO, martians=MARTIANS, **files):
    """The path of a scenario beside its map and its files."""
    (folder / "field.toml").write_text("[table]\nwidth = 48\nheight = 48\n", encoding="utf-8")
    (folder / "martians.toml").write_text(martians, encoding="utf-8")
    for stem, text in files.items():
        (folder / f"{stem}.toml").write_text(text, encoding="utf-8")
    path = folder / "contact.toml"
    path.write_text(scenario, encoding="utf-8")
    return path


@pytest.mark.rule("MT-GAP-64")
def test_a_faction_from_a_file_plays_an_automated_battle_and_is_drawn(tmp_path):
    scenario = load_scenario(str(written(tmp_path)))
    state, ruleset = scenario.initial_state(), scenario.ruleset
    assert ruleset.profile("trooper")["open"] == 9 and "trooper" in ruleset.piece_kinds()
    assert looks_of(ruleset).figure_name("trooper") == "trooper"
    seats = {side.key: "recruit" for side in state.table.sides}
    header = make_header(ruleset, state, title="First contact", seed=3, players=seats)
    run = start_run(ruleset, state)
    recorder = Recorder.create(tmp_path / "a.battle", header, state, run)
    result = Match(run, {side: Recruit() for side in seats}, SeededDice(3), recorder, seed=3).play()
    recorder.close()
    assert result.outcome is not None and result.faults == ()
    kept = read_record(tmp_path / "a.battle", load_ruleset)
    assert kind_name(kept.ruleset, "trooper") == "Tripod gunner"


@pytest.mark.parametrize("words", [["check"], ["rules", "--all"]])
def test_check_and_rules_know_them(tmp_path, words):
    done = CliRunner().invoke(app, [words[0], str(written(tmp_path)), *words[1:]])
    assert done.exit_code == 0 and ("Tripod gunner" in done.output or words == ["check"])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("move = 10", "speed = 10", "speed"),
        ("scores = [9, 12, 15]\n", "", "scores"),
        ("scores = [9, 12, 15]", "scores = [0, 12, 15]", "scores 1 or more"),
        ("single = 4", "single = -4", "negative"),
        ('group = "patrol"', 'group = "squad"', "no group 'squad'"),
    ],
)
def test_an_error_names_the_file_and_what_is_wrong(tmp_path, old, new, words):
    assert old in MARTIANS
    path = written(tmp_path, martians=MARTIANS.replace(old, new))
    with pytest.raises(InputError) as found:
        load_scenario(str(path))
    assert "martians.toml" in str(found.value) and words in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([('["martians.toml"]', '["dalek.toml"]')], "rules.factions.dalek: is a faction of the game"),
        ([('["martians.toml"]', '["martians.toml", "other.toml"]')], "'trooper' is a figure of another"),
        ([('["martians.toml"]', '["martians.toml", "martians.toml"]')], "named twice"),
        ([('["martians.toml"]', '["../martians.toml"]')], "no file beside the scenario"),
        ([('["martians.toml"]', '"martians.toml"')], "not a list"),
        ([('["martians.toml"]', '["venusians.toml"]')], "venusians.toml"),
        ([("[10, 10], [11.5, 10], [10, 11.5]", "[10, 10]")], "a patrol has 3"),
        ([("[10, 10], [11.5", "[60, 10], [11.5")], "off the"),
        (
            [
                (
                    'factions = ["martians.toml"]',
                    'factions = ["martians.toml"]\n[[rules.alliance]]\nsides = ["dalek", "mib"]',
                )
            ],
            "no seat",
        ),
    ],
)
def test_an_error_in_the_scenario_names_its_key(tmp_path, changes, words):
    text = SCENARIO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = written(tmp_path, text, dalek=MARTIANS, other=MARTIANS)
    with pytest.raises(InputError) as found:
        load_scenario(str(path)).initial_state()
    assert words in str(found.value) and "\n" not in str(found.value)


NAMES = 'dalek = "Pepper Pots"\nmartians = "Red Ones"\n'


@pytest.mark.rule("MT-GAP-80")
@pytest.mark.option("faction_display_names", "as_in_source", "custom_table")
@pytest.mark.parametrize(("value", "name"), [("as_in_source", "Daleks"), ("custom_table", "Pepper Pots")])
def test_the_displayed_names_come_from_a_table_of_the_scenario_by_option(tmp_path, value, name):
    text = SCENARIO.replace('["martians.toml"]', '["martians.toml"]\nnames = ["names.toml"]')
    path = written(tmp_path, text.replace('"as_in_source"', f'"{value}"'), names=NAMES)
    side = load_scenario(str(path)).initial_state().table.side("dalek")
    assert (side.key, side.name) == ("dalek", name)


@pytest.mark.rule("MT-GAP-80")
def test_without_a_table_of_its_own_a_scenario_has_the_usual_one(tmp_path):
    path = written(tmp_path, SCENARIO.replace('"as_in_source"', '"custom_table"'))
    assert load_scenario(str(path)).initial_state().table.side("dalek").name == "Iron Domes"


def test_a_name_of_an_unknown_faction_is_refused(tmp_path):
    text = SCENARIO.replace('["martians.toml"]', '["martians.toml"]\nnames = ["names.toml"]')
    path = written(tmp_path, text, names='venusians = "Green Ones"')
    with pytest.raises(InputError, match=r"rules.names.names.venusians: is not a faction"):
        load_scenario(str(path)).initial_state()
