"""Marks: a scenario can begin with those that a kind can carry, and the rules give no others."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start
from battlesim.players.levels import player
from battlesim.players.match import Match
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.core import marks
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.reading import InputError
from battlesim.table.pieces import Piece

OF_AN_ACTIVATION = {marks.SURFACED, marks.FLOWN}

ORDERS = """
extends = "first_contact"
[[unit]]
id = "platoon"
side = "mi"
piece = [{ profile = "PROFILE", id = "P", at = [24, 20], marks = { MARKS } }]
[[unit]]
id = "bugs"
side = "bugs"
piece = [{ profile = "warrior", at = [24, 40] }]
"""


def begun(folder: Path, profile: str, given: str) -> Piece:
    """The piece P of a scenario, of a kind and with marks."""
    path = folder / "mine.toml"
    path.write_text(ORDERS.replace("PROFILE", profile).replace("MARKS", given), encoding="utf-8")
    found = load_scenario(str(path))
    return RULESET.setup(found.plan, found.ground).table.piece("P")


@pytest.mark.parametrize(
    ("profile", "given", "mark", "count"),
    [
        ("command_team", "officer = 9", marks.OFFICER, 9),
        ("machine_gun", "moved = 1", marks.MOVED, 1),
        ("light_mech", '"slow:rocket_pods" = 1', marks.slow("rocket_pods"), 1),
        ("viking", "flying = 1", marks.FLYING, 1),
        ("rifle_squad", "ammo = 2", marks.AMMO, 2),
    ],
)
def test_a_scenario_begins_with_marks(
    tmp_path: Path, profile: str, given: str, mark: str, count: int
) -> None:
    assert begun(tmp_path, profile, given).count(mark) == count


@pytest.mark.parametrize(
    ("profile", "given", "expected"),
    [
        (
            "command_team",
            "officr = 6",
            "marks.officr: a command_team of .* cannot begin with .*officer",
        ),
        ("rifle_squad", "flying = 1", "marks.flying: a rifle_squad of mobile_infantry cannot"),
        ("rifle_squad", "alert = 2", "marks.alert: 2 is out of range .use 1, or leave it out"),
        ("command_team", "officer = 0", "marks.officer: 0 is out of range .use 1 to 48"),
        ("light_mech", '"slow:rocket_pod" = 1', "did you mean slow:rocket_pods"),
    ],
)
def test_a_mark_that_cannot_be_is_named(tmp_path: Path, profile: str, given: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        begun(tmp_path, profile, given)


@pytest.mark.parametrize("level", ["recruit", "random"])
def test_a_battle_gives_no_mark_that_is_not_declared(level: str) -> None:
    found = load_scenario("first_contact")
    run = start(RULESET, RULESET.setup(found.plan, found.ground))
    match = Match(run, {side: player(level) for side in ("mi", "bugs")}, SeededDice(4), seed=4)
    seen: set[str] = set()
    while run.pending is not None:
        match.answer_next()
        for piece in run.state.table.pieces.values():
            known = marks.given(piece.kind)
            for mark in piece.marks:
                seen.add(mark.name)
                assert mark.name in OF_AN_ACTIVATION or 1 <= mark.count <= known.get(mark.name, 0), piece
    assert {marks.ALERT, marks.OFFICER, marks.AMMO} <= seen


def test_the_badges_on_the_table_are_of_declared_marks() -> None:
    text = files("battlesim.rulesets.mobile_infantry").joinpath("figures.toml").read_text(encoding="utf-8")
    figures = tomllib.loads(text)
    drawn = {*figures["badges"], *figures["flying"], *figures["hidden"], *figures.get("spent", ())}
    assert drawn <= {mark for kind in RULESET.kinds() for mark in marks.given(kind)}
