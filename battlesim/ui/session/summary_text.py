"""Conversion of the summary of a battle to plain text or data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlesim.engine.luck import Luck
from battlesim.table.state import Side
from battlesim.ui.session.battle_summary import BattleSummary, out_phrase


def summary_data(told: BattleSummary) -> dict[str, Any]:
    """Return the summary of a battle as plain values; moments are event numbers of the record."""
    return {
        "winners": list(told.outcome.winners),
        "scores": told.outcome.scores,
        "reason": told.outcome.reason,
        "turn": told.facts.turn,
        "moments": [
            {
                "events": o.at,
                "turn": o.turn,
                "text": str(o.words),
                "side": o.side,
                "gain": o.gain,
                "lost": o.lost,
            }
            for o in told.turnings
        ],
        "conditions": [
            {"side": row.side, "text": str(row.label), "value": str(row.value)}
            for row in told.facts.ends
            if row.side
        ],
        "losses": [
            {"side": one.side, "unit": one.name, "left": one.left, "of": one.of, "out": dict(one.out)}
            for one in told.casualties
        ],
        "luck_of": "points" if told.by_points else "successes",
        "luck": [{"side": one.side, "unit": one.unit, **_figures(one.luck)} for one in told.fortunes],
        "fault": told.fault,
    }


def _figures(luck: Luck) -> dict[str, float]:
    """Return luck statistics as plain values."""
    expected, sigmas = round(luck.expected, 6), round(luck.sigmas, 6)
    return {"dice": luck.dice, "expected": expected, "made": luck.result, "sigmas": sigmas}


def summary_lines(told: BattleSummary, sides: Sequence[Side]) -> Iterator[str]:
    """Yield the summary of a battle as lines of text, with turning points, losses and luck."""
    names = {side.key: side.name for side in sides}
    yield "what decided it:"
    for one in told.turnings:
        gain = f"{names[one.side]} +{round(one.gain, 1):g}" if one.side else f"{one.lost} lost"
        yield f"  event {one.at}, {one.turn.lower()}, {gain}: {one.words}"
    conditions = [row for row in told.facts.ends if row.side]
    if conditions:
        yield "how each side wins:"
    for row in conditions:
        yield f"  {row.label}: {row.value}"
    yield "losses:"
    for unit in told.casualties:
        yield f"  {names[unit.side]}, {unit.name}: {unit.left} of {unit.of} left{out_phrase([unit])}"
    measured = (
        "points rolled against the mean" if told.by_points else "successful dice against the expected number"
    )
    yield f"luck: {told.fault}" if told.fault else f"luck, {measured}:"
    for fortune in told.fortunes:
        who = ", ".join(filter(None, (names[fortune.side], fortune.unit)))
        luck = fortune.luck
        expected = f"{luck.expected:.1f} expected, {luck.sigmas:+.1f} sigma"
        came = f"{luck.result} points with" if told.by_points else f"{luck.result} of"
        yield f"  {who}: {came} {luck.dice} dice, {expected}"
