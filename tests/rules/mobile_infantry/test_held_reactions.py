"""Who joins a Fire at Will, judged stand by stand."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.rulesets.mobile_infantry.reactions import reactions
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import pool_of
from tests.rules.mobile_infantry.soldiers import offered, trigger

PHASE = "bugs_activations"
TOO_FAR = rifles("X", 20, 31.1, marks=["alert"])
IN_REACH = rifles("X", 20, 30.9, marks=["alert"])
BEHIND_ROCKS = (rifles("X", 13, 10, marks=["alert"]), block("rocks", "K", 15, 8, 16, 12))
TURNED_AWAY = piece("machine_gun", "X", 13, 10, marks=["alert"], facing=180)
TURNED_TO_IT = piece("machine_gun", "X", 13, 10, marks=["alert"], facing=0)


@pytest.mark.rule("MI-GAP-17", "MI-FIRE-02", "MI-FIRE-03")
@pytest.mark.parametrize(
    ("things", "joins"),
    [
        ((TOO_FAR,), False),
        ((IN_REACH,), True),
        (BEHIND_ROCKS, False),
        ((TURNED_AWAY,), False),
        ((TURNED_TO_IT,), True),
        ((piece("missile_team", "X", 20, 15, marks=["alert"]),), True),
        ((piece("heavy_mech", "X", 20, 15, marks=["alert"], facing=270),), False),
        ((rifles("X", 20, 15),), False),
    ],
    ids=["too far", "in reach", "unseen", "turned away", "turned to it", "rifles", "no React", "no Alert"],
)
def test_who_joins_has_a_react_weapon_that_reaches_sees_and_bears_on_the_target(
    things: tuple[Piece | Terrain, ...], joins: bool
) -> None:
    state = field(
        rifles("A", 25, 10, marks=["alert"]),
        *things,
        warrior("W", 20, 10),
        phase=PHASE,
        options={"fire_at_will_valid": "any_alert"},
    )
    asked = trigger(state, "W", answers={"react": ["fire"]}, until="weapons").first_decision("weapons")
    assert ("X" in {item.key for item in asked.items}) is joins  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-17")
@pytest.mark.parametrize(("x", "joins"), [(31.0, True), (31.1, False)])
def test_each_who_joins_is_himself_within_ten_inches_of_a_model_that_took_part(x: float, joins: bool) -> None:
    state = field(
        rifles("A", 25, 10, marks=["alert"]),
        rifles("B", x, 10, marks=["alert"]),
        warrior("W", 20, 10),
        phase=PHASE,
    )
    done = trigger(state, "W", answers={"react": ["fire"]}, dice=[1] * (8 if joins else 4))
    assert len(pool_of(done).faces) == (8 if joins else 4)


@pytest.mark.rule("MI-GAP-17", "MI-FIRE-03")
def test_the_target_is_one_of_those_that_took_part() -> None:
    state = field(
        rifles("A", 25, 10, marks=["alert"]), warrior("W", 20, 10), warrior("idle", 24, 12), phase=PHASE
    )
    asked = trigger(state, "W", answers={"react": ["fire"]}, until="weapons")
    assert asked.first_decision("weapons").about == "W"


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-02", "MI-GAP-73")
def test_who_has_fired_reacts_no_more_to_the_same_action() -> None:
    state = field(
        rifles("A", 25, 10, marks=["alert"]),
        rifles("B", 20, 15, marks=["alert"]),
        piece("tanker", "T", 20, 10),
        phase=PHASE,
    )
    only_a = {"react": ["fire", "done"], "weapons": [("assault_rifle", "hold")]}
    done = trigger(state, "T", answers=only_a, dice=[2] * 4)
    assert [d.what for d in done.asked].count("react") == 2
    assert offered(done, "react") == {"fire", "feet:B", "done"}
    assert [o.at for o in done.asked[-1].open_options if o.key == "fire"] == [("B",)]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-FIRE-02", "MI-FIRE-03", "MI-FIRE-05")
def test_only_react_weapons_fire_at_will_and_counters_take_dice_off() -> None:
    state = field(
        rifles("A", 23, 10, marks={"alert": 1, "ammo": 1}), piece("tanker", "T", 20, 10), phase=PHASE
    )
    asked = trigger(state, "T", answers={"react": ["fire"]}, until="weapons")
    assert set(asked.first_decision("weapons").items[0].to) == {"assault_rifle"}  # type: ignore[attr-defined]
    done = trigger(state, "T", answers={"react": ["fire"]}, dice=[2] * 3)
    assert len(pool_of(done).faces) == 3


@pytest.mark.rule("MI-FIRE-02", "MI-FIRE-05")
def test_each_natural_one_of_the_attack_dice_is_a_counter_and_no_one_of_a_save_is() -> None:
    state = field(rifles("A", 25, 10, marks=["alert"]), warrior("W", 20, 10), phase=PHASE)
    done = trigger(state, "W", answers={"react": ["fire"]}, dice=[1, 1, 2, 5, 1])
    assert done.piece("A").mark_count("ammo") == 2


ALERT_SQUAD, IDLE_SQUAD = rifles("R", 20, 20, marks=["alert"]), rifles("R", 20, 20)
CORNERED = (rifles("R", 0.5, 0.5, marks=["alert"]), warrior("W", 2, 2))
WALLS = block("rocks", "B", 1.1, 0, 1.2, 1.2), block("rocks", "C", 0, 1.1, 1.2, 1.2)
FAR = "24.0 in away, 14.0 in too far"


def open_to(state: Battle, question: str) -> dict[str, tuple[str, str]]:
    """Why R may not react to each enemy, and by which rule, as it is told of R alone."""
    asked = getattr(reactions, question)(state, state.table.piece("R"))
    return {one.key: (str(one.shut), one.rule) for one in asked.options if one.key != "done"}


@pytest.mark.rule("MI-FIRE-01", "MI-TRT-10")
@pytest.mark.parametrize(
    ("one", "found"),
    [
        (ALERT_SQUAD, {"W": ("", "MI-SHOT-01"), "F": (FAR, "MI-FIRE-01")}),
        (IDLE_SQUAD, dict.fromkeys("WF", ("it is not on Alert", "MI-FIRE-01"))),
        (
            piece("heavy_mech", "R", 20, 20, marks=["alert"]),
            {
                "W": ("Laser Cannon, Focused has no React", "MI-TRT-10"),
                "F": ("23.5 in away, 13.5 in too far", "MI-FIRE-01"),
            },
        ),
    ],
    ids=["on Alert", "not on Alert", "no React"],
)
def test_at_whom_a_model_could_fire_were_they_to_act(one: Piece, found: dict[str, tuple[str, str]]) -> None:
    house = block("building", "B", 26, 24, 28, 26)
    state = field(one, warrior("W", 26, 20), warrior("F", 45, 20), *hole("E", 20, 28), house)
    assert open_to(state, "fire_at_will_decision") == found


@pytest.mark.rule("MI-FEET-01", "MI-FEET-02", "MI-GAP-20")
@pytest.mark.parametrize(
    ("things", "found"),
    [
        ((ALERT_SQUAD, warrior("W", 26, 20)), ("", "MI-FEET-01")),
        ((IDLE_SQUAD, warrior("W", 26, 20)), ("it is not on Alert", "MI-FEET-01")),
        ((*CORNERED, *WALLS), ("no Move can end at least 2 in further away", "MI-FEET-02")),
        (
            (piece("viking", "R", 20, 20, marks=["alert"]), warrior("W", 26, 20)),
            ("aircraft do not run", "MI-GAP-20"),
        ),
    ],
    ids=["free", "not on Alert", "cornered", "aircraft"],
)
def test_from_whom_a_model_could_run_were_they_to_act(
    things: tuple[Any, ...], found: tuple[str, str]
) -> None:
    assert open_to(field(*things), "beat_feet_decision") == {"W": found}
