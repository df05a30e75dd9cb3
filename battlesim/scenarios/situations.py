"""Situations: a few pieces on a map, with questions about sight, distance, arcs and templates.

All situations and their expected answers form the public corpus (docs/scenarios.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

from battlesim.engine.table_sight import sight_rules_on
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.arcs import Arc, arc_ruling
from battlesim.geometry.hulls import HullForm
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError
from battlesim.rulings.movement import GroupLink
from battlesim.rulings.movement_coherency import link_problem
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, Verdict, verdict
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.rulings.tolerance import VerdictGrade, verdict_grade
from battlesim.scenarios.formulas import FormulaError, evaluate_formula
from battlesim.scenarios.library import map_files, referenced_file
from battlesim.scenarios.maps import TableSpec, TerrainSpec, build_map, parse_map
from battlesim.scenarios.place_specs import place_from_spec
from battlesim.scenarios.questions import (
    AnyQuestion,
    ArcQuestion,
    DistanceQuestion,
    GroupQuestion,
    SightQuestion,
    TemplateQuestion,
)
from battlesim.scenarios.scenario_specs import MarkerSpec
from battlesim.scenarios.sight_judges import sight_rules_of
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.scenarios.toml_reading import InputError, check_ids, decode_typed, parse_toml, read_text
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import (
    MAX_START_PIECES,
    MAX_TERRAIN_PIECES,
    BaseWidth,
    Degrees,
    Elevation,
    Height,
    Name,
    Text,
)
from battlesim.table.pieces import Hull, Inside, Marker, OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Coordinates, Ground

SITUATION_SIDES = (Side(SideKey("a"), "Side A", 1), Side(SideKey("b"), "Side B", 2))
"""The two sides of every situation."""
MAX_FRACTION_ERROR = 0.0001
"""Largest allowed difference from the expected visible or covered fraction."""
MAX_DISTANCE_ERROR_IN = 0.001
"""Largest allowed difference from the expected distance, in inches."""

FORMULA_HELP = "numbers, + - * / ( ) sqrt asin acos min max pi"
"""Text that says what a formula may contain."""


class SituationPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a situation, described by its base and height or by a profile of the ruleset.

    `base` is the diameter in inches. A base that is not round has a `form`, and a `length` along its facing.
    `z` is the height of its foot above the table; without it, the piece stands on the ground or on the
    terrain `on`.
    """

    id: str
    at: Coordinates | None = None
    inside: str = ""
    base: BaseWidth | None = None
    length: BaseWidth | None = None
    form: HullForm | None = None
    height: Height | None = None
    profile: str = ""
    facing: Degrees = 0.0
    z: Elevation | None = None
    on: str = ""
    side: Literal["a", "b"] = "a"
    name: Name = ""


class SituationSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a situation file: pieces, questions, and a map or the name of a map."""

    title: Name
    about: Text = ""
    ruleset: str = ""
    map: str = ""
    table: TableSpec | None = None
    terrain: Annotated[tuple[TerrainSpec, ...], Meta(max_length=MAX_TERRAIN_PIECES)] = ()
    marker: Annotated[tuple[MarkerSpec, ...], Meta(max_length=MAX_START_PIECES)] = ()
    piece: Annotated[tuple[SituationPiece, ...], Meta(max_length=MAX_START_PIECES)] = ()
    question: Annotated[tuple[AnyQuestion, ...], Meta(max_length=MAX_START_PIECES)] = ()


class Situation(msgspec.Struct, frozen=True):
    """A situation that has been loaded, with its table, its sight rules and its questions."""

    title: str
    table: Table
    rules: SightRules
    questions: tuple[AnyQuestion, ...]
    ruleset: str = ""
    path: str = ""


class QuestionResult(msgspec.Struct, frozen=True):
    """The result of a question about a situation: whether the answer was as expected, and a message."""

    good: bool
    text: str


def load_situation(path: Path) -> Situation:
    """Load a situation from its file. Raises InputError if the file is invalid."""
    spec = decode_typed(parse_toml(read_text(path), path), SituationSpec, path)
    ruleset = _ruleset(spec.ruleset, path)
    ground = _ground(spec, path, ruleset.terrain_values() if ruleset else {})
    if spec.question and not spec.piece:
        raise InputError(
            path,
            "piece",
            "is a situation without pieces, so nothing can be asked",
            "add [[piece]] with id and at",
        )
    check_ids(path, [(f"piece[{n}].id", piece.id) for n, piece in enumerate(spec.piece)])
    pieces = {p.id: _piece(p, f"piece[{n}]", ground, ruleset, path) for n, p in enumerate(spec.piece)}
    markers = {m.id: Marker(m.id, m.kind, *m.at, m.radius, m.height) for m in spec.marker}
    table = Table(ground, pieces, SITUATION_SIDES, markers)
    rules = sight_rules_on(ruleset, table) if ruleset else PLAIN_SIGHT
    _check_markers(spec.marker, rules, path)
    for number, question in enumerate(spec.question):
        _check_question(question, f"question[{number}]", table, path)
    return Situation(spec.title, table, rules, spec.question, spec.ruleset, str(path))


def _check_markers(markers: Sequence[MarkerSpec], rules: SightRules, path: Path) -> None:
    """Check that every marker affects sight, the only purpose of markers in a situation."""
    known = (*rules.obscuring, *rules.blocking)
    for number, marker in enumerate(markers):
        if marker.kind not in known:
            remedy = did_you_mean(marker.kind, known)
            raise InputError(path, f"marker[{number}].kind", f"{marker.kind!r} does not affect sight", remedy)


def _check_question(question: AnyQuestion, key: str, table: Table, path: Path) -> None:
    for inner, name in _named(question):
        if name not in table.pieces:
            raise InputError(path, f"{key}.{inner}", f"no piece {name!r}", did_you_mean(name, table.pieces))
    _check_rules(question, key, path)
    if isinstance(question, SightQuestion | DistanceQuestion):
        _check_formula(question, key, path)
    if isinstance(question, SightQuestion):
        if not question.has_expectation():
            raise InputError(path, key, "asks nothing", "visible, share, cover, blockers or verdicts")
        for column in question.verdicts:
            sight_rules_of(column, path, f"{key}.verdicts")
        known = (*table.ground.terrain_by_id(), *table.pieces, *table.markers)
        for name in question.blockers or ():
            if name not in known:
                raise InputError(path, f"{key}.blockers", f"no object {name!r}", did_you_mean(name, known))
    if isinstance(question, TemplateQuestion):
        try:
            template_from_spec(question.shape, *question.at, question.facing)
        except InputError as error:
            raise InputError(path, f"{key}.shape", f"{error.key}: {error.message}", error.remedy) from None


def _check_rules(question: AnyQuestion, key: str, path: Path) -> None:
    known = {id: None for ruleset in registry.loadable_rulesets().values() for id in ruleset.rulebook}
    for id in question.rules:
        if id not in known:
            raise InputError(path, f"{key}.rules", f"no rule {id!r}", did_you_mean(id, known))


def _check_formula(question: SightQuestion | DistanceQuestion, key: str, path: Path) -> None:
    """Check that a formula gives the number that it explains."""
    if not question.formula:
        return
    name = "share" if isinstance(question, SightQuestion) else "edge"
    number: float | None = getattr(question, name)
    try:
        value = evaluate_formula(question.formula)
    except FormulaError as error:
        raise InputError(path, f"{key}.formula", str(error), FORMULA_HELP) from None
    if number is None or abs(value - number) > MAX_FRACTION_ERROR:
        expected = "is missing" if number is None else f"is {number:g}"
        raise InputError(path, f"{key}.formula", f"gives {value:.6f}, but the {name} {expected}")


def judge_situation(situation: Situation) -> list[QuestionResult]:
    """Answer the questions of a situation and return the results in the same order."""
    return [QUESTION_JUDGES[type(question)](situation, question) for question in situation.questions]


def _ruleset(key: str, path: Path) -> Any:
    try:
        return registry.load_ruleset(key) if key else None
    except PluginError as error:
        raise InputError(path, "ruleset", str(error)) from None


def _ground(spec: SituationSpec, path: Path, kinds: Any) -> Ground:
    if bool(spec.map) == bool(spec.table):
        raise InputError(path, "map", "give either a map or [table] with [[terrain]]")
    if spec.table:
        return build_map(spec.table, spec.terrain, path, kinds)
    map_path = referenced_file(spec.map, path, "map", map_files(), "map")
    return parse_map(read_text(map_path), map_path, kinds)


def _piece(spec: SituationPiece, key: str, ground: Ground, ruleset: Any, path: Path) -> Piece:
    base, height = _base_and_height(spec, key, ruleset, path)
    if (spec.at is None) == (not spec.inside):
        raise InputError(path, key, "needs a position: at or inside")
    if spec.inside and spec.inside not in ground.terrain_by_id():
        remedy = did_you_mean(spec.inside, ground.terrain_by_id())
        raise InputError(path, f"{key}.inside", f"no terrain {spec.inside!r}", remedy)
    place: OnTable | Inside = Inside(spec.inside)
    if spec.at is not None:
        place = place_from_spec(spec.at, spec.facing, spec.z, spec.on, ground, key, path)
    hull = _hull(spec, key, path)
    radius, shape = (hull.circumradius, hull) if hull else (base / 2, UNSET)
    side, unit = SideKey(spec.side), UnitId(spec.side)
    name = spec.name or spec.id
    return Piece(spec.id, name, spec.profile, side, unit, radius, height, place, shape=shape)


def _hull(spec: SituationPiece, key: str, path: Path) -> Hull | None:
    """Return the hull of a piece whose base is not round, else None."""
    if spec.form is None and spec.length is None:
        return None
    if spec.form is None or spec.length is None or spec.base is None:
        message = "a base that is not round needs its form, its length and its width"
        raise InputError(path, f"{key}.form", message, 'such as form = "oval", length = 4.1, base = 2.9')
    return Hull(spec.form, spec.length, spec.base)


def _base_and_height(spec: SituationPiece, key: str, ruleset: Any, path: Path) -> tuple[float, float]:
    """Return base and height in inches from the file, or else from the profile, or else 1.0 and 1.2."""
    known: dict[str, Any] = {"base": 1.0, "height": 1.2}
    if spec.profile:
        try:
            known = dict(ruleset.profile(spec.profile)) if ruleset else {}
        except KeyError:
            known = {}
        if not known:
            remedy = did_you_mean(spec.profile, ruleset.piece_kinds()) if ruleset else "name a ruleset"
            raise InputError(path, f"{key}.profile", f"unknown profile {spec.profile!r}", remedy)
    base = float(known["base"]) if spec.base is None else spec.base
    height = float(known["height"]) if spec.height is None else spec.height
    return base, height


def _named(question: AnyQuestion) -> Iterator[tuple[str, str]]:
    if isinstance(question, TemplateQuestion):
        yield from (("pieces", name) for name in (*question.pieces, *question.share))
    elif isinstance(question, GroupQuestion):
        yield from (("of", name) for name in question.members)
    elif isinstance(question, DistanceQuestion):
        yield from (("from", question.first), ("to", question.second))
    else:
        yield from (("from", question.viewer), ("to", question.target))


def _answer(question: AnyQuestion, about: str, faults: Sequence[str]) -> QuestionResult:
    why = f" ({question.why})" if question.why else ""
    return QuestionResult(not faults, f"{about}{why}: {'; '.join(faults) if faults else 'as expected'}")


def _sight(situation: Situation, question: SightQuestion) -> QuestionResult:
    pieces = situation.table.pieces
    pair = pieces[question.viewer], pieces[question.target]
    faults = [
        *_sight_faults(verdict(situation.table, situation.rules, *pair), question),
        *(
            f"{key} says {found}, expected {question.verdicts[key]}"
            for key, found in verdict_grades(situation.table, pair, question.verdicts).items()
            if found != question.verdicts[key]
        ),
    ]
    return _answer(question, f"sight {question.viewer} to {question.target}", faults)


def verdict_grades(table: Table, pair: tuple[Piece, Piece], keys: Iterable[str]) -> dict[str, VerdictGrade]:
    """Return a dict of the verdicts of rulesets and conventions, by key, on whether one piece sees another.

    Raises InputError if a key is unknown.
    """
    return {key: verdict_grade(verdict(table, sight_rules_of(key, table=table), *pair)) for key in keys}


def _sight_faults(found: Verdict, question: SightQuestion) -> Iterator[str]:
    if question.visible is not None and found.visible != question.visible:
        yield f"visible is {found.visible}, expected {question.visible}"
    if question.share is not None and abs(found.share - question.share) > MAX_FRACTION_ERROR:
        yield f"share is {found.share:.6f}, expected {question.share:g}"
    if question.cover is not None and found.cover != question.cover:
        yield f"cover is {found.cover}, expected {question.cover}"
    if question.blockers is not None and set(found.blockers) != set(question.blockers):
        yield f"blockers are {', '.join(found.blockers)}, expected {', '.join(question.blockers)}"


def _distance(situation: Situation, question: DistanceQuestion) -> QuestionResult:
    pieces = situation.table.pieces
    found = piece_gap(situation.table, pieces[question.first], pieces[question.second])
    fault = f"{found:.4f} in, expected {question.edge:g} in"
    faults = [fault] if abs(found - question.edge) > MAX_DISTANCE_ERROR_IN else []
    return _answer(question, f"distance {question.first} to {question.second}", faults)


def _arc(situation: Situation, question: ArcQuestion) -> QuestionResult:
    viewer, target = (situation.table.piece(name) for name in (question.viewer, question.target))
    facing = viewer.table_position.facing if viewer.table_position else 0.0
    found = arc_ruling(viewer.xy, facing, Arc(question.toward, question.width), target.xy).inside
    faults = [f"inside is {found}, expected {question.inside}"] if found != question.inside else []
    return _answer(question, f"arc of {question.viewer} to {question.target}", faults)


def _template(situation: Situation, question: TemplateQuestion) -> QuestionResult:
    laid = template_from_spec(question.shape, *question.at, question.facing)
    names = list(dict.fromkeys((*question.pieces, *question.share)))
    pieces = [situation.table.piece(name) for name in names]
    found = piece_coverages(situation.table, laid, pieces)
    faults = [
        f"{name} is {found[name].state}, expected {state}"
        for name, state in question.pieces.items()
        if found[name].state != state
    ]
    faults += [
        f"{name} is covered {found[name].fraction:.6f}, expected {share:g}"
        for name, share in question.share.items()
        if abs(found[name].fraction - share) > MAX_FRACTION_ERROR
    ]
    return _answer(question, f"template {question.shape}", faults)


def _group(situation: Situation, question: GroupQuestion) -> QuestionResult:
    link = GroupLink(kind=question.kind, within=question.within, circle=question.circle or UNSET)
    problem = link_problem(situation.table, question.members, (), link)
    found = f"they do not hold together: {problem}" if problem else "they hold together"
    faults = [found] if (problem is None) != question.together else []
    return _answer(question, f"group of {len(question.members)}", faults)


QUESTION_JUDGES: dict[type[Any], Any] = {
    SightQuestion: _sight,
    DistanceQuestion: _distance,
    ArcQuestion: _arc,
    TemplateQuestion: _template,
    GroupQuestion: _group,
}
"""Functions that judge a question, by its type."""
