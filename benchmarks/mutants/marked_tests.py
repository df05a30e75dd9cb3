"""Which tests are marked with which rules, whether they pass, and the run of a choice of them."""

from __future__ import annotations

import json
import time
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.mutants.mutant import cited, digest

QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:unraisableexception", "--assert=plain", "--no-summary")


@dataclass(frozen=True)
class Test:
    """A test of a file, the rules it is marked with, whether it passes, and its processor time in seconds."""

    __test__ = False

    id: str
    file: str
    ids: tuple[str, ...]
    passed: bool = True
    seconds: float = 0.0


class Suite:
    """The tests of a ruleset's rules, as they are without any mutant."""

    def __init__(self, tests: Iterable[Test]) -> None:
        self.tests = list(tests)
        self._text = {file: digest(Path(file).read_text()) for file in {test.file for test in self.tests}}

    def of(self, ids: Container[str]) -> list[Test]:
        """The tests that pass and are marked with one of these rules, the quick ones first."""
        found = [test for test in self.tests if test.passed and any(id in ids for id in test.ids)]
        return sorted(found, key=lambda test: (test.seconds, test.id))

    def stamp(self, tests: Iterable[Test]) -> str:
        """The fingerprint of the files of some tests."""
        return digest(" ".join(sorted(self._text[file] for file in {test.file for test in tests})))

    @property
    def red(self) -> list[Test]:
        """Those that fail without any mutant."""
        return [test for test in self.tests if not test.passed]


def files_with_marks(folder: Path, known: Iterable[str]) -> list[str]:
    """The test files that mark any test with one of these rules."""
    texts = {path: path.read_text() for path in sorted(folder.rglob("test_*.py"))}
    ids = set(known)
    return [str(path) for path, text in texts.items() if "mark.rule(" in text and ids & set(cited(text))]


def ids_of(item: pytest.Item) -> tuple[str, ...]:
    """The rules a test is marked with."""
    return tuple(id for mark in item.iter_markers("rule") for id in mark.args)


class Baseline:
    """A plugin that runs every test marked with a known rule, and writes down how each went."""

    def __init__(self, known: Container[str], notes: Path) -> None:
        self.known = known
        self.notes = notes
        self.failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.items: list[pytest.Item] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only those of this ruleset."""
        items[:] = [item for item in items if any(id in self.known for id in ids_of(item))]
        self.items = list(items)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure the processor time of a test."""
        begin = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - begin

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write down all of it."""
        rows = [
            [
                item.nodeid,
                str(item.path),
                ids_of(item),
                item.nodeid not in self.failed,
                self.seconds.get(item.nodeid, 0.0),
            ]
            for item in self.items
        ]
        self.notes.write_text(json.dumps(rows))


class Chosen:
    """A plugin that runs only some tests, in their order, and notes which one fails."""

    def __init__(self, tests: Iterable[Test]) -> None:
        self.order = {test.id: number for number, test in enumerate(tests)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen ones."""
        kept = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(kept, key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first that fails."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run_baseline(files: Iterable[str], known: Container[str], notes: Path) -> None:
    """Run all tests of the rules and write down how each went."""
    pytest.main([*QUIET, f"--basetemp={notes.parent / 'tests'}", *files], plugins=[Baseline(known, notes)])


def read_baseline(notes: Path) -> Suite:
    """What `run_baseline` wrote."""
    rows = json.loads(notes.read_text())
    return Suite(Test(id, file, tuple(ids), passed, seconds) for id, file, ids, passed, seconds in rows)


def run_chosen(tests: list[Test], scratch: Path) -> tuple[int, str]:
    """Run some tests up to the first that fails: the exit code of pytest and that test."""
    chosen = Chosen(tests)
    files = list(dict.fromkeys(test.file for test in tests))
    code = int(pytest.main([*QUIET, "-x", f"--basetemp={scratch}", *files], plugins=[chosen]))
    return code, chosen.failed
