"""The ruleset contract: checks that every ruleset must pass, for use in a module of pytest tests.

globals().update(contract.tests({"mine": lambda: case_from_scenario("battlesim_mine/scenarios/mine.toml")}))
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import Codec, builtin_values, encode
from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne, parse_answer
from battlesim.engine.dice import derived_rng
from battlesim.engine.digest import first_difference, state_digest
from battlesim.engine.lookahead import ActPlan, LookaheadPlanner
from battlesim.engine.run import Run, RunPosition, start_run
from battlesim.engine.side_views import SideKnowledge, event_as_seen
from battlesim.engine.template_kinds import SupportsTemplates
from battlesim.engine.why_query import WhyQuery
from battlesim.players.base import PlayerContext
from battlesim.players.intent_guess import guessed_intent
from battlesim.players.recruit import recruit_adviser
from battlesim.report.reasons import why_report
from battlesim.rulesets import registry
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase, referenced_ids, rendered_text
from battlesim.testing.answer_checks import (
    options_make_a_difference,
    previews_can_be_computed,
    the_table_changes,
)
from battlesim.testing.case import BattleCase, BattleCases
from battlesim.testing.overlap import forbidden_overlaps
from battlesim.testing.played_battles import CONTRACT_PLAYERS, PlayedDecision, contract_battle
from battlesim.testing.playthroughs import check_reloaded_twin

ContractCheck = Callable[[BattleCase], None]

CONTRACT_SEEDS = (1, 2)
CHILD_HASH_SEED = "4242"
CHILD_ANSWERS = 30
MAX_WHY_MOMENTS = 4
"""Number of moments at which the reasons for forbidden acts are checked."""
MAX_PLANS_COMPARED = 60
FORKS_PER_BATTLE = 15
NAME_TOKEN = "Nobody-"
"""The prefix of all piece names in the search for leaked names."""
BARE_LENGTH_PATTERN = re.compile(r"\d in\b(?! (?:all|play)\b)|\d ?[\"″”]|\d''|\d inch(?:es)?\b")
CHILD_PROGRAM = """
import sys
from battlesim.testing.playthroughs import random_play_digest
print(random_play_digest(sys.argv[1], sys.stdin.buffer.read(), int(sys.argv[2])))
"""


def tests(cases: BattleCases) -> dict[str, Callable[..., None]]:
    """Return the checks that every ruleset must pass as pytest functions by name, parametrized by test case.

    The battles of a case are played once per process. Only cases with swaps check hidden information.
    """
    cases = {key: cache(make) for key, make in cases.items()}
    hiding = {key: make for key, make in cases.items() if make().swaps}
    open_ones = {f"test_{check.__name__}": _test(check, cases) for check in CONTRACT_CHECKS}
    return open_ones | {
        f"test_{check.__name__}": _test(check, hiding) for check in HIDDEN_INFORMATION_CHECKS if hiding
    }


def _test(check: ContractCheck, cases: BattleCases) -> Callable[..., None]:
    @pytest.mark.parametrize("key", sorted(cases))
    def test(key: str) -> None:
        check(cases[key]())

    test.__doc__ = check.__doc__
    return test


def the_ruleset_is_found_by_its_key(case: BattleCase) -> None:
    """Check that the ruleset is registered under its key, so that saved battles can load it."""
    assert registry.load_ruleset(case.ruleset.key) is case.ruleset


def the_rulebook_is_complete(case: BattleCase) -> None:
    """Check that every rule has a text and a section, explains its options and cites only existing rules.

    The full text of a rule must be at least as long as its short text, and rule ids must begin with the
    ruleset's prefix.
    """
    book, prefix = case.ruleset.rulebook, case.ruleset.prefix
    _none((id for id in book if not id.startswith(prefix)), f"no ids of rules, which begin with {prefix}")
    _none((id for id, rule in book.items() if not (rule.text and rule.section)), "without text or section")
    _none(
        (id for id, rule in book.items() if 0 < len(str(rule.whole)) < len(str(rule.text))),
        "shorter when whole",
    )
    values = [(id, value) for id, rule in book.items() for value in rule.choices]
    _none(
        (f"{id} {value}" for id, value in values if f'"{value}"' not in str(book[id].full_text)),
        "not explained",
    )
    cited = {id for rule in book.values() for id in re.findall(rf"{prefix}-[A-Z]+-\d+", str(rule.full_text))}
    _none(cited - book.keys(), "cited but not in the rulebook")


def lengths_in_rules_stand_in_braces(case: BattleCase) -> None:
    """Check that lengths in rule texts are in braces, such as {6 in}, for conversion to other units."""
    for id, rule in case.ruleset.rulebook.items():
        shown = rendered_text(
            phrase("{} {} {}", rule.section, rule.text, rule.whole), format_length=lambda length: ""
        )
        match = BARE_LENGTH_PATTERN.search(re.sub(r'"[\w./]+"', "", shown))  # without values of options
        assert not match, f"{id}: {match[0]!r} is a length without braces; write it as {{6 in}}"


def suggestions_and_defaults_are_legal(case: BattleCase) -> None:
    """Check that every decision accepts its default answer and the answers that it suggests.

    The decisions of a battle must not all be of one kind.
    """
    asked: list[str] = []
    for seed in CONTRACT_SEEDS:
        for _, state, decision in contract_battle(case, seed=seed).decisions:
            asked.append(decision.what)
            default = decision.default(state)
            assert decision.check(state, default) is None, f"{decision!r}: default {default!r}"
            for answer in decision.suggest(state, 6, derived_rng(seed, len(asked))):
                assert decision.check(state, answer) is None, f"{decision!r}: suggestion {answer!r}"
    assert len(set(asked)) > 1, f"the only decision asked is {asked[:1]}"


def a_side_that_nobody_plays_is_asked_nothing(case: BattleCase) -> None:
    """Check that every decision belongs to the dice or to a side that has a player."""
    played = {side.key for side in case.state.table.sides if side.played} | {DICE_SIDE}
    for _, _, decision in contract_battle(case).decisions:
        asked = set(decision.parts) if isinstance(decision, AskAll) else {decision.side}
        assert asked <= played, f"{decision!r} asks {asked - played}"


def answers_of_players_are_legal(case: BattleCase) -> None:
    """Check that AI players give only legal answers, except where hidden facts make an answer illegal."""
    for player in range(len(CONTRACT_PLAYERS)):
        assert contract_battle(case, player).events, "nothing happens"


def a_battle_goes_on_the_same_after_saving_at_every_answer(case: BattleCase) -> None:
    """Check that a battle takes the same course if it is saved and reloaded after every answer."""
    for seed in CONTRACT_SEEDS:
        player = CONTRACT_PLAYERS[seed % len(CONTRACT_PLAYERS)]
        compared = check_reloaded_twin(case.ruleset, case.state, player, seed=seed, answers=case.answers)
        assert compared > 5, f"the battle is over after {compared} answers"


def decisions_and_answers_survive_their_json(case: BattleCase) -> None:
    """Check that decisions and their default answers can be encoded as JSON and decoded without change."""
    codec = Codec(case.ruleset)
    for _, state, decision in contract_battle(case).decisions:
        back = codec.decode_decision(encode(decision))
        assert back == decision, f"{decision!r} is read back as {back!r}"
        default = decision.default(state)
        answer = parse_answer(decision, builtin_values(default))
        assert answer == default, f"{decision!r}: {default!r} is read back as {answer!r}"


def a_fork_leaves_its_original_alone(case: BattleCase) -> None:
    """Check that a copy of a running battle asks the same decision and does not affect its original."""
    decisions = contract_battle(case).decisions
    for moment in decisions[:: max(1, len(decisions) // FORKS_PER_BATTLE)]:
        run = moment.run_at_decision(case.ruleset)
        before, decision = state_digest(run.state), run.pending
        assert decision is not None
        fork = run.fork()
        _same(fork.pending, decision, "the decision of a fork")
        fork.answer(decision.default(fork.state))
        assert state_digest(run.state) == before and run.pending is decision, (
            f"{decision!r}: the fork is not a copy"
        )


def events_are_the_only_writers(case: BattleCase) -> None:
    """Check that a battle's events reproduce its final state, and that each event cites an existing rule."""
    battle = contract_battle(case)
    codec, folded = Codec(case.ruleset), case.state
    for event in battle.events:
        assert event.rule in case.ruleset.rulebook, f"{event!r} cites no rule of the rulebook"
        folded = codec.decode_event(encode(event)).apply(folded)
    _same(folded, battle.state, "the events applied, and the state")


def a_view_is_stable_and_can_be_determinized(case: BattleCase) -> None:
    """Check that a side's view is stable, and can be completed with random facts to a playable state.

    The completed state must give the side the same view again, and must lead to the same decision if the side
    is the one to decide. Each kind of decision is checked once, at the beginning of a step of play.
    """
    settled = (moment for moment in contract_battle(case).decisions if not moment.position.answers)
    first = {(moment.decision.side, moment.decision.what): moment for moment in reversed(list(settled))}
    for (position, _, decision), side in product(first.values(), case.state.table.sides):
        view = case.ruleset.view(position.state, side.key)
        _same(case.ruleset.view(view, side.key), view, f"the view of {side.key}, seen again")
        filled = case.ruleset.determinize(view, derived_rng("fill", side.key))
        _same(case.ruleset.view(filled, side.key), view, f"the view of {side.key}, determinized")
        asked = start_run(case.ruleset, filled).pending
        assert asked is not None, f"the determinized state cannot be played, before {decision!r}"
        known = (asked.side, asked.what, asked.about) == (decision.side, decision.what, decision.about)
        assert known or decision.side != side.key, f"the determinized state asks {asked!r}, not {decision!r}"


def bases_do_not_overlap_when_settled(case: BattleCase) -> None:
    """Check that between two steps of play, no bases overlap unless the ruleset allows it."""
    for player in range(len(CONTRACT_PLAYERS)):
        for position, state, decision in contract_battle(case, player).decisions:
            if not position.answers:
                _none(map(str, forbidden_overlaps(case.ruleset, state)), f"before {decision!r}")


def the_facts_of_a_moment_fit_together(case: BattleCase) -> None:
    """Check that each played side has an explained score, and that the turn is not beyond the last."""
    facts, sides = case.ruleset.facts(case.state), case.state.table.sides
    assert {side.key for side in sides if side.played} <= set(facts.scores) <= {side.key for side in sides}
    assert set(facts.scores) == set(facts.points), f"scores {facts.scores}, explained {facts.points}"
    assert facts.turn <= facts.turns or not facts.turns, f"turn {facts.turn} of {facts.turns}"


def templates_can_be_laid(case: BattleCase) -> None:
    """Check that every template (blast or flame area) of the ruleset has a valid shape."""
    if isinstance(case.ruleset, SupportsTemplates):
        for kind in case.ruleset.template_kinds(None):
            assert _is_shape(kind.shape), f"{kind.name}: {kind.shape!r} is not a shape such as 'blast:2'"


def _is_shape(spec: str) -> bool:
    try:
        template_from_spec(spec, 0.0, 0.0, 0.0)
    except InputError:
        return False
    return True


def play_does_not_depend_on_the_hash_seed(case: BattleCase) -> None:
    """Check that a battle takes the same course in a process that iterates over sets in another order."""
    decisions, last = contract_battle(case).decisions, contract_battle(case).state
    here = state_digest(decisions[CHILD_ANSWERS].state if len(decisions) > CHILD_ANSWERS else last)
    command = [sys.executable, "-c", CHILD_PROGRAM, case.ruleset.key, str(CHILD_ANSWERS)]
    env = os.environ | {"PYTHONHASHSEED": CHILD_HASH_SEED, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, input=encode(case.state), env=env, check=True, capture_output=True)
    assert done.stdout.decode().strip() == here


def names_of_unseen_pieces_do_not_leak(case: BattleCase) -> None:
    """Check that the events shown to a side name only pieces that it can see before or after the event."""
    pieces = (replace(p, name=f"{NAME_TOKEN}{k:04d}") for k, p in enumerate(case.state.table.pieces.values()))
    state = case.state.with_table(case.state.table.with_pieces(*pieces))
    view, shown_count = case.ruleset.view, 0
    for event in contract_battle(replace(case, state=state)).events:
        after = event.apply(state)
        for side in state.table.sides:
            before, now = (view(moment, side.key) for moment in (state, after))
            shown = event_as_seen(event, SideKnowledge(side.key, before.table, now.table, after.table))
            seen = {piece.name for known in (before, now) for piece in known.table.pieces.values()}
            names = set(re.findall(rf"{NAME_TOKEN}\d+", encode((shown, now)).decode()))
            _none(names - seen, f"{event!r} reveals names to {side.key}")
            shown_count += shown is not None
        state = after
    assert shown_count, "no event is shown to any side"


def hidden_information_does_not_leak(case: BattleCase) -> None:
    """Check that nothing that a side sees, answers, plans or guesses depends on facts hidden from it."""
    swaps, compared = case.swaps, list[str]()
    assert swaps is not None
    for moment in contract_battle(case).decisions:
        if moment.decision.side != case.blind:
            _same_guesses(case, moment)
        elif not moment.position.answers:
            run, begun = moment.run_at_decision(case.ruleset), moment.position
            for other in swaps(begun.state):
                assert state_digest(other) != state_digest(begun.state), "a swap changes nothing"
                _same_to_the_blind(case, run, Run(case.ruleset, RunPosition(other, begun.step)))
                compared.append(moment.decision.what)
    assert len(compared) > 3, f"only {len(compared)} swaps were compared"


def _same_guesses(case: BattleCase, moment: PlayedDecision) -> None:
    """Check that the guessed intent of another side's act does not depend on hidden facts."""
    _, state, decision = moment
    if case.swaps is None or not isinstance(decision, ChooseOne):
        return
    for other, option in product(case.swaps(state), decision.open_options):
        here, there = (
            guessed_intent(case.ruleset, s, case.blind, decision, option.key) for s in (state, other)
        )
        assert here == there, f"{decision!r}: {option.key} reveals hidden facts"


def _same_to_the_blind(case: BattleCase, run: Run, swapped: Run) -> None:
    _same(swapped.pending, run.pending, "the decision after a swap")
    decision = run.pending
    assert decision is not None
    views = [case.ruleset.view(each.state, case.blind) for each in (run, swapped)]
    _same(views[1], views[0], "the view after a swap")
    for player in CONTRACT_PLAYERS:
        replies = [
            player.answer(view, decision, PlayerContext(case.ruleset, case.blind, 3)) for view in views
        ]
        assert replies[0] == replies[1], f"{decision!r}: {replies} depend on what is hidden"
        plans = [
            _planned(case, each.position, case.blind, replies[0].answer).answers for each in (run, swapped)
        ]
        assert plans[0] == plans[1], f"{decision!r}: {plans} depend on what is hidden"


def _planned(case: BattleCase, position: RunPosition, side: SideKey, answer: Any) -> ActPlan:
    """Return the planned consequences of an answer, as far as its side can foresee them."""
    return LookaheadPlanner(case.ruleset, position, side, recruit_adviser(case.ruleset)).plan_act((answer,))


def planned_decisions_are_asked(case: BattleCase) -> None:
    """Check that a plan predicts the decisions that are asked when its answers are given."""
    moments = [
        moment
        for moment in contract_battle(case).decisions
        if not isinstance(moment.decision, ChanceDecision | AskAll)
    ]
    assert moments, "nothing was planned"
    for moment in moments[:MAX_PLANS_COMPARED]:
        side, truth = moment.decision.side, moment.run_at_decision(case.ruleset)
        view = case.ruleset.view(moment.state, side)
        best = recruit_adviser(case.ruleset)(view, moment.decision).answer
        for line in _planned(case, moment.position, side, best).lines:
            _same(truth.pending, line.decision, "the decision that was planned")
            refusal = truth.answer(line.answer)
            assert refusal is None or refusal.reveals, f"{line.decision!r}: {refusal}"


def forbidden_acts_have_reasons(case: BattleCase) -> None:
    """Check that every forbidden act has a reason that cites an existing rule and names no unseen piece."""
    known = case.ruleset.rulebook
    settled = [moment for moment in contract_battle(case).decisions if not moment.position.answers]
    moments = settled[:MAX_WHY_MOMENTS]
    assert moments, "nothing was asked"
    for number, moment in enumerate(moments):
        run, state = moment.run_at_decision(case.ruleset), moment.state
        for side in state.table.sides:
            view = case.ruleset.view(state, side.key)
            for piece in list(view.table.pieces)[number % 3 :: 3]:
                report = why_report(case.ruleset, state, WhyQuery(piece), run, side.key)
                _none((r.rule for r in report.reasons if r.rule and r.rule not in known), "no rules")
                _none((str(r.act) for r in report.reasons if not (r.open or r.words)), "without a reason")
                named = frozenset[str]().union(
                    *(referenced_ids(r.words) | referenced_ids(r.act) for r in report.reasons)
                )
                _none(named & (state.table.pieces.keys() - view.table.pieces.keys()), "are not seen")


def _none(found: Iterable[str], words: str) -> None:
    wrong = sorted(found)
    assert not wrong, f"{words}: {', '.join(wrong)}"


def _same(one: object, other: object, words: str) -> None:
    difference = first_difference(one, other)
    assert difference is None, f"{words}: {difference}"


CONTRACT_CHECKS: tuple[ContractCheck, ...] = (
    the_ruleset_is_found_by_its_key,
    the_rulebook_is_complete,
    lengths_in_rules_stand_in_braces,
    suggestions_and_defaults_are_legal,
    a_side_that_nobody_plays_is_asked_nothing,
    answers_of_players_are_legal,
    a_battle_goes_on_the_same_after_saving_at_every_answer,
    decisions_and_answers_survive_their_json,
    a_fork_leaves_its_original_alone,
    events_are_the_only_writers,
    a_view_is_stable_and_can_be_determinized,
    names_of_unseen_pieces_do_not_leak,
    bases_do_not_overlap_when_settled,
    the_facts_of_a_moment_fit_together,
    templates_can_be_laid,
    play_does_not_depend_on_the_hash_seed,
    planned_decisions_are_asked,
    previews_can_be_computed,
    the_table_changes,
    options_make_a_difference,
    forbidden_acts_have_reasons,
)
HIDDEN_INFORMATION_CHECKS: tuple[ContractCheck, ...] = (hidden_information_does_not_leak,)
