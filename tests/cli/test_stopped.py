"""What a series of battles says when a signal stops it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from battlesim.report import series
from tests.cli.conftest import Cli


@pytest.fixture
def stopped_in(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have a signal come while the battle of a seed is played."""

    def come(seed: int, number: int) -> None:
        usual = series.play_task

        def played(task: series.BattleTask, *args: Any) -> series.BattleResult:
            if task.seed == seed:
                signal.raise_signal(signal.Signals(number))
            return usual(task, *args)

        monkeypatch.setattr(series, "play_task", played)

    return come


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_series_that_is_stopped_prints_and_writes_what_it_has(
    cli: Cli, stopped_in: Any, tmp_path: Path, number: int, code: int
) -> None:
    stopped_in(3, number)
    before = signal.getsignal(number)
    done = cli("simulate", "toy", "--games", "5", "--csv", "s.csv", "--json", code=code)
    assert json.loads(done.stdout)["games"] == 2
    assert "stopped after 2 of 5 battles" in done.stderr
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 3
    assert signal.getsignal(number) is before


def test_a_series_that_is_stopped_in_its_first_battle_has_nothing_to_say(cli: Cli, stopped_in: Any) -> None:
    stopped_in(1, signal.SIGTERM)
    done = cli("simulate", "toy", "--games", "5", "--csv", "s.csv", code=143)
    assert (done.stdout, "stopped after 0 of 5 battles" in done.stderr) == ("", True)


def test_a_series_of_a_record_is_refused(cli: Cli) -> None:
    done = cli("simulate", "some.battle", "--games", "2", code=2)
    assert "is a record: a series takes the id or file of a scenario" in done.stderr
