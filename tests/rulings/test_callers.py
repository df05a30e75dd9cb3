"""All who ask what a piece sees of another are told the same: `judge`, its sheet, the corpus, the preview of
a battle, the shot."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.report.comparing import Asked, Pair, compare
from battlesim.report.judging import Judged, Stand, all_values, rule
from battlesim.report.sheet_carried import carried, packed, unpacked
from battlesim.rulesets import registry
from battlesim.rulesets.mobile_infantry.ground.sightlines import look
from battlesim.rulings.explain import Evidence, explain
from battlesim.rulings.sight import verdict
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.questions import SightQuestion
from battlesim.scenarios.situations import Situation, judge_situation
from battlesim.scenarios.sources import Source
from battlesim.table.pieces import OnTable

PLACES = [(42, 25), (58, 25), (30, 12), (47, 31), (36, 22), (52, 18)]


def battle():
    """A battle with six pieces put where walls, houses and craters are between them."""
    state = load_scenario("first_contact").start()
    names = [p.id for p in state.table.standing()][:6]
    moved = {
        name: msgspec.structs.replace(state.table.pieces[name], place=OnTable(float(x), float(y)))
        for name, (x, y) in zip(names, PLACES, strict=True)
    }
    return state.with_table(msgspec.structs.replace(state.table, pieces=state.table.pieces | moved)), names


def test_all_callers_are_told_the_same():
    state, names = battle()
    ruleset = registry.get("mobile_infantry")
    rules, source = ruleset.sight(state), Source(state.table, "mobile_infantry", state)
    told = set()
    for pair in [(state.table.piece(a), state.table.piece(b)) for a in names for b in names if a != b]:
        found = verdict(state.table, rules, *pair)
        expected = found.visible, found.cover, found.share
        told.add(expected[:2])
        preview = explain(state.table, rules, *pair)
        assert (preview.verdict if isinstance(preview, Evidence) else preview) == found
        shot = look(state, [pair])[pair[0].id, pair[1].id]
        assert (shot.visible, shot.obscured, shot.share) == (found.visible, found.obscured, found.share)
        ruled = rule(state.table, *pair, Judged(rules, "mobile_infantry"))
        ruling = all_values(state.table, ruled, False, None)
        assert (ruling["visible"], ruling["cover"], ruling["share"]) == (
            found.visible,
            found.cover,
            found.share,
        )
        document = carried(source, ruled, ("", ""), "2026-01-31", False, None)
        sheet = unpacked(packed(document), "sheet").ruling
        assert (sheet["visible"], sheet["cover"], sheet["share"]) == expected
        question = SightQuestion(
            viewer=pair[0].id,
            target=pair[1].id,
            visible=ruling["visible"],
            share=ruling["share"],
            cover=ruling["cover"],
            blockers=tuple(blocker["id"] for blocker in ruling["blockers"]),
        )
        (answer,) = judge_situation(Situation("", state.table, rules, (question,)))
        assert answer.good, answer.text
    assert told >= {(False, "partial"), (True, "partial"), (True, "none")}


def test_columns_are_told_the_same_as_a_ruling():
    asked = Asked("heights", None, Pair(Stand("a3"), Stand("b3")))
    columns = {column["ruleset"]: column for column in compare(asked)["columns"]}
    assert columns["toy"]["share"] == pytest.approx(0.18266, abs=1e-5)
