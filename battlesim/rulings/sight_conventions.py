"""Comparisons of different rules for judging sight, with the reasons why their verdicts differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from battlesim.geometry.edge_distances import disc_gap_to_shape
from battlesim.rulings.cover_reasons import is_covered_by_room
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, Verdict, verdict
from battlesim.rulings.sight_scene import eye_height
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

VerdictKey = tuple[bool, str]
"""The part of a verdict that is compared: whether the target is visible, and its cover."""


class SightConvention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A customary way to judge sight that belongs to no ruleset. `text` describes it in a sentence."""

    key: str
    title: str
    text: str
    sight: SightRules = PLAIN_SIGHT


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    convention: tuple[SightConvention, ...]


@cache
def sight_conventions() -> dict[str, SightConvention]:
    """Return a dict of the classic conventions for judging sight, in display order."""
    text = files(__package__).joinpath("conventions.toml").read_text(encoding="utf-8")
    return {item.key: item for item in msgspec.toml.decode(text, type=_File).convention}


class SightJudge(NamedTuple):
    """A ruleset or convention that judges a line of sight, with the table, the viewer and the target."""

    title: str
    table: Table
    rules: SightRules
    viewer: Piece
    target: Piece

    @property
    def reversed_ends(self) -> SightJudge:
        """A copy in which the viewer and the target have changed places."""
        return self._replace(viewer=self.target, target=self.viewer)

    def verdict(self) -> Verdict:
        """Return the verdict of this ruleset or convention on what the viewer sees of the target."""
        return verdict(self.table, self.rules, self.viewer, self.target)


def verdict_key(verdict: Verdict) -> VerdictKey:
    """Return the parts of a verdict that are compared: whether the target is visible, and its cover."""
    return verdict.visible, verdict.cover if verdict.visible else ""


def _taking_fields(*fields: str) -> Callable[[SightJudge, SightJudge], SightJudge]:
    def take(column: SightJudge, other: SightJudge) -> SightJudge:
        theirs = {field: getattr(other.rules, field) for field in fields}
        return column._replace(rules=msgspec.structs.replace(column.rules, **theirs))

    return take


def _taking_sizes(column: SightJudge, other: SightJudge) -> SightJudge:
    ends = [
        msgspec.structs.replace(own, radius=their.radius, shape=their.shape, height=their.height)
        for own, their in ((column.viewer, other.viewer), (column.target, other.target))
    ]
    return column._replace(viewer=ends[0], target=ends[1])


JUDGE_ASPECTS: dict[str, Callable[[SightJudge, SightJudge], SightJudge]] = {
    "what a line is drawn between": _taking_fields("mode", "lines", "edge_to_edge"),
    "how high the eye is": _taking_fields("eye", "eye_height", "target_height"),
    "whether heights count": _taking_fields("flat"),
    "which terrain hides": _taking_fields("hides", "shows", "stands_in"),
    "how far a model sees into woods and the like": _taking_fields("depth"),
    "whether models hide": _taking_fields("bases", "groups", "group_height", "solid_pieces"),
    "how far a model sees": _taking_fields("limit", "limits", "roofs"),
    "how much must be hidden to be in cover": _taking_fields("partial", "full"),
    "what cover the ground gives a model that stands in it": _taking_fields("least", "overlap"),
    "what smoke does": _taking_fields("obscuring", "blocking"),
    "how large the figures are": _taking_sizes,
    "how high the terrain is": lambda column, other: column._replace(table=other.table),
}
"""The aspects in which judges may differ, each with a function that copies it from another judge."""


def difference_cause(judge: SightJudge, other: SightJudge) -> str:
    """Return a text that names the rules of sight that make two verdicts differ, or "" if they agree.

    Each of these rules turns the first verdict into the other by itself. If there is no such rule, the text
    names a set of rules that do so only together.
    """
    theirs = verdict_key(other.verdict())
    if verdict_key(judge.verdict()) == theirs:
        return ""
    taken = {words: take(judge, other) for words, take in JUDGE_ASPECTS.items()}
    different = [words for words, made in taken.items() if made != judge]
    alone = [words for words in different if verdict_key(taken[words].verdict()) == theirs]
    if alone:
        return " or ".join(alone)
    needed = different
    for words in different:
        fewer = [aspect for aspect in needed if aspect != words]
        if verdict_key(_with_aspects(judge, other, fewer).verdict()) == theirs:
            needed = fewer
    return " together with ".join(needed)


def _with_aspects(column: SightJudge, other: SightJudge, aspects: list[str]) -> SightJudge:
    for words in aspects:
        column = JUDGE_ASPECTS[words](column, other)
    return column


def disagreement_text(judges: list[SightJudge]) -> str:
    """Return a sentence that names the rules that make the other verdicts differ from the first."""
    first, *others = judges
    turns: dict[str, list[str]] = {}
    for other in others:
        if found := difference_cause(first, other):
            turns.setdefault(found, []).append(other.title)
    if not turns:
        return "All columns agree."
    causes = "; on ".join(f"{words} ({', '.join(titles)})" for words, titles in turns.items())
    return f"Compared with {first.title} the difference turns on {causes}."


def asymmetry_text(judge: SightJudge) -> str:
    """Return a sentence that explains why two pieces see each other differently, or "" if they do not."""
    there, back = judge.verdict(), judge.reversed_ends.verdict()
    if verdict_key(there) == verdict_key(back):
        return ""
    a, b = judge.viewer, judge.target
    seen = f"{a.name} sees {there.share:.1%} of {b.name}, who sees {back.share:.1%} of {a.name}"
    return f"{seen}: {next(_reasons(judge))}."


def _reasons(column: SightJudge) -> Iterator[str]:
    """Yield the reasons for one-sided sight, the simplest first."""
    a, b, rules = column.viewer, column.target, column.rules
    high, wide = max(a.height, b.height), max(a.radius, b.radius)
    if rules.limit_of(a.id) != rules.limit_of(b.id):
        yield "they do not see equally far"
    if _see_alike(column, height=high):
        heights = [f"{eye_height(rules, p):g} in" for p in (a, b)]
        yield f"their eyes are {heights[0]} and {heights[1]} above where they stand"
    if _see_alike(column, radius=wide):
        yield f"their bases are {2 * a.radius:g} and {2 * b.radius:g} in wide"
    if _see_alike(column, height=high, radius=wide):
        yield "one is taller and wider than the other"
    if any(rules.overlap) or rules.least:
        ground = column._replace(rules=msgspec.structs.replace(rules, overlap=(), least={}))
        if _see_alike(ground):
            yield "only one of them stands in ground that obscures it"
    if is_covered_by_room(column.table, rules, a, b) != is_covered_by_room(column.table, rules, b, a):
        yield "only one of them is at a door or window"
    if rules.near_cover and _see_alike(column._replace(rules=msgspec.structs.replace(rules, near_cover={}))):
        yield "the ground near each of them gives it cover of its own"
    if rules.cover_nearer and _see_alike(
        column._replace(rules=msgspec.structs.replace(rules, cover_nearer=False))
    ):
        yield "only what is nearer to the target gives it cover"
    yield "an eye is a point and a target a whole figure" + _nearer_text(column)


def _nearer_text(column: SightJudge) -> str:
    """Return the gaps from both pieces to the first blocking terrain as text, or "" if there is none."""
    ends = (column.viewer, column.target)
    by_id = column.table.ground.terrain_by_id()
    names = [*column.verdict().blockers, *column.reversed_ends.verdict().blockers]
    hiding = next((by_id[name] for name in names if name in by_id), None)
    if hiding is None or not all(end.table_position for end in ends):
        return ""
    gaps = [max(0.0, disc_gap_to_shape(*end.xy, end.radius, hiding.rings)) for end in ends]
    first, second = sorted(zip(gaps, (end.name for end in ends), strict=True))
    return f", and {hiding.id} stands {first[0]:.2f} in from {first[1]}, {second[0]:.2f} in from {second[1]}"


def _see_alike(column: SightJudge, **figures: float) -> bool:
    """Return whether both pieces see each other equally after setting the given fields on both of them."""
    ends = [msgspec.structs.replace(p, **figures) for p in (column.viewer, column.target)]
    made = column._replace(viewer=ends[0], target=ends[1])
    return verdict_key(made.verdict()) == verdict_key(made.reversed_ends.verdict())
