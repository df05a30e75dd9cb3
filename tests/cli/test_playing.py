"""The command `play` without a window: where battles are kept, who plays, who rolls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_a_headless_battle_leaves_a_record_and_a_picture_and_says_where(
    cli: Cli, process: Cli, tmp_path: Path
) -> None:
    text = process("play", "toy", "--headless", "--seed", "3").stdout
    battles = kept(tmp_path)
    record, picture = battles / "toy-3.battle", battles / "toy-3.png"
    assert f"record:  {record}\n" in text
    assert f"picture: {picture}\n" in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "verified:" in cli("replay", str(record), "--verify").stdout
    header = json.loads(record.read_text().splitlines()[0])
    assert header["seed"] == 3
    assert "[table]" in header["map"]
    assert 'ruleset = "toy"' in header["scenario"]
    cli("play", "toy", "--headless", "--seed", "3")
    again = battles / "toy-3-1.battle"
    assert record.read_text().splitlines()[1:] == again.read_text().splitlines()[1:]


def kept(home: Path) -> Path:
    """Where somebody who lives in a folder has the battles kept."""
    return home / "data" / "battlesim" / "battles"


def settings_of(home: Path) -> Path:
    """Where the settings of somebody are who lives in a folder."""
    return home / "config" / "battlesim" / "settings.toml"


def settings(home: Path, text: str) -> None:
    """Give somebody settings."""
    file = settings_of(home)
    file.parent.mkdir(parents=True)
    file.write_text(text)


def test_battles_are_kept_in_one_place_wherever_the_program_is_started(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    cli("play", "toy", "--headless")
    monkeypatch.chdir(elsewhere)
    cli("play", "toy", "--headless")
    assert sorted(file.name for file in kept(tmp_path).glob("*.battle")) == ["toy-1-1.battle", "toy-1.battle"]
    assert list(elsewhere.iterdir()) == []


def test_battles_are_kept_in_the_folder_that_the_settings_name(cli: Cli, tmp_path: Path) -> None:
    settings(tmp_path, 'battles = "~/my battles"\n')
    assert f"record:  {tmp_path}/my battles/toy-1.battle" in cli("play", "toy", "--headless").stdout
    assert not kept(tmp_path).exists()


def test_a_record_is_kept_in_any_other_place_and_under_a_name_of_ones_own(cli: Cli, tmp_path: Path) -> None:
    said = cli("play", "toy", "--headless", "--record", "mine.battle", "--name", "The long night").stdout
    assert said.startswith("The long night: ")
    assert f"record:  {tmp_path}/mine.battle\npicture: {tmp_path}/mine.png\n" in said
    assert not kept(tmp_path).exists()
    assert cli("replay", "mine.battle", "--headless").stdout.startswith("The long night (toy ")
    said = cli("play", "toy", "--headless", "--name", "two\nlines", code=2).stderr
    assert said.startswith("battlesim: --name: it has characters that cannot be shown")


def test_where_no_battle_can_be_kept_one_line_says_what_to_do(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings(tmp_path, f'battles = "{tmp_path}/file"\n')
    said = cli("play", "toy", "--headless", code=2).stderr
    remedy = f"use --record FILE, or set `battles` in {settings_of(tmp_path)} to another folder"
    why = "no battle can be saved there: it is not a folder"
    assert said == f"battlesim: {tmp_path}/file: {why} ({remedy})\n"


def test_a_kept_record_is_found_by_its_name_alone(cli: Cli, battle: Path, tmp_path: Path) -> None:
    kept(tmp_path).mkdir(parents=True)
    battle.rename(kept(tmp_path) / "mine.battle")
    assert "verified:" in cli("replay", "mine.battle", "--verify").stdout
    assert "ok" in cli("check", "mine.battle").stdout
    assert cli("judge", "mine.battle", "--at", "1", "--from", "s1", "--to", "n1").stdout
    assert cli("template", "mine.battle", "--step", "1", "--shape", "blast:3", "--at", "4,4").stdout


def test_a_record_that_lies_here_goes_before_a_kept_one(cli: Cli, battle: Path, tmp_path: Path) -> None:
    kept(tmp_path).mkdir(parents=True)
    (kept(tmp_path) / battle.name).write_text("this is not a record\n")
    assert "verified:" in cli("replay", battle.name, "--verify").stdout


def test_without_a_display_play_goes_on_automatically(cli: Cli, tmp_path: Path) -> None:
    done = cli("play", "toy", "--record", "mine.battle")
    assert "playing without one" in done.stderr
    assert (tmp_path / "mine.battle").exists()
    assert (tmp_path / "mine.png").exists()


def test_dice_can_be_typed_in(cli: Cli, tmp_path: Path) -> None:
    done = cli(
        "play", "toy", "--headless", "--dice", "typed", "--record", "t.battle", given="9\n" + "6\n" * 200
    )
    assert "roll D6" in done.stderr
    assert "each within its die" in done.stderr
    faces = [
        line["event"]["faces"]
        for line in map(json.loads, (tmp_path / "t.battle").read_text().splitlines())
        if line["type"] == "event" and line["event"]["type"] == "Rolled"
    ]
    assert faces
    assert all(face == [6] for face in faces)
    assert "the input ended" in cli("play", "toy", "--headless", "--dice", "typed", code=2).stderr


def test_a_failing_player_of_ones_own_is_named_and_the_battle_goes_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player = (
        "class Fails:\n    def answer(self, view, decision, moment):\n        raise SystemError('gone')\n"
    )
    (tmp_path / "own.py").write_text(player)
    monkeypatch.syspath_prepend(str(tmp_path))
    done = cli("play", "toy", "--headless", "--side", "south=own:Fails", "--record", "f.battle")
    assert "SystemError: gone" in done.stderr
    assert "the default is taken" in (tmp_path / "f.battle").read_text()
