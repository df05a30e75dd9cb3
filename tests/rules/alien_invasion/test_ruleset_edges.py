"""The ruleset as the program sees it: own factions, foes, and the rules of sight."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion import RULESET, AlienInvasion
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.state import Alliance, Pacts
from battlesim.rulesets.alien_invasion.ground.sight import plain_rules, sight_rules
from tests.rules.alien_invasion.field import battle, daleks, group, pair, terrain
from tests.rules.alien_invasion.plans import TWO, plan

pytestmark = pytest.mark.rule("MT-SHT-02", "MT-GAP-19", "MT-GAP-64", "MT-SHT-01")
MARTIANS = {"title": "Martians", "cards": {}, "group": {"g": {"name": "G"}}, "figure": {}}
MAN, FOE = group("a", (10, 10)), daleks("d", (40, 10))


def test_a_scenario_may_bring_factions():
    assert RULESET.for_plan(plan(*TWO)) is RULESET
    own = RULESET.for_plan(plan(*TWO, rules={"factions": {"martians": MARTIANS}}))
    assert list(own.factions) == [*factions(), "martians"]
    assert list(AlienInvasion().factions) == list(factions())


def test_a_battle_knows_the_factions_of_its_scenario():
    state = battle(MAN, FOE)
    assert RULESET.for_state(state) is RULESET
    martians = msgspec.structs.replace(factions()["gang"], title="Martians", figure={})
    more = state.with_game(factions={**state.game.factions, "martians": martians})
    assert list(RULESET.for_state(more).factions) == [*factions(), "martians"]


def test_the_foes_of_a_side():
    groups = (MAN, FOE, pair("m", (20, 30)), group("h", (50, 5), side="hatchling"))
    state = battle(*groups, group("c", (60, 5), side="civilian"))
    assert RULESET.foes(state, "unit") == ("dalek", "mib", "hatchling")
    allied = state.with_game(pacts=Pacts((Alliance(("unit", "mib")),)))
    assert RULESET.foes(allied, "unit") == ("dalek", "hatchling")
    assert RULESET.foes(battle(MAN, FOE), "dalek") == ("unit",)


@pytest.mark.parametrize("fog", [0, 1])
def test_the_rules_of_sight_at_a_moment_and_without_one(fog):
    state = battle(MAN, FOE, ground=[terrain("woods", 20, 5, 24, 15)], tally={"fog": fog})
    assert RULESET.sight_rules(state) == sight_rules(state)
    assert RULESET.sight_rules(None) == plain_rules()
    assert (sight_rules(state) == plain_rules()) is False


def test_the_short_text_of_every_rule_says_more_than_whose_rule_it_is():
    short = {rule: str(text.text) for rule, text in RULESET.rulebook.items()}
    assert not [rule for rule, text in short.items() if text in ("House rule.", "House procedure.")]
    assert short["MT-UNIT-10"].startswith("On each Special Event card")
