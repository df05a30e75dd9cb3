"""All who ask the same question are told the same: `judge`, its sheet, the corpus, the lab, the preview of a
battle, the shot itself, what an automated player may choose from; and so of templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

import msgspec
import pytest

from battlesim.engine.why_query import WhyQuery as WhyNot
from battlesim.engine.why_query import explain_why
from battlesim.report.judging import (
    JudgingRules,
    PieceOrPoint,
    convention_judging_rules,
    full_ruling_values,
    rule_on_pieces,
    ruleset_judging_rules,
)
from battlesim.report.rule_comparison import SightEnds, SightQuery, compare_rulings
from battlesim.report.sheet_payload import decode_payload, encode_payload, make_payload
from battlesim.report.template_values import TemplatePose, find_stencil, template_query, template_rows
from battlesim.rulesets import registry
from battlesim.rulesets.mobile_infantry.attack.attack_dice import carried_weapons
from battlesim.rulesets.mobile_infantry.ground.sight import WeaponLines, sight_views
from battlesim.rulesets.troice_station.attack import chain_reactions, shooting
from battlesim.rulesets.troice_station.attack.templates import caught_in_blast
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.rulings.sight import PLAIN_SIGHT, Verdict, verdict
from battlesim.rulings.sight_evidence import Evidence, sight_evidence
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.questions import SightQuestion, TemplateQuestion
from battlesim.scenarios.situations import Situation, judge_situation
from battlesim.scenarios.sources import TableSource, open_source
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import AnyState
from battlesim.ui.lab.lab_table import lab_table_of_battle
from battlesim.ui.lab.sight.sight_dispute import SightDispute
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.rules.troice_station.things import alien, battle, block, marine, room

PLACES = [(42, 25), (58, 25), (30, 12), (47, 31), (36, 22), (52, 18)]

Pieces = tuple[Piece, Piece]
Answer = tuple[bool, str, float]
"""Whether it is seen, what covers it, the share that is seen."""


class Case(NamedTuple):
    """A table with rules to judge it by, in a battle of which `shots` says what shooters are told."""

    source: TableSource
    judged: JudgingRules
    pairs: list[Pieces]
    shots: Callable[[AnyState, Pieces], Iterator[tuple[str, bool]]] = lambda state, pair: iter(())


def told(found: Verdict) -> Answer:
    return found.visible, found.cover, found.share


# -- who asks --


def answers(case: Case, pair: Pieces) -> Iterator[tuple[str, Answer]]:
    """What each who asks in the same words is told."""
    source, rules = case.source, case.judged.rules
    seen = sight_evidence(source.table, rules, *pair)
    yield "preview", told(seen.verdict if isinstance(seen, Evidence) else seen)
    ruled = rule_on_pieces(source.table, *pair, case.judged)
    values = full_ruling_values(source.table, ruled, False, None)
    yield "judge", answer_of(values)
    document = make_payload(source, ruled, ("", ""), "2026-01-31", False, None)
    yield "sheet", answer_of(decode_payload(encode_payload(document), "sheet").ruling)
    yield "lab", answer_of(in_lab(case, pair))


def answer_of(values: dict[str, Any]) -> Answer:
    return values["visible"], values["cover"], values["share"]


def in_lab(case: Case, pair: Pieces) -> dict[str, Any]:
    """What the lab shows of two on the table in hand."""
    dispute = SightDispute(lab_table_of_battle(case.source, ""), queue=WorkQueue(None))
    dispute.viewer, dispute.target = (piece.id for piece in pair)
    dispute.judged_by = case.judged.key or case.judged.convention
    dispute.tick(case.source.table, held=True)
    assert dispute.ruling is not None
    return dict(dispute.ruling.values)


def in_corpus(case: Case, pair: Pieces, answer: Answer) -> bool:
    """Whether the corpus would have it so."""
    viewer, target = (piece.id for piece in pair)
    question = SightQuestion(
        viewer=viewer, target=target, visible=answer[0], cover=answer[1], share=answer[2]
    )
    (found,) = judge_situation(Situation("", case.source.table, case.judged.rules, (question,)))
    return found.good


def in_battle(case: Case, state: AnyState, pair: Pieces) -> Iterator[tuple[str, bool]]:
    """What is said in a battle of whether one sees the other: by the shot, to who asks why he may not fire,
    and by what may be chosen, by an automated player as by anybody else."""
    yield from case.shots(state, pair)
    reasons = explain_why(
        registry.load_ruleset(case.source.ruleset), state, WhyNot(pair[0].id, to=pair[1].id)
    ).reasons
    yield "why", next(one.open for one in reasons if one.what == "sees")
    for one in reasons:
        if one.what in ("shot", "target") and (one.open or "out of sight" in str(one.words)):
            yield "choice", one.open


# -- what is asked about --


def infantry() -> TableSource:
    """A battle with six pieces put where walls, houses and craters are between them."""
    state = load_scenario("first_contact").initial_state()
    names = [p.id for p in state.table.standing_pieces()][:6]
    moved = {
        name: msgspec.structs.replace(state.table.pieces[name], place=OnTable(float(x), float(y)))
        for name, (x, y) in zip(names, PLACES, strict=True)
    }
    table = msgspec.structs.replace(state.table, pieces=state.table.pieces | moved)
    return TableSource(table, "mobile_infantry", state.with_table(table))


def station() -> TableSource:
    """Marines before a room with a window, with aliens in it, behind a drift and out in the snow."""
    house = room(
        "house", 20, 10, 28, 18, ("window", (20, 13), (20, 15), True), ("door", (24, 10), (25, 10), False)
    )
    state = battle(
        marine("trooper", "m1", 12, 14),
        marine("sniper", "m2", 24, 4),
        alien("x", 23, 14),
        alien("y", 12, 22),
        alien("z", 30, 5),
        terrain=[house, block("snow_drift", "drift", 10, 18, 14, 19, 0.8)],
        sight=60.0,
    )
    return TableSource(state.table, "troice_station", state)


def shots_of_infantry(state: AnyState, pair: Pieces) -> Iterator[tuple[str, bool]]:
    """The shot, and the picture of all lines that the automated player weighs targets by."""
    firer, target = pair
    seen = sight_views(state, [pair])[firer.id, target.id]
    yield "shot", seen.visible
    lines = WeaponLines(state, {firer.id: carried_weapons(firer)}, [target])
    if (firer.id, target.id) in lines.sights:
        yield "player", lines.sees(firer.id, target.id)


def shots_of_station(state: AnyState, pair: Pieces) -> Iterator[tuple[str, bool]]:
    """The shot."""
    yield "shot", shooting.can_see_target(state, *pair)


def varied(source: TableSource, judged: JudgingRules, names: list[str]) -> list[Pieces]:
    """Pairs of some pieces, one of each verdict."""
    kinds: dict[tuple[bool, str], Pieces] = {}
    for pair in permutations(map(source.table.piece, names), 2):
        seen = verdict(source.table, judged.rules, *pair)
        kinds.setdefault((seen.visible, seen.cover), pair)
    assert len(kinds) > 1
    return list(kinds.values())


def case_of(name: str) -> Case:
    """The pieces of a battle or a situation, judged by whom it is named for."""
    if name == "troice_station":
        source, shots = station(), shots_of_station
        judged = ruleset_judging_rules(source, name)
        return Case(source, judged, varied(source, judged, list(source.table.pieces)[:4]), shots)
    source = open_source("hulls") if name == "any_part" else infantry()
    judged = (
        ruleset_judging_rules(source, name) if name == "mobile_infantry" else convention_judging_rules(name)
    )
    names = [piece.id for piece in source.table.standing_pieces()][:6]
    battle = {"shots": shots_of_infantry} if name == "mobile_infantry" else {}
    return Case(source, judged, varied(source, judged, names), **battle)


NAMES = ("mobile_infantry", "troice_station", "models", "corners", "any_part")


@pytest.mark.parametrize("name", NAMES)
def test_all_who_ask_about_sight_are_told_the_same(name: str) -> None:
    case = case_of(name)
    for pair in case.pairs:
        expected = told(verdict(case.source.table, case.judged.rules, *pair))
        assert {who: answer for who, answer in answers(case, pair) if answer != expected} == {}
        assert in_corpus(case, pair, expected)
        if case.source.state is not None and case.judged.key:
            heard = list(in_battle(case, case.source.state, pair))
            assert heard and {who: seen for who, seen in heard if seen != expected[0]} == {}


def test_columns_are_told_the_same_as_a_ruling() -> None:
    asked = SightQuery("heights", None, SightEnds(PieceOrPoint("a3"), PieceOrPoint("b3")))
    columns = {column["ruleset"]: column for column in compare_rulings(asked)["columns"]}
    assert columns["toy"]["share"] == pytest.approx(0.18266, abs=1e-5)


def test_all_who_ask_about_a_blast_are_told_the_same() -> None:
    """The rules that carry it out, what `template` and the lab say of it, and the corpus."""
    source, at = station(), (22.5, 13.0)
    assert source.state is not None
    stencil = find_stencil(source, "troice_station", "Small explosion")
    wish = template_query(source, "troice_station", stencil)
    caught = {row["id"] for row in template_rows(source.table, wish, TemplatePose(*at)) if row["caught"]}
    blast = chain_reactions.effect_template(ChainEffect("grenade", at, ""))
    under = caught_in_blast(source.state, blast, source.table.standing_pieces())
    assert {piece.id for piece in under} == caught == {"x"}
    plain = template_query(source, "", None, stencil.shape)
    rows = template_rows(source.table, plain, TemplatePose(*at), every=True)
    asked = TemplateQuestion(stencil.shape, at, {row["id"]: row["state"] for row in rows})
    (found,) = judge_situation(Situation("", source.table, PLAIN_SIGHT, (asked,)))
    assert found.good and piece_coverages(source.table, blast, under)["x"].state == asked.pieces["x"]
