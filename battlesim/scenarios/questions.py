"""The questions of a situation, each with its expected answer. Inches, degrees."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from battlesim.geometry.templates import CoverageState
from battlesim.rulings.sight import Cover
from battlesim.rulings.tolerance import VerdictGrade
from battlesim.table.limits import BoundedNumber, Degrees
from battlesim.table.terrain import Coordinates

CheckCount = Annotated[int, Meta(ge=0, le=10**9)]
"""Type of a number of checks, at most 10**9."""


class CaseQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", kw_only=True):
    """A question. `why` says in a sentence what the case is about, and `rules` which rules apply to it.

    `checks` is the number of lines and slices of brute force that the expected answer was compared with.
    """

    why: str = ""
    rules: tuple[str, ...] = ()
    checks: CheckCount = 0


class SightQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="sight",
    rename={"viewer": "from", "target": "to"},
):
    """A question of what one piece sees of another; the values that are left out are not asked.

    `verdicts` are those of rulesets and conventions, by their keys; all other answers follow the file's own
    rules. `formula` is the arithmetic by which `share`, the visible fraction, was worked out by hand.
    """

    viewer: str
    target: str
    visible: bool | None = None
    share: float | None = None
    formula: str = ""
    cover: Cover | None = None
    blockers: tuple[str, ...] | None = None
    verdicts: dict[str, VerdictGrade] = {}

    def has_expectation(self) -> bool:
        """Return whether the question expects anything."""
        expected = (self.visible, self.share, self.cover, self.blockers)
        return bool(self.verdicts) or any(value is not None for value in expected)


class DistanceQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="distance",
    rename={"first": "from", "second": "to"},
):
    """A question of the gap between two bases, edge to edge, inches; `formula` is its arithmetic."""

    first: str
    second: str
    edge: BoundedNumber
    formula: str = ""


class ArcQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="arc",
    rename={"viewer": "from", "target": "to"},
):
    """A question of whether a base's centre is in an arc.

    The arc is `width` degrees wide, `toward` degrees from the facing.
    """

    viewer: str
    target: str
    width: Degrees
    inside: bool
    toward: Degrees = 0.0


class TemplateQuestion(CaseQuestion, frozen=True, forbid_unknown_fields=True, tag="template"):
    """A question of how a template covers bases: the state (out, partly, half, wholly) by piece."""

    shape: str
    at: Coordinates
    pieces: dict[str, CoverageState]
    facing: Degrees = 0.0
    share: dict[str, float] = {}


AnyQuestion = SightQuestion | DistanceQuestion | ArcQuestion | TemplateQuestion
