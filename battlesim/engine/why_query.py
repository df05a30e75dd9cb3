"""Why a piece may not do something, from what the rules themselves offer: no rule is read a second time.

Lengths are inches, shares 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne, Decision, OptionDecision
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import AnyRuleset
from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.shapes import Point
from battlesim.rulings.move_requests import no_move_reason
from battlesim.rulings.movement import (
    Leg,
    Motion,
    leg_cost,
    leg_into,
    leg_into_contact,
    leg_problem,
    shortest_leg,
)
from battlesim.rulings.sight import Verdict
from battlesim.rulings.sight_evidence import Evidence, sight_evidence
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, Ref, joined_text, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, Table

SIGHT_REASON_KEYS = ("sees", "seen")
MAX_NAMED_BLOCKERS = 3
"""So many of what hides somebody are named."""


@runtime_checkable
class SupportsPossibleDecisions(Protocol):
    """A ruleset that says what it would ask about a piece when its time comes; not every ruleset does."""

    def possible_decisions(self, view: AnyState, piece: str) -> Iterable[Decision[Any]]:
        """The questions that would be put about a piece alone, to act and to react, as the table stands.

        They are made by the functions that put them, with all that is shut and why.
        """
        ...


class WhyQuery(msgspec.Struct, frozen=True):
    """What is asked for: why a piece may not act, perhaps on a thing (`to`) or by going to a place."""

    piece: str
    to: str = ""
    place: Point | None = None


class WhyReason(msgspec.Struct, frozen=True):
    """Something that a piece may do or not: why not in words, the rule that says so, by how much it fails.

    `what` is the key of the `question` it is offered by, `sees` or `seen` for sight. `short` is in inches, or
    in sight the share that is hidden; None where that is nothing that can be measured.
    """

    what: str
    question: AnyText
    act: AnyText
    open: bool
    words: AnyText = ""
    rule: str = ""
    short: float | None = None
    unit: Literal["", "in", "share"] = ""
    to: tuple[str, ...] = ()


class WhyReport(msgspec.Struct, frozen=True):
    """The answer: who is asked now, and everything that the piece could do or cannot.

    `evidence` is what sight rests on, from the piece and from the other end.
    """

    asked: WhyQuery
    now: AnyText
    now_rule: str
    reasons: tuple[WhyReason, ...]
    evidence: tuple[Evidence | Verdict, ...] = ()


def explain_why(
    ruleset: AnyRuleset,
    view: AnyState,
    query: WhyQuery,
    pending: Decision[Any] | None = None,
    follow_ups: Iterable[Decision[Any]] = (),
    knows_pending: bool = True,
) -> WhyReport:
    """Why a piece may not do what is asked for, as far as a view knows.

    `pending` is the question that is open; `ahead` are those that would follow on it, for a ruleset that does
    not say what it offers. Who does not know what is asked is told of nothing but whom. Raises KeyError for a
    piece that is not in the view.
    """
    piece = view.table.piece(query.piece)
    now, rule, first = _now(view.table, piece, pending, knows_pending)
    if not piece.in_play:
        words = phrase("{} is not on the table", Ref(piece.id))
        return WhyReport(
            query, now, rule, (*first, WhyReason("place", "Act", "be asked anything", False, words))
        )
    questions = list(
        ruleset.possible_decisions(view, piece.id)
        if isinstance(ruleset, SupportsPossibleDecisions)
        else follow_ups
    )
    found = list(first)
    for question in questions:
        found += _reasons(view, question, query)
    rules, rule_of_sight = ruleset.sight_rules(view), next(iter(ruleset.sight_ids), "")
    evidence = _evidence(view.table, rules, query)
    sight = [
        _seen(one, rules, rule_of_sight, what) for one, what in zip(evidence, SIGHT_REASON_KEYS, strict=False)
    ]
    reasons = tuple(dict.fromkeys((*found, *sight)))
    return WhyReport(
        query,
        now if reasons or now else phrase("nothing is asked about {}", Ref(piece.id)),
        rule,
        reasons,
        evidence,
    )


def _now(
    table: Table, piece: Piece, pending: Decision[Any] | None, knows: bool
) -> tuple[AnyText, str, tuple[WhyReason, ...]]:
    """Who is asked now in words, the rule of that, and what the open question says of a piece."""
    if pending is None:
        return "", "", ()
    if pending.side == DICE_SIDE:
        return "dice are rolled now: nobody is asked", pending.rule, ()
    if isinstance(pending, AskAll):
        return "all sides are asked now", pending.rule, ()
    if pending.side != piece.side:
        return phrase("{} is asked now, not {}", _side(table, pending.side), Ref(piece.id)), pending.rule, ()
    if not knows:
        return phrase("{} is asked now", _side(table, pending.side)), "", ()
    named = [one for one in _options(pending) if _is_of(one, piece)]
    words = phrase("asked now: {}", pending.prompt)
    if not named and pending.about not in ("", piece.id, piece.unit) and not _moves(pending, piece.id):
        return phrase("{} is not asked now; {}", Ref(piece.id), words), pending.rule, ()
    return words, pending.rule, tuple(_of_option(pending, one) for one in named if one.shut)


def _side(table: Table, key: SideKey) -> str:
    return next((side.name for side in table.sides if side.key == key), "somebody else")


def _options(question: Decision[Any]) -> tuple[Option, ...]:
    return question.options if isinstance(question, OptionDecision) else ()


def _is_of(option: Option, piece: Piece) -> bool:
    """Whether an option is this piece's, or its unit's, to take."""
    return option.key in (piece.id, piece.unit) or piece.id in option.by


def _moves(question: Decision[Any], piece: str) -> bool:
    return isinstance(question, MoveGroup) and any(motion.piece == piece for motion in question.motions)


def narrowed_to_piece(question: ChooseOne, piece: Piece) -> ChooseOne:
    """A question with what it says of one piece or its unit alone."""
    own = tuple(option for option in question.options if _is_of(option, piece))
    return replace(question, about=piece.id, options=own)


def concerns_piece(question: Decision[Any], piece: Piece) -> bool:
    """Whether a question is put about a piece or its unit, or offers them something."""
    own = any(_is_of(one, piece) or piece.id in one.at for one in _options(question))
    return own or question.about in (piece.id, piece.unit) or _moves(question, piece.id)


def _reasons(view: AnyState, question: Decision[Any], asked: WhyQuery) -> Iterator[WhyReason]:
    """What a question says of what is asked for."""
    if isinstance(question, MoveGroup):
        motions = (motion for motion in question.motions if motion.piece == asked.piece)
        yield from (_of_move(view.table, question, motion, asked) for motion in motions)
    least = question.least if isinstance(question, ChooseOne) else ""
    for option in _options(question):
        if option.key != least and _is_wanted(view.table, option, asked):
            yield _of_option(question, option)


def _is_wanted(table: Table, option: Option, asked: WhyQuery) -> bool:
    """Whether an option speaks of the thing asked about; without one all do, and what is shut for all
    things alike always does."""
    if option.by and asked.piece not in option.by:
        return False
    about = option.to or tuple(key for key in (option.key,) if _is_thing(table, key) and key != asked.piece)
    if asked.to:
        return asked.to in about or (not about and bool(option.shut))
    return asked.place is None or (not about and bool(option.shut))


def _is_thing(table: Table, key: str) -> bool:
    return key in table.pieces or key in table.markers or key in table.ground.terrain_by_id()


def _of_option(question: Decision[Any], option: Option) -> WhyReason:
    return WhyReason(
        question.what,
        question.prompt,
        option.label,
        not option.shut,
        option.shut or option.note,
        option.rule or question.rule,
        to=option.to or (option.key,),
    )


def _of_move(table: Table, question: MoveGroup, motion: Motion, asked: WhyQuery) -> WhyReason:
    """Whether a piece can move to the place or into contact with the thing, or why not and by how much."""
    far = phrase("up to {}", length_text(motion.allowance))
    found = WhyReason(question.what, question.prompt, far, True, "", question.rule)
    if not asked.to and asked.place is None:
        return found
    found = replace(found, act=phrase("to {}", Ref(asked.to) if asked.to else _at(asked.place)))
    leg, words = _way(table, motion, asked)
    if leg is None:
        return replace(found, open=False, words=words)
    left = motion.allowance - leg_cost(table, motion, leg)
    fault = leg_problem(table, motion, leg)
    if fault is None:
        return replace(found, words=phrase("{} to spare", length_text(max(0.0, left), 2)))
    if left >= -TOL:
        return replace(found, open=False, words=fault)
    words = phrase("{}: {} too far", fault, length_text(-left, 2))
    return replace(found, open=False, words=words, short=-left, unit="in")


def _at(place: Point | None) -> str:
    return f"({place[0]:.1f}, {place[1]:.1f})" if place else ""


def _way(table: Table, motion: Motion, asked: WhyQuery) -> tuple[Leg | None, AnyText]:
    """The shortest way there however long it is, or why there is none at all."""
    free = replace(motion, allowance=NO_LIMIT_IN, ends=())
    if asked.place is not None:
        leg = shortest_leg(table, free, asked.place)
        return leg, "" if leg else no_move_reason(table, free, asked.place)
    if any(entry.id == asked.to for entry in motion.entries):
        return leg_into(table, free, asked.to)
    leg = leg_into_contact(table, free, asked.to) if _is_thing(table, asked.to) else None
    return leg, "" if leg else phrase("{} has no way to {}", Ref(motion.piece), Ref(asked.to))


def _evidence(table: Table, rules: SightRules, asked: WhyQuery) -> tuple[Evidence | Verdict, ...]:
    """What the piece sees of the other one, and the other one of it."""
    piece, other = table.pieces.get(asked.piece), table.pieces.get(asked.to)
    if piece is None or other is None or piece.id == other.id:
        return ()
    return sight_evidence(table, rules, piece, other), sight_evidence(table, rules, other, piece)


def _seen(found: Evidence | Verdict, rules: SightRules, rule: str, what: str) -> WhyReason:
    """Whether one sees the other, or what hides it and how much of it, or how far beyond sight it is."""
    verdict = found.verdict if isinstance(found, Evidence) else found
    seen, other = what == "seen", verdict.viewer if what == "seen" else verdict.target
    act = phrase("be seen by {}" if seen else "see {}", Ref(other))
    over = verdict.distance - rules.limit_of(verdict.viewer)
    if verdict.why and TOL < over < math.inf:
        return WhyReason(what, "Sight", act, False, verdict.why, rule, over, "in", (other,))
    blockers = found.blockers if isinstance(found, Evidence) else ()
    hides = [
        phrase("{} hides {:.0f} %", Ref(one.id), 100 * one.share)
        for one in blockers[:MAX_NAMED_BLOCKERS]
        if one.share
    ]
    share = phrase("{:.0f} % is seen", 100 * verdict.share)
    words = verdict.why or joined_text([share, *hides], "; ")
    return WhyReason(what, "Sight", act, verdict.visible, words, rule, 1.0 - verdict.share, "share", (other,))
