"""Rulings on lines of sight, as the command `battlesim judge` prints them. Lengths are in inches."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.table_sight import sight_rules_on
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
    """The size of a piece: the diameter of its base and its height, in inches."""

    base: float
    height: float


BARE_PIECE_SIZE_IN = PieceSize(1.0, 1.2)
"""The base diameter and height, in inches, of a bare piece in plain geometry."""


def typical_size(ruleset: AnyRuleset) -> PieceSize | None:
    """Return the most common size of a ruleset's pieces, or None if the ruleset has no sizes."""
    rows = [ruleset.profile(kind) for kind in ruleset.piece_kinds()]
    counts = Counter(
        PieceSize(row["base"], row["height"]) for row in rows if row.get("base") and row.get("height")
    )
    return counts.most_common(1)[0][0] if counts else None


def bare_piece_size(key: str) -> PieceSize:
    """Return the typical size of a ruleset's pieces, or BARE_PIECE_SIZE_IN if there is none."""
    return (typical_size(registry.load_ruleset(key)) if key else None) or BARE_PIECE_SIZE_IN


class PieceOrPoint(NamedTuple):
    """An end of a measured line, given as the id of a piece or as the point x,y[,z] of an imaginary piece.

    An imaginary piece has the typical size of the judging ruleset, unless `base` and `height` are given.
    """

    text: str
    base: float | None = None
    height: float | None = None


class JudgingRules(NamedTuple):
    """The sight rules by which a line of sight is judged, and the ruleset or convention they belong to.

    `key` is the key of the ruleset, or `convention` is the key of the convention. `ids` holds the ids of
    these rules in the rulebook.
    """

    rules: SightRules
    key: str = ""
    ids: tuple[str, ...] = ()
    convention: str = ""


class SightOverrides(NamedTuple):
    """Settings that override sight rules. A setting of None leaves its rule unchanged.

    `depth` maps a kind or trait of terrain to how many inches pieces see into it. `models` says whether
    models block sight. `eye_height` is in inches above the base.
    """

    depth: Mapping[str, float] = MappingProxyType({})
    models: bool | None = None
    eye_height: float | None = None

    def applied_to(self, judging_rules: JudgingRules) -> JudgingRules:
        """Return a copy of the given sight rules with these overrides applied."""
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
    """Parse command line options that override sight rules. Raises InputError if a value is invalid."""
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
                "--depth", given, "is not a valid depth", f"{kind}=2 for 2 in, up to {MAX_TABLE_SIDE_IN:g}"
            )
    if eye_height is not None and not 0 < eye_height <= MAX_HEIGHT_IN:
        raise InputError(
            "--eye-height", f"{eye_height:g}", "is not a possible eye height", f"up to {MAX_HEIGHT_IN:g} in"
        )
    return SightOverrides(depths, models, eye_height)


def convention_judging_rules(key: str) -> JudgingRules:
    """Return the sight rules of the convention with this key. Raises InputError if there is none."""
    if key not in sight_conventions():
        remedy = did_you_mean(key, sight_conventions())
        raise InputError("--convention", key, "there is no such convention", remedy)
    return JudgingRules(sight_conventions()[key].sight, convention=key)


def ruleset_judging_rules(source: TableSource, key: str) -> JudgingRules:
    """Return a ruleset's sight rules with the battle's options, or plain geometry if `key` is empty."""
    if not key:
        return JudgingRules(PLAIN_SIGHT)
    ruleset = registry.load_ruleset(key)
    state = source.state if source.ruleset == key else None
    rules = ruleset.sight_rules(state) if state is not None else sight_rules_on(ruleset, source.table)
    return JudgingRules(rules, key, ruleset.sight_ids)


def parse_point(text: str, flag: str, ground: Ground) -> tuple[float, float, float]:
    """Parse x,y[,z] as a point in inches. By default, z is the height of the ground at that point.

    Raises InputError if the point is invalid, off the table or below the ground.
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
    """Return the piece whose id is `end.text`, or an imaginary piece if `end.text` is a point.

    An imaginary piece has the id `name` and, by default, the size `bare_size`. Raises InputError if `end` is
    invalid.
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
    """The position error that the players have agreed to allow for in a ruling.

    `radius` is the maximum error of each position in inches. A verdict counts as certain if its probability
    is at least `agree`.
    """

    radius: float
    agree: float


class PairRuling(NamedTuple):
    """A ruling on whether one piece sees another: the verdict with its evidence, and the rules applied.

    `found` is the evidence (the geometry that proves the verdict), or only the verdict if no line can be
    drawn. `skimmed` holds the ids of solids that the lines of sight only touch. `back` is the verdict on the
    view from the target to the viewer, and `asymmetry` says why it differs. `space` is the gap in three
    dimensions in inches if a piece is above the table. `cover_why` gives the reason if the cover does not
    follow from the hidden part of the target.
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
    """Judge the line of sight between two pieces or points. Raises InputError if either is invalid."""
    return rule_on_pieces(
        source.table,
        *resolve_pair(source.table, viewer, target, bare_piece_size(judging_rules.key)),
        judging_rules,
    )


def rule_on_pieces(table: Table, viewer: Piece, target: Piece, judging_rules: JudgingRules) -> PairRuling:
    """Judge the line of sight between two pieces, which may be imaginary pieces that are not on the table."""
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
    """Return viewer and target as pieces (see `resolve_piece`). Raises InputError if either is invalid."""
    return resolve_piece(table, viewer, "--from", "@from", bare_size), resolve_piece(
        table, target, "--to", "@to", bare_size
    )


def ruling_values(ruled: PairRuling) -> dict[str, Any]:
    """Return a ruling as a dict of plain values, with the keys that `battlesim judge --json` prints."""
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
    """Return a ruling as a dict, with its margins and the probability of each verdict if requested."""
    values = ruling_values(ruled)
    if margin:
        values |= margin_values(table, ruled)
    if agreed:
        values |= tolerance_values(table, ruled, agreed)
    return values


def margin_values(table: Table, ruled: PairRuling) -> dict[str, Any]:
    """Return how far the viewer and the target can each be moved before the ruling changes.

    No move shorter than `safe` inches changes the ruling. If `safe` is 0.4, for example, it does not matter
    that a piece stands 0.3 in from its true position. `move` is a move that changes the ruling, and `flips`
    is its length, or None if no such move up to 2 in was found. `tight` is True if `safe` and `flips` differ
    by at most 0.01 in, or if no move up to 2 in changes the ruling. If the margins cannot be computed,
    `margin` is None and `margin_why` gives the reason.
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
    """Return the largest position error in inches that the table's map states, or 0 if it states none."""
    return table.ground.tolerance or 0.0


def parse_tolerance(text: str) -> float:
    """Parse a length in inches such as 1/16 or 0.1. Raises InputError unless it is above 0 and at most 2."""
    try:
        radius = float(Fraction(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        radius = math.nan
    if not 0.0 < radius <= MAX_TOLERANCE_IN:
        remedy = f"1/16, 1/8 or 0.1: more than 0, up to {MAX_TOLERANCE_IN:g} in"
        raise InputError("--tolerance", text, "is not a valid tolerance", remedy)
    return radius


def tolerance_values(table: Table, ruled: PairRuling, agreed: AgreedTolerance) -> dict[str, Any]:
    """Return the probability of each verdict if the viewer and target may be misplaced by an agreed distance.

    If the probabilities cannot be computed, `tolerance` is None and `tolerance_why` gives the reason.
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
