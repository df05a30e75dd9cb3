"""Cards of odds for all that is fired, laid and thrown; what grenades, flames and Cover Fire are used on."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup
from battlesim.engine.ruleset import Preview
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.rulesets import registry
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.actions import activation, fire_actions, move_actions
from battlesim.rulesets.troice_station.attack import flame, grenades, shooting, shot_previews, to_hit
from battlesim.rulesets.troice_station.core.marks import EMPTY, MOVED, SHOTS
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.rulesets.troice_station.melee import rounds

from .fire_steps import DUMP, WALKED
from .scenery import ARMED, FUEL_DUMP
from .things import alien, battle, block, hugger, line, marine, perform


def shown(state: Battle, decision: Any, answer: Any) -> Preview:
    """The card of an answer."""
    card = registry.load_ruleset("troice_station").preview(state, decision, answer)  # type: ignore[attr-defined]
    assert card is not None
    found: Preview = card
    return found


def shots(state: Battle, *firers: str, rule: str = fire_actions.ORDER) -> ChooseOne:
    """The question at what is fired."""
    options = [o for one in firers for o in shooting.target_options(state, state.table.piece(one))]
    return ChooseOne(side=MARINES, what="shot", prompt="Fire", rule=rule, options=tuple(options))


def aimed_at(what: str) -> ChoosePoint:
    """The question where a flame or a grenade goes."""
    return ChoosePoint(side=MARINES, what=what, prompt="", about="a")


@pytest.mark.rule("TS-GAP-45")
def test_a_card_says_each_thing_that_changes_a_shot_once_also_when_it_counts_on_the_die():
    state = battle(
        marine("sniper", "a", 10, 10, marks=[MOVED]),
        alien("x", 18, 10, WALKED),
        options={"modifier_sense": "die_roll"},
    )
    rows = [
        row.label for row in shot_previews.figure_shot_preview(state, *both(state), to_hit.PLAIN_FIRE).rows
    ]
    assert "the firer has moved" in rows and len(rows) == len(set(rows))


def both(state: Battle) -> tuple[Any, Any]:
    """The firer and its target."""
    return state.table.piece("a"), state.table.piece("x")


@pytest.mark.rule("TS-GAP-71")
def test_the_card_of_fuel_tells_the_chance_that_it_goes_up_and_whom_it_would_catch():
    state = battle(marine("trooper", "a", 36, 20), marine("trooper", "b", 36, 31), terrain=[DUMP])
    card = shown(state, shots(state, "a"), "fire:a:d")
    assert card.areas[0].caught == ("b",) and card.chance == pytest.approx(0.5 * 21 / 36)


@pytest.mark.rule("TS-ACT-18", "TS-FIRE-12")
def test_the_card_of_cover_fire_counts_it():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 18, 10, WALKED))
    plain, cover = (
        shown(state, shots(state, "a", rule=rule), "fire:a:x")
        for rule in (fire_actions.ORDER, fire_actions.COVER)
    )
    assert plain.chance is not None and cover.chance is not None and cover.chance < plain.chance


@pytest.mark.rule("TS-GAP-73")
def test_the_card_of_a_flame_names_friend_and_enemy_that_it_catches():
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), marine("trooper", "b", 17, 10))
    card = shown(state, aimed_at("flame"), (20.0, 10.0))
    assert card.areas[0].caught == ("b", "x") and [row.label for row in card.rows] == ["b", "x"]


@pytest.mark.rule("TS-GAP-71")
def test_the_card_of_a_grenade_counts_all_modifiers_of_a_creature_it_is_thrown_at():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 16, 10, WALKED), hugger("h", 14, 12, WALKED))
    at_ground, at_alien = (shown(state, aimed_at("grenade"), at) for at in ((16.0, 12.0), (16.0, 10.0)))
    assert at_ground.chance is not None and at_alien.chance is not None and at_alien.chance < at_ground.chance


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(
    ("at", "open_to"), [((13.0, 10.0), True), ((17.0, 10.0), False), ((10.0, 19.0), False)]
)
def test_a_grenade_is_thrown_where_one_sees_and_reaches(at, open_to):
    state = battle(marine("trooper", "a", 10, 10), terrain=[block("high_wall", "w", 15, 5, 15.5, 15, 3.0)])
    assert is_point_in_shape(*at, grenades.throw_zone(state, state.table.piece("a"))) is open_to


@pytest.mark.rule("TS-GAP-33")
@pytest.mark.parametrize(("option", "before", "dice"), [("natural_1", 0, (1,)), ("counted", 5, ())])
def test_a_flamer_runs_dry(option, before, dice):
    state = battle(marine("flamer", "a", 10, 10), options={"reload": option})
    for _ in range(before):
        state = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0))).state
        assert not state.table.piece("a").has_mark(EMPTY)
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=dice)
    assert done.state.table.piece("a").has_mark(EMPTY)


@pytest.mark.rule("TS-ACT-18")
def test_cover_fire_is_at_creatures_and_not_at_fuel():
    state = battle(marine("trooper", "a", 36, 20), terrain=[DUMP])
    assert fire_actions.why_cannot_fire(state, state.table.piece("a")) == ""
    assert fire_actions.why_no_cover_fire(state, state.table.piece("a")) == "it sees no creature"


@pytest.mark.rule("TS-ALN-13", "TS-FIRE-05")
def test_the_card_of_a_shot_tells_its_odds_and_whom_the_blood_would_spray():
    state = battle(
        marine("sniper", "a", 10, 10), alien("x", 18, 10, WALKED), marine("trooper", "b", 19.0, 11.0)
    )
    shown = shot_previews.figure_shot_preview(
        state, state.table.piece("a"), state.table.piece("x"), to_hit.PLAIN_FIRE
    )
    assert shown.areas[0].caught == ("b",) and sum(chance for _, chance in shown.bars) == pytest.approx(1.0)
    assert [(odds.target, odds.lost) for odds in shown.losses] == [("x", (1 - shown.chance, shown.chance))]


CARD = pytest.mark.rule("TS-ACT-18", "TS-FIRE-01", "TS-EXPL-03", "TS-GAP-73", "TS-GAP-71", "TS-WND-01")


def rows(card: Any) -> dict[str, str]:
    return {str(row.label): str(row.value) for row in card.rows}


@CARD
@pytest.mark.parametrize(("what", "title"), [("flame", "Flame"), ("grenade", "Grenade"), ("deploy", None)])
def test_a_point_has_a_card_where_something_comes_down_on_it(what: str, title: str | None) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 14, 10))
    asked = ChoosePoint(side=MARINES, what=what, prompt="", about="a", zone=())
    card = shot_previews.shot_preview(state, asked, (20.0, 10.0))
    assert (card and card.title) == title


@CARD
def test_a_shot_has_a_card_and_the_choice_to_fire_at_all_none() -> None:
    state = battle(*line(10, 12), alien("x", 14, 10), card="1A", pools={"1A": 2})
    asked = perform(state, activation.run_card_action, until="act").first_decision("act")
    assert (
        shot_previews.shot_preview(state, asked, "fire") is None
        and shot_previews.shot_preview(state, asked, "alone:a") is None
    )
    shot = perform(state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot").first_decision(
        "shot"
    )
    assert shot_previews.shot_preview(state, shot, "done") is None
    motions, link = move_actions.group_motions(state, move_actions.MOVE_KIND, ["a"], {"a": 0})
    move = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert shot_previews.shot_preview(state, move, ()) is None
    near = battle(*line(10), alien("x", 11.125, 10))
    fight = perform(near, lambda play: rounds.fight_at_activation(play, "a"), until="melee").first_decision(
        "melee"
    )
    assert shot_previews.shot_preview(near, fight, "x") is None


@CARD
def test_a_shot_at_fuel_has_its_card() -> None:
    state = battle(marine("trooper", "a", 12.5, 10), terrain=[FUEL_DUMP])
    asked = perform(state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot").first_decision(
        "shot"
    )
    card = RULESET.preview(state, asked, "fire:a:d")
    # a 3 hits, and D6+2 against D6 is two more in 21 of 36
    assert card and card.chance == pytest.approx(4 / 6 * 21 / 36) and rows(card)["To hit"] == "3+"


@CARD
def test_further_targets_of_cover_fire_have_the_card_of_cover_fire() -> None:
    state = battle(*line(10), alien("x", 15, 10, [MOVED]), alien("y", 15, 12, [MOVED]))
    for script, keys in (
        (fire_actions.perform_cover_fire, ("shot", "cover")),
        (fire_actions.perform_fire, ("shot",)),
    ):
        answers = {"shot": ["fire:a:x"]} if len(keys) > 1 else {}
        done = perform(state, lambda play, script=script: script(play, ["a"]), answers, until=keys[-1])
        card = shot_previews.shot_preview(state, done.first_decision(keys[-1]), "fire:a:y")
        assert card and ("Cover Fire" in rows(card)) is (len(keys) > 1)


@CARD
def test_the_ends_of_a_shot_are_all_there_is_the_harmless_first() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]))
    card = shot_previews.figure_shot_preview(state, *map(state.table.piece, "ax"), to_hit.PLAIN_FIRE)
    # a 3 hits; D6+2 against D6+4 is two more in 3 of 36
    assert [name for name, _ in card.bars] == ["missed", "unhurt", "dead"]
    assert [chance for _, chance in card.bars] == pytest.approx([2 / 6, 4 / 6 * 33 / 36, 4 / 6 * 3 / 36])


@CARD
def test_also_where_a_hit_mostly_puts_down_the_harmless_ends_come_first() -> None:
    state = battle(*line(10, kind="hmg"), marine("trooper", "x", 14, 10))
    card = shot_previews.figure_shot_preview(state, *map(state.table.piece, "ax"), to_hit.PLAIN_FIRE)
    assert [name for name, _ in card.bars] == ["missed", "unhurt", "down", "dead"]


@CARD
@pytest.mark.parametrize(("marks", "lands"), [({}, 4 / 6), ({MOVED: 1, SHOTS: 3}, 0.0)])
def test_how_surely_a_grenade_lands(marks: Any, lands: float) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=marks), options=ARMED | {"second_shot": "growing"})
    card = shot_previews.grenade_preview(state, state.table.piece("a"), (14.0, 10.0))
    assert card.chance == pytest.approx(lands)


@pytest.mark.rule("TS-GAP-48", "TS-FIRE-01")
def test_a_shot_has_the_card_of_a_shot() -> None:
    state = battle(*line(10), alien("x", 14, 10))
    asked = perform(state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot").first_decision(
        "shot"
    )
    card = RULESET.preview(state, asked, "fire:a:x")
    assert card and card.title == "Shoot" and RULESET.preview(state, asked, "done") is None


@pytest.mark.rule("TS-GAP-48", "TS-GAP-04")
def test_a_move_has_no_card_of_odds() -> None:
    state = battle(*line(10))
    motions, link = move_actions.group_motions(state, move_actions.MOVE_KIND, ["a"], {"a": 0})
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert RULESET.preview(state, asked, ()) is None


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01", "TS-EXPL-03", "TS-ALN-14")
def test_where_a_grenade_or_blood_comes_down_is_not_sure() -> None:
    state = battle(*line(10), alien("x", 14, 10), options={"grenades": "one_each"})
    thrower, target = state.table.piece("a"), state.table.piece("x")
    shown = [
        *shot_previews.grenade_preview(state, thrower, (14.0, 10.0)).areas,
        *shot_previews.figure_shot_preview(state, thrower, target, to_hit.PLAIN_FIRE).areas,
    ]
    assert [area.sure for area in shown] == [False, False]
    assert [area.caught for area in shown] == [("x",), ()]
