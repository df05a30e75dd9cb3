"""Campaigns: rosters that are written and read, and battles with their survivors."""

from __future__ import annotations

from pathlib import Path

import msgspec
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


def test_a_campaign_from_its_beginning_to_its_first_battle(tmp_path: Path) -> None:
    file, run = str(tmp_path / "r.toml"), CliRunner()
    for words in (["list"], ["new", "three_nights", file], ["show", file], ["next", file], ["show", file]):
        done = run.invoke(app, ["campaign", *words])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "r_1_first_patrol.toml").exists()
    assert isinstance(run.invoke(app, ["campaign", "next", file]).exception, InputError)
