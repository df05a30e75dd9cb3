"""One change of a ruleset: where it is, what it says before and after, and to which rules it belongs."""

from __future__ import annotations

import difflib
import hashlib
import re
from dataclasses import dataclass
from pathlib import PurePath

ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]{3,4}-\d{2,3}\b")


SPAN = re.compile(r"\b([A-Z]{2,3}-[A-Z]{3,4}-)(\d{2,3}) to \1(\d{2,3})\b")


def cited(text: str) -> tuple[str, ...]:
    """The ids of rules that a text names, each once, in their order; "X-01 to X-03" names three."""
    return tuple(dict.fromkeys(ID.findall(SPAN.sub(_all_of, text))))


def _all_of(span: re.Match[str]) -> str:
    first, last = int(span[2]), int(span[3])
    return " ".join(f"{span[1]}{number:0{len(span[2])}}" for number in range(first, last + 1))


def digest(text: str) -> str:
    """A short fingerprint of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Mutant:
    """A change of the bytes from `start` to `end` of one file.

    `file` is relative to the folder of the ruleset. `place` names the function and the way to the node from
    there, so that it stays the same while other functions change. `stamp` is that function's fingerprint.
    """

    file: str
    place: str
    ids: tuple[str, ...]
    line: int
    start: int
    end: int
    new: bytes
    stamp: str

    @property
    def name(self) -> str:
        """The file and the place in it; it stays when the file moves to another folder."""
        return f"{PurePath(self.file).name} {self.place}"

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.new + source[self.end :]

    def diff(self, source: bytes) -> str:
        """The lines before and after."""
        texts = (source.decode().splitlines(), self.applied(source).decode().splitlines())
        lines = list(difflib.unified_diff(*texts, n=0, lineterm=""))[3:]
        return "\n".join(lines)
