"""Rulings on lines of sight as plain values, as in the output of `battlesim judge`; lengths are in inches."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.constants import TOL
from battlesim.rulesets import registry
from battlesim.rulings.cover_reasons import cover_reason
from battlesim.rulings.piece_gaps import space_distance
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, Verdict
from battlesim.rulings.sight_conventions import SightJudge, asymmetry_text, sight_conventions
from battlesim.rulings.sight_evidence import Evidence, method_text, sight_evidence, skimmed_solids
from battlesim.scenarios.sources import TableSource
from battlesim.scenarios.terrain_kinds import plain_terrain_kinds
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import NO_SIDE, UnitId
from battlesim.table.levels import flying_place, foot_height, ground_level
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_HEIGHT_IN, MAX_TABLE_SIDE_IN
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.rulings.sight_margin import MovedEnd


class PieceSize(NamedTuple):
    """The base diameter and the height of a piece in inches."""

    base: float
    height: float


BARE_PIECE_SIZE_IN = PieceSize(1.0, 1.2)
"""The base diameter and height, in inches, of a bare piece in plain geometry."""


def typical_size(ruleset: AnyRuleset) -> PieceSize | None:
    """Return the most common size among a ruleset's kinds of piece, or None if no kind has a size."""
    rows = [ruleset.profile(kind) for kind in ruleset.piece_kinds()]
    counts = Counter(
        PieceSize(row["base"], row["height"]) for row in rows if row.get("base") and row.get("height")
    )
    return counts.most_common(1)[0][0] if counts else None


def bare_piece_size(key: str) -> PieceSize:
    """Return the typical piece size of a ruleset, or BARE_PIECE_SIZE_IN if the ruleset has no such size."""
    return (typical_size(registry.load_ruleset(key)) if key else None) or BARE_PIECE_SIZE_IN


class PieceOrPoint(NamedTuple):
    """An end of a measurement: the id of a piece, or the text x,y[,z] for a bare piece at a point.

    A bare piece has the typical size of the judging ruleset, unless `base` and `height` are given.
    """

    text: str
    base: float | None = None
    height: float | None = None


class JudgingRules(NamedTuple):
    """The sight rules that a ruling is based on, and their origin.

    `key` is the key of the ruleset, `convention` the key of the convention, and `ids` are the ids of the
    rulebook's rules behind the sight rules.
    """

    rules: SightRules
    key: str = ""
    ids: tuple[str, ...] = ()
    convention: str = ""


class SightOverrides(NamedTuple):
    """Overrides of sight rules, in which None leaves a rule unchanged.

    `depth` gives the distance in inches that pieces see into terrain, by kind or trait. `models` says whether
    models block sight. `eye_height` is in inches above the base.
    """

    depth: Mapping[str, float] = MappingProxyType({})
    models: bool | None = None
    eye_height: float | None = None

    def applied_to(self, judging_rules: JudgingRules) -> JudgingRules:
        """Return the judging rules with these overrides applied."""
        rules = judging_rules.rules
        changes: dict[str, Any] = {"depth": {**rules.depth, **self.depth}}
        if self.models is not None:
            changes["bases"] = self.models
        if self.eye_height is not None:
            changes["eye_height"] = self.eye_height
        return judging_rules._replace(rules=msgspec.structs.replace(rules, **changes))


def parse_sight_overrides(
    depth: Sequence[str], models: bool | None, eye_height: float | None, ground: Ground
) -> SightOverrides:
    """Parse options that override sight rules. Raises InputError if a depth or the eye height is invalid."""
    known = {*plain_terrain_kinds(), *(word for t in ground.terrain for word in (t.kind, *t.traits))}
    depths: dict[str, float] = {}
    for given in depth:
        kind, _, figure = given.partition("=")
        if kind not in known:
            raise InputError("--depth", kind, "no terrain is of this kind", did_you_mean(kind, known))
        try:
            depths[kind] = float(figure)
        except ValueError:
            depths[kind] = math.nan
        if not 0 <= depths[kind] <= MAX_TABLE_SIDE_IN:
            raise InputError(
                "--depth", given, "is not a depth", f"{kind}=2 for 2 in, up to {MAX_TABLE_SIDE_IN:g}"
            )
    if eye_height is not None and not 0 < eye_height <= MAX_HEIGHT_IN:
        raise InputError(
            "--eye-height", f"{eye_height:g}", "is not a possible eye height", f"up to {MAX_HEIGHT_IN:g} in"
        )
    return SightOverrides(depths, models, eye_height)


def convention_judging_rules(key: str) -> JudgingRules:
    """Return the rules of a sight convention. Raises InputError if there is no convention with this key."""
    if key not in sight_conventions():
        remedy = did_you_mean(key, sight_conventions())
        raise InputError("--convention", key, "there is no such convention", remedy)
    return JudgingRules(sight_conventions()[key].sight, convention=key)


def ruleset_judging_rules(source: TableSource, key: str) -> JudgingRules:
    """Return a ruleset's sight rules under the options of its battle; if `key` is empty, plain geometry."""
    if not key:
        return JudgingRules(PLAIN_SIGHT)
    ruleset = registry.load_ruleset(key)
    state = source.state if source.ruleset == key else None
    return JudgingRules(ruleset.sight_rules(state), key, ruleset.sight_ids)


def parse_point(text: str, flag: str, ground: Ground) -> tuple[float, float, float]:
    """Parse x,y[,z] as a point in inches; without z it is on the ground there.

    Raises InputError if it is not over the table.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(math.isfinite(n) for n in numbers):
        raise InputError(flag, text, "is not a point", "x,y or x,y,z in inches, without spaces")
    x, y = numbers[:2]
    level = ground_level(ground, x, y)
    z = numbers[2] if len(numbers) == 3 else level
    if not (0 <= x <= ground.width and 0 <= y <= ground.height):
        raise InputError(flag, text, f"lies off the {ground.width:g} x {ground.height:g} in table")
    if not 0 <= z <= MAX_HEIGHT_IN:
        raise InputError(flag, text, f"lies {z:g} in above the table", f"0 to {MAX_HEIGHT_IN:g} in")
    if z < level - TOL:
        raise InputError(
            flag, text, f"lies below the ground, which is {level:g} in high there", "leave z out"
        )
    return x, y, z


def resolve_piece(
    table: Table, end: PieceOrPoint, flag: str, name: str, bare_size: PieceSize = BARE_PIECE_SIZE_IN
) -> Piece:
    """Return the piece with the id in `end.text`, or a bare piece called `name` at the point given there.

    A bare piece has `bare_size` by default. Raises InputError if the id, point or size is invalid.
    """
    if end.text in table.pieces:
        return table.pieces[end.text]
    if "," not in end.text:
        remedy = did_you_mean(end.text, table.pieces) if table.pieces else "a point: x,y or x,y,z"
        raise InputError(flag, end.text, "no piece has this id", remedy)
    x, y, z = parse_point(end.text, flag, table.ground)
    base, height = (plain if own is None else own for plain, own in zip(bare_size, end[1:], strict=True))
    if not (0 < base <= MAX_BASE_WIDTH_IN and 0 < height <= MAX_HEIGHT_IN):
        raise InputError(flag, "", f"a base of {base:g} in, {height:g} in high, is impossible")
    return Piece(
        name, end.text, "", NO_SIDE, UnitId(name), base / 2, height, flying_place(table.ground, x, y, 0.0, z)
    )


MAX_TOLERANCE_IN = 2.0
"""The largest tolerance in inches that is accepted."""


class AgreedTolerance(NamedTuple):
    """The tolerance that players agreed on for a ruling.

    `radius` is the largest error of either position in inches, and `agree` the probability that a verdict
    needs in order to count as certain.
    """

    radius: float
    agree: float


class PairRuling(NamedTuple):
    """A ruling on a pair of pieces: the evidence or verdict, and the rules that it is based on.

    `skimmed` holds the ids of solids that the lines of sight only touch. `back` is the verdict from the
    target to the viewer, and `asymmetry` says why it differs. `space` is the gap measured in three
    dimensions, in inches, if a piece is above the table. `cover_why` says why the cover does not follow from
    the hidden part.
    """

    viewer: Piece
    target: Piece
    found: Evidence | Verdict
    judging_rules: JudgingRules
    skimmed: tuple[str, ...]
    back: Verdict
    asymmetry: str
    space: float | None = None
    cover_why: str = ""


def rule_on_ends(
    source: TableSource, viewer: PieceOrPoint, target: PieceOrPoint, judging_rules: JudgingRules
) -> PairRuling:
    """Rule on the line of sight between two ends in a source. Raises InputError if an end is invalid."""
    return rule_on_pieces(
        source.table,
        *resolve_pair(source.table, viewer, target, bare_piece_size(judging_rules.key)),
        judging_rules,
    )


def rule_on_pieces(table: Table, viewer: Piece, target: Piece, judging_rules: JudgingRules) -> PairRuling:
    """Rule on the line of sight between two pieces, which need not be on the table."""
    column = SightJudge(judging_rules.key, table, judging_rules.rules, viewer, target)
    found = sight_evidence(table, judging_rules.rules, viewer, target)
    touched = skimmed_solids(table, judging_rules.rules, viewer, target)
    verdict = _verdict(found)
    space = None
    if math.isfinite(verdict.distance):
        space = space_distance(verdict.distance, foot_height(table, viewer), foot_height(table, target))
    return PairRuling(
        viewer,
        target,
        found,
        judging_rules,
        touched,
        column.reversed_ends.verdict(),
        asymmetry_text(column),
        space,
        cover_reason(table, judging_rules.rules, viewer, target, verdict),
    )


def _verdict(found: Evidence | Verdict) -> Verdict:
    return found.verdict if isinstance(found, Evidence) else found


def resolve_pair(
    table: Table, viewer: PieceOrPoint, target: PieceOrPoint, bare_size: PieceSize = BARE_PIECE_SIZE_IN
) -> tuple[Piece, Piece]:
    """Return viewer and target; a bare piece gets `bare_size`. Raises InputError if an end is invalid."""
    return resolve_piece(table, viewer, "--from", "@from", bare_size), resolve_piece(
        table, target, "--to", "@to", bare_size
    )


def ruling_values(ruled: PairRuling) -> dict[str, Any]:
    """Return a ruling as plain values with the keys of `battlesim judge --json`, as sheets also store it."""
    a, b, evidence, judged = ruled[:4]
    found = _verdict(evidence)
    distance = {"centre": _centre(a, b), "edge": _finite(found.distance)}
    if ruled.space is not None:
        distance["space"] = ruled.space
    blockers = evidence.blockers if isinstance(evidence, Evidence) else ()
    return {
        "visible": found.visible,
        "share": found.share,
        "cover": found.cover,
        "distance": distance,
        "blockers": [
            {"id": blocker.id, "share": blocker.share, "at": list(blocker.at)} for blocker in blockers
        ],
        "skimmed": list(ruled.skimmed),
        "through": list(found.through),
        "among": list(found.among),
        "why": found.why,
        "back": {"visible": ruled.back.visible, "share": ruled.back.share, "cover": ruled.back.cover},
        "asymmetry": ruled.asymmetry,
        "figures": {
            end: {"base": 2.0 * piece.radius, "height": piece.height}
            for end, piece in (("viewer", a), ("target", b))
        },
        "rules": list(judged.ids),
        "ruleset": judged.key,
        "convention": judged.convention,
        "method": method_text(judged.rules),
        **({"hard": list(found.hard)} if judged.rules.hard else {}),
        **({"cover_why": ruled.cover_why} if ruled.cover_why else {}),
    }


def full_ruling_values(
    table: Table, ruled: PairRuling, margin: bool, agreed: AgreedTolerance | None
) -> dict[str, Any]:
    """Return a ruling as plain values, with margins and probabilities if they are requested."""
    values = ruling_values(ruled)
    if margin:
        values |= margin_values(table, ruled)
    if agreed:
        values |= tolerance_values(table, ruled, agreed)
    return values


def margin_values(table: Table, ruled: PairRuling) -> dict[str, Any]:
    """Return the distances in inches that each end can be moved without changing the ruling.

    No move shorter than `safe` changes the ruling; for example, with `safe` 0.4, an end that is misplaced by
    0.3 in does not matter. `flips` is the length of `move`, which changes the ruling, or None if no such move
    up to 2 in was found. `tight` says that `safe` and `flips` differ by at most 0.01 in, or that no move up
    to 2 in changes the ruling. If no margins can be computed, the value is None and `margin_why` gives the
    reason.
    """
    from battlesim.rulings.sight_margin import sight_margin

    margins: dict[str, Any] = {}
    movers: tuple[MovedEnd, MovedEnd] = ("viewer", "target")
    for mover in movers:
        try:
            result = sight_margin(table, ruled.judging_rules.rules, ruled.viewer, ruled.target, mover)
        except ValueError as error:
            return {"margin": None, "margin_why": str(error)}
        margins[mover] = {
            "safe": result.safe,
            "flips": result.flips,
            "move": result.move,
            "tight": result.tight,
        }
    return {"margin": margins}


def table_tolerance(table: Table) -> float:
    """Return the largest error of positions on a table, in inches, as stated by its map; 0 means exact."""
    return table.ground.tolerance or 0.0


def parse_tolerance(text: str) -> float:
    """Parse a tolerance in inches as a fraction or decimal. Raises InputError if it is invalid or above 2."""
    try:
        radius = float(Fraction(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        radius = math.nan
    if not 0.0 < radius <= MAX_TOLERANCE_IN:
        remedy = f"1/16, 1/8 or 0.1: more than 0, up to {MAX_TOLERANCE_IN:g} in"
        raise InputError("--tolerance", text, "is not a tolerance", remedy)
    return radius


def tolerance_values(table: Table, ruled: PairRuling, agreed: AgreedTolerance) -> dict[str, Any]:
    """Return the probability of every verdict if both ends may be misplaced.

    If the probabilities cannot be computed, the value is None and `tolerance_why` gives the reason.
    """
    from battlesim.rulings.tolerance import verdict_tolerance

    try:
        found = verdict_tolerance(
            table, ruled.judging_rules.rules, ruled.viewer, ruled.target, agreed.radius, agreed.agree
        )
    except ValueError as error:
        return {"tolerance": None, "tolerance_why": str(error)}
    return {"tolerance": msgspec.to_builtins(found)}


def _centre(a: Piece, b: Piece) -> float | None:
    """Return the distance between the centres in plan, or None if a piece has no position on the table."""
    return math.dist(a.xy, b.xy) if a.table_position and b.table_position else None


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
