"""Explanations of why a piece cannot do something, taken from the options that the rules offer.

No rule is implemented a second time. Lengths are in inches, and fractions are from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne, Decision, OptionDecision
from battlesim.engine.measuring import known_preview
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import AnyRuleset, LossOdds, Preview
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
"""The maximum number of blockers named in a reason."""


@runtime_checkable
class SupportsPossibleDecisions(Protocol):
    """The protocol of a ruleset that can list the decisions that it could ask about a piece."""

    def possible_decisions(self, view: AnyState, piece: str) -> Iterable[Decision[Any]]:
        """Return the decisions to act or react that would be asked now about this piece alone.

        They include all closed options with their reasons, as in the decisions that are actually asked.
        """
        ...


class WhyQuery(msgspec.Struct, frozen=True):
    """A query about why a piece cannot act, act on the object `to`, or move to `place`."""

    piece: str
    to: str = ""
    place: Point | None = None


class WhyReason(msgspec.Struct, frozen=True):
    """An action that a piece can or cannot take, with the reason, its rule and the amount by which it fails.

    `what` is the kind of decision that offers the action, or `sees` or `seen` for line of sight, and
    `question` is its text. `short` is the missing length in inches or, for sight, the hidden fraction, if
    any. If the action is available, `chance` is the chance (0 to 1) of the result `chance_of`, if known, and
    `losses` are the odds for each piece that it may hurt.
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
    chance: float | None = None
    chance_of: str = ""
    losses: tuple[LossOdds, ...] = ()


class WhyReport(msgspec.Struct, frozen=True):
    """The answer to a query: whose decision is open, and the actions that the piece can or cannot take.

    `evidence` shows the lines of sight from the piece to the object and back.
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
    with_odds: bool = False,
) -> WhyReport:
    """Explain why a piece cannot do what a query asks about, using only what `view` shows.

    `pending` is the open decision. `follow_ups` are the decisions that could follow it, for a ruleset that
    cannot list its decisions. If `knows_pending` is false, the report says only which side is asked. If
    `with_odds` is true, actions on the queried object include their odds. Raises KeyError for an unknown
    piece.
    """
    piece = view.table.piece(query.piece)
    now, rule, first = _current_question(view.table, piece, pending, knows_pending)
    if not piece.in_play:
        words = phrase("{piece} is not on the table", Ref(piece.id))
        return WhyReport(
            query, now, rule, (*first, WhyReason("place", "Act", "be asked anything", False, words))
        )
    questions = list(
        ruleset.possible_decisions(view, piece.id)
        if isinstance(ruleset, SupportsPossibleDecisions)
        else follow_ups
    )
    found = list(first)
    rated = ruleset if with_odds and query.to else None
    for question in questions:
        found += _decision_reasons(view, question, query, rated)
    rules, rule_of_sight = ruleset.sight_rules(view), next(iter(ruleset.sight_ids), "")
    evidence = _evidence(view.table, rules, query)
    sight = [
        _sight_reason(one, rules, rule_of_sight, what)
        for one, what in zip(evidence, SIGHT_REASON_KEYS, strict=False)
    ]
    reasons = tuple(dict.fromkeys((*found, *sight)))
    return WhyReport(
        query,
        now if reasons or now else phrase("the rules ask nothing about {piece} now", Ref(piece.id)),
        rule,
        reasons,
        evidence,
    )


def _current_question(
    table: Table, piece: Piece, pending: Decision[Any] | None, knows: bool
) -> tuple[AnyText, str, tuple[WhyReason, ...]]:
    """Return text about the side asked now, the rule's id, and reasons for the piece's closed options."""
    if pending is None:
        return "", "", ()
    if pending.side == DICE_SIDE:
        return "dice are rolled now: no side is asked", pending.rule, ()
    if isinstance(pending, AskAll):
        return "all sides are asked now", pending.rule, ()
    side_name = _side_name(table, pending.side)
    if pending.side != piece.side:
        words = phrase("it is for {side} to decide now, not for {piece}", side_name, Ref(piece.id))
        return words, pending.rule, ()
    if not knows:
        return phrase("it is for {side} to decide now", side_name), "", ()
    named = [option for option in _options(pending) if _belongs_to(option, piece)]
    words = phrase("the open question is: {prompt}", pending.prompt)
    if not named and pending.about not in ("", piece.id, piece.unit) and not _can_move(pending, piece.id):
        return phrase("{piece} has nothing to decide now; {question}", Ref(piece.id), words), pending.rule, ()
    return words, pending.rule, tuple(_option_reason(pending, option) for option in named if option.shut)


def _side_name(table: Table, key: SideKey) -> str:
    return next((side.name for side in table.sides if side.key == key), "another side")


def _options(question: Decision[Any]) -> tuple[Option, ...]:
    return question.options if isinstance(question, OptionDecision) else ()


def _belongs_to(option: Option, piece: Piece) -> bool:
    """Return whether an option belongs to a piece or its unit."""
    own = (piece.id, piece.unit)
    return option.key in own or any(key in option.by for key in own)


def _can_move(question: Decision[Any], piece: str) -> bool:
    return isinstance(question, MoveGroup) and any(motion.piece == piece for motion in question.motions)


def narrowed_to_piece(question: ChooseOne, piece: Piece) -> ChooseOne:
    """Return a copy of a decision with only the options that belong to a piece or to its unit."""
    own = tuple(option for option in question.options if _belongs_to(option, piece))
    return replace(question, about=piece.id, options=own)


def concerns_piece(question: Decision[Any], piece: Piece) -> bool:
    """Return whether a decision is about a piece or its unit, or has options for either."""
    own = any(_belongs_to(option, piece) or piece.id in option.at for option in _options(question))
    return own or question.about in (piece.id, piece.unit) or _can_move(question, piece.id)


def _decision_reasons(
    view: AnyState, question: Decision[Any], asked: WhyQuery, rated: AnyRuleset | None
) -> Iterator[WhyReason]:
    """Yield the reasons that a decision gives about the queried action, with odds if `rated` is given."""
    if isinstance(question, MoveGroup):
        motions = (motion for motion in question.motions if motion.piece == asked.piece)
        yield from (_move_reason(view.table, question, motion, asked) for motion in motions)
    least = question.least if isinstance(question, ChooseOne) else ""
    for option in _options(question):
        if option.key != least and _is_relevant(view.table, option, asked):
            reason = _option_reason(question, option)
            known = known_preview(rated, view, question, option.key) if rated and reason.open else None
            yield _with_odds(reason, known) if known else reason


def _with_odds(reason: WhyReason, known: Preview) -> WhyReason:
    losses = tuple(LossOdds(odds.target, odds.lost) for odds in known.losses)
    return replace(reason, chance=known.chance, chance_of=known.chance_of, losses=losses)


def _is_relevant(table: Table, option: Option, asked: WhyQuery) -> bool:
    """Return whether an option concerns the queried object.

    Without an object or point in the query, every option counts, as does a closed option without a target.
    """
    if option.by and not any(key in option.by for key in _names(table, asked.piece)):
        return False
    about = option.to or tuple(key for key in (option.key,) if _is_object(table, key) and key != asked.piece)
    if asked.to:
        named = any(key in about for key in _names(table, asked.to))
        return named or (not about and bool(option.shut))
    return asked.place is None or (not about and bool(option.shut))


def _names(table: Table, key: str) -> tuple[str, ...]:
    """Return the id of an object, and of its unit if it is a piece of a unit with values of its own."""
    piece = table.pieces.get(key)
    return (key, piece.unit) if piece is not None and piece.unit in table.units else (key,)


def _is_object(table: Table, key: str) -> bool:
    return key in table.pieces or key in table.markers or key in table.ground.terrain_by_id()


def _option_reason(question: Decision[Any], option: Option) -> WhyReason:
    return WhyReason(
        question.what,
        question.prompt,
        option.label,
        not option.shut,
        option.shut or option.note,
        option.rule or question.rule,
        to=option.to or (option.key,),
    )


def _move_reason(table: Table, question: MoveGroup, motion: Motion, asked: WhyQuery) -> WhyReason:
    """Return why a piece can or cannot move to the queried point or into contact with the object."""
    far = phrase("up to {}", length_text(motion.allowance))
    found = WhyReason(question.what, question.prompt, far, True, "", question.rule)
    if not asked.to and asked.place is None:
        return found
    found = replace(found, act=phrase("to {}", Ref(asked.to) if asked.to else _point_text(asked.place)))
    leg, words = _unlimited_leg(table, motion, asked)
    if leg is None:
        return replace(found, open=False, words=words)
    left = motion.allowance - leg_cost(table, motion, leg)
    fault = leg_problem(table, motion, leg)
    if fault is None:
        return replace(found, words=phrase("{} to spare", length_text(max(0.0, left), 2)))
    if left >= -TOL:
        return replace(found, open=False, words=fault)
    words = phrase("{reason}: {distance} too far", fault, length_text(-left, 2))
    return replace(found, open=False, words=words, short=-left, unit="in")


def _point_text(place: Point | None) -> str:
    return f"({place[0]:.1f}, {place[1]:.1f})" if place else ""


def _unlimited_leg(table: Table, motion: Motion, asked: WhyQuery) -> tuple[Leg | None, AnyText]:
    """Return the shortest leg to the goal with no limit on its length, or the reason why there is no leg."""
    free = replace(motion, allowance=NO_LIMIT_IN, ends=())
    if asked.place is not None:
        leg = shortest_leg(table, free, asked.place)
        return leg, "" if leg else no_move_reason(table, free, asked.place)
    if any(entry.id == asked.to for entry in motion.entries):
        return leg_into(table, free, asked.to)
    target = table.pieces.get(asked.to)
    if target is not None and not target.in_play:
        return None, phrase("{target} is not on the table", Ref(target.id))
    leg = leg_into_contact(table, free, asked.to) if _is_object(table, asked.to) else None
    return leg, "" if leg else phrase("{piece} has no path to {target}", Ref(motion.piece), Ref(asked.to))


def _evidence(table: Table, rules: SightRules, asked: WhyQuery) -> tuple[Evidence | Verdict, ...]:
    """Return the sight evidence between the piece and the queried object, in both directions."""
    piece, other = table.pieces.get(asked.piece), table.pieces.get(asked.to)
    if piece is None or other is None or piece.id == other.id:
        return ()
    return sight_evidence(table, rules, piece, other), sight_evidence(table, rules, other, piece)


def _sight_reason(found: Evidence | Verdict, rules: SightRules, rule: str, what: str) -> WhyReason:
    """Return the reason why the viewer can or cannot see the target, naming blockers or the missing range."""
    verdict = found.verdict if isinstance(found, Evidence) else found
    seen, other = what == "seen", verdict.viewer if what == "seen" else verdict.target
    act = phrase("be seen by {}" if seen else "see {}", Ref(other))
    over = verdict.distance - rules.limit_of(verdict.viewer)
    if verdict.why and TOL < over < math.inf:
        return WhyReason(what, "Sight", act, False, verdict.why, rule, over, "in", (other,))
    blockers = found.blockers if isinstance(found, Evidence) else ()
    hides = [
        phrase("{blocker} hides {percentage:.0f}% of the target", Ref(blocker.id), 100 * blocker.share)
        for blocker in blockers[:MAX_NAMED_BLOCKERS]
        if blocker.share
    ]
    share = phrase("{percentage:.0f}% of the target is visible", 100 * verdict.share)
    words = verdict.why or joined_text([share, *hides], "; ")
    return WhyReason(what, "Sight", act, verdict.visible, words, rule, 1.0 - verdict.share, "share", (other,))
