"""Skills that models have bought with experience points."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.attack import shooting
from battlesim.rulesets.invasion_earth.attack.strike import strike_modifiers
from battlesim.rulesets.invasion_earth.core.lookups import piece_profile
from battlesim.rulesets.invasion_earth.core.profiles import Profile, profiles
from battlesim.rulesets.invasion_earth.core.skills import SKILLS
from battlesim.rulesets.invasion_earth.sighting.hiding import why_cannot_hide
from battlesim.rulesets.invasion_earth.sighting.sightings import perception_roll
from battlesim.rulings.movement import Leg
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    SLR,
    battle,
    enemy,
    model,
    open_actions,
    play,
)


def skilled(kind: str, **skills: int) -> Profile:
    return piece_profile(model(kind, "a", 0, 0, **skills))


@pytest.mark.rule("IE-EXP-05", "IE-EXP-11", "IE-EXP-13")
@pytest.mark.parametrize(
    ("skill", "count", "field", "value"),
    [
        ("super_sneak", 2, "sneak", 4),
        ("super_fast", 3, "fast", 11),
        ("super_fast", 3, "move", 4),
        ("hand_to_hand", 3, "assault", 4),
    ],
)
def test_a_skill_raises_a_value_each_time(skill: str, count: int, field: str, value: float) -> None:
    assert getattr(skilled(SLR, **{skill: count}), field) == value


@pytest.mark.rule("IE-EXP-07", "IE-GAP-82")
@pytest.mark.parametrize(
    ("kind", "luck", "save"), [(SLR, 1, 6), (SLR, 2, 5), (SLR, 3, 4), (DALEK, 1, 2), (DALEK, 3, 2)]
)
def test_luck_gives_or_improves_a_save(kind: str, luck: int, save: int) -> None:
    assert skilled(kind, own_luck=luck).save == save


@pytest.mark.rule("IE-EXP-06")
def test_a_crack_shot_adds_to_every_strike_die() -> None:
    state = battle(model(SLR, "a", 0, 0, crack_shot=2), enemy(SLR, "t", 0, 11))
    for suppresses in (False, True):
        shot = shooting.shot_at(state, "a", shooting.ShotAct("slr", suppresses), "t")
        assert sum(change.value for change in strike_modifiers(state, shot)) == 2


@pytest.mark.rule("IE-EXP-10", "IE-GAP-80")
@pytest.mark.parametrize(("agile", "modifier"), [({}, -1), ({"super_agility": 1}, 0)])
def test_an_agile_model_fires_on_the_move_without_penalty(agile: dict[str, int], modifier: int) -> None:
    state = battle(model(SLR, "a", 0, 0, **agile), enemy(SLR, "t", 0, 11))
    shot = shooting.shot_at(state, "a", shooting.ShotAct("slr"), "t", moved=True)
    assert sum(change.value for change in strike_modifiers(state, shot)) == modifier


@pytest.mark.rule("IE-EXP-09")
@pytest.mark.parametrize(("marks", "able"), [({}, False), ({"camouflage": 1}, True)])
def test_camouflage_needs_no_cover(marks: dict[str, int], able: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, **marks))
    assert (why_cannot_hide(state, state.table.piece("a")) == "") == able


@pytest.mark.rule("IE-EXP-14")
@pytest.mark.parametrize(("battles", "least"), [(0, 6), (3, 3)])
def test_every_battle_survived_helps_perception(battles: int, least: int) -> None:
    marks = {"battles_survived": battles} if battles else {}
    roll = perception_roll(model(SLR, "a", 0, 0, **marks))
    assert roll.chances().get(1, 0.0) == pytest.approx((7 - least) / 6)


FORWARD = (Leg("a", ((CENTRE, CENTRE), (CENTRE, CENTRE + 2))),)


def after_a_move(option: str, first: str) -> set[str]:
    """The actions of a model with lightning action after its first one."""
    quick = model(SLR, "a", 0, 0, lightning_action=1)
    state = battle(
        quick, model(SLR, "b", 9, 0), enemy(DALEK, "d", 0, 12), options={"lightning_action": option}
    )
    answers = {"move": [FORWARD], "fire": ["slr:d"], "move_fire": [FORWARD, "slr:d"]}[first]
    dice = [] if first == "move" else [1]
    return open_actions(play(state, ["a", first, *answers], dice).state, "a")


@pytest.mark.rule("IE-EXP-12", "IE-GAP-83")
@pytest.mark.option("lightning_action", "two_different", "any_two")
@pytest.mark.parametrize(
    ("option", "first", "opened", "closed"),
    [
        ("two_different", "move", {"fire", "turn"}, {"move", "move_fire"}),
        ("two_different", "fire", {"move"}, {"fire", "move_fire"}),
        ("two_different", "move_fire", {"turn", "sneak"}, {"move", "fire"}),
        ("any_two", "move", {"move", "fire", "move_fire"}, set()),
        ("any_two", "fire", {"fire"}, set()),
    ],
)
def test_lightning_action_is_a_second_action(
    option: str, first: str, opened: set[str], closed: set[str]
) -> None:
    found = after_a_move(option, first)
    assert opened <= found and not closed & found


@pytest.mark.rule("IE-EXP-12")
def test_there_is_no_third_action() -> None:
    quick = model(SLR, "a", 0, 0, lightning_action=1)
    state = battle(quick, model(SLR, "b", 9, 0), enemy(DALEK, "d", 0, 12))
    assert play(state, ["a", "move", FORWARD, "a", "turn", 0.0]).state.game.acted == ("a",)


@pytest.mark.rule("IE-GAP-82")
@pytest.mark.parametrize(
    ("kind", "skill", "usable"),
    [
        (DALEK, "super_sneak", False),
        (DALEK, "camouflage", False),
        (DALEK, "own_luck", True),
        (SLR, "camouflage", True),
    ],
)
def test_a_skill_is_for_models_that_can_use_it(kind: str, skill: str, usable: bool) -> None:
    assert SKILLS[skill].is_usable(profiles()[kind]) == usable
