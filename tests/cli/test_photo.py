"""`battlesim photo`: what it writes and says, and what it refuses in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.support.photos import corners, put


@pytest.fixture
def told(tmp_path: Path) -> list[str]:
    """The command line for the photograph, which is in the folder of the test as club.jpg."""
    put(tmp_path / "club.jpg")
    return ["photo", "club.jpg", "--table", "20x15", "--corners", *(f"{x:.1f},{y:.1f}" for x, y in corners())]


def test_what_is_found_is_told_sure_or_not_with_its_error(cli: Cli, told: list[str]) -> None:
    lines = cli(*told, "--out", "t.toml").stdout.splitlines()
    assert lines[0].startswith("table:    20 x 15 in; models may be 0.") and lines[0].endswith(" in off")
    assert "4 of its edges show clearly" in lines[1]
    assert sum(line.startswith("sure:") for line in lines) >= 7
    assert any(line.startswith("not sure:") for line in lines)
    assert any(line.startswith("left out:") and "--all" in line for line in lines)
    assert lines[-3:] == ["written:  t.toml", "written:  t_above.jpg", "written:  t_models.toml"]
    assert "ok    t_models.toml" in cli("check", "t_models.toml").stdout
    ruling = cli("judge", "t_models.toml", "--from", "m1", "--to", "m2")
    own = float(lines[0].split()[-3])
    assert f"with both off by up to {own:g} in" in ruling.stdout
    assert f"models of this table may be {own:g} in off" in ruling.stderr
    other = cli("judge", "t_models.toml", "--from", "m1", "--to", "m2", "--tolerance", "1/4")
    assert "with both off by up to 0.25 in" in other.stdout and not other.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"--table": "20"}, "--table: 20: is not two numbers"),
        ({"--table": "nanx15"}, "--table: nanx15: is not two numbers"),
        ({"--table": "1e9x15"}, "is not the side of a table"),
        ({"club.jpg": "none.jpg"}, "none.jpg: there is no such file"),
        ({"club.jpg": "."}, "is a folder"),
        ({"club.jpg": "text.jpg"}, "text.jpg: the file is not a PNG, JPEG or WebP picture"),
        ({"--out": "club.jpg"}, "club.jpg: --out: "),
    ],
)
def test_what_cannot_be_is_one_line_and_writes_nothing(
    cli: Cli, told: list[str], change: dict[str, str], message: str
) -> None:
    Path("text.jpg").write_text("../club.jpg")
    before = sorted(Path().iterdir())
    told = [*told, "--out", "t.toml"]
    for flag, value in change.items():
        told[told.index(flag) + flag.startswith("--")] = value
    (line,) = cli(*told, code=2).stderr.splitlines()
    assert message in line
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ((), "the position of the table in the picture is missing (--corners, or --horizon with --length)"),
        (("--horizon", "0,0", "9,0"), "the position of the table in the picture is missing"),
        (("--corners", "1,1", "2,x", "3,3", "4,4"), "--corners: 2,x: is not two numbers"),
        (("--corners", "0,0", "9999,0", "5,5", "6,6"), "is not in the picture of 1280 x 960 pixels"),
        (("--corners", "100,100", "900,100", "900,800", "100,800"), "in clockwise order"),
        (("--horizon", "0,900", "9,900", "--length", "5,5", "9,9", "4"), "must lie below the horizon"),
        (("--horizon", "0,9", "9,9", "--length", "5,5", "9,9", "nan"), "is not a length on the table"),
    ],
)
def test_what_is_said_of_the_table_is_looked_at(
    cli: Cli, told: list[str], more: tuple[str, ...], message: str
) -> None:
    (line,) = cli(*told[:4], *more, code=2).stderr.splitlines()
    assert message in line
