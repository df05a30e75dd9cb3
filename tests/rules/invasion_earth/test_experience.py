"""Experience points: who gains them, and how they are spent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from battlesim.rulesets.invasion_earth import RULESET
from battlesim.scenarios import campaign_battles, rosters
from battlesim.scenarios.campaigns import load_campaign
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.rosters import Roster, RosterModel
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Off
from tests.rules.invasion_earth.field import DALEK, SLR, battle, enemy, model

RULES, FILE = RULESET.campaign, Path("roster.toml")


def soldier(id: str, points: int = 0, profile: str = SLR, **more: Any) -> RosterModel:
    return RosterModel(id, id, profile, points, **more)


def roster(*models: RosterModel, **more: Any) -> Roster:
    return Roster("three_nights", model=models, **more)


def buy(held: Roster, *skills: str, by: str = "u1") -> RosterModel:
    for skill in skills:
        held = rosters.with_skill(held, RULES, by, skill, FILE)
    return held.named(by, FILE)


@pytest.mark.rule("IE-EXP-01")
def test_experience_is_for_campaigns_alone(tmp_path: Path) -> None:
    soldier_line = f'piece = [{{ profile = "{SLR}", at = [9, 5], marks = {{ crack_shot = 1 }} }}]'
    dalek_line = f'piece = [{{ profile = "{DALEK}", at = [9, 25] }}]'
    text = "\n".join(
        (
            'extends = "first_patrol"',
            *("[[unit]]", 'id = "u"', 'side = "unit"', soldier_line),
            *("[[unit]]", 'id = "d"', 'side = "daleks"', dalek_line),
        )
    )
    alone, linked = tmp_path / "alone.toml", tmp_path / "linked.toml"
    alone.write_text(text)
    linked.write_text(text.replace("[[unit]]", "[rules]\ncampaign = true\n[[unit]]", 1))
    with pytest.raises(InputError, match="campaigns alone"):
        load_scenario(str(alone)).initial_state()
    assert "experience" in load_scenario(str(linked)).initial_state().game.parameters.advanced


@pytest.mark.rule("IE-EXP-02", "IE-EXP-03", "IE-GAP-81")
def test_every_survivor_gains_a_point_and_the_others_leave_the_roster() -> None:
    held = roster(*(soldier(f"u{k}", points=k, slot=f"a{k}") for k in range(3)), under_way="1_first_patrol")
    pieces = [model(SLR, f"a{k}", 2.0 * k, 0) for k in range(3)]
    awol = msgspec.structs.replace(pieces[2], place=Off("left"))
    state = battle(*pieces[:2], awol, enemy(DALEK, "d", 0, 9))
    after = campaign_battles.after_battle(held, RULES, state, FILE)
    assert [(m.id, m.points, m.battles, m.slot) for m in after.model] == [("u0", 1, 1, ""), ("u1", 2, 1, "")]
    assert (after.lost, after.battle, after.under_way) == (("u2",), 2, "")


@pytest.mark.rule("IE-EXP-03", "IE-EXP-04")
def test_a_skill_costs_the_models_own_points() -> None:
    held = roster(soldier("u1", 5), soldier("u2", 0))
    bought = buy(held, "super_fast", "super_sneak")
    assert bought.points == 1 and bought.skills == {"super_fast": 1, "super_sneak": 1}
    with pytest.raises(InputError, match="costs 2, u2 has 0"):
        buy(held, "super_fast", by="u2")


@pytest.mark.rule("IE-EXP-04")
def test_nothing_is_bought_while_a_battle_is_under_way() -> None:
    with pytest.raises(InputError, match="is under way"):
        buy(roster(soldier("u1", 5), under_way="1_first_patrol"), "super_fast")


@pytest.mark.rule("IE-EXP-05", "IE-EXP-06", "IE-EXP-07", "IE-EXP-08")
@pytest.mark.parametrize(
    ("skill", "most"), [("super_sneak", 3), ("crack_shot", 2), ("own_luck", 3), ("tough_as_nails", 2)]
)
def test_a_skill_is_bought_only_so_often(skill: str, most: int) -> None:
    held = roster(soldier("u1", 50, skills={skill: most - 1}))
    assert buy(held, skill).skills[skill] == most
    with pytest.raises(InputError, match="as often as is allowed"):
        buy(held, skill, skill)


@pytest.mark.rule("IE-EXP-08")
def test_a_tough_model_begins_with_more_hits() -> None:
    held = roster(soldier("u1", skills={"tough_as_nails": 2}, profile="unit_sergeant"))
    ready, scenario = campaign_battles.next_battle(held, load_campaign("three_nights"), FILE)
    assert ready.named("u1", FILE).slot == "benton"
    text = campaign_battles.battle_text(ready, load_campaign("three_nights"), RULES, scenario)
    path = Path(scenario.path).parent / "unused.toml"
    assert "tough_as_nails = 2" in text and not path.exists()


@pytest.mark.rule("IE-GAP-81")
def test_a_survivor_begins_the_next_battle_with_all_its_hits(tmp_path: Path) -> None:
    held = roster(soldier("u1", skills={"tough_as_nails": 2}, profile="unit_sergeant", battles=2))
    campaign = load_campaign("three_nights")
    ready, scenario = campaign_battles.next_battle(held, campaign, FILE)
    file = tmp_path / "battle.toml"
    file.write_text(campaign_battles.battle_text(ready, campaign, RULES, scenario))
    sergeant = load_scenario(str(file)).initial_state().table.piece("benton")
    assert (sergeant.hits, sergeant.hits_full, sergeant.mark_count("battles_survived")) == (3, 3, 2)


@pytest.mark.rule("IE-GAP-82")
def test_a_skill_is_refused_to_whoever_cannot_use_it() -> None:
    with pytest.raises(InputError, match="cannot use Super sneak"):
        buy(roster(soldier("u1", 9, profile=DALEK)), "super_sneak")
