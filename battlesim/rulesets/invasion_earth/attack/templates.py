"""The templates of the game for measuring on any table: blasts and areas of suppression."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.template_kinds import TemplateKind

from ..core.parameters import Parameters
from ..core.profiles import Weapon, weapons
from .area_points import MIN_FIRERS, template_size
from .blasts import TEMPLATES, template_name
from .landings import strike_scatter
from .strike import strike_die


def template_kinds(parameters: Parameters) -> tuple[TemplateKind, ...]:
    """Return the templates of blasts, of weapons with a blast by strike score, and of suppression.

    Every base that a template touches is caught. If an option says so, a weapon's template scatters as far as
    its unmodified strike die misses.
    """
    blasts = (
        TemplateKind(template_name(size), _shape(parameters, size), TEMPLATES)
        for size in parameters.template_sizes
    )
    arms = (kind for arm in weapons().values() if arm.blast for kind in _weapon_kinds(parameters, arm))
    areas = (_area_kind(parameters, firers) for firers in (MIN_FIRERS, MIN_FIRERS + 1))
    return (*blasts, *arms, *areas)


def _weapon_kinds(parameters: Parameters, arm: Weapon) -> Iterator[TemplateKind]:
    """Yield the template of a weapon for each score that it needs, within the range at which it needs it."""
    for needed in dict.fromkeys(arm.needs):
        reach = max(band for band, score in zip(arm.bands, arm.needs, strict=True) if score == needed)
        scatter = strike_scatter(strike_die(parameters, needed)) if parameters.blast_scatters else None
        name, shape = f"{arm.name}, {needed}+", _shape(parameters, arm.blast)
        yield TemplateKind(name, shape, TEMPLATES, scatter=scatter, reach=reach)


def _area_kind(parameters: Parameters, firers: int) -> TemplateKind:
    size, rule = template_size(firers)
    many = f"{firers}" if firers == MIN_FIRERS else f"{firers} or more"
    return TemplateKind(f"Area suppressed by {many}", _shape(parameters, size), rule)


def _shape(parameters: Parameters, size: str) -> str:
    return f"blast:{parameters.template_sizes[size] / 2:g}"
