"""Rulings as plain values: what `battlesim judge` and `battlesim template` print. Inches."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from battlesim.engine.values import did_you_mean
from battlesim.rulesets import registry
from battlesim.rulings.explain import METHODS, Evidence, explain
from battlesim.rulings.sight import PLAIN, SightRules, Verdict
from battlesim.scenarios.reading import InputError
from battlesim.scenarios.sources import Source
from battlesim.table.ids import NO_SIDE, UnitId
from battlesim.table.limits import MOST_BASE, MOST_HEIGHT
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.geometry.templates import Template
    from battlesim.rulings.sight_margin import Mover


class Stand(NamedTuple):
    """Where somebody stands: the id of a piece, or x,y[,z] for a bare piece of a base and height."""

    word: str
    base: float = 1.0
    height: float = 1.2


class Judged(NamedTuple):
    """What a ruling goes by: the rules of sight, the ruleset's key, the ids of the rules behind it."""

    rules: SightRules
    key: str = ""
    ids: tuple[str, ...] = ()


def rules_of(source: Source, key: str) -> Judged:
    """The rules to judge by: a ruleset's (with the battle's own options), else plain geometry."""
    if not key:
        return Judged(PLAIN)
    ruleset = registry.get(key)
    state = source.state if source.ruleset == key else None
    return Judged(ruleset.sight(state), key, ruleset.sight_ids)


def point(word: str, flag: str, ground: Ground) -> tuple[float, float, float]:
    """x,y[,z] as numbers; z is the height stood on, 0 without it. Raises InputError."""
    try:
        numbers = [float(part) for part in word.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(math.isfinite(n) for n in numbers):
        raise InputError(flag, word, "is not a point", "x,y or x,y,z in inches, without blanks")
    x, y, z = (*numbers, 0.0)[:3]
    if not (0 <= x <= ground.width and 0 <= y <= ground.height):
        raise InputError(flag, word, f"lies off the {ground.width:g} x {ground.height:g} in table")
    if not 0 <= z <= MOST_HEIGHT:
        raise InputError(flag, word, f"lies {z:g} in above the table", f"0 to {MOST_HEIGHT:g} in")
    return x, y, z


def stand(table: Table, given: Stand, flag: str, name: str) -> Piece:
    """The piece meant, or a bare one. Raises InputError for an unknown id and for impossible figures."""
    if given.word in table.pieces:
        return table.pieces[given.word]
    if "," not in given.word:
        remedy = did_you_mean(given.word, table.pieces) if table.pieces else "a point: x,y or x,y,z"
        raise InputError(flag, given.word, "no piece has this id", remedy)
    x, y, z = point(given.word, flag, table.ground)
    if not (0 < given.base <= MOST_BASE and 0 < given.height <= MOST_HEIGHT):
        raise InputError(flag, "", f"a base of {given.base:g} in, {given.height:g} in high, cannot be")
    return Piece(
        name, given.word, "", NO_SIDE, UnitId(name), given.base / 2, given.height, OnTable(x, y, z=z)
    )


class Ruled(NamedTuple):
    """A ruling: who looks, who is looked at, what was found and what it goes by."""

    viewer: Piece
    target: Piece
    found: Evidence | Verdict
    judged: Judged


def rule_on(source: Source, viewer: Stand, target: Stand, judged: Judged) -> Ruled:
    """Rule on one pair. Raises InputError."""
    a, b = stand(source.table, viewer, "--from", "@from"), stand(source.table, target, "--to", "@to")
    return Ruled(a, b, explain(source.table, judged.rules, a, b), judged)


def ruling_values(ruled: Ruled) -> dict[str, Any]:
    """A ruling with the keys of `battlesim judge --json`: what the command prints and the sheet shows."""
    a, b, evidence, judged = ruled
    found = evidence.verdict if isinstance(evidence, Evidence) else evidence
    blockers = evidence.blockers if isinstance(evidence, Evidence) else ()
    return {
        "visible": found.visible,
        "share": found.share,
        "cover": found.cover,
        "distance": {"centre": _centre(a, b), "edge": _finite(found.distance)},
        "blockers": [{"id": one.id, "share": one.share, "at": list(one.at)} for one in blockers],
        "through": list(found.through),
        "among": list(found.among),
        "why": found.why,
        "rules": list(judged.ids),
        "ruleset": judged.key,
        "method": METHODS[judged.rules.mode],
        **({"hard": list(found.hard)} if judged.rules.hard else {}),
    }


def margins(source: Source, viewer: Stand, target: Stand, judged: Judged) -> dict[str, Any]:
    """How far each of the two may be moved before the ruling changes, inches; None and why where unknown.

    `safe`: no move shorter than it changes the ruling. `flips`: the length of `move`, which changes it, None
    when none up to 2 in was found. `tight`: the two are at most 0.01 in apart, or nothing up to 2 in changes
    the ruling.
    """
    from battlesim.rulings.sight_margin import margin

    a, b = stand(source.table, viewer, "--from", "@from"), stand(source.table, target, "--to", "@to")
    found: dict[str, Any] = {}
    movers: tuple[Mover, Mover] = ("viewer", "target")
    for mover in movers:
        try:
            room = margin(source.table, judged.rules, a, b, mover)
        except ValueError as error:
            return {"margin": None, "margin_why": str(error)}
        found[mover] = {"safe": room.safe, "flips": room.flips, "move": room.move, "tight": room.tight}
    return {"margin": found}


def _centre(a: Piece, b: Piece) -> float | None:
    """Distance of the centres in plan; None where one has no point of its own."""
    return math.dist(a.xy, b.xy) if a.spot and b.spot else None


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def judge_template(table: Table, template: Template) -> list[dict[str, Any]]:
    """The pieces a template touches, with the keys of `battlesim template --json`, in the table's order."""
    from battlesim.geometry.templates import covered

    standing = table.standing()
    found = covered(template, [(*piece.xy, piece.radius) for piece in standing])
    return [
        {"id": piece.id, "share": c.share, "state": c.state, "margin": c.margin}
        for piece, c in zip(standing, found, strict=True)
        if c.state != "out"
    ]
