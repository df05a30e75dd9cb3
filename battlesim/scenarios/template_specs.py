"""Templates (areas of blasts and flames) described in text, such as `blast:4`, `cone:45:8` or `strip:12:3`.

Lengths are in inches and angles in degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.templates import Blast, Template, cone, flame, oblong
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.limits import MAX_ANGLE_DEG

MAX_TEMPLATE_LENGTH_IN = 200.0
"""Largest length in a template spec, in inches."""


class TemplateForm(NamedTuple):
    """A form of blast or flame area, such as a cone: its dimensions, their defaults and a constructor."""

    numbers: str
    defaults: tuple[float, ...]
    needed: int
    build: Callable[..., Template]


TEMPLATE_FORMS_BY_NAME: Mapping[str, TemplateForm] = {
    "blast": TemplateForm("RADIUS", (), 1, lambda x, y, facing, radius: Blast(x, y, radius)),
    "flame": TemplateForm("LENGTH:WIDTH", (8.0, 2.0), 0, flame),
    "cone": TemplateForm("DEGREES:LENGTH", (), 2, cone),
    "strip": TemplateForm("LENGTH:WIDTH", (), 2, oblong),
    "oblong": TemplateForm("LENGTH:WIDTH", (), 2, oblong),
}
"""Forms of templates, by name."""


def template_from_spec(spec: str, x: float, y: float, facing: float) -> Template:
    """Return the template described by a text such as `blast:4`, placed at (x, y) with a facing in degrees.

    Raises InputError if the form is unknown or a dimension is invalid.
    """
    name, *words = spec.split(":")
    form = TEMPLATE_FORMS_BY_NAME.get(name)
    if form is None:
        raise InputError("--shape", spec, "unknown template", did_you_mean(name, TEMPLATE_FORMS_BY_NAME))
    usage = f"{name}:{form.numbers}, inches and degrees"
    numbers = _numbers(spec, words, usage, form.numbers.split(":"))
    max_count = max(form.needed, len(form.defaults))
    if not form.needed <= len(numbers) <= max_count:
        raise InputError("--shape", spec, f"takes {max_count} numbers, not {len(numbers)}", usage)
    if not abs(facing) <= MAX_ANGLE_DEG:
        raise InputError(
            "--facing",
            f"{facing:g}",
            "is not a direction",
            f"-{MAX_ANGLE_DEG:g} to {MAX_ANGLE_DEG:g} degrees",
        )
    try:
        return form.build(x, y, facing, *numbers, *form.defaults[len(numbers) :])
    except ValueError as error:
        raise InputError("--shape", spec, str(error), usage) from None


def _numbers(spec: str, words: Sequence[str], usage: str, meant: Sequence[str]) -> list[float]:
    """Return the numbers of a spec; degrees are checked later. Raises InputError if a number is wrong."""
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        raise InputError("--shape", spec, "has something that is not a number", usage) from None
    lengths = (n for k, n in enumerate(numbers) if k >= len(meant) or meant[k] != "DEGREES")
    if not all(0.0 < length <= MAX_TEMPLATE_LENGTH_IN for length in lengths):
        raise InputError(
            "--shape", spec, f"has a number that is not between 0 and {MAX_TEMPLATE_LENGTH_IN:g}", usage
        )
    return numbers
