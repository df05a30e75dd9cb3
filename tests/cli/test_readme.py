"""The README: what it tells people to type works, and what it points at is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from battlesim.scenarios.battle_files import default_battle_folder
from tests.cli.conftest import ROOT, Cli

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S) for line in block.splitlines()]
COMMANDS = [line for line in LINES if line.startswith("battlesim ")]
SETTING_UP = ["python3 play.py", "python3 run_tests.py", ". .venv/bin/activate"]


def test_every_line_it_tells_to_type_is_run_by_a_test() -> None:
    """Setting up is run in a clean environment by test_setting_up.py and .ci/run."""
    assert len(COMMANDS) >= 15
    assert [line for line in LINES if line not in COMMANDS] == SETTING_UP


WRITERS = {
    name: line
    for line in COMMANDS
    for name in re.findall(r"--record (\S+)", line)
    + [
        f"{scenario}-{seed}.battle"
        for scenario, seed in re.findall(r"play (\w+) --headless --seed (\d+)", line)
    ]
}
"""The commands that write records which others read, by file."""


@pytest.mark.parametrize("line", COMMANDS)
def test_its_commands_work(cli: Cli, line: str) -> None:
    for name in re.findall(r"\S+\.battle", line):
        if WRITERS[name] != line:
            cli(*shlex.split(WRITERS[name])[1:])
    assert cli(*shlex.split(line)[1:]).stdout.strip()


def test_it_says_where_battles_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    own = f"`~/{default_battle_folder().relative_to(Path.home()).as_posix()}` on"
    assert own in TEXT
    assert own in (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_what_it_points_at_is_there(target: str) -> None:
    assert (ROOT / target).is_file()


def test_its_first_lines_say_what_it_is_for() -> None:
    head = "\n".join(TEXT.splitlines()[:10])
    assert all(words in head for words in ("play solo", "settle disputes", "replay battles"))
