"""Players of one's own on the command line, and those that a record names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.commands.battle_sessions import resume_in_window, review_in_window
from battlesim.commands.records import RecordPlace
from battlesim.engine.verify import verify_record
from battlesim.scenarios.sources import load_record
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui import app
from battlesim.ui.replay import BranchRequest
from battlesim.ui.settings.settings import Settings
from tests.cli.conftest import Cli

OWN = """
from pathlib import Path
from battlesim.players.base import Reply

class First:
    def __init__(self):
        Path("ran").touch()

    def answer(self, view, decision, moment):
        return Reply(decision.default(view), "the first", memory=(moment.memory or 0) + 1)
"""
QUIET = Settings(volume=0)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a player in the current folder; the file that the player makes when it is called."""
    (tmp_path / "own.py").write_text(OWN)
    return tmp_path / "ran"


@pytest.fixture
def cut(battle: Path) -> Callable[..., Path]:
    """The record of a battle that breaks off after some answers, with these players in its header."""

    def made(**players: str) -> Path:
        first, *rest = battle.read_bytes().splitlines(keepends=True)
        header = json.loads(first) | {"players": {"south": "recruit", "north": "recruit"} | players}
        at = [number for number, line in enumerate(rest) if b'"type":"answer"' in line][4]
        battle.write_bytes(b"".join((json.dumps(header).encode() + b"\n", *rest[:at])))
        return battle

    return made


@pytest.fixture
def installed(process: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs the program as its installed command does: modules are not looked for in the current folder."""

    def run(*args: str, code: int = 0) -> object:
        return process(*args, code=code, PYTHONSAFEPATH="1", PYTHONPATH=str(Path(app.__file__).parents[2]))

    return run  # type: ignore[return-value]


def test_a_player_of_ones_own_is_found_in_the_current_folder(installed: Cli, own: Path) -> None:
    installed("play", "toy", "--headless", "--side", "south=own:First", "--record", "a.battle")
    assert '"text":"the first"' in (own.parent / "a.battle").read_text()


@pytest.mark.slow
def test_a_series_with_a_player_of_ones_own_is_the_same_for_any_number_of_jobs(
    installed: Cli, own: Path
) -> None:
    series = ("simulate", "toy", "--games", "4", "--side", "south=own:First", "--json")
    one, two = (json.loads(installed(*series, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    assert one["digest"] == two["digest"] and one["faults"] == 0


def test_a_player_that_is_not_there_is_told_before_anything_is_written(cli: Cli, tmp_path: Path) -> None:
    done = cli("play", "toy", "--headless", "--side", "south=own:Nobody", "--record", "a.battle", code=2)
    assert "No module named 'own'" in done.stderr
    assert not (tmp_path / "a.battle").exists()


@pytest.mark.parametrize("name", ["own:First", "os:abort", "sys:exit", "nobody", ""])
def test_a_record_runs_no_code(cli: Cli, own: Path, cut: Callable[..., Path], name: str) -> None:
    path = cut(north=name)
    done = cli("play", str(path), "--headless", code=2)
    assert (
        f"the player {name!r} is not installed here" in done.stderr and "--side north=PLAYER" in done.stderr
    )
    with pytest.raises(InputError, match="north=PLAYER"):
        resume_in_window(RecordPlace(path), QUIET)
    assert not own.exists()


def test_a_seat_is_taken_anew_in_a_record_of_its_own(cli: Cli, own: Path, cut: Callable[..., Path]) -> None:
    path = cut(north="os:abort")
    before = path.read_bytes()
    done = cli("play", path.name, "--headless", "--side", "north=own:First")
    fresh = load_record(Path(done.stdout.split("record:  ")[1].splitlines()[0]))
    assert fresh.header.players == {"south": "recruit", "north": "own:First"}
    assert fresh.outcome is not None and verify_record(fresh).difference is None
    assert path.read_bytes() == before


def test_whoever_named_a_player_names_it_again_and_the_same_record_goes_on(
    cli: Cli, own: Path, cut: Callable[..., Path]
) -> None:
    path = cut(north="own:First")
    cli("play", path.name, "--headless", "--side", "north=own:First")
    record = load_record(path)
    assert record.outcome is not None and verify_record(record).difference is None


def test_a_battle_of_built_in_players_goes_on_as_if_it_had_never_stopped(
    cli: Cli, battle: Path, cut: Callable[..., Path]
) -> None:
    whole = battle.read_bytes().splitlines()[1:]
    cli("play", cut().name, "--headless")
    assert battle.read_bytes().splitlines()[1:] == whole


def test_a_battle_that_goes_on_keeps_all_but_its_players(cli: Cli, cut: Callable[..., Path]) -> None:
    done = cli("play", cut().name, "--headless", "--seed", "4", code=2)
    assert "--seed: a resumed battle keeps its own" in done.stderr


def test_a_seat_that_there_is_not_is_told(cli: Cli, cut: Callable[..., Path]) -> None:
    done = cli("play", cut().name, "--headless", "--side", "nroth=random", code=2)
    assert "did you mean north" in done.stderr


def test_playing_on_from_a_moment_seats_the_best_level_or_who_is_given(
    own: Path, cut: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cut(north="own:First")
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr(app, "run_replay_window", lambda record, **more: BranchRequest(2, "south"))
    for given, player in (({}, "recruit"), ({"north": "own:First"}, "own:First")):
        fresh = review_in_window(path, QUIET, given_players=given)
        assert fresh is not None
        assert load_record(fresh.path).header.players == {"south": "human", "north": player}
    assert "'own:First' is not installed here; recruit plays on" in capsys.readouterr().err
    assert not own.exists()


def test_a_player_of_another_does_not_get_what_the_one_before_remembered(
    cli: Cli, own: Path, cut: Callable[..., Path]
) -> None:
    path = cut(south="nobody")
    lines = path.read_text().splitlines(keepends=True)
    noted = [line.replace('"memory":null', '"memory":["secret"]') for line in lines]
    path.write_text("".join(noted))
    done = cli("play", path.name, "--headless", "--side", "south=own:First")
    assert '"kind":"fault"' not in Path(done.stdout.split("record:  ")[1].splitlines()[0]).read_text()


def test_a_word_that_is_no_text_is_refused(cli: Cli) -> None:
    assert "is not text" in cli("play", "toy", "--side", "south=\udcff:X", code=2).stderr
