"""The decision where the template of several models lies that suppress an area together."""

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
    """The decision where to lay the template of models that suppress together, over all their aim points.

    `aims` has the aim point of each firer, by ids. `moved` lists the firers that moved before; `item` is the
    cover that they fire at, or "" for the models themselves.
    """

    aims: dict[str, str]
    moved: tuple[str, ...] = ()
    item: str = ""


def template_size(firers: int) -> tuple[str, str]:
    """Return the template that so many models suppress together, and its rule."""
    return ("medium", TWO_FIRERS) if firers == MIN_FIRERS else ("giant", MORE_FIRERS)


def area_radius(state: Battle, firers: int) -> float:
    """Return the radius in inches of the area that so many models suppress."""
    return state.game.parameters.template_sizes[template_size(firers)[0]] / 2.0


def area_name(size: str) -> str:
    """Return the name of a template with which models suppress an area."""
    return f"{size.capitalize()} template"


def place_suppression(play: Play[Game], centre: Point, firers: int, caught: Sequence[Piece], by: str) -> None:
    """Tell all players where the template of so many models lies, and which models are under it."""
    size, rule = template_size(firers)
    ids, radius = tuple(piece.id for piece in caught), area_radius(play.state, firers)
    name = area_name(size)
    play.emit(
        TemplatePlaced(rule=rule, name=name, at=centre, aimed_at=centre, radius=radius, caught=ids, by=by)
    )


def centre_region(state: Battle, aims: Sequence[Piece], firers: int, item: str = "") -> Region:
    """Return where the template of so many models can lie over all aim points, and on the item, if any.

    It is empty if a template at the height of the first aim point does not catch all others.
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
    """Ask for the centre of the template, which covers every aim point."""
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
