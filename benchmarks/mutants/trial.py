"""The long run: each mutant against the tests of its rules, a few at a time, each outcome written down."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchmarks.mutants.forks import Copy, fork, import_from
from benchmarks.mutants.marked_tests import (
    Suite,
    Test,
    files_with_marks,
    read_baseline,
    run_baseline,
    run_chosen,
)
from benchmarks.mutants.mutant import Mutant

KILLED, SLOW, SURVIVED, UNTESTED, BROKEN = "killed", "timed out", "survived", "untested", "not run"
TOO_LONG = {-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM}
NO_END = 600


class Result(msgspec.Struct, frozen=True):
    """What became of a mutant, and by which test.

    The stamps say for which code and which tests it holds.
    """

    name: str
    outcome: str
    stamp: str
    tests: str
    by: str = ""

    @property
    def lived(self) -> bool:
        """Whether nothing noticed it."""
        return self.outcome not in {KILLED, SLOW}


def baseline(folder: Path, tests: Path, known: Iterable[str], scratch: Path) -> Suite:
    """How the tests of the rules go without any mutant. Raises RuntimeError when they cannot be run."""
    copy = Copy(folder, scratch / "baseline")
    ids = frozenset(known)
    notes, files = copy.root / "notes.json", files_with_marks(tests, ids)

    def act() -> int:
        import_from(copy)
        run_baseline(files, ids, notes)
        return 0

    os.waitpid(fork(act, NO_END), 0)
    if not notes.exists():
        raise RuntimeError("the tests cannot be run without any mutant")
    return read_baseline(notes)


def read_results(path: Path) -> dict[str, Result]:
    """What an earlier run wrote, the latest of each mutant; a line cut off at the end is left out."""
    if not path.exists():
        return {}
    found = {}
    for line in path.read_bytes().splitlines():
        try:
            result = msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError:
            continue
        found[result.name] = result
    return found


@dataclass(frozen=True)
class Running:
    """A mutant being tried in a copy."""

    mutant: Mutant
    copy: Copy
    tests: list[Test]
    said: Path


class Trial:
    """The run over some mutants, going on from the results of an earlier one."""

    def __init__(self, folder: Path, suite: Suite, results: Path, jobs: int, scratch: Path) -> None:
        self.folder = folder
        self.suite = suite
        self.scratch = scratch
        self.path = results
        self.jobs = jobs
        self.results = read_results(results)

    def run(self, mutants: Iterable[Mutant], tell: Callable[[int, int], None]) -> list[Result]:
        """Try those that are not known yet; the results of all."""
        mutants = list(mutants)
        todo = [mutant for mutant in mutants if not self.known(mutant)]
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a") as notes:
            for done, result in enumerate(self._try_all(todo), 1):
                self.results[result.name] = result
                notes.write(msgspec.json.encode(result).decode() + "\n")
                notes.flush()
                tell(done, len(todo))
        return [self.results[mutant.name] for mutant in mutants]

    def known(self, mutant: Mutant) -> bool:
        """Whether a result still holds: the code is the same, and for survivors the tests are."""
        result = self.results.get(mutant.name)
        if result is None or result.stamp != mutant.stamp:
            return False
        return not result.lived or result.tests == self.suite.stamp(self.suite.of(mutant.ids))

    def _try_all(self, todo: list[Mutant]) -> Iterator[Result]:
        free = [Copy(self.folder, self.scratch / str(number)) for number in range(self.jobs)]
        running: dict[int, Running] = {}
        left = iter(todo)
        while True:
            while free and (mutant := next(left, None)) is not None:
                tests = self.suite.of(mutant.ids)
                if tests:
                    running.update([self._begin(mutant, free.pop(), tests)])
                else:
                    yield Result(mutant.name, UNTESTED, mutant.stamp, self.suite.stamp(tests))
            if not running:
                return
            pid, status = os.wait()
            ended = running.pop(pid)
            yield self._end(ended, os.waitstatus_to_exitcode(status))
            ended.copy.put_back(ended.mutant.file)
            free.append(ended.copy)

    def _begin(self, mutant: Mutant, copy: Copy, tests: list[Test]) -> tuple[int, Running]:
        source = (self.folder / mutant.file).read_bytes()
        copy.change(mutant.file, mutant.applied(source))
        said = copy.root / "said.json"
        said.unlink(missing_ok=True)

        def act() -> int:
            sys.dont_write_bytecode = True
            gc.disable()
            import_from(copy)
            code, failed = run_chosen(tests, copy.root / "tests")
            said.write_text(json.dumps(failed))
            return code

        seconds = 5 + int(5 * sum(test.seconds for test in tests))
        return fork(act, seconds), Running(mutant, copy, tests, said)

    def _end(self, ended: Running, code: int) -> Result:
        """What an exit code says: 1 a test failed, 2 a test file cannot even be imported."""
        outcome = {0: SURVIVED, 1: KILLED, 2: KILLED}.get(code, SLOW if code in TOO_LONG else BROKEN)
        by = json.loads(ended.said.read_text()) if ended.said.exists() else ""
        mutant = ended.mutant
        return Result(mutant.name, outcome, mutant.stamp, self.suite.stamp(ended.tests), by)


def progress() -> Callable[[int, int], None]:
    """Words on stderr about how far a run is and how long it still takes, every hundred mutants."""
    begin = time.monotonic()

    def tell(done: int, of: int) -> None:
        if done % 100 == 0 or done == of:
            left = (time.monotonic() - begin) / done * (of - done)
            print(f"{done} of {of} mutants, about {left / 60:.0f} min left", file=sys.stderr, flush=True)

    return tell
