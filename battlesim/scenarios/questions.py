"""Questions about a situation, such as which pieces see each other, with their expected answers."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from battlesim.geometry.templates import CoverageState
from battlesim.rulings.sight import Cover
from battlesim.rulings.tolerance import VerdictGrade
from battlesim.table.limits import BoundedNumber, Degrees, Length
from battlesim.table.terrain import Coordinates

CheckCount = Annotated[int, Meta(ge=0, le=10**9)]
"""Type of a number of checks, at most 10**9."""


class CaseQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", kw_only=True):
    """The fields common to all questions about a situation (a small table with pieces).

    `why` says in a sentence what the question tests, and `rules` names the rules that decide it. `checks` is
    the number of lines and slices used by the brute-force computation that confirmed the answer.
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
    """A question about how much one piece sees of another. Only the given expected answers are checked.

    `verdicts` maps rulesets or conventions to their expected verdicts. The other answers follow the ruleset
    of the file. `formula` shows how the visible fraction `share` was calculated by hand.
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
        """Return whether the question has at least one expected answer."""
        expected = (self.visible, self.share, self.cover, self.blockers)
        return bool(self.verdicts) or any(value is not None for value in expected)


class DistanceQuestion(
    CaseQuestion,
    frozen=True,
    forbid_unknown_fields=True,
    tag="distance",
    rename={"first": "from", "second": "to"},
):
    """A question about the distance in inches between the edges of two bases.

    `formula` shows how the distance was calculated by hand.
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
    """A question about whether the centre of a target's base lies in an arc (a sector) of the viewer.

    The arc is `width` degrees wide, and its middle is `toward` degrees from the viewer's facing.
    """

    viewer: str
    target: str
    width: Degrees
    inside: bool
    toward: Degrees = 0.0


class TemplateQuestion(CaseQuestion, frozen=True, forbid_unknown_fields=True, tag="template"):
    """A question about how much of each base a blast or flame covers: nothing, a part, half or all of it."""

    shape: str
    at: Coordinates
    pieces: dict[str, CoverageState]
    facing: Degrees = 0.0
    share: dict[str, float] = {}


class GroupQuestion(
    CaseQuestion, frozen=True, forbid_unknown_fields=True, tag="group", rename={"members": "of"}
):
    """A question about whether pieces are close enough together to form a group.

    `kind` says which gaps must be at most `within` inches: those of a chain through all pieces ("connected"),
    those between all pairs ("pairs"), or those between neighbours in single file ("column"). Pieces also form
    a group if their base centres lie in a circle with the diameter `circle`; 0 stands for no circle.
    """

    members: Annotated[tuple[str, ...], Meta(min_length=1)]
    within: Length
    together: bool
    kind: Literal["connected", "pairs", "column"] = "connected"
    circle: Length = 0.0


AnyQuestion = SightQuestion | DistanceQuestion | ArcQuestion | TemplateQuestion | GroupQuestion
