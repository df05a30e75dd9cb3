"""The settings of a template in the lab as an immutable value, in inches and degrees."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from battlesim.geometry.templates import MAX_CONE_DEG, MIN_CONE_DEG
from battlesim.report.template_values import TemplatePose
from battlesim.scenarios.template_specs import MAX_TEMPLATE_LENGTH_IN
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.terrain import Ground
from battlesim.ui.toolkit.text_fields import FieldForm, InputField, format_number
from battlesim.ui.toolkit.text_fields import parse_number as read

ARC_FORM: Final = "arc"
TEMPLATE_FORMS: Final = ("blast", "flame", "cone", "strip", "oblong", ARC_FORM)
SIZE_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "blast": ("radius",),
    "flame": ("length", "width"),
    "cone": ("degrees", "length"),
    "strip": ("length", "width"),
    "oblong": ("length", "width"),
    ARC_FORM: ("degrees", "length"),
}
"""Names of the sizes of each form."""
DEFAULT_SIZES: Final[Mapping[str, tuple[float, ...]]] = {
    "blast": (3.0,),
    "flame": (8.0, 2.5),
    "cone": (45.0, 8.0),
    "strip": (12.0, 1.0),
    "oblong": (5.0, 4.0),
    ARC_FORM: (90.0, 12.0),
}
EDGE_FORMS: Final = ("flame", "cone")
"""Forms that begin at the edge of a base."""
ARC_WIDTHS_DEG: Final = (45.0, 90.0, 180.0, 360.0)
"""Widths of arcs that can be chosen with one press, degrees."""
SIZE_STEP_IN, ANGLE_STEP_DEG = 0.5, 5.0
"""Steps in inches and degrees by which buttons change a size."""
MIN_TEMPLATE_SIZE: Final = MIN_CONE_DEG
"""Smallest value of a size, inches or degrees."""


def form_of(name: str) -> FieldForm:
    """Return the kind of field in which a size is typed."""
    return "degrees" if name == "degrees" else "length"


class TemplateSetting(NamedTuple):
    """The settings of a template: its form, sizes, position and rule, the firer, and the pieces that count.

    `template_name` is the name of a template of the ruleset `ruleset_key`; both are "" for plain geometry.
    `arc_side` is the side of the firer on which its arc is, and `limit` the width of the arc. `catch` is the
    minimum coverage of a caught piece. If `spares` is True, the best placement must miss the firer's own
    side.
    """

    place: TemplatePose
    form: str = "blast"
    sizes: Mapping[str, tuple[float, ...]] = DEFAULT_SIZES
    ruleset_key: str = ""
    template_name: str = ""
    firer: str = ""
    reach: float | None = None
    limit: float = 360.0
    arc_side: str = "front"
    catch: str = ""
    target_side: SideKey = NO_SIDE
    spares: bool = False
    centred: bool = False

    @property
    def numbers(self) -> tuple[float, ...]:
        """The sizes of the current form."""
        return self.sizes[self.form]

    @property
    def shape(self) -> str:
        """The shape as `battlesim template --shape` takes it."""
        return ":".join((self.form, *(f"{number:g}" for number in self.numbers)))

    def fields(self) -> list[InputField]:
        """Return the sizes of the form as input fields; each has its number as the key."""
        return [
            InputField(str(which), name, form_of(name), format_number(form_of(name), number))
            for which, (name, number) in enumerate(zip(SIZE_NAMES[self.form], self.numbers, strict=True))
        ]

    def max_size(self, which: int) -> float:
        """Return the largest value of one of the sizes."""
        if SIZE_NAMES[self.form][which] != "degrees":
            return MAX_TEMPLATE_LENGTH_IN
        return 360.0 if self.form == ARC_FORM else MAX_CONE_DEG

    def with_typed_size(self, which: int, text: str) -> TemplateSetting:
        """Return the setting with a typed size. Raises BadEntryError if the text is no valid size."""
        form = form_of(SIZE_NAMES[self.form][which])
        number = read(text, form, MIN_TEMPLATE_SIZE, self.max_size(which))
        return self if number is None else self.sized(which, number)

    def sized(self, which: int, number: float) -> TemplateSetting:
        """Return the setting with one of its sizes set to a number, clamped to what is allowed."""
        if which >= len(self.numbers) or not math.isfinite(number):
            return self
        number = round(min(max(number, MIN_TEMPLATE_SIZE), self.max_size(which)), 3)
        numbers = tuple(number if k == which else old for k, old in enumerate(self.numbers))
        return self._replace(sizes={**self.sizes, self.form: numbers})

    def stepped(self, which: int, by: int) -> TemplateSetting:
        """Return the setting with one of its sizes a step larger or smaller."""
        if which >= len(self.numbers):
            return self
        step = ANGLE_STEP_DEG if SIZE_NAMES[self.form][which] == "degrees" else SIZE_STEP_IN
        steps = self.numbers[which] / step
        whole = math.floor(steps + 1e-6) + by if by > 0 else math.ceil(steps - 1e-6) + by
        return self.sized(which, max(whole * step, step if self.numbers[which] > step else MIN_TEMPLATE_SIZE))

    def moved(self, x: float, y: float, ground: Ground) -> TemplateSetting:
        """Return the setting with its origin at a point, clamped to the table."""
        x, y = min(max(x, 0.0), ground.width), min(max(y, 0.0), ground.height)
        return self._replace(place=self.place._replace(x=round(x, 3), y=round(y, 3)))

    def turned(self, facing: float) -> TemplateSetting:
        """Return the setting with another facing."""
        return self._replace(place=self.place._replace(facing=round(facing % 360.0, 3) % 360.0))
