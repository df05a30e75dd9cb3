"""Marks: a scenario can begin with those that a kind can carry, and the rules give no others."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.core import marks
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
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
        ("light_mech", '"slow:rocket_pods" = 1', marks.slow_mark("rocket_pods"), 1),
        ("viking", "flying = 1", marks.FLYING, 1),
        ("rifle_squad", "ammo = 2", marks.AMMO, 2),
    ],
)
def test_a_scenario_begins_with_marks(
    tmp_path: Path, profile: str, given: str, mark: str, count: int
) -> None:
    assert begun(tmp_path, profile, given).mark_count(mark) == count


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
    run = start_run(RULESET, RULESET.setup(found.plan, found.ground))
    match = Match(run, {side: load_player(level) for side in ("mi", "bugs")}, SeededDice(4), seed=4)
    seen: set[str] = set()
    while run.pending is not None:
        match.answer_next()
        for piece in run.state.table.pieces.values():
            known = marks.starting_marks(piece.kind)
            for mark in piece.marks:
                seen.add(mark.name)
                assert mark.name in OF_AN_ACTIVATION or 1 <= mark.count <= known.get(mark.name, 0), piece
    assert {marks.ALERT, marks.OFFICER, marks.AMMO} <= seen


def test_the_badges_on_the_table_are_of_declared_marks() -> None:
    text = files("battlesim.rulesets.mobile_infantry").joinpath("figures.toml").read_text(encoding="utf-8")
    figures = tomllib.loads(text)
    drawn = {*figures["badges"], *figures["flying"], *figures["hidden"], *figures.get("spent", ())}
    assert drawn <= {mark for kind in RULESET.piece_kinds() for mark in marks.starting_marks(kind)}


PEOPLE = ("rifle_squad", "command_team", "missile_team", "machine_gun", "field_medics")
MECHS = ("light_mech", "heavy_mech")
BUGS = ("warrior", "hopper", "tanker", "plasma_bug", "burrower")
READY_WEAPONS = ("machine_gun", "plasma_bug")
FACED = ("machine_gun", "light_mech", "heavy_mech", "thunderbolt", "viking")


@pytest.mark.rule(
    "MI-TURN-03", "MI-REDY-01", "MI-TRT-07", "MI-GAP-13", "MI-BOBJ-02", "MI-GAP-27", "MI-FIRE-05"
)
@pytest.mark.rule("MI-TRT-03", "MI-GAP-30", "MI-TRT-11", "MI-MTRT-01")
@pytest.mark.parametrize(
    ("mark", "most", "kinds"),
    [
        (marks.ALERT, 1, (*PEOPLE, *MECHS, "viking", *BUGS)),
        (marks.READY, 1, (*FACED, "plasma_bug")),
        (marks.MOVED, 1, READY_WEAPONS),
        (marks.OFFICER, 48, ("command_team", *MECHS)),
        (marks.CAPTIVE, 1, ("command_team",)),
        (marks.FLYING, 1, ("viking",)),
        (marks.AMMO, 12, (*PEOPLE, *MECHS)),
        (marks.HEALED, 1, (*PEOPLE, "survivors")),
        (marks.WORTH, 3, ("survivors",)),
        ("slow:grenades", 1, ("rifle_squad", "command_team")),
        ("slow:assault_rifle", 1, ()),
        ("used:napalm", 2, ("thunderbolt",)),
        ("used:assault_rifle", 1, ()),
    ],
)
def test_who_can_begin_with_a_mark_and_with_how_many(mark: str, most: int, kinds: tuple[str, ...]) -> None:
    found = {kind: marks.starting_marks(kind) for kind in RULESET.piece_kinds()}
    assert {kind: own[mark] for kind, own in found.items() if mark in own} == dict.fromkeys(kinds, most)


@pytest.mark.rule("MI-TRT-11", "MI-GAP-64", "MI-TRT-03", "MI-BTRT-03")
def test_marks_of_slow_weapons_of_medics_and_of_flight_go_with_the_round() -> None:
    known = {mark for kind in RULESET.piece_kinds() for mark in marks.starting_marks(kind)} | OF_AN_ACTIVATION
    slow = {mark for mark in known if mark.startswith("slow:")}
    assert {mark for mark in known if marks.ends_with_game_turn(mark)} == {*slow, marks.HEALED, marks.FLOWN}
    assert not marks.ends_with_game_turn("slow:assault_rifle")
