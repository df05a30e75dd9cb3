"""Explanations of why the selected piece may not do something, based only on what the user can see."""

from __future__ import annotations

from typing import Final

from battlesim.engine.decisions import Decision
from battlesim.engine.why_query import WhyQuery, WhyReason, WhyReport, explain_why
from battlesim.geometry.shapes import Point
from battlesim.render.text_layout import fitted_text, wrapped_lines
from battlesim.table.phrases import AnyText, phrase, with_names
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, IdentityKey, KeyedResult, WorkQueue

QUERY_GRID_IN: Final = 0.25
"""Grid size in inches to which the pointer's position is rounded."""
MAX_REASONS: Final = 4
"""Maximum number of reasons listed per decision if nothing is pointed at; the rest are only counted."""
TEXT_WIDTH_PX: Final = 380.0
"""Width in pixels to which the lines are wrapped."""


class RefusalExplainer:
    """An instrument that explains why a piece cannot act. It is active while `on` is True.

    `place` is the position of the pointer in inches.
    """

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self.on = model, False
        self.place: Point | None = None
        self._report: KeyedResult[WhyReport] = KeyedResult(queue, SHORT_LANE)
        self._wanted: tuple[object, ...] | None = None

    @property
    def busy(self) -> bool:
        """True if the explanation is still being computed."""
        return self._report.working

    def tick(self) -> bool:
        """Query the object or point under the pointer. Return True if the display changes."""
        asked = self._query() if self.on else None
        state, question = self.model.state, self.model.decision if self.model.playback.live else None
        wanted = None if asked is None else (asked, state, question)
        changed = not _is_same_query(wanted, self._wanted)
        if changed:
            self._wanted = wanted
            if asked is None:
                self._report.reset()
            else:
                self._report.request(IdentityKey(wanted), lambda: self._compute_report(asked, question))
        return self._report.poll() or changed

    def _compute_report(self, asked: WhyQuery, question: Decision[object] | None) -> WhyReport:
        ahead = (question,) if question else ()
        return explain_why(self.model.ruleset, self.model.state, asked, question, ahead)

    def _query(self) -> WhyQuery | None:
        pointing, pieces = self.model.pointer, self.model.state.table.pieces
        who, other = pointing.selected_piece or pointing.hovered_piece, pointing.hovered_piece
        if who not in pieces:
            return None
        if other and other != who:
            return WhyQuery(who, other)
        return WhyQuery(who, place=None if other else self.place)

    def point(self, at: Point, free: bool) -> None:
        """Note the pointer's position in inches; `free` is False if something covers the table there."""
        ground = self.model.state.table.ground
        on = free and 0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height
        self.place = (
            (round(at[0] / QUERY_GRID_IN) * QUERY_GRID_IN, round(at[1] / QUERY_GRID_IN) * QUERY_GRID_IN)
            if on
            else None
        )

    @property
    def answer(self) -> WhyReport | None:
        """The explanation to show, or None if there is none."""
        return self._report.current if self._wanted else None

    def instruction_text(self) -> str:
        """Return an instruction for the user's next step, or "" if there is none."""
        return "" if not self.on or self._wanted else "Select a model, and point at a target or a spot"


def _is_same_query(a: tuple[object, ...] | None, b: tuple[object, ...] | None) -> bool:
    if a is None or b is None:
        return a is b
    return a[0] == b[0] and a[1] is b[1] and a[2] is b[2]


def explanation_lines(model: WindowModel, found: WhyReport) -> list[tuple[str, str]]:
    """Return the lines of an explanation as pairs of text and colour.

    The open decision comes first, then each decision with the allowed and forbidden acts and their rules, and
    finally the beginnings of the forbidding rules.
    """
    called = model.state.table.name_of
    told = _wrapped(with_names(_with_rule(found.now, found.now_rule), called), "dim") if found.now else []
    few = not found.asked.to and found.asked.place is None
    against = list[str]()
    for question in dict.fromkeys(reason.question for reason in found.reasons):
        own = sorted((r for r in found.reasons if r.question == question), key=lambda reason: reason.open)
        told += _wrapped(with_names(question, called), "text")
        for reason in own[: MAX_REASONS if few else None]:
            against += [] if reason.open else [reason.rule]
            told += _wrapped(
                with_names(_reason_text(reason), called), "mint" if reason.open else "orange", "    "
            )
        if few and len(own) > MAX_REASONS:
            told.append((f"    and {len(own) - MAX_REASONS} more", "dim"))
    return told + [line for rule in dict.fromkeys(against) for line in _rule_beginning(model, rule)]


def _rule_beginning(model: WindowModel, rule: str) -> list[tuple[str, str]]:
    """Return a rule's id and the start of its text, in at most two lines with their colour."""
    known = model.ruleset.rulebook.get(rule)
    first, *more = (
        wrapped_lines(phrase("{}: {}", rule, known.text), TEXT_WIDTH_PX, "small") if known else [""]
    )
    rest = [fitted_text(f"    {' '.join(more)}", TEXT_WIDTH_PX, "small")] if more else []
    return [(line, "dim") for line in (first, *rest) if line]


def _reason_text(reason: WhyReason) -> AnyText:
    words = phrase("{}: {}", reason.act, reason.words) if reason.words else reason.act
    return _with_rule(phrase("{}{}", "yes: " if reason.open else "no: ", words), reason.rule)


def _with_rule(words: AnyText, rule: str) -> AnyText:
    return phrase("{}  {}", words, rule) if rule else words


def _wrapped(words: AnyText, colour: str, inset: str = "") -> list[tuple[str, str]]:
    return [(f"{inset}{line}", colour) for line in wrapped_lines(words, TEXT_WIDTH_PX, "small")]
