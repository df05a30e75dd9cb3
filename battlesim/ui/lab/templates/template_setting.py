"""What is laid and what it is to catch: one record that every act makes anew. Inches, degrees."""

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
"""What the sizes of each form are."""
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
"""Arcs of one touch, degrees."""
SIZE_STEP_IN, ANGLE_STEP_DEG = 0.5, 5.0
"""Inches and degrees by which buttons change a size."""
MIN_TEMPLATE_SIZE: Final = MIN_CONE_DEG
"""Least size of a template, inches or degrees."""


def form_of(name: str) -> FieldForm:
    """How a size is read and shown."""
    return "degrees" if name == "degrees" else "length"


class TemplateSetting(NamedTuple):
    """The form with its sizes, where it lies; by whose rule (`by` a ruleset, `named` its template, "" for
    plain geometry); who fires, and within what; who counts from which state on; whether others are spared.

    `toward` is the side that an arc is of, `limit` how wide an arc of the firer it has to be laid in.
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
        """The sizes of the form that is laid."""
        return self.sizes[self.form]

    @property
    def shape(self) -> str:
        """It as `battlesim template --shape` takes it."""
        return ":".join((self.form, *(f"{number:g}" for number in self.numbers)))

    def fields(self) -> list[InputField]:
        """The sizes of the form that is laid, as they are typed: each is called by its number."""
        return [
            InputField(str(which), name, form_of(name), format_number(form_of(name), number))
            for which, (name, number) in enumerate(zip(SIZE_NAMES[self.form], self.numbers, strict=True))
        ]

    def max_size(self, which: int) -> float:
        """The most that one of its sizes can be."""
        if SIZE_NAMES[self.form][which] != "degrees":
            return MAX_TEMPLATE_LENGTH_IN
        return 360.0 if self.form == ARC_FORM else MAX_CONE_DEG

    def with_typed_size(self, which: int, text: str) -> TemplateSetting:
        """With one of its sizes as it was typed. Raises BadFigureError."""
        form = form_of(SIZE_NAMES[self.form][which])
        number = read(text, form, MIN_TEMPLATE_SIZE, self.max_size(which))
        return self if number is None else self.sized(which, number)

    def sized(self, which: int, number: float) -> TemplateSetting:
        """With one of its sizes at a number, as near as it can be."""
        if which >= len(self.numbers) or not math.isfinite(number):
            return self
        number = round(min(max(number, MIN_TEMPLATE_SIZE), self.max_size(which)), 3)
        numbers = tuple(number if k == which else old for k, old in enumerate(self.numbers))
        return self._replace(sizes={**self.sizes, self.form: numbers})

    def stepped(self, which: int, by: int) -> TemplateSetting:
        """With one of its sizes a step larger or smaller."""
        if which >= len(self.numbers):
            return self
        step = ANGLE_STEP_DEG if SIZE_NAMES[self.form][which] == "degrees" else SIZE_STEP_IN
        steps = self.numbers[which] / step
        whole = math.floor(steps + 1e-6) + by if by > 0 else math.ceil(steps - 1e-6) + by
        return self.sized(which, max(whole * step, step if self.numbers[which] > step else MIN_TEMPLATE_SIZE))

    def moved(self, x: float, y: float, ground: Ground) -> TemplateSetting:
        """With its origin at a place, which stays on the table."""
        x, y = min(max(x, 0.0), ground.width), min(max(y, 0.0), ground.height)
        return self._replace(place=self.place._replace(x=round(x, 3), y=round(y, 3)))

    def turned(self, facing: float) -> TemplateSetting:
        """Pointing another way."""
        return self._replace(place=self.place._replace(facing=round(facing % 360.0, 3) % 360.0))
