"""`battlesim import`: what it writes and says, and that it leaves nothing half done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlesim.data_folders import maps_folder
from tests.cli.conftest import Cli
from tests.exchange.test_pictures import coded, drawing, picture

DRAWN = {
    "format": 0.3,
    "resolution": {"map_size": {"x": 20, "y": 10}, "pixels_per_grid": 70},
    "line_of_sight": [[{"x": 10, "y": 0}, {"x": 10, "y": 10}]],
    "lights": [{}],
}


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """A drawing of one wall, `cave.dd2vtt` in the folder of the test."""
    file = tmp_path / "cave.dd2vtt"
    file.write_text(json.dumps(DRAWN))
    return file


def test_it_writes_a_map_that_is_sound_and_says_what_became_of_the_drawing(cli: Cli, drawn: Path) -> None:
    said = cli("import", "cave.dd2vtt", "--square", "1.5").stdout.splitlines()
    assert said[0] == "map: cave.toml"
    assert "taken:    a table of 30 x 15 in" in said and "taken:    1 line of walls" in said
    assert "guessed:  walls are 2 in high (--wall-height)" in said
    assert "left out: 1 light" in said
    assert "30 x 15 in, 1 terrain pieces" in cli("check", "cave.toml").stdout


def test_it_says_so_as_data(cli: Cli, drawn: Path) -> None:
    found = json.loads(cli("import", "cave.dd2vtt", "--out", "b.toml", "--json", "--wall-height", "3").stdout)
    assert found["map"] == "b.toml" and found["report"]["left_out"] == ["1 light"]
    assert "height = 3.0" in Path("b.toml").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--square", "nan"), "--square: nan in is not a possible length (0.001 to 600)"),
        (("--thickness", "0"), "--thickness: 0 in is not a possible length"),
        (("--wall-height", "inf"), "--wall-height: inf in is not a possible height (above 0, at most 48)"),
        (("--window-sill", "2"), "--window-sill: windows begin at 2 in and end at 1.3 in"),
        (("--square", "50"), "cave.dd2vtt: makes a table 1000 in wide"),
        (("--out", "cave.json"), "cave.json: --out: the name of an imported map must end in .toml"),
    ],
)
def test_what_cannot_be_is_one_line_and_writes_nothing(
    cli: Cli, drawn: Path, options: tuple[str, ...], message: str
) -> None:
    (line,) = cli("import", "cave.dd2vtt", *options, code=2).stderr.splitlines()
    assert message in line
    assert list(drawn.parent.glob("*.toml")) == []


def test_a_map_made_by_hand_is_never_written_over(cli: Cli, drawn: Path) -> None:
    Path("cave.toml").write_text("[table]\n")
    said = cli("import", "cave.dd2vtt", "--force", code=2).stderr
    assert "the file already exists and is not an imported map" in said
    assert Path("cave.toml").read_text() == "[table]\n"


def test_one_that_was_imported_is_written_over_when_that_is_asked_for(cli: Cli, drawn: Path) -> None:
    cli("import", "cave.dd2vtt")
    assert "the file already exists" in cli("import", "cave.dd2vtt", code=2).stderr
    cli("import", "cave.dd2vtt", "--force", "--wall-height", "3")
    assert "height = 3.0" in Path("cave.toml").read_text()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"a map", "has an unknown format"),
        (b"PK\x03\x04", "is a packed archive"),
        (b"{}", "is JSON in an unknown format"),
        (b'{"resolution": ', "is not valid JSON"),
        (b'{"resolution": NaN}', "is not valid JSON"),
        (b"[" * 50_000, "is nested too deeply"),
        (b'{"resolution": "\xff"}', "is not valid JSON"),
        (b'{"resolution": [' + b"[]," * 400_000, "holds more than 600000 values"),
    ],
)
def test_files_that_are_no_drawing_are_refused_in_one_line(
    cli: Cli, tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "a.uvtt").write_bytes(content)
    (line,) = cli("import", "a.uvtt", code=2).stderr.splitlines()
    assert message in line


def test_a_file_of_500_mb_is_refused_unread(cli: Cli, tmp_path: Path) -> None:
    with (tmp_path / "a.uvtt").open("wb") as file:
        file.truncate(500_000_000)
    assert "a.uvtt: is larger than 80 MB" in cli("import", "a.uvtt", code=2).stderr


def test_the_command_writes_the_picture_beside_the_map_or_nothing(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.uvtt").write_text(json.dumps(drawing(coded(picture()))))
    (tmp_path / "a.png").write_bytes(b"precious")
    assert "the file already exists and is not a picture" in cli("import", "a.uvtt", code=2).stderr
    assert not (tmp_path / "a.toml").exists()
    (tmp_path / "a.png").unlink()
    cli("import", "a.uvtt")
    assert (tmp_path / "a.png").read_bytes() == picture()
    assert 'picture = "a.png"' in (tmp_path / "a.toml").read_text()
    assert "ok" in cli("check", "a.toml").stdout


def test_a_map_without_a_picture_is_drawn_for_other_programs(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text("[table]\nwidth = 3\nheight = 2\n")
    said = cli("export", "b.toml", "--to", "a.uvtt").stdout
    assert "file: a.uvtt" in said and "the table was drawn as the picture" in said
    cli("import", "a.uvtt")
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
    assert "3 x 2 in, 0 terrain pieces" in cli("check", "a.toml").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("toi", "--to", "a.uvtt"), "did you mean toy"),
        (("first_contact", "--to", "a.uvtt", "--square", "0"), "--square: 0 in is not a possible length"),
        (("toy", "--to", "a.dwg"), "a.dwg: --to: has an unknown format (known: .uvtt"),
        ((str(maps_folder() / "situations" / "walls.toml"), "--to", "a.uvtt"), "is a situation, not a map"),
        (("toy", "--to", "there/a.uvtt"), "--to: the file cannot be written: there is no such folder"),
    ],
)
def test_what_cannot_be_exported_is_one_line(
    cli: Cli, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    (line,) = cli("export", *words, code=2).stderr.splitlines()
    assert message in line and not list(tmp_path.glob("a.*"))


@pytest.mark.parametrize("end", ["svg", "geojson"])
def test_a_map_goes_out_and_comes_in_by_name(cli: Cli, end: str) -> None:
    cli("export", "troice_station", "--to", f"a.{end}")
    assert "the file already exists" in cli("export", "troice_station", "--to", f"a.{end}", code=2).stderr
    cli("export", "troice_station", "--to", f"a.{end}", "--force")
    assert "taken:    a map exported by battlesim, complete" in cli("import", f"a.{end}").stdout
    assert "ok" in cli("check", "a.toml").stdout
