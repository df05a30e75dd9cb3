"""Effects and best placements of templates (blast and flame areas) as plain values, in inches and degrees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from battlesim.engine.template_kinds import ScatterRule, SupportsTemplates, TemplateKind
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.arcs import Arc
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import CatchThreshold, Coverage
from battlesim.mechanics.scatter import scatter_chances
from battlesim.rulesets import registry
from battlesim.rulings.best_template import TemplateQuery, best_template, caught_count, placed_query_template
from battlesim.rulings.template_coverage import NO_SHADOW, TemplateShadow, shadowed_coverages
from battlesim.scenarios.sources import TableSource
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

SIZE_PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    "blast": ("{} in radius",),
    "flame": ("{} in long", "{} in wide"),
    "cone": ("{}° wide", "{} in long"),
    "strip": ("{} in long", "{} in wide"),
    "oblong": ("{} in long", "{} in wide"),
}
"""Phrases for the sizes of a template, by its form."""
AROUND_BASE_PHRASE: Final = "{} in around a base"
"""The phrase for the size of a template around a base."""
MAX_SCATTER_FACES: Final = 100
CATCHING_STATES: Final[tuple[CatchThreshold, ...]] = ("touching", "partly", "centre", "half", "wholly")


class TemplatePose(NamedTuple):
    """The point of a template's origin, and its facing in degrees counter-clockwise from east."""

    x: float
    y: float
    facing: float = 0.0

    @property
    def origin(self) -> Point:
        """The point (x, y), in inches, at which the template has its origin."""
        return self.x, self.y


def ruleset_stencils(source: TableSource, key: str) -> tuple[TemplateKind, ...]:
    """Return the templates (blast and flame areas) of a ruleset, with the options of the battle applied."""
    ruleset = registry.loadable_rulesets().get(key)
    state = source.state if source.ruleset == key else None
    return ruleset.template_kinds(state) if isinstance(ruleset, SupportsTemplates) else ()


def find_stencil(source: TableSource, key: str, name: str) -> TemplateKind:
    """Return the ruleset's template (blast or flame area) with the given name or beginning of a name.

    Raises InputError if there is none or the beginning is not unique.
    """
    known = ruleset_stencils(source, key)
    matches = [stencil for stencil in known if stencil.name.lower().startswith(name.lower())]
    exact = [stencil for stencil in matches if stencil.name.lower() == name.lower()]
    if len(exact or matches) == 1:
        return (exact or matches)[0]
    names = [stencil.name for stencil in matches or known]
    if not known:
        raise InputError("--named", name, f"{key or 'plain geometry'} has no templates", "--ruleset, --shape")
    raise InputError("--named", name, "does not name exactly one template", did_you_mean(name, names))


def stencil_shadow(table: Table, key: str, stencil: TemplateKind | None) -> TemplateShadow:
    """Return which objects block a template (blast or flame area), and how. If none do, return NO_SHADOW."""
    ruleset = registry.loadable_rulesets().get(key)
    if stencil is None or not stencil.shadow_mode or not isinstance(ruleset, SupportsTemplates):
        return NO_SHADOW
    return TemplateShadow(ruleset.template_blockers(table.ground), stencil.shadow_mode)


def template_query(
    source: TableSource, key: str, stencil: TemplateKind | None, shape: str = ""
) -> TemplateQuery:
    """Return a query for a template that may catch any piece. Raises InputError if `shape` is invalid."""
    table = source.table
    form = template_from_spec(shape or (stencil.shape if stencil else ""), 0.0, 0.0, 0.0)
    threshold = stencil.threshold if stencil else "partly"
    reach = stencil.reach if stencil else None
    of_base, shadow = stencil is not None and stencil.of_base, stencil_shadow(table, key, stencil)
    return TemplateQuery(
        form, tuple(table.standing_pieces()), (), threshold, shadow, None, reach, of_base=of_base
    )


def template_phrase(shape: str, of_base: bool = False) -> str:
    """Return a description of a template's shape, such as "a flame, 8 in long, 2.5 in wide"."""
    form, *numbers = shape.split(":")
    article = "an" if form[0] in "aeiou" else "a"
    sizes = (AROUND_BASE_PHRASE,) if of_base else SIZE_PHRASES.get(form, ())
    return ", ".join([f"{article} {form}", *map(str.format, sizes, numbers)])


class PlacementLimits(NamedTuple):
    """Limits on the placement of a template, and the pieces that it should catch or spare.

    `reach` is the largest gap in inches between template and firer (0 if it must touch the firer's base), and
    `width` and `toward` give the firer's arc in degrees. If `centred` is true, the template must be centred
    on a piece. `catch` is the minimum coverage that counts as caught, such as "partly" or "centre".
    """

    firer: Piece | None = None
    reach: float | None = None
    width: float = 360.0
    toward: float = 0.0
    centred: bool = False
    catch: str = ""
    wanted_side: str = ""
    spared_side: str = ""


def limited_query(table: Table, query: TemplateQuery, limits: PlacementLimits) -> TemplateQuery:
    """Return a template query with the given limits on placement. Raises InputError if a limit is invalid."""
    query = query._replace(
        firer=limits.firer,
        reach=query.reach if limits.reach is None else limits.reach,
        arc=Arc(limits.toward, limits.width),
        centred=limits.centred,
    )
    return query_with_catch(
        query_for_sides(table, query, limits.wanted_side, limits.spared_side), limits.catch
    )


def query_for_sides(
    table: Table, query: TemplateQuery, wanted_side: str = "", spared_side: str = ""
) -> TemplateQuery:
    """Return a query for a template that should catch `wanted_side`, or all sides except `spared_side`.

    The firer is never among the pieces to catch. Raises InputError if a side is unknown.
    """
    keys = [side.key for side in table.sides]
    for flag, side in (("--whom", wanted_side), ("--spare", spared_side)):
        if side and side not in keys:
            raise InputError(flag, side, "there is no such side", did_you_mean(side, keys))
    standing = table.standing_pieces()
    others = [p for p in standing if query.firer is None or p.id != query.firer.id]
    wanted = tuple(p for p in others if (p.side == wanted_side if wanted_side else p.side != spared_side))
    return query._replace(
        wanted=wanted, spared=tuple(p for p in standing if spared_side and p.side == spared_side)
    )


def query_with_catch(query: TemplateQuery, state: str) -> TemplateQuery:
    """Return a template query with `state` as the minimum coverage at which a piece counts as caught.

    If `state` is empty, the query is unchanged. Raises InputError if `state` is unknown.
    """
    for threshold in CATCHING_STATES:
        if threshold == state:
            return query._replace(threshold=threshold)
    if state:
        raise InputError("--catch", state, "is not a state", did_you_mean(state, CATCHING_STATES))
    return query


def template_rows(
    table: Table, query: TemplateQuery, pose: TemplatePose, every: bool = False
) -> list[dict[str, Any]]:
    """Return a dict for each piece that a template touches, or for all pieces if `every` is True.

    Each dict has the covered fraction, the state of coverage, whether the piece is caught, and the distance
    in inches by which it may be misplaced before that could change (None if it cannot change).
    """
    standing = table.standing_pieces()
    coverages = shadowed_coverages(table, placed_query_template(table, query, *pose), standing)
    rows = (_row(key, coverage, query) for key, coverage in coverages.items())
    return [row for row in rows if every or row["caught"] or row["state"] != "out"]


def _row(piece: str, coverage: Coverage, query: TemplateQuery) -> dict[str, Any]:
    margin: float | None = coverage.margin_of(query.threshold)
    margin = margin if margin is not None and math.isfinite(margin) else None
    state = {"id": piece, "share": coverage.fraction, "state": coverage.state, "margin": margin}
    return state | {"caught": coverage.is_caught(query.threshold)}


def best_placement_values(
    table: Table, query: TemplateQuery, current: TemplatePose | None = None
) -> dict[str, Any]:
    """Return the best placement of a template, the number of pieces it catches, and whether it is optimal.

    The placement counts as optimal only if that is proved. If `current` is given, `mine` is the number of
    pieces caught in that pose, and `spares` says whether it misses all spared pieces. Raises InputError if no
    placement is legal.
    """
    try:
        best = best_template(table, query)
    except ValueError as error:
        raise InputError(
            "--best", "", str(error), "try a longer --range, a wider --arc or no --spare"
        ) from None
    values: dict[str, Any] = {"at": [best.x, best.y], "facing": best.facing, "caught": best.caught_count}
    values |= {"sure": best.is_proved, "mine": None, "spares": None}
    if current:
        values["mine"] = caught_count(table, query._replace(spared=()), *current)
        values["spares"] = caught_count(table, query, *current) >= 0
    return values


def parse_scatter(text: str) -> ScatterRule:
    """Parse scatter dice such as 12:10 (a clock, and a D10 in inches). Raises InputError if malformed."""
    numbers = text.split(":")
    if len(numbers) != 2 or not all(n.isdecimal() and 1 <= int(n) <= MAX_SCATTER_FACES for n in numbers):
        raise InputError(
            "--scatter", text, "is not a scatter rule", "12:10 for a clock and a D10 of inches, or `rule`"
        )
    ways, far = map(int, numbers)
    return ScatterRule(ways, tuple(float(face) for face in range(1, far + 1)))


def landing_values(
    table: Table, query: TemplateQuery, scatter_dice: ScatterRule, firer: Point, pose: TemplatePose
) -> list[dict[str, Any]]:
    """Return a dict for each point where a scattering template may land, the most likely point first.

    Each dict has the chance, whether the point is off the table, and the ids of the pieces caught there.
    """
    landings = []
    for at, chance in scatter_chances(scatter_dice, firer, pose.origin).items():
        off = not (0.0 <= at[0] <= table.ground.width and 0.0 <= at[1] <= table.ground.height)
        landed = TemplatePose(*at, pose.facing)
        names = [] if off else _caught(template_rows(table, query, landed))
        landings.append({"at": list(at), "chance": chance, "off": off, "caught": names})
    return sorted(landings, key=lambda landing: -landing["chance"])


def _caught(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [str(row["id"]) for row in rows if row["caught"]]


def catch_chances(landing_rows: Iterable[dict[str, Any]]) -> dict[str, float]:
    """Return a dict from piece ids to the chances that a scattering template catches them, highest first."""
    sums: dict[str, float] = {}
    for landing in landing_rows:
        for name in landing["caught"]:
            sums[name] = sums.get(name, 0.0) + landing["chance"]
    return dict(sorted(sums.items(), key=lambda pair: (-pair[1], pair[0])))
