"""How rulesets and their rulebooks are found."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from battlesim.players import levels
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError, Plugins
from battlesim.rulesets.rulebook import RulebookError, parse_rulebook
from battlesim.rulesets.ruleset_base import RulesetBase

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


def test_the_built_in_ones_are_the_entry_points():
    assert PROJECT["entry-points"]["battlesim.rulesets"] == dict(registry.BUILT_IN_RULESETS)
    assert PROJECT["entry-points"]["battlesim.players"] == dict(levels.BUILT_IN_LEVELS)


def test_a_wrong_key_gets_a_hint():
    with pytest.raises(PluginError, match="did you mean toy"):
        registry.load_ruleset("tyo")
    with pytest.raises(PluginError, match=r"there are .*mobile_infantry, .*toy"):
        registry.load_ruleset("chess")


def test_a_broken_plug_in_is_told_by_name_and_stops_nobody(tmp_path, monkeypatch):
    (tmp_path / "wrecked_plugin.py").write_text("raise RuntimeError('out of order')")
    monkeypatch.syspath_prepend(tmp_path)
    plugins = Plugins(
        "ruleset",
        "battlesim.test",
        {"good": "battlesim.rulesets.toy:RULESET", "bad": "wrecked_plugin:X", "odd": "nonsense"},
    )
    assert plugins.names() == ["bad", "good", "odd"]
    assert plugins.load("good").key == "toy"
    broken = plugins.load_errors()
    assert sorted(broken) == ["bad", "odd"]
    assert "ruleset bad" in broken["bad"] and "RuntimeError: out of order" in broken["bad"]
    assert "package.module:Name" in broken["odd"]


def test_an_installed_plug_in_is_found(tmp_path, monkeypatch):
    info = tmp_path / "visitor-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: visitor\nVersion: 1.0\n")
    points = "[battlesim.rulesets]\nvisitor = visitor_rules:RULESET\ntoy = visitor_rules:RULESET\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "visitor_rules.py").write_text("from battlesim.rulesets.toy import RULESET")
    monkeypatch.syspath_prepend(tmp_path)
    names = registry.ruleset_keys()
    assert "visitor" in names
    plugins = Plugins("ruleset", "battlesim.rulesets", registry.BUILT_IN_RULESETS)
    assert plugins.load("visitor").key == "toy"
    assert plugins.object_paths()["toy"] == registry.BUILT_IN_RULESETS["toy"]


RULE = '[[rule]]\nid = "A-1"\nkind = "act"\ntext = "Do."\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[rule]", "this is not valid TOML"),
        ("[[rules]]\n", r"must be \[\[rule\]\]"),
        ('[[chapter]]\ntitle = "T"\nrules = ["B"]\n' + RULE, "chapter 'T': no rule id begins with 'B'"),
        ('[[chapter]]\ntitle = "T"\nrules = []\n' + RULE, "A-1 is in no chapter"),
        ('[[chapter]]\ntitel = "T"\n' + RULE, "chapters: "),
        (RULE + 'choises = ["a"]\n', "unknown key 'choises': did you mean 'choices'"),
        (RULE.replace("act", "deed"), "rule 1: Invalid enum value 'deed'"),
        (RULE.replace('text = "Do."', ""), "missing required field `text`"),
        (RULE + RULE, "A-1 is defined twice"),
        (RULE + 'option = "x"\nchoices = ["a"]\ndefault = "b"\n', "a default among them"),
    ],
)
def test_a_wrong_rulebook_is_one_clear_error(text, words):
    with pytest.raises(RulebookError, match=words) as error:
        parse_rulebook(text, "book.toml")
    assert str(error.value).startswith("book.toml")


def test_a_rulebook_keeps_its_order_and_options():
    text = RULE + RULE.replace("A-1", "A-0") + 'option = "x"\nchoices = ["a", "b"]\ndefault = "b"\n'
    book = parse_rulebook(text, "book.toml")
    assert list(book) == ["A-1", "A-0"]
    assert (book["A-0"].option, book["A-0"].choices, book["A-0"].default) == ("x", ("a", "b"), "b")


def test_chapters_put_a_rulebook_in_order():
    head = '[[chapter]]\ntitle = "First"\nrules = ["A-2"]\n[[chapter]]\ntitle = "Then"\nrules = ["A"]\n'
    book = parse_rulebook(head + RULE + RULE.replace("A-1", "A-2"), "book.toml")
    assert [(rule, text.heading) for rule, text in book.items()] == [("A-2", "First"), ("A-1", "Then")]


def test_a_ruling_of_sight_waits_for_no_rules_of_play() -> None:
    code = (
        "import sys; from battlesim.rulesets import registry; "
        "registry.load_ruleset('mobile_infantry').sight_rules(None); "
        "late = ('.turn_sequence', '.doctrine', '.possible_decisions'); "
        "print([name for name in sys.modules if name.endswith(late)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_ruleset_that_does_not_say_what_comes_next_is_not_made():
    class Unfinished(RulesetBase):
        key = "unfinished"

    with pytest.raises(TypeError, match="next_step"):
        Unfinished()


def test_a_ruleset_that_says_neither_how_it_begins_nor_how_it_is_set_up_is_told_so():
    class Unbegun(type(registry.load_ruleset("toy"))):
        initial_game = RulesetBase.initial_game

    with pytest.raises(TypeError, match="Unbegun must define initial_game"):
        Unbegun().initial_game(None, None)
