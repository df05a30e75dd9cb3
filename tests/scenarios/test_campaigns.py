"""Rosters: written and read, and what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from battlesim.commands.app import app
from battlesim.scenarios import campaigns
from battlesim.scenarios.campaigns import Roster, RosterModel
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
    slot=st.sampled_from(["", "benton"]),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(MODELS, max_size=4, unique_by=lambda own: own.id), st.lists(NAMES, max_size=3))
def test_what_is_written_is_read(tmp_path_factory, models, lost) -> None:  # type: ignore[no-untyped-def]
    held = Roster("three_nights", 2, "2_forward_observer", tuple(lost), tuple(models))
    file = tmp_path_factory.mktemp("roster") / "roster.toml"
    campaigns.write_roster(file, held)
    assert campaigns.read_roster(file) == held


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("three_nights", "four_nights"), "no campaign has this id"),
        (("crack_shot = 1", "crack_shot = 3"), "3 is too many (at most 2)"),
        (("crack_shot = 1", "crackshot = 1"), "is not a skill (did you mean crack_shot?)"),
        (('id = "m2"', 'id = "m1"'), "m1 is there twice"),
        (("points = 1", "points = -1"), "points"),
        (("points = 1", "points = nan"), "points"),
    ],
)
def test_a_roster_that_is_wrong_is_refused_in_one_line(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    models = tuple(RosterModel(f"m{k}", "Benton", "unit_sergeant", 1, 1, {"crack_shot": 1}) for k in (1, 2))
    text = campaigns.roster_text(Roster("three_nights", model=models))
    assert change[0] in text
    file = tmp_path / "roster.toml"
    file.write_text(text.replace(*change))
    with pytest.raises(InputError) as error:
        campaigns.read_roster(file)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_campaign_from_its_beginning_to_its_first_battle(tmp_path: Path) -> None:
    file, run = str(tmp_path / "r.toml"), CliRunner()
    for words in (["list"], ["new", "three_nights", file], ["show", file], ["next", file], ["show", file]):
        done = run.invoke(app, ["campaign", *words])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "r_1_first_patrol.toml").exists()
    assert isinstance(run.invoke(app, ["campaign", "next", file]).exception, InputError)
