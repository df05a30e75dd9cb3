"""The rulebook holds every rule and gap, and every option as the program plays it."""

from __future__ import annotations

import re

import pytest

from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.core.parameters import options, presets, resolve


@pytest.mark.rule("TS-GAP-01")
def test_the_whole_of_the_rules_is_in_the_book():
    gaps = sorted(rule for rule in RULESET.rulebook if rule.startswith("TS-GAP-"))
    assert (len(RULESET.rulebook), gaps) == (213, sorted(f"TS-GAP-{n:02}" for n in range(1, 101)))


def test_every_rule_stands_in_a_chapter_and_has_a_title_of_its_own():
    assert [rule for rule, text in RULESET.rulebook.items() if not text.chapter or not text.section] == []


def test_the_words_of_an_option_tell_each_of_its_values():
    for rule, text in RULESET.rulebook.items():
        untold = [value for value in text.choices if f'"{value}"' not in str(text.words)]
        assert not untold, f"{rule} says nothing of {untold}"
        assert not text.option or f'"{text.default}", the default' in str(text.words)


def test_every_rule_that_another_one_names_is_in_the_book():
    named = {
        rule for text in RULESET.rulebook.values() for rule in re.findall(r"TS-[A-Z]+-\d+", str(text.words))
    }
    assert named <= RULESET.rulebook.keys()


def test_every_option_of_the_book_is_played_with_its_values():
    book = {text.option: text.choices for text in RULESET.rulebook.values() if text.option}
    assert book == {key: tuple(values) for key, values in options().items()}


def test_defaults_are_the_first_values():
    assert all(text.default == text.choices[0] for text in RULESET.rulebook.values() if text.option)


@pytest.mark.rule("TS-GAP-92")
def test_what_a_difficulty_sets_are_options():
    assert all(value in options()[key] for preset in presets().values() for key, value in preset.items())


def test_every_value_is_taken():
    for key, values in options().items():
        for value in values:
            assert resolve({key: value})


def test_the_tables_show_what_is_played_by():
    found = {table.title: table for table in RULESET.tables()}
    figures = {row[0]: dict(zip(found["Figures"].columns, row, strict=True)) for row in found["Figures"].rows}
    assert figures["Sniper"]["fire"] == "+1" and figures["Alien"]["dice"] == "3"
    assert ("Flamer", "+5, template", "no", "6") in found["Weapons"].rows
    assert {row[0]: row[2] for row in found["Squads"].rows}["1B"] == "NCO One"
