"""Templates as plain values: what `battlesim template` prints and the lab shows. Inches, degrees."""

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
    "blast": ("{} in about its middle",),
    "flame": ("{} in long", "{} in wide"),
    "cone": ("{}° wide", "{} in long"),
    "strip": ("{} in long", "{} in wide"),
    "oblong": ("{} in long", "{} in wide"),
}
"""What the numbers of each form say."""
AROUND_BASE_PHRASE: Final = "{} in about a base"
MAX_SCATTER_FACES: Final = 100
CATCHING_STATES: Final[tuple[CatchThreshold, ...]] = ("touching", "partly", "half", "wholly")


class TemplatePose(NamedTuple):
    """Where the origin of a template lies, and which way it points."""

    x: float
    y: float
    facing: float = 0.0

    @property
    def origin(self) -> Point:
        """Its origin."""
        return self.x, self.y


def ruleset_stencils(source: TableSource, key: str) -> tuple[TemplateKind, ...]:
    """The templates of a ruleset, by the options of the battle where that is played."""
    ruleset = registry.loadable_rulesets().get(key)
    state = source.state if source.ruleset == key else None
    return ruleset.template_kinds(state) if isinstance(ruleset, SupportsTemplates) else ()


def find_stencil(source: TableSource, key: str, name: str) -> TemplateKind:
    """A template of a ruleset by its name, which may be cut short. Raises InputError."""
    known = ruleset_stencils(source, key)
    found = [one for one in known if one.name.lower().startswith(name.lower())]
    exact = [one for one in found if one.name.lower() == name.lower()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    names = [one.name for one in found or known]
    if not known:
        raise InputError("--named", name, f"{key or 'plain geometry'} has no templates", "--ruleset, --shape")
    raise InputError("--named", name, "names no one template", did_you_mean(name, names))


def stencil_shadow(table: Table, key: str, stencil: TemplateKind | None) -> TemplateShadow:
    """What a template of a ruleset does not reach behind on a table."""
    ruleset = registry.loadable_rulesets().get(key)
    if stencil is None or not stencil.shadow_mode or not isinstance(ruleset, SupportsTemplates):
        return NO_SHADOW
    return TemplateShadow(ruleset.template_blockers(table.ground), stencil.shadow_mode)


def template_query(
    source: TableSource, key: str, stencil: TemplateKind | None, shape: str = ""
) -> TemplateQuery:
    """A template with what its rule says of it, to catch anybody. Raises InputError for a wrong shape."""
    table = source.table
    form = template_from_spec(shape or (stencil.shape if stencil else ""), 0.0, 0.0, 0.0)
    least = stencil.threshold if stencil else "partly"
    reach = stencil.reach if stencil else None
    of_base, shadow = stencil is not None and stencil.of_base, stencil_shadow(table, key, stencil)
    return TemplateQuery(
        form, tuple(table.standing_pieces()), (), least, shadow, None, reach, of_base=of_base
    )


def template_phrase(shape: str, of_base: bool = False) -> str:
    """A template as it is spoken of: "a flame, 8 in long, 2.5 in wide"."""
    form, *numbers = shape.split(":")
    article = "an" if form[0] in "aeiou" else "a"
    sizes = (AROUND_BASE_PHRASE,) if of_base else SIZE_PHRASES.get(form, ())
    return ", ".join([f"{article} {form}", *map(str.format, sizes, numbers)])


class PlacementLimits(NamedTuple):
    """What a person or a rule says of where a template may be laid: who fires, how far off the edge of his
    base (0 for at it), in an arc so many degrees wide toward a side of him, on the middle of a piece; from
    which state on who is caught, of which side, and the side that is spared ("" for what is not said)."""

    firer: Piece | None = None
    reach: float | None = None
    width: float = 360.0
    toward: float = 0.0
    centred: bool = False
    catch: str = ""
    wanted_side: str = ""
    spared_side: str = ""


def limited_query(table: Table, query: TemplateQuery, limits: PlacementLimits) -> TemplateQuery:
    """The wish within limits; what they do not say is as before. Raises InputError."""
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
    """The wish for pieces of one side, or all but the spared one's, without the firer himself. Raises
    InputError for a side there is not."""
    keys = [side.key for side in table.sides]
    for flag, side in (("--whom", wanted_side), ("--spare", spared_side)):
        if side and side not in keys:
            raise InputError(flag, side, "there is no such side", did_you_mean(side, keys))
    standing = table.standing_pieces()
    others = [one for one in standing if query.firer is None or one.id != query.firer.id]
    wanted = tuple(
        one for one in others if (one.side == wanted_side if wanted_side else one.side != spared_side)
    )
    return query._replace(
        wanted=wanted, spared=tuple(one for one in standing if spared_side and one.side == spared_side)
    )


def query_with_catch(query: TemplateQuery, state: str) -> TemplateQuery:
    """The wish with who is caught from this state on; as it is for "". Raises InputError."""
    for least in CATCHING_STATES:
        if least == state:
            return query._replace(threshold=least)
    if state:
        raise InputError("--catch", state, "is not a state", did_you_mean(state, CATCHING_STATES))
    return query


def template_rows(
    table: Table, query: TemplateQuery, pose: TemplatePose, every: bool = False
) -> list[dict[str, Any]]:
    """The standing pieces that a template touches, or `every` one, in the table's order: the covered share,
    the state, how far each may be off before that changes (None where nothing changes it), whether it is
    caught."""
    standing = table.standing_pieces()
    found = shadowed_coverages(table, placed_query_template(table, query, *pose), standing)
    rows = (_row(key, covers, query) for key, covers in found.items())
    return [row for row in rows if every or row["caught"] or row["state"] != "out"]


def _row(piece: str, found: Coverage, wish: TemplateQuery) -> dict[str, Any]:
    margin = found.margin if math.isfinite(found.margin) else None
    state = {"id": piece, "share": found.fraction, "state": found.state, "margin": margin}
    return state | {"caught": found.is_caught(wish.threshold)}


def best_placement_values(
    table: Table, query: TemplateQuery, current: TemplatePose | None = None
) -> dict[str, Any]:
    """The best place for a template, how many it catches there, whether no place is better; how many it
    catches as it lies, and whether it lies over nobody who is spared. Raises InputError where it can be laid
    nowhere."""
    try:
        best = best_template(table, query)
    except ValueError as error:
        raise InputError(
            "--best", "", str(error), "a longer --range, a wider --arc or nobody spared"
        ) from None
    found: dict[str, Any] = {"at": [best.x, best.y], "facing": best.facing, "caught": best.caught_count}
    found |= {"sure": best.is_proved, "mine": None, "spares": None}
    if current:
        found["mine"] = caught_count(table, query._replace(spared=()), *current)
        found["spares"] = caught_count(table, query, *current) >= 0
    return found


def parse_scatter(text: str) -> ScatterRule:
    """Dice of scatter as WAYS:INCHES, such as 12:10 for a clock and a D10. Raises InputError."""
    numbers = text.split(":")
    if len(numbers) != 2 or not all(n.isdecimal() and 1 <= int(n) <= MAX_SCATTER_FACES for n in numbers):
        raise InputError(
            "--scatter", text, "is not a scatter", "12:10 for a clock and a D10 of inches, or `rule`"
        )
    ways, far = map(int, numbers)
    return ScatterRule(ways, tuple(float(face) for face in range(1, far + 1)))


def landing_values(
    table: Table, query: TemplateQuery, scatter_dice: ScatterRule, firer: Point, pose: TemplatePose
) -> list[dict[str, Any]]:
    """Every place where scatter takes a template, likeliest first: its chance, whether that is off the table,
    who is caught."""
    found = []
    for at, chance in scatter_chances(scatter_dice, firer, pose.origin).items():
        off = not (0.0 <= at[0] <= table.ground.width and 0.0 <= at[1] <= table.ground.height)
        there = TemplatePose(*at, pose.facing)
        names = [] if off else _caught(template_rows(table, query, there))
        found.append({"at": list(at), "chance": chance, "off": off, "caught": names})
    return sorted(found, key=lambda one: -one["chance"])


def _caught(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [str(row["id"]) for row in rows if row["caught"]]


def catch_chances(landing_rows: Iterable[dict[str, Any]]) -> dict[str, float]:
    """How likely each piece is caught by a template that scatters, likeliest first."""
    sums: dict[str, float] = {}
    for landing in landing_rows:
        for name in landing["caught"]:
            sums[name] = sums.get(name, 0.0) + landing["chance"]
    return dict(sorted(sums.items(), key=lambda pair: (-pair[1], pair[0])))
