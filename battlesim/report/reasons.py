"""Reasons why a piece may not do something, as the command `battlesim why` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import Run
from battlesim.engine.side_views import state_seen_by
from battlesim.engine.value_decoding import did_you_mean
from battlesim.engine.why_lookahead import follow_up_decisions
from battlesim.engine.why_query import WhyQuery, WhyReason, WhyReport, explain_why
from battlesim.report.judging import parse_point
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import percent, rendered_text
from battlesim.table.state import AnyState, Table


def why_report(
    ruleset: AnyRuleset, state: AnyState, query: WhyQuery, run: Run | None, side: SideKey
) -> WhyReport:
    """Return a report on what a piece may do, with the reason for each act that it may not carry out.

    If `side` is given, only what that side knows is used. Raises KeyError if the piece is unknown to the
    side.
    """
    view = state_seen_by(ruleset, state, side)
    piece = view.table.piece(query.piece)
    knows = side in (NO_SIDE, piece.side)
    follow_ups = follow_up_decisions(ruleset, run.position, piece.side, piece) if run and knows else ()
    return explain_why(ruleset, view, query, run.pending if run else None, follow_ups, knows, True)


def parse_why_query(table: Table, piece: str, target: str) -> WhyQuery:
    """Return a query about what a piece may do. Raises InputError if the piece or target is invalid.

    `target` is an id, a point x,y or "" for no target.
    """
    target_ids = {*table.pieces, *table.ground.terrain_by_id()}
    for flag, word, known in (("--piece", piece, set(table.pieces)), ("--to", target, target_ids)):
        if word not in known and word and not (flag == "--to" and "," in word):
            raise InputError(flag, word, "nothing on the table has this id", did_you_mean(word, known))
    if "," in target:
        x, y, _ = parse_point(target, "--to", table.ground)
        return WhyQuery(piece, place=(x, y))
    return WhyQuery(piece, target)


def reason_values(ruleset: AnyRuleset, table: Table, report: WhyReport) -> dict[str, Any]:
    """Return a report on what a piece may do as a dict.

    It says which side has to decide now, and lists each possible act with the reason why it is not allowed.
    """
    return {
        "piece": report.asked.piece,
        "to": report.asked.to or report.asked.place,
        "now": rendered_text(report.now, table.name_of),
        "now_rule": report.now_rule,
        "reasons": [_values(ruleset, table, reason) for reason in report.reasons],
    }


def _values(ruleset: AnyRuleset, table: Table, reason: WhyReason) -> dict[str, Any]:
    known = ruleset.rulebook.get(reason.rule)
    return {
        "what": reason.what,
        "question": rendered_text(reason.question, table.name_of),
        "act": rendered_text(reason.act, table.name_of),
        "may": reason.open,
        "why": rendered_text(reason.words, table.name_of),
        "rule": reason.rule,
        "text": str(known.text) if known else "",
        "short": reason.short,
        "unit": reason.unit,
        "to": list(reason.to),
        "chance": reason.chance,
        "chance_of": reason.chance_of,
        "losses": [
            {"piece": odds.target, "name": table.name_of(odds.target), "lost": list(odds.lost)}
            for odds in reason.losses
        ],
    }


def reason_lines(values: dict[str, Any]) -> Iterator[str]:
    """Yield a report on what a piece may do as lines of text.

    The lines hold the decisions to be made, and below each of them the possible acts with their reasons.
    """
    if values["now"]:
        yield f"{values['now']}{_cited(values['now_rule'])}"
    last = None
    for reason in values["reasons"]:
        if reason["question"] != last:
            last = reason["question"]
            yield last
        why = f": {reason['why']}" if reason["why"] else ""
        yield f"  {'yes' if reason['may'] else 'no'}: {reason['act']}{why}{_cited(reason['rule'])}"
        yield from _odds_lines(reason)


def _odds_lines(reason: dict[str, Any]) -> Iterator[str]:
    """Yield a line with the chance of an allowed act, and a line with the odds of each piece's losses."""
    if reason["chance"] is not None:
        yield f"    {percent(reason['chance'])}: {reason['chance_of']}"
    for odds in reason["losses"]:
        lost = ", ".join(f"{points} ({percent(part)})" for points, part in enumerate(odds["lost"]) if part)
        yield f"    {odds['name']} loses {lost}"


def blocking_rule_texts(values: dict[str, Any]) -> dict[str, str]:
    """Return the text of each rule that forbids an act in a report, by rule id."""
    return {r["rule"]: r["text"] for r in values["reasons"] if r["text"] and not r["may"]}


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""
