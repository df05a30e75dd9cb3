"""Describe the templates that a ruleset uses as data, so that other code can show them. Inches, degrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.geometry.templates import CatchThreshold

ShadowMode = Literal["", "parts", "bases"]
"""What of a template does not reach behind blockers: nothing, parts of it, or bases.

"parts" are the parts of it that are not in a straight line with its origin, "bases" those whose centre is
not.
"""


class ScatterRule(NamedTuple):
    """The scatter of a point of aim: a die of directions, and inches per face of a second die.

    The last of the `ways` is straight on from the firer, the others follow clockwise from there.
    """

    ways: int
    inches: tuple[float, ...]
    rule: str = ""


class TemplateKind(NamedTuple):
    """A template of a ruleset: name, form, rule, catch threshold, shadow and scatter.

    `shape` is its form with sizes, as `battlesim template --shape` takes it; `threshold` is how much of a
    base must be covered to be caught. `reach` is the maximum distance of its origin from the edge of the
    firer's base (0: it begins there, None: not limited). With `of_base` a blast is placed on a base and
    measured from its edge.
    """

    name: str
    shape: str
    rule: str
    threshold: CatchThreshold = "partly"
    shadow_mode: ShadowMode = ""
    scatter: ScatterRule | None = None
    reach: float | None = None
    of_base: bool = False


@runtime_checkable
class SupportsTemplates(Protocol):
    """A ruleset that uses templates; not every ruleset does."""

    def template_kinds(self, state: AnyState | None) -> tuple[TemplateKind, ...]:
        """Return the ruleset's templates, in a battle or with its default options."""
        ...

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain, walls and openings behind which templates do not reach."""
        ...
