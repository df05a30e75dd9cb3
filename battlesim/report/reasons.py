"""Why a piece may not do something, as plain values and in lines: what `battlesim why` prints."""

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
from battlesim.table.phrases import rendered_text
from battlesim.table.state import AnyState, Table


def why_report(
    ruleset: AnyRuleset, state: AnyState, query: WhyQuery, run: Run | None, side: SideKey
) -> WhyReport:
    """Why a piece may not do what is asked for, as far as a side knows ("" for all that is so).

    Raises KeyError for a piece that the side does not see.
    """
    view = state_seen_by(ruleset, state, side)
    piece = view.table.piece(query.piece)
    knows = side in (NO_SIDE, piece.side)
    ahead = follow_up_decisions(ruleset, run.position, piece.side, piece) if run and knows else ()
    return explain_why(ruleset, view, query, run.pending if run else None, ahead, knows)


def parse_why_query(table: Table, piece: str, target: str) -> WhyQuery:
    """What is asked for: `to` is "", an id of the table, or a place x,y. Raises InputError."""
    things = {*table.pieces, *table.ground.terrain_by_id()}
    for flag, word, known in (("--piece", piece, set(table.pieces)), ("--to", target, things)):
        if word not in known and word and not (flag == "--to" and "," in word):
            raise InputError(flag, word, "nothing on the table has this name", did_you_mean(word, known))
    if "," in target:
        x, y, _ = parse_point(target, "--to", table.ground)
        return WhyQuery(piece, place=(x, y))
    return WhyQuery(piece, target)


def reason_values(ruleset: AnyRuleset, table: Table, report: WhyReport) -> dict[str, Any]:
    """The answer as plain values: who is asked now, and each thing with its reason, rule and its text."""
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
    }


def reason_lines(values: dict[str, Any]) -> Iterator[str]:
    """The same in lines: under each question what may be done and what may not."""
    if values["now"]:
        yield f"{values['now']}{_cited(values['now_rule'])}"
    last = None
    for one in values["reasons"]:
        if one["question"] != last:
            last = one["question"]
            yield last
        words = f": {one['why']}" if one["why"] else ""
        yield f"  {'yes' if one['may'] else 'no'}: {one['act']}{words}{_cited(one['rule'])}"


def blocking_rule_texts(values: dict[str, Any]) -> dict[str, str]:
    """The texts of the rules that stand against something, by their ids."""
    return {one["rule"]: one["text"] for one in values["reasons"] if one["text"] and not one["may"]}


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""
