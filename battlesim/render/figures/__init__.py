"""Figures of pieces as seen from above. The data of a ruleset assigns one of these pictures to each piece."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from battlesim.render.figures import aliens, creatures, machines, people, vehicles
from battlesim.render.figures.pen import FigurePart, Pen

FIGURE_PAINTERS: dict[str, Callable[[Pen], None]] = {
    "trooper": people.trooper,
    "officer": people.officer,
    "radio": people.radio,
    "mortar": people.mortar,
    "lmg": people.lmg,
    "hmg": people.hmg,
    "bazooka": people.bazooka,
    "rifle_squad": people.rifle_squad,
    "command": people.command,
    "missile_team": people.missile_team,
    "medic": people.medic,
    "marine": people.marine,
    "hat_man": people.hat_man,
    "flamer": people.flamer,
    "sniper": people.sniper,
    "civilian": people.civilian,
    "suit_man": people.suit_man,
    "gangster": people.gangster,
    "light_mech": machines.light_mech,
    "heavy_mech": machines.heavy_mech,
    "bomber": machines.bomber,
    "dropship": machines.dropship,
    "vehicle": machines.vehicle,
    "carrier": vehicles.carrier,
    "car": vehicles.car,
    "jeep": vehicles.jeep,
    "helicopter": vehicles.helicopter,
    "saucer": vehicles.saucer,
    "counter": machines.counter,
    "ripples": creatures.ripples,
    "casing": machines.pepper,
    "cyborg": machines.cyborg,
    "mannequin": machines.mannequin,
    "boxbot": machines.boxbot,
    "drone": machines.drone,
    "brute": creatures.brute,
    "warrior": creatures.warrior,
    "hopper": creatures.hopper,
    "tanker": creatures.tanker,
    "plasma": creatures.plasma,
    "burrower": creatures.burrower,
    "tunnel": creatures.hole,
    "stalker": creatures.stalker,
    "hugger": creatures.hugger,
    "slug": creatures.slug,
    "mite": creatures.mite,
    "worm": creatures.worm,
    "strider": aliens.strider,
    "crested_strider": aliens.crested_strider,
    "heavy_strider": aliens.heavy_strider,
    "handler": aliens.handler,
    "tentacles": aliens.tentacles,
    "throne": aliens.throne,
    "egg": aliens.egg,
    "plain": people.plain,
}

WIDE_FIGURES = frozenset({"bomber", "dropship", "helicopter"})
"""Figures that fill their base up to the rim."""

LONG_FIGURES = frozenset({"car", "jeep", "helicopter"})
"""Figures that fill a base that is not round from bow to stern, without a round base of their own."""

FIGURES_WITHOUT_FACING = frozenset({"tunnel", "counter", "ripples", "egg", "saucer"})
"""Figures without a facing, which never rotate and have no wedge."""


FINE_DETAIL_RADIUS_PX = 13
"""Minimum radius of a base in pixels at which a figure is drawn with fine details."""


def figure_fraction(name: str, radius: float) -> float:
    """Return the fraction of its base that a figure fills. It is larger on a base with few pixels."""
    return 1.0 if name in WIDE_FIGURES else 0.86 if radius >= FINE_DETAIL_RADIUS_PX else 0.96


@cache
def figure_parts(name: str, small: bool = False) -> tuple[FigurePart, ...]:
    """Return the shapes from which a figure is drawn. If the name is unknown, the figure is a plain pawn."""
    pen = Pen(small)
    FIGURE_PAINTERS.get(name, people.plain)(pen)
    return tuple(pen.parts)
