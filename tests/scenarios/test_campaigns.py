"""Rosters: written and read, and what is wrong in them."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from battlesim.commands.app import app
from battlesim.scenarios import rosters
from battlesim.scenarios.rosters import Roster, RosterModel
from battlesim.scenarios.toml_reading import InputError

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
MODELS = st.builds(
    RosterModel,
    id=st.integers(1, 99).map(lambda number: f"m{number}"),
    name=NAMES,
    profile=st.sampled_from(["unit_sergeant", "dalek"]),
    points=st.integers(0, 20),
    battles=st.integers(0, 20),
    skills=st.dictionaries(st.sampled_from(["own_luck", "super_fast"]), st.integers(1, 2)),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(MODELS, max_size=4, unique_by=lambda own: own.id), st.lists(NAMES, max_size=3))
def test_what_is_written_is_read(tmp_path_factory, models, lost) -> None:  # type: ignore[no-untyped-def]
    first = [msgspec.structs.replace(own, slot="benton") for own in models[:1]]
    under_way = "2_forward_observer" if first else ""
    held = Roster("three_nights", 2, under_way, tuple(lost), (*first, *models[1:]))
    file = tmp_path_factory.mktemp("roster") / "roster.toml"
    rosters.write_roster(file, held)
    assert rosters.read_roster(file) == held


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("three_nights", "four_nights"), "no campaign has this id"),
        (("crack_shot = 1", "crack_shot = 3"), "3 is too many (at most 2)"),
        (("crack_shot = 1", "crackshot = 1"), "is not a skill (did you mean crack_shot?)"),
        (('id = "m2"', 'id = "m1"'), "'m1' is taken by model[0].id already"),
        (("points = 1", "points = -1"), "points"),
        (("points = 1", "points = nan"), "points"),
    ],
)
def test_a_roster_that_is_wrong_is_refused_in_one_line(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    models = tuple(RosterModel(f"m{k}", "Benton", "unit_sergeant", 1, 1, {"crack_shot": 1}) for k in (1, 2))
    text = rosters.roster_text(Roster("three_nights", model=models))
    assert change[0] in text
    file = tmp_path / "roster.toml"
    file.write_text(text.replace(*change))
    with pytest.raises(InputError) as error:
        rosters.read_roster(file)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_campaign_from_its_beginning_to_its_first_battle(tmp_path: Path) -> None:
    file, run = str(tmp_path / "r.toml"), CliRunner()
    for words in (["list"], ["new", "three_nights", file], ["show", file], ["next", file], ["show", file]):
        done = run.invoke(app, ["campaign", *words])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "r_1_first_patrol.toml").exists()
    assert isinstance(run.invoke(app, ["campaign", "next", file]).exception, InputError)


def damaged(text: str, rng: random.Random) -> str:
    """The text of a file with a few characters changed, cut out, doubled or moved."""
    for _ in range(rng.randint(1, 4)):
        at, long = rng.randrange(len(text)), rng.randint(1, 12)
        piece = text[at : at + long]
        new = rng.choice(["", piece * 2, "nan", "-1", '"', "[[model]]", "=", "\n", "999999999999", "é", "{}"])
        text = text[:at] + new + text[at + long :]
        text = text or "x"
    return text


def read_damaged(folder: Path, seeds: range) -> None:
    """Damaged rosters are read, or refused in one line."""
    models = tuple(
        RosterModel(f"m{k}", "Benton", "unit_sergeant", 1, 1, {"crack_shot": 1}, {"radio": 1}, "benton")
        for k in (1, 2)
    )
    text, file = (
        rosters.roster_text(Roster("three_nights", 2, "2_x", ("Yates",), models)),
        folder / "r.toml",
    )
    for seed in seeds:
        file.write_text(damaged(text, random.Random(seed)), encoding="utf-8")
        try:
            rosters.read_roster(file)
        except InputError as error:
            assert "\n" not in str(error), seed


def test_damaged_rosters_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    read_damaged(tmp_path, range(150))


@pytest.mark.slow
def test_five_thousand_damaged_rosters(tmp_path: Path) -> None:
    read_damaged(tmp_path, range(5000))
