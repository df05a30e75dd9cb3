"""The cards of support and the threats of figures, row by row."""

from __future__ import annotations

import pytest

from battlesim.engine.option import Option
from battlesim.engine.ruleset import Preview
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.battle.threats import figure_threats
from battlesim.rulesets.stargrunt.core.marks import WOUNDED
from battlesim.rulesets.stargrunt.core.state import Battery, Battle, Mission
from battlesim.rulesets.stargrunt.previews.support import (
    accuracy_chance,
    battery_preview,
    missed_points,
    mission_of_option,
    mission_preview,
)
from battlesim.rulesets.stargrunt.support.points import point_decision

from .field import CENTRE, battle, foes, row, squad, unit


def told(card: Preview | None) -> list[tuple[str, str]]:
    """The rows of a card."""
    assert card is not None
    return [(str(each.label), str(each.value)) for each in card.rows]


def bars(card: Preview | None) -> list[tuple[str, float]]:
    """The bars of a card, rounded."""
    assert card is not None
    return [(str(name), round(chance, 4)) for name, chance in card.bars]


MORTARS = Battery("mortars", "own")


PLANES = Battery("planes", "own", "Ground attack", kind="air")


GUNS = Battery("guns", "own", "Orbital guns", kind="orbital", missions=1, rounds=1)


def supported(**more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(
        squad("a", (0, 0)),
        foes("b", (0, 10), (1, 10)),
        activated="a",
        batteries=(MORTARS, PLANES, GUNS),
        chits={"own": 2},
        **more,
    )


@pytest.mark.rule("SG-GAP-132", "SG-ART-01", "SG-ART-02", "SG-ART-03", "SG-ART-04", "SG-ART-05")
@pytest.mark.parametrize(
    ("battery", "chits", "needs", "others", "arrives", "chance"),
    [
        (MORTARS, 0, "5+", {"With 1 chit": "50 %", "With 2 chits": "60 %"}, "in this turn", 2 / 6),
        (MORTARS, 1, "5+", {"With 0 chits": "33 %", "With 2 chits": "60 %"}, "in this turn", 4 / 8),
        (MORTARS, 2, "5+", {"With 0 chits": "33 %", "With 1 chit": "50 %"}, "in this turn", 6 / 10),
        (PLANES, 1, "7+", {"With 0 chits": "0 %", "With 2 chits": "40 %"}, "1 turn later", 2 / 8),
        (GUNS, 2, "9+", {"With 0 chits": "0 %", "With 1 chit": "0 %"}, "2 turns later", 2 / 10),
    ],
)
def test_the_card_of_a_request(battery, chits, needs, others, arrives, chance) -> None:  # type: ignore[no-untyped-def]
    state = supported()
    card = battery_preview(state, unit(state, "a"), battery, chits)
    found = dict(told(card))
    assert {key: value for key, value in found.items() if key.startswith("With")} == others
    assert (found["Needs"], found["Arrives"]) == (needs, arrives) and card.chance == pytest.approx(chance)
    assert (
        found["Missions left"]
        == f"{battery.missions}, {battery.rounds} round{'s' * (battery.rounds > 1)} each"
    )
    assert bars(card) == [("fails", round(1 - chance, 4)), ("passes", round(chance, 4))]


@pytest.mark.rule("SG-GAP-132", "SG-ART-06", "SG-ART-18")
@pytest.mark.parametrize(
    ("battery", "accurate", "missed"), [("mortars", "50 %", 208), ("planes", "100 %", 0)]
)
def test_the_card_of_a_mission(battery: str, accurate: str, missed: int) -> None:
    mission = Mission("m", battery, "a", (CENTRE, CENTRE + 10), "explosive", 2, 1)
    state = supported(missions=(mission,))
    card = mission_preview(state, mission)
    assert told(card) == [
        ("Falls where it was called", accurate),
        ("Rounds", "2"),
        ("Radius", "4 in"),
        ("b", "2 under it, 0.9 hit"),
        ("b1", "lost 44 %, 0.4 "),
        ("b2", "lost 44 %, 0.4 "),
    ]
    assert bars(card) == [("no loss", 0.3164), ("1 lost", 0.4922), ("2 lost", 0.1914)]
    assert (card.chance, card.chance_of) == (
        pytest.approx(1 - 0.5625**2),
        "at least one enemy is hit, if it falls there",
    )
    assert [area.sure for area in card.areas] == ([False, True] if missed else [True])
    assert len(missed_points(state, mission)) == missed
    assert card.areas[0].caught == (("a1", "b1", "b2") if missed else ("b1", "b2"))


@pytest.mark.rule("SG-GAP-132", "SG-ART-06")
@pytest.mark.parametrize(
    ("quality", "caller", "chance"),
    [("regular", "a", 4 / 8), ("elite", "a", 8 / 12), ("untrained", "a", 0.0), ("regular", "gone", 0.0)],
)
def test_the_chance_that_a_mission_is_accurate(quality: str, caller: str, chance: float) -> None:
    mission = Mission("m", "mortars", caller, (CENTRE, CENTRE + 10), "explosive", 1, 1)
    state = battle(
        squad("a", (0, 0), quality=quality), foes("b", (0, 10)), batteries=(MORTARS,), missions=(mission,)
    )
    assert accuracy_chance(state, mission) == pytest.approx(chance)
    gaps = {
        round(((x - CENTRE) ** 2 + (y - CENTRE - 10) ** 2) ** 0.5, 3)
        for x, y in missed_points(state, mission)
    }
    most = {"regular": 4, "elite": 4, "untrained": 4}[quality] if caller == "a" else 1
    assert gaps and max(gaps) <= 8 * most and min(gaps) == 1.0


@pytest.mark.rule("SG-GAP-132", "SG-ART-18")
@pytest.mark.parametrize(("count", "named"), [(3, 3), (4, 0)])
def test_a_burst_names_up_to_three_figures(count: int, named: int) -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", *row(0, 10, count, 1.0)), batteries=(MORTARS,), activated="a"
    )
    decision = point_decision(state, unit(state, "a"), MORTARS, "explosive")
    card = RULESET.preview(state, decision, (CENTRE + 1, CENTRE + 10))
    assert len([label for label, _ in told(card) if label in ("b1", "b2", "b3", "b4")]) == named
    assert ("b", f"{count} under it, {0.4375 * count:.1f} hit") in told(card)


@pytest.mark.rule("SG-GAP-132", "SG-ART-18")
def test_a_burst_without_enemies_has_no_chance() -> None:
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), batteries=(MORTARS,), activated="a")
    decision = point_decision(state, unit(state, "a"), MORTARS, "explosive")
    card = RULESET.preview(state, decision, (CENTRE, CENTRE + 1))
    assert card and card.chance is None and card.bars == ()
    assert ("Your own a", "1 under it, 0.4 hit") in told(card)


@pytest.mark.rule("SG-GAP-132", "SG-ART-18")
def test_the_wounded_under_a_burst_are_caught_and_not_counted() -> None:
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, 10), (1, 10), figure_marks={2: WOUNDED}),
        batteries=(MORTARS,),
        activated="a",
    )
    decision = point_decision(state, unit(state, "a"), MORTARS, "explosive")
    card = RULESET.preview(state, decision, (CENTRE, CENTRE + 10))
    assert card and card.areas[0].caught == ("b1", "b2") and [o.target for o in card.losses] == ["b1"]


@pytest.mark.rule("SG-GAP-132")
def test_an_option_names_its_mission() -> None:
    mission = Mission("m", "mortars", "a", (CENTRE, CENTRE + 10), "explosive", 1, 1)
    state = supported(missions=(mission,))
    assert mission_of_option(state, Option("m", "m")) == mission
    assert mission_of_option(state, Option("a", "a")) is None


@pytest.mark.rule("SG-GAP-110", "SG-GAP-08")
@pytest.mark.parametrize(
    ("kind", "marks", "names"),
    [
        ("rifleman", {}, ["Close assault"]),
        ("crew", {}, ["First band", "Close assault"]),
        ("gunner", {}, ["First band", "Close assault"]),
        ("rifleman", {1: WOUNDED}, []),
    ],
)
def test_what_a_figure_threatens(kind: str, marks: dict[int, str], names: list[str]) -> None:
    state = battle(squad("a", (0, 0), kinds=(kind,), figure_marks=marks), foes("b", (0, 20)))
    assert [threat.name for threat in figure_threats(state, "a1")] == names
    assert figure_threats(state, "nobody") == ()


@pytest.mark.rule("SG-GAP-110", "SG-GAP-08")
def test_the_threat_of_close_weapons_is_a_band_after_a_move() -> None:
    state = battle(squad("a", (0, 0), kinds=("crew",)), foes("b", (0, 20)))
    fire_, assault = figure_threats(state, "a1")
    assert str(fire_.words) == "8 in after a move of 6 in"
    assert str(assault.words) == "24 in"
