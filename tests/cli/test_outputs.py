"""Files that commands write, and what they print: nothing lost, nothing unasked, no steering of terminals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Cli, home
from tests.support.disk import full

PICTURE = b"\x89PNG\r\n\x1a\n"
HOSTILE = "\x1b[31mred \u202eevil"
SHOWN = "\\u001b[31mred \\u202eevil"

WRITERS: dict[str, tuple[tuple[str, ...], str]] = {
    "--record": (("play", "toy", "--headless", "--record"), "out.battle"),
    "--export": (("replay", "a.battle", "--export"), "out.png"),
    "--sheet": (("judge", "walls", "--from", "a2", "--to", "b2", "--sheet"), "out.png"),
    "--csv": (("simulate", "toy", "--games", "1", "--csv"), "out.csv"),
    "--plot": (("simulate", "toy", "--games", "1", "--plot"), "out.png"),
}
pytestmark = pytest.mark.usefixtures("battle")


@pytest.fixture(
    params=[pytest.param(key, marks=[pytest.mark.slow] if key == "--export" else []) for key in WRITERS]
)
def writer(request: pytest.FixtureRequest) -> tuple[tuple[str, ...], str]:
    """The words of a command that writes a file, and a name that fits."""
    return WRITERS[request.param]


def test_a_file_that_is_there_is_written_over_only_when_that_is_asked_for(
    cli: Cli, tmp_path: Path, writer: tuple[tuple[str, ...], str]
) -> None:
    words, name = writer
    cli(*words, name)
    before = (tmp_path / name).read_bytes()
    assert f"{name}: {words[-1]}: the file already exists" in cli(*words, name, code=2).stderr
    assert (tmp_path / name).read_bytes() == before
    cli(*words, name, "--force")
    assert (tmp_path / name).read_bytes()[:8] == before[:8]


def test_a_file_of_another_kind_is_never_written_over(
    cli: Cli, tmp_path: Path, writer: tuple[tuple[str, ...], str]
) -> None:
    words, name = writer
    (tmp_path / name).write_text("precious")
    assert "the file already exists and is not a" in cli(*words, name, "--force", code=2).stderr
    assert (tmp_path / name).read_text() == "precious"


def test_a_symbolic_link_is_never_followed(
    cli: Cli, tmp_path: Path, writer: tuple[tuple[str, ...], str]
) -> None:
    words, name = writer
    (tmp_path / name).symlink_to("precious")
    assert f"{name}: {words[-1]}: is a symbolic link" in cli(*words, name, "--force", code=2).stderr
    assert not (tmp_path / "precious").exists()


@pytest.mark.parametrize("name", ["out.toml", "out.PNG", "out.csv", "out.battle"])
def test_no_file_gets_the_name_of_another_kind(
    cli: Cli, tmp_path: Path, writer: tuple[tuple[str, ...], str], name: str
) -> None:
    words, own = writer
    if own.lower() == name.lower():
        return
    assert " must end in " in cli(*words, name, code=2).stderr
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["gone/out", "a.battle/out", "folder"])
def test_a_place_that_takes_no_file_is_refused_before_anything_is_played(
    cli: Cli, tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    done = cli("simulate", "toy", "--games", "1000000", "--csv", f"{name}.csv", code=2)
    assert len(done.stderr.splitlines()) == 1


def test_the_picture_beside_a_record_is_looked_at_before_the_battle(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.png").write_text("precious")
    cli("play", "toy", "--headless", "--record", "mine.battle", code=2)
    assert not (tmp_path / "mine.battle").exists()


@pytest.mark.slow
def test_two_records_with_a_dot_in_their_names_have_two_pictures(cli: Cli, tmp_path: Path) -> None:
    for name in ("my.v1", "my.v2"):
        cli("play", "toy", "--headless", "--record", name)
    assert {path.name for path in tmp_path.glob("my.*")} == {"my.v1", "my.v1.png", "my.v2", "my.v2.png"}


def test_the_result_of_a_series_is_printed_whatever_happens_to_its_files(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("simulate", "toy", "--games", "1", "--json", "--csv", "out.csv")
    full(monkeypatch, room=50)
    done = cli(*words, code=2)
    assert json.loads(done.stdout)["games"] == 1
    assert done.stderr == "battlesim: out.csv: --csv: the file cannot be written: No space left on device\n"
    assert not (tmp_path / "out.csv").exists()


def test_a_file_that_appears_during_the_games_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    player = (
        "class Writes:\n    def answer(self, view, decision, moment):\n        open('out.csv', 'a').close()\n"
    )
    (tmp_path / "late.py").write_text(player)
    sys.path.insert(0, str(tmp_path))
    try:
        side = ("--side", "south=late:Writes")
        said = cli("simulate", "toy", "--games", "1", "--csv", "out.csv", *side, code=2)
    finally:
        sys.path.remove(str(tmp_path))
    assert "digest" in said.stdout
    assert (tmp_path / "out.csv").read_text() == ""


@pytest.mark.slow
def test_battles_that_begin_at_once_get_a_record_each(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "battlesim", "play", "toy", "--headless"]
    env = os.environ | home(tmp_path) | {"PYTHONPATH": str(ROOT)}
    begun = [subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE) for _ in range(2)]
    said = [process.communicate(timeout=300)[0].decode() for process in begun]
    assert [process.returncode for process in begun] == [0, 0]
    names = {match[1] for text in said if (match := re.search(r"record:  (.*)\n", text))}
    assert len(names) == 2


def hostile(path: Path) -> None:
    """Give a record a title that would steer a terminal."""
    path.write_text(path.read_text().replace('"Toy skirmish"', json.dumps(HOSTILE), 1))


def test_words_of_a_record_are_shown_escaped(cli: Cli, battle: Path) -> None:
    hostile(battle)
    with battle.open("a") as file:
        file.write(json.dumps({"type": "bookmark", "answer": 0, "name": HOSTILE}) + "\n")
    said = cli("replay", "a.battle", "--headless").stdout
    assert said.startswith(f"{SHOWN} (toy ")
    assert f"bookmark after answer 0: {SHOWN}\n" in said


def test_words_of_a_map_and_its_name_are_shown_escaped(cli: Cli, tmp_path: Path) -> None:
    name = f"{HOSTILE}.toml"
    (tmp_path / name).write_text(f"[table]\nwidth = 9\nheight = 9\n{json.dumps(HOSTILE)} = 1\n")
    said = cli("check", name, code=2).stdout
    assert said.startswith(f"wrong {SHOWN}.toml: ")
    assert "\x1b" not in said


def test_words_of_the_command_line_are_shown_escaped(cli: Cli) -> None:
    for words in ((f"--{HOSTILE}",), (HOSTILE,), ("play", HOSTILE), ("rules", "toy", HOSTILE)):
        assert "\x1b" not in cli(*words, code=2).stderr


@pytest.mark.slow
def test_a_picture_of_a_battle_with_any_title_can_be_drawn(cli: Cli, battle: Path, tmp_path: Path) -> None:
    text = battle.read_text()
    for number, title in enumerate((HOSTILE, "\0", "a\nb")):
        battle.write_text(text.replace('"Toy skirmish"', json.dumps(title), 1))
        cli("replay", "a.battle", "--export", f"{number}.png")
        assert (tmp_path / f"{number}.png").read_bytes().startswith(PICTURE)


def test_json_is_json_in_any_letters(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text("[table]\nwidth = 9\nü\u202e = 1\n", encoding="utf-8")
    for letters in ("ascii", "utf-8"):
        said = process("check", "m.toml", "--json", code=2, PYTHONIOENCODING=letters).stdout
        assert json.loads(said)[0]["name"] == "m.toml"
        assert "\u202e" not in said


def test_letters_that_a_terminal_does_not_know_are_spelt_out(process: Cli) -> None:
    said = process("simulate", "toy", "--games", "1", PYTHONIOENCODING="ascii").stdout
    assert "\\xb7 1" in said


@pytest.mark.parametrize(
    "words",
    [("--help",), ("--version",), ("scenarios",), ("rules", "toy"), ("rulesets", "--json"), ("check", "toy")],
)
def test_what_cannot_be_printed_is_one_line_and_exit_code_2(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("sys.stdout", Full())
    done = cli(*words, code=2)
    said = done.stderr.splitlines()[-1]  # what is wrong with a plug-in may stand before it
    assert said == "battlesim: the output cannot be written: No space left on device"


class Full:
    """A terminal on a full disk."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.spare = os.open(os.devnull, os.O_WRONLY)

    def write(self, text: str) -> int:
        """Never done."""
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        """There is nothing to hand over."""

    def fileno(self) -> int:
        """A file of its own."""
        return self.spare

    def isatty(self) -> bool:
        """It is a file."""
        return False


def test_no_file_may_have_a_nul_in_it(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('title = "a\\u0000b"\n[table]\nwidth = 9\nheight = 9\n')
    assert "m.toml: title: contains a NUL character" in cli("check", "m.toml", code=2).stdout
