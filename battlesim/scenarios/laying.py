"""Templates as a person names them: `blast:4`, `flame`, `cone:45:8`, `strip:12:3`. Inches, degrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.templates import Blast, Template, cone, flame, oblong
from battlesim.scenarios.reading import InputError
from battlesim.table.limits import MAX_ANGLE_DEG

MOST = 200.0


class Form(NamedTuple):
    """A form of template: what its numbers mean, their usual values, and how it is laid at x, y, facing."""

    numbers: str
    usual: tuple[float, ...]
    needed: int
    lay: Callable[..., Template]


FORMS: Mapping[str, Form] = {
    "blast": Form("RADIUS", (), 1, lambda x, y, facing, radius: Blast(x, y, radius)),
    "flame": Form("LENGTH:WIDTH", (8.0, 2.0), 0, flame),
    "cone": Form("DEGREES:LENGTH", (), 2, cone),
    "strip": Form("LENGTH:WIDTH", (), 2, oblong),
    "oblong": Form("LENGTH:WIDTH", (), 2, oblong),
}


def lay_template(spec: str, x: float, y: float, facing: float) -> Template:
    """The template of a spec at a point. Raises InputError for an unknown form or wrong numbers."""
    name, *words = spec.split(":")
    form = FORMS.get(name)
    if form is None:
        raise InputError("--shape", spec, "unknown template", did_you_mean(name, FORMS))
    usage = f"{name}:{form.numbers}, inches and degrees"
    numbers = _numbers(spec, words, usage, form.numbers.split(":"))
    most = max(form.needed, len(form.usual))
    if not form.needed <= len(numbers) <= most:
        raise InputError("--shape", spec, f"takes {most} numbers, not {len(numbers)}", usage)
    if not abs(facing) <= MAX_ANGLE_DEG:
        raise InputError(
            "--facing",
            f"{facing:g}",
            "is not a direction",
            f"-{MAX_ANGLE_DEG:g} to {MAX_ANGLE_DEG:g} degrees",
        )
    try:
        return form.lay(x, y, facing, *numbers, *form.usual[len(numbers) :])
    except ValueError as error:
        raise InputError("--shape", spec, str(error), usage) from None


def _numbers(spec: str, words: Sequence[str], usage: str, meant: Sequence[str]) -> list[float]:
    """Return the numbers of a spec; degrees are checked where the form is laid. Raises InputError."""
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        raise InputError("--shape", spec, "has something that is not a number", usage) from None
    lengths = (n for k, n in enumerate(numbers) if k >= len(meant) or meant[k] != "DEGREES")
    if not all(0.0 < length <= MOST for length in lengths):
        raise InputError("--shape", spec, f"has a number that is not between 0 and {MOST:g}", usage)
    return numbers
