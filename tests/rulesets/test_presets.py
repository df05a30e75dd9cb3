"""Presets of options, and what each value of an option changes."""

from __future__ import annotations

import pytest

from battlesim.engine.option_effects import option_effects
from battlesim.engine.rule_texts import RuleText
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.ui.start.catalogue import options_of

GAMES = ("mobile_infantry", "troice_station", "invasion_earth", "stargrunt", "alien_invasion")
PRESETS = [(game, preset.key) for game in GAMES for preset in load_ruleset(game).presets]  # type: ignore[attr-defined]


def rule(text: str, *choices: str) -> RuleText:
    return RuleText("reading", text, option="cover", choices=choices, default=choices[0])


HALF = "ask for at least half"


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ('Hard. Default value "a": no shot. With "b" it is hit.', {"a": "no shot", "b": "it is hit"}),
        (f'"a" (the default); "b" and "c" {HALF}.', {"a": "", "b": HALF, "c": HALF}),
        ('"a" is the default: it stands. "b" lets it run.', {"a": "it stands", "b": "lets it run"}),
    ],
)
def test_what_a_value_changes_is_read_from_the_rule(text: str, effects: dict[str, str]) -> None:
    assert option_effects(rule(text, *effects)) == effects


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_is_no_default_says_what_it_changes(game: str) -> None:
    known = options_of(load_ruleset(game))
    silent = {
        (text.option, value)
        for _, text in known
        for value, words in option_effects(text).items()
        if not words and value != text.default
    }
    assert known and silent == set()


@pytest.mark.parametrize(("game", "key"), PRESETS)
def test_every_scenario_can_be_played_with_every_preset(game: str, key: str) -> None:
    ruleset = load_ruleset(game)
    (preset,) = (one for one in ruleset.presets if one.key == key)  # type: ignore[attr-defined]
    values = {text.option: text.choices for _, text in options_of(ruleset)}
    assert all(value in values[option] for option, value in preset.options.items())
    for name in scenario_files():
        loaded = load_scenario(name)
        if loaded.ruleset.key == game:
            chosen = preset.values_for(loaded.plan.options)
            load_scenario(
                name, {k: v for k, v in chosen.items() if loaded.plan.options[k] != v}
            ).initial_state()


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_presets_by_the_source_of_the_house_and_quick(game: str) -> None:
    keys = [key for of, key in PRESETS if of == game]
    assert [key for key in keys if key in ("source", "house", "quick")] == ["source", "house", "quick"]
    assert keys[0] == "source"
