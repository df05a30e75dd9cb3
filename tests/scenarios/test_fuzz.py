"""A short run of what `benchmarks.fuzz` does at length: damaged files end in words, not in tracebacks."""

from __future__ import annotations

import copy
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from battlesim.commands.failures import is_bad_input
from battlesim.scenarios.toml_reading import InputError
from benchmarks import forks, fuzz, fuzz_files


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    return fuzz.samples(tmp_path_factory.mktemp("samples"))


def jobs(kind: str) -> Iterator[fuzz.Job]:
    for job in fuzz.OF_RECORDS if kind == ".battle" else fuzz.OF_TOML[kind]:
        if job not in (fuzz.export, fuzz.play):
            yield job


@pytest.mark.parametrize("kind", [".battle", "map", "scenario", "situation", "settings"])
def test_damaged_files_are_read_or_refused_in_words(
    known: dict[str, list[bytes]], tmp_path: Path, kind: str
) -> None:
    rng = random.Random(1)
    for _ in range(40):
        given = fuzz.damaged(kind, rng.choice(known[kind]), rng, tuple(jobs(kind)))
        (tmp_path / given.name).write_bytes(given.raw)
        try:
            given.job(tmp_path / given.name)
        except Exception as error:
            assert is_bad_input(error), error


def test_what_takes_too_long_or_too_much_is_found() -> None:
    assert forks.judged(forks.REFUSED, "no", 0.9, 299.0) == ("refused", "")
    assert forks.judged(forks.REFUSED, "no", 1.1, 1.0)[1] and forks.judged(forks.REFUSED, "no", 0.1, 301.0)[1]
    assert forks.judged(forks.DONE, "", 9.0, 299.0)[1] == ""
    assert forks.judged(forks.FAILED, "Traceback", 0.1, 1.0)[1] and forks.judged(-9, "", 0.1, 1.0)[1]


@pytest.mark.parametrize(
    ("code", "megabytes", "words", "whether"),
    [
        (-signal.SIGXCPU, 200, ["simulate", "toy"], True),
        (-signal.SIGXCPU, 501, ["simulate", "toy"], False),
        (-signal.SIGXCPU, 200, ["judge", "toy"], False),
        (-signal.SIGXCPU, 200, ["play", "toyy"], False),
        (-signal.SIGKILL, 200, ["play", "toy"], False),
    ],
)
def test_a_sound_battle_that_takes_its_time_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, code: int, megabytes: float, words: list[str], whether: bool
) -> None:
    monkeypatch.setattr(fuzz, "in_a_fork", in_place)
    assert fuzz.plays_on(code, megabytes, words) is whether


def in_place(job: Callable[[], object]) -> tuple[str, str]:
    try:
        job()
    except InputError:
        return "refused", ""
    return "done", ""


def test_a_seed_gives_the_same_file_whatever_came_before() -> None:
    before = copy.deepcopy(fuzz_files.OTHERS)
    for seed in range(200):
        found = fuzz_files.other([], random.Random(seed))
        if isinstance(found, list):
            found.append(found)
    assert before == fuzz_files.OTHERS
