"""The decision to place the template of several models that suppress an area together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.geometry.shapes import Point, Region
from battlesim.rulings.template_coverage import holding_region
from battlesim.table.events import TemplatePlaced
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.state import Battle, Game
from ..ground.heights import are_on_one_level

TWO_FIRERS, MORE_FIRERS = "IE-SUP-05", "IE-SUP-06"
MIN_FIRERS = 2


class SuppressArea(PlaceTemplate, frozen=True, kw_only=True, tag="suppress_area"):
    """The decision to place the template of models that fire together, over all their points of aim.

    `aims` holds the target of each firer, by ids. `moved` lists the firers that have moved; `item` is the id
    of the cover at which they fire, or "".
    """

    aims: dict[str, str]
    moved: tuple[str, ...] = ()
    item: str = ""


def template_size(firers: int) -> tuple[str, str]:
    """Return the size of the template with which a number of models suppress an area, and its rule."""
    return ("medium", TWO_FIRERS) if firers == MIN_FIRERS else ("giant", MORE_FIRERS)


def area_radius(state: Battle, firers: int) -> float:
    """Return the radius in inches of the area that a number of models can suppress."""
    return state.game.parameters.template_sizes[template_size(firers)[0]] / 2.0


def area_name(size: str) -> str:
    """Return the name of a template for suppressing an area."""
    return f"{size.capitalize()} template"


def place_suppression(play: Play[Game], centre: Point, firers: int, caught: Sequence[Piece], by: str) -> None:
    """Place the template of a number of models, and show all players which models are under it."""
    size, rule = template_size(firers)
    ids, radius = tuple(piece.id for piece in caught), area_radius(play.state, firers)
    name = area_name(size)
    play.emit(
        TemplatePlaced(rule=rule, name=name, at=centre, aimed_at=centre, radius=radius, caught=ids, by=by)
    )


def centre_region(state: Battle, aims: Sequence[Piece], firers: int, item: str = "") -> Region:
    """Return the region for the centre of a template that covers all points of aim (and the item, if any).

    The region is empty if the models aimed at are not all on the same level.
    """
    if not all(are_on_one_level(state.table, aims[0], aim) for aim in aims):
        return ()
    within = (state.table.terrain(item).rings,) if item else ()
    return holding_region(aims, area_radius(state, firers), within)


def ask_centre(
    play: Play[Game],
    aims: Mapping[str, str],
    firers: int,
    prompt: AnyText,
    moved: Sequence[str] = (),
    item: str = "",
) -> Script[Point]:
    """Ask for the centre of a template that covers all points of aim."""
    table = play.state.table
    held = tuple(dict.fromkeys(aims.values()))
    region = centre_region(play.state, [table.piece(aim) for aim in held], firers, item)
    first = next(iter(aims))
    return (
        yield from play.ask(
            SuppressArea(
                side=table.piece(first).side,
                what="centre",
                prompt=prompt,
                rule=template_size(firers)[1],
                about=first,
                zone=region[0],
                radius=area_radius(play.state, firers),
                held=held,
                aims=dict(aims),
                moved=tuple(moved),
                item=item,
            )
        )
    )
