"""Running the command line: in a process of its own, as people do, or in this one, which is quicker."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.cli import main
from battlesim.report import picture

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]
Cli = Callable[..., Done]


def home(folder: Path) -> dict[str, str]:
    """The environment of somebody who lives in a folder."""
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    return {"HOME": str(folder), **own}


def _checked(done: Done, code: int) -> Done:
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done


@pytest.fixture
def process(tmp_path: Path) -> Cli:
    """Runs `battlesim` in a process of its own and an empty folder; fails on any traceback."""

    def run(*args: str, code: int = 0, given: str = "", **more: str) -> Done:
        shown = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        own = {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "COLUMNS": "120", **home(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-m", "battlesim", *args],
            cwd=tmp_path,
            env=shown | own | more,
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return _checked(done, code)

    return run


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures of battles small in this process, which takes a tenth of the time."""
    monkeypatch.setattr(picture, "MAX_TABLE_SIDE_PX", 480)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Cli:
    """Runs `battlesim` here, in an empty folder; fails on any traceback."""
    monkeypatch.chdir(tmp_path)
    for name, folder in home(tmp_path).items():
        monkeypatch.setenv(name, folder)
    monkeypatch.setenv("COLUMNS", "120")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str, code: int = 0, given: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["battlesim", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capfd.readouterr()
        return _checked(Done(list(args), int(end.value.code or 0), said.out, said.err), code)

    return run


@pytest.fixture(scope="session")
def _battle_once(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    from battlesim.engine.dice import SeededDice
    from battlesim.engine.record_write import Recorder, make_header
    from battlesim.engine.run import start_run
    from battlesim.players.levels import load_player
    from battlesim.players.match import play_match
    from battlesim.scenarios.library import load_scenario

    scenario, path = load_scenario("toy"), tmp_path_factory.mktemp("battle") / "toy.battle"
    state = scenario.initial_state()
    header = make_header(scenario.ruleset, state, title="Toy skirmish", seed=3, players={"south": "recruit"})
    run = start_run(scenario.ruleset, state)
    recorder = Recorder.create(path, header, state, run)
    play_match(
        run, {side: load_player("recruit") for side in ("south", "north")}, SeededDice(3), recorder, seed=3
    )
    recorder.close()
    return path.read_bytes()


@pytest.fixture
def battle(_battle_once: bytes, tmp_path: Path) -> Path:
    """The record of a whole toy battle, `a.battle` in the folder of the test."""
    path = tmp_path / "a.battle"
    path.write_bytes(_battle_once)
    return path
