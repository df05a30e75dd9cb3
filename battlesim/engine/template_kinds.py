"""The kinds of templates (blast or flame areas) that a ruleset uses. Lengths are in inches."""

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
    """The rule for how a point of aim scatters. One die gives the direction, and a second die the distance.

    `inches` lists the distance for each face of the second die. The last of the `ways` directions points
    straight away from the firer, and the others follow clockwise from there.
    """

    ways: int
    inches: tuple[float, ...]
    rule: str = ""


class TemplateKind(NamedTuple):
    """A kind of template in a ruleset, with its name, its shape, and the rules for its effect and scatter.

    `shape` is written as for `battlesim template --shape`. `threshold` is how much of a base must be covered.
    `reach` is the maximum distance from the edge of the firer's base to the template's origin; None means no
    limit. If `of_base` is true, a blast is centred on a base and measured from its edge.
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
    """The protocol of a ruleset that uses templates, such as blast areas."""

    def template_kinds(self, state: AnyState | None) -> tuple[TemplateKind, ...]:
        """Return the templates used in a battle, or under the default options if `state` is None."""
        ...

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain, walls, doors and windows that block templates."""
        ...
