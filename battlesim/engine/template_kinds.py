"""The templates that a ruleset lays, as data: whoever shows them need not know its rules. Inches, degrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.geometry.templates import CatchThreshold

ShadowMode = Literal["", "parts", "bases"]
"""What of a template does not reach behind what stops it: nothing, the parts of it that are not in a straight
line with its origin, or the bases whose middle is not."""


class ScatterRule(NamedTuple):
    """How a point of aim is moved: a die with so many `ways`, the last of them straight on from the firer and
    the others clockwise from there, and the `inches` for each face of a second die."""

    ways: int
    inches: tuple[float, ...]
    rule: str = ""


class TemplateKind(NamedTuple):
    """A template of a ruleset: its name, its form with sizes as `battlesim template --shape` takes them, its
    rule, from when on a base is caught, what does not get behind cover, how it scatters, how far its origin
    may be from the firer's base edge (0 where it begins there, None where nothing is said), and whether a
    blast is laid on a base and measured from the edge of that (`of_base`)."""

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
    """A ruleset that lays templates; not every ruleset does."""

    def template_kinds(self, state: AnyState | None) -> tuple[TemplateKind, ...]:
        """Its templates, in a battle or by its defaults."""
        ...

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """The ids of the terrain, walls and openings that its templates do not reach behind."""
        ...
