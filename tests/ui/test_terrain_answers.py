"""Terrain answers under a resting pointer: its height and cover, and what the chosen piece can do there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import msgspec
import pygame
import pytest

from battlesim.render.text_layout import shown_text
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table
from battlesim.ui.battle.input_handlers import RulerInput
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.instruments.terrain_answers import REST_S, facts
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.ui.battles import model

ROCK = block("R", 0, 0, 2, 2, kind="rock")
HILL = block("hill", 10, 10, 30, 30, 2.0, kind="hill", traits=("area", "relief"))
HUT = block("hut", 18, 18, 22, 22, 5.0)
FIELD = make_table(ROCK, HUT, HILL).ground


@pytest.fixture(scope="module")
def battle() -> WindowModel:
    return model("first_contact")


def pointed(battle: WindowModel, chosen: str = "", rests: float = REST_S, over: str = "") -> Instruments:
    found = Instruments(battle, WorkQueue(None))
    battle.pointer.selected_piece, battle.pointer.hovered_piece = chosen, over
    house = next(one for one in battle.state.table.ground.terrain if one.name == "Farmhouse")
    outline = house.rings[0]
    middle = tuple(sum(corner[k] for corner in outline) / len(outline) for k in (0, 1))
    found.terrain.point((middle[0], middle[1]), True)
    found.rest(rests)
    found.tick()
    return found


def test_terrain_says_how_high_it_is_and_what_it_hides(battle: WindowModel) -> None:
    found = pointed(battle).terrain
    said = [words for words, _ in found.lines()]
    assert found.name == "Farmhouse" and said[:2] == ["2 in high", "4 of 4 HP"]
    assert any("hides what is behind it" in words for words in said)


def test_what_the_chosen_team_can_do_there_is_said_with_why_not(battle: WindowModel) -> None:
    said = " ".join(words for words, _ in pointed(battle, "CT").terrain.lines())
    assert "no: " in said and "search Farmhouse" in said


def test_a_key_takes_the_answer_away_until_the_pointer_moves(battle: WindowModel) -> None:
    found = pointed(battle)
    stage = cast(Stage, SimpleNamespace(model=battle, instruments=found))
    RulerInput(stage).event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN))
    found.rest(REST_S)
    assert found.terrain.lines() == []
    assert pointed(battle).terrain.lines()


@pytest.mark.parametrize(("rests", "over"), [(REST_S / 2, ""), (REST_S, "CT")])
def test_it_says_nothing_while_the_pointer_moves_or_is_on_a_piece(
    battle: WindowModel, rests: float, over: str
) -> None:
    assert pointed(battle, "CT", rests, over).terrain.lines() == []


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (SightRules(hard=("rock",)), "hides what is behind it: hard cover"),
        (SightRules(), "hides what is behind it: cover"),
        (SightRules(hides=()), "hides nothing"),
        (SightRules(depth={"rock": 2.0}), "sight passes through up to 2 in of it"),
        (SightRules(least={"rock": 0.25}), "hides at least 25 % of a base in it"),
    ],
)
def test_what_terrain_hides_is_told_as_the_rules_of_sight_say(rules: SightRules, told: str) -> None:
    assert told in [shown_text(words) for words in facts(FIELD, ROCK, rules, False)]


def test_flat_terrain_hides_nothing() -> None:
    road = block("road", 0, 0, 40, 2, 0.0, kind="road")
    assert "hides nothing" in [shown_text(words) for words in facts(FIELD, road, SightRules(), False)]


@pytest.mark.parametrize(
    ("terrain", "told"),
    [
        (HILL, ["ground 2 in above the table"]),
        (HUT, ["3 in high", "on ground 2 in above the table"]),
        (ROCK, ["3 in high"]),
    ],
)
def test_heights_are_told_from_the_ground_on_which_terrain_lies(terrain: Terrain, told: list[str]) -> None:
    lines = [shown_text(words) for words in facts(FIELD, terrain, SightRules(), False)]
    assert lines[: len(told)] == told and len(lines) == len(told) + 1


def test_what_lies_on_a_hill_is_described_before_the_hill(
    battle: WindowModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = msgspec.structs.replace(battle.state.table, ground=FIELD)
    monkeypatch.setattr(battle, "state", battle.state.with_table(table))
    battle.pointer.hovered_piece = ""
    found = Instruments(battle, WorkQueue(None))
    found.terrain.point((20.0, 20.0), True)
    found.rest(REST_S)
    assert found.terrain.terrain == HUT
