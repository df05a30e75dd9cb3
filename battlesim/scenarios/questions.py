"""The questions of a situation, each with its expected answer.

Lengths are in inches, angles in degrees.
"""

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
    """A question about a case; `why` says in a sentence what the case is about.

    `rules` names the rules that apply. `checks` is the number of lines and slices of a brute-force
    computation that confirmed the expected answer.
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
    """A question about how much one piece sees of another; an answer that is left out is not asked for.

    `verdicts` holds verdicts by key of ruleset or convention; all other answers follow the rules of the file.
    `formula` is the arithmetic by which `share`, the visible fraction, was worked out by hand.
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
        """Return whether the question states any expected answer."""
        expected = (self.visible, self.share, self.cover, self.blockers)
        return bool(self.verdicts) or any(value is not None for value in expected)


class DistanceQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="distance",
    rename={"first": "from", "second": "to"},
):
    """A question about the gap between two bases, edge to edge, in inches.

    `formula` is the arithmetic by which the gap was worked out by hand.
    """

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
    """A question about whether the centre of a base lies in an arc of another.

    The arc is `width` degrees wide and centred `toward` degrees from the facing.
    """

    viewer: str
    target: str
    width: Degrees
    inside: bool
    toward: Degrees = 0.0


class TemplateQuestion(CaseQuestion, frozen=True, forbid_unknown_fields=True, tag="template"):
    """A question about how a template covers bases.

    The answer says for each piece whether it is out, partly, half or wholly covered.
    """

    shape: str
    at: Coordinates
    pieces: dict[str, CoverageState]
    facing: Degrees = 0.0
    share: dict[str, float] = {}


AnyQuestion = SightQuestion | DistanceQuestion | ArcQuestion | TemplateQuestion
