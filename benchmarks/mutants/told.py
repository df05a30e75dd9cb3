"""What a run over mutants came to: figures, and the survivors by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.trial import KILLED, SLOW, UNTESTED, Result

MOST_SHARE = 0.03


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Survivors that cannot change what happens, by name or by file and function, and why."""

    reason: str
    names: tuple[str, ...]


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a ruleset's mutants: files that carry out no rule, and explained survivors."""

    left_out: dict[str, str] = {}
    explained: tuple[Explained, ...] = ()

    def reason(self, mutant: str) -> str:
        """Why a survivor changes nothing, "" when nobody says."""
        groups = (group for group in self.explained if any(covers(name, mutant) for name in group.names))
        return next((group.reason for group in groups), "")

    @property
    def names(self) -> list[str]:
        """All that is explained."""
        return [name for group in self.explained for name in group.names]


def covers(name: str, mutant: str) -> bool:
    """Whether a name in the notes is that of a mutant or of the function that it is in."""
    return mutant == name or mutant.startswith(f"{name}:")


def read_notes(path: Path) -> Notes:
    """The notes of a ruleset, none when it has no file."""
    return msgspec.toml.decode(path.read_bytes(), type=Notes) if path.exists() else Notes()


class Survivor(msgspec.Struct, frozen=True):
    """A mutant that nothing noticed."""

    rule: str
    name: str
    place: str
    diff: str
    outcome: str
    reason: str = ""


class Summary(msgspec.Struct, frozen=True):
    """How a run ended."""

    ruleset: str
    mutants: int
    killed: int
    timed_out: int
    survivors: tuple[Survivor, ...]
    needless: tuple[str, ...]
    aside: dict[str, int]
    most_share: float = MOST_SHARE

    @property
    def unexplained(self) -> tuple[Survivor, ...]:
        """Survivors without a reason."""
        return tuple(s for s in self.survivors if not s.reason)

    @property
    def share(self) -> float:
        """The share of unexplained survivors, 0 to 1."""
        return len(self.unexplained) / max(1, self.mutants)

    @property
    def passed(self) -> bool:
        """Whether few enough are unexplained."""
        return self.share <= self.most_share

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        counts = {"unexplained": len(self.unexplained), "share": round(self.share, 4), "passed": self.passed}
        return msgspec.to_builtins(self) | counts  # type: ignore[no-any-return]

    def text(self) -> str:
        """All of it to read."""
        rows = [
            f"{s.rule}  {s.place}  {s.outcome}\n{_indented(s.diff)}\n    {s.name}" for s in self.unexplained
        ]
        aside = [f"left out, {count} places: {why}" for why, count in self.aside.items()]
        needless = [f"explained, and killed or gone: {name}" for name in self.needless]
        counts = Counter(s.outcome for s in self.survivors)
        figures = (
            f"{self.ruleset}: {self.mutants} mutants, {self.killed} killed, {self.timed_out} timed out, "
            f"{len(self.survivors)} survived (of them {counts[UNTESTED]} without any test), "
            f"{len(self.survivors) - len(self.unexplained)} of them explained; "
            f"unexplained {100 * self.share:.1f} %, at most {100 * self.most_share:.0f} %"
        )
        return "\n".join([*rows, *needless, *aside, figures])


def summary(
    ruleset: str,
    folder: Path,
    mutants: Sequence[Mutant],
    results: Iterable[Result],
    notes: Notes,
    known: Iterable[Mutant],
    aside: dict[str, int],
) -> Summary:
    """The figures and the survivors in the order of their rules; `known` are all mutants, chosen or not."""
    found = {result.name: result for result in results}
    outcomes = Counter(result.outcome for result in found.values())
    lived = [m for m in mutants if found[m.name].lived]
    survivors = [
        Survivor(
            rule=m.ids[0],
            name=m.name,
            place=f"{m.file}:{m.line}",
            diff=m.diff((folder / m.file).read_bytes()),
            outcome=found[m.name].outcome,
            reason=notes.reason(m.name),
        )
        for m in sorted(lived, key=lambda m: (m.ids[0], m.file, m.start))
    ]
    names, killed = {m.name for m in known}, {m.name for m in mutants} - {m.name for m in lived}
    needless = {n for n in notes.names if n in killed or not any(covers(n, name) for name in names)}
    return Summary(
        ruleset,
        len(found),
        outcomes[KILLED],
        outcomes[SLOW],
        tuple(survivors),
        tuple(sorted(needless)),
        aside,
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
