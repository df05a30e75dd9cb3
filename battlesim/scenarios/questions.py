"""The questions of a situation, each with the answer that is expected. Inches, degrees."""

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


class CaseQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", kw_only=True):
    """A question. `why` says in a sentence what the case is about, `rules` which rules bear on it, and
    `checks` how many lines and slices of brute force the expected answer was compared with.
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
    """What one piece sees of another; what is not said is not asked.

    `verdicts` are those by rulesets and conventions, by their keys; all else is by the file's own rules.
    `formula` is the arithmetic by which the share was worked out by hand.
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
        """Whether anything is expected at all."""
        said = (self.visible, self.share, self.cover, self.blockers)
        return bool(self.verdicts) or any(one is not None for one in said)


class DistanceQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="distance",
    rename={"first": "from", "second": "to"},
):
    """Distance from edge to edge, inches; `formula` is the arithmetic it was worked out by."""

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
    """Whether the centre of a base is in an arc `width` degrees wide, `toward` degrees from the facing."""

    viewer: str
    target: str
    width: Degrees
    inside: bool
    toward: Degrees = 0.0


class TemplateQuestion(CaseQuestion, frozen=True, forbid_unknown_fields=True, tag="template"):
    """How a template covers bases: state (out, partly, half, wholly) by piece."""

    shape: str
    at: Coordinates
    pieces: dict[str, CoverageState]
    facing: Degrees = 0.0
    share: dict[str, float] = {}


AnyQuestion = SightQuestion | DistanceQuestion | ArcQuestion | TemplateQuestion
