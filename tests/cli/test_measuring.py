"""Distances, arcs and reach from the command line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli

MAP = """
[table]
width = 30
height = 20

[[terrain]]
kind = "wall"
rect = [14, 5, 15, 15]
"""
PAIR = """
title = "Two"
[table]
width = 30
height = 20
[[piece]]
id = "a"
at = [5, 10]
facing = 0
[[piece]]
id = "b"
at = [{x}, {y}]
"""


@pytest.fixture
def here(cli: Cli, tmp_path: Path) -> Cli:
    (tmp_path / "a.toml").write_text(MAP)
    return cli


def values(cli: Cli, *words: str) -> Any:
    return json.loads(cli(*words, "--json").stdout)


def test_distances_are_edge_to_edge_and_centre_to_centre(here: Cli) -> None:
    found = values(here, "measure", "a.toml", "--from", "2,10", "--to", "8,10", "--base", "2")
    assert (found["edge"], found["centre"]) == (4.5, 6.0)


@pytest.mark.parametrize(
    ("ends", "edge", "space"),
    [
        (("2,10", "8,10,12"), 5.0, 13.0),
        (("8,10,12", "2,10"), 5.0, 13.0),
        (("2,10", "2,10,8"), 0.0, 8.0),
        (("2,10,3", "8,10,3"), 5.0, 5.0),
        (("2,10", "8,10"), 5.0, None),
    ],
)
def test_above_the_table_a_distance_counts_in_space_too(
    here: Cli, ends: tuple[str, str], edge: float, space: float | None
) -> None:
    words = ("a.toml", "--from", ends[0], "--to", ends[1])
    measured, judged = values(here, "measure", *words), values(here, "judge", *words)["distance"]
    assert (measured["edge"], measured.get("space")) == (judged["edge"], judged.get("space")) == (edge, space)
    said = here("measure", *words).stdout
    assert ("with the difference in height" in said) == (space is not None)


def test_within_and_wholly_within_have_margins(here: Cli) -> None:
    words = ("measure", "a.toml", "--from", "2,10", "--to", "8,10", "--within", "5.5")
    found = values(here, *words)
    assert found["within"] == {"inches": 5.5, "kept": True, "margin": 0.5}
    assert found["wholly"] == {"inches": 5.5, "kept": False, "margin": -0.5}
    told = here(*words).stdout
    assert "yes: within 5.5 in, 0.500 in to spare" in told
    assert "no: wholly within 5.5 in, 0.500 in too far" in told


@pytest.mark.parametrize(
    ("x", "y", "state", "share"),
    [(12, 10, "wholly", 1.0), (5, 18, "half", 0.5), (4.8, 18, "partly", 0.25), (5.2, 18, "half", 0.75)],
)
def test_an_arc_says_how_much_of_a_base_lies_in_it(
    cli: Cli, tmp_path: Path, x: float, y: float, state: str, share: float
) -> None:
    (tmp_path / "s.toml").write_text(PAIR.format(x=x, y=y))
    (row,) = values(cli, "arc", "s.toml", "--from", "a", "--width", "180")["pieces"]
    assert (row["id"], row["state"]) == ("b", state)
    assert row["share"] == pytest.approx(share, abs=0.01)


def test_who_is_out_of_an_arc_or_too_far_is_not_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(PAIR.format(x=12, y=10))
    arc = ("arc", "s.toml", "--from", "a", "--width", "90")
    assert values(cli, *arc, "--toward", "rear")["pieces"] == []
    assert values(cli, *arc, "--reach", "5.9")["pieces"] == []
    assert "no piece is in the arc" in cli(*arc, "--facing", "180").stdout


def test_an_arc_of_360_degrees_has_no_end_that_anybody_is_near_to(cli: Cli) -> None:
    around = values(cli, "arc", "toy", "--from", "s1", "--width", "360")["pieces"]
    assert around and {(row["state"], row["margin"]) for row in around} == {("wholly", None)}


def test_a_base_goes_round_walls_as_far_as_it_may(here: Cli) -> None:
    way = ("reach", "a.toml", "--from", "12,10", "--to", "17,10")
    there = values(here, *way, "--inches", "20")["to"]
    assert there["reached"] and there["length"] > 2 * math.hypot(2, 5)
    short = values(here, *way, "--inches", "5")["to"]
    assert not short["reached"] and short["length"] <= 5


def test_the_area_of_reach_in_the_open_is_a_disc(here: Cli) -> None:
    found = values(here, "reach", "a.toml", "--from", "7,10", "--inches", "3")
    assert found["area"] == pytest.approx(math.pi * 9, rel=0.01) and "to" not in found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("measure", "a.toml", "--from", "nobody", "--to", "1,1"), "no piece has this id"),
        (("arc", "a.toml", "--from", "1,1", "--width", "90", "--toward", "frnt"), "did you mean front"),
        (("arc", "a.toml", "--from", "1,1", "--width", "400"), "--width"),
        (("reach", "a.toml", "--from", "1,1", "--inches", "4", "--to", "99,1"), "lies off the 30 x 20 in"),
        (("reach", "a.toml", "--from", "99,1", "--inches", "4"), "lies off the 30 x 20 in table"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_line(here: Cli, words: tuple[str, ...], said: str) -> None:
    done = here(*words, code=2)
    assert said in done.stderr and len(done.stderr.splitlines()) == 1


def test_heights_are_given_above_the_table_and_above_the_ground(here: Cli, tmp_path: Path) -> None:
    hill = '[[terrain]]\nkind = "hill"\nrect = [1, 5, 9, 15]\nheight = 2\ntraits = ["area", "relief"]\n'
    (tmp_path / "hill.toml").write_text(MAP + hill)
    words = ("measure", "hill.toml", "--from", "2,10,5.5", "--to", "8,10")
    assert values(here, *words)["heights"] == {
        "from": {"above_table": 5.5, "above_ground": 3.5},
        "to": {"above_table": 2.0, "above_ground": 0.0},
    }
    said = here(*words).stdout.splitlines()
    assert said[1:] == [
        "  2,10,5.5: 5.500 in above the table, 3.500 in above the ground",
        "  8,10: 2.000 in above the table",
    ]


def test_no_heights_are_given_on_a_flat_table(here: Cli) -> None:
    assert "heights" not in values(here, "measure", "a.toml", "--from", "2,10", "--to", "8,10")
