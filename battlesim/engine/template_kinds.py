"""Plain data for the templates that a ruleset uses, with lengths in inches and angles in degrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.geometry.templates import CatchThreshold

ShadowMode = Literal["", "parts", "bases"]
"""The effect of blockers on a template: none (""), or hiding parts of its area or whole bases.

"parts" removes the area that has no straight line to the origin, "bases" the bases whose centre has none.
"""


class ScatterRule(NamedTuple):
    """The way an aim point scatters: one die gives the direction, a second die the distance.

    `inches` gives the distance for each face of the second die. The last of the `ways` directions points
    straight away from the firer, and the others follow clockwise from there.
    """

    ways: int
    inches: tuple[float, ...]
    rule: str = ""


class TemplateKind(NamedTuple):
    """A template of a ruleset, with its name, shape, rule, catch threshold, shadow mode and scatter rule.

    `shape` is the form with its sizes, as in `battlesim template --shape`; `threshold` is the part of a base
    that must be covered for the base to be caught. `reach` is the maximum distance of the origin from the
    edge of the firer's base (0: at the edge, None: unlimited). If `of_base` is true, a blast is centred on a
    base and measured from the edge of that base.
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
    """A ruleset that uses templates."""

    def template_kinds(self, state: AnyState | None) -> tuple[TemplateKind, ...]:
        """Return the ruleset's templates in a battle; if `state` is None, those under the default options."""
        ...

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain, walls and openings that block templates."""
        ...
