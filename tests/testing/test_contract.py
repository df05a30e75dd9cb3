"""Each check of the contract finds the fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from battlesim.engine.codec import CodecError
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.refusal import Refusal
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.template_kinds import TemplateKind
from battlesim.mechanics.alternating_turns import choose_acting_piece, turn_facts
from battlesim.mechanics.turns import CounterChanged, PiecesActed
from battlesim.rulesets.toy import Toy
from battlesim.rulesets.toy import rules as toy_rules
from battlesim.table.events import MessageLogged, PiecesMoved, PieceTravel
from battlesim.table.phrases import parse_phrase
from battlesim.table.redaction import redacted_table
from battlesim.table.state import Side
from battlesim.testing import contract
from battlesim.testing.case import BattleCase
from tests.contract.cases import toy

OPTIONS = (Option("a", "A"), Option("b", "B"))


def made(**parts: Any) -> BattleCase:
    """The case of the toy, with some parts of its ruleset replaced."""
    return msgspec.structs.replace(toy(), ruleset=type("Made", (Toy,), parts)(), answers=30)


def acting(script: Callable[..., Any]) -> BattleCase:
    """The case of the toy, in which another script comes before each activation."""

    def activate(play):
        yield from script(play)
        yield from toy_rules.activate_trooper(play)

    return made(scripts=toy_rules.STEP_SCRIPTS | {"activate": activate})


def asking(kind: type[ChooseOne], side: str = "") -> BattleCase:
    """One in which a side, or that in turn, is asked a question of a kind first."""

    def script(play):
        asked = side or play.state.game.phase
        yield kind(side=asked, what="odd", prompt="?", rule="TOY-TURN-02", options=OPTIONS)

    return acting(script)


class Illegal(ChooseOne, frozen=True, kw_only=True, tag="illegal"):
    def default(self, state):
        return "c"


class Ashamed(ChooseOne, frozen=True, kw_only=True, tag="ashamed"):
    """Refuses by what the side that answers cannot see."""

    def check(self, state, answer):
        return Refusal("mined", "TOY-MINE-02") if state.table.markers else super().check(state, answer)


def rule(text: str = "Move.", section: str = "Moves", **more: Any) -> BattleCase:
    """One whose rulebook has one more rule."""
    return made(rulebook=Toy().rulebook | {"TOY-X-01": RuleText("act", parse_phrase(text), section, **more)})


def drift(play):
    """Every run goes another way."""
    play.emit(CounterChanged(rule="TOY-TURN-01", name="drift", old=0, new=next(NUMBERS)))
    return
    yield


def scribble(play):
    """Change what all copies of a state share."""
    play.state.game.tally["scribble"] = play.state.game.tally.get("scribble", 0) + 1
    return
    yield


def forge(play):
    """Change the state without an event."""
    play.state = play.state.with_game(turns=play.state.game.turns + 1)
    return
    yield


def pile_up(play):
    """Put one piece onto another."""
    first, second, *_ = play.state.table.standing_pieces()
    part = PieceTravel(first.id, first.place, second.place)
    play.emit(PiecesMoved(rule="TOY-MOVE-01", parts=(part,)))
    return
    yield


def unruly(play):
    """Cite a rule that is not there."""
    play.emit(PiecesActed(rule="TOY-NONE-01", acted=()))
    return
    yield


def named() -> BattleCase:
    """One in which red is told by name of somebody whom it does not see."""

    def view(self, state, side):
        hidden = "d" if side == "red" else ""
        return state.with_table(
            redacted_table(state.table, lambda piece: None if piece.id == hidden else piece)
        )

    def activate(play):
        play.emit(MessageLogged(rule="TOY-TURN-01", text=f"{play.state.table.piece('d').name} sneezes"))
        yield from toy_rules.activate_trooper(play)

    return made(view=view, scripts=toy_rules.STEP_SCRIPTS | {"activate": activate})


def unplayed() -> BattleCase:
    """One in which somebody is asked whom nobody plays."""
    case = asking(ChooseOne, "people")
    table = case.state.table
    more = msgspec.structs.replace(table, sides=(*table.sides, Side("people", "People", 8, played=False)))
    return msgspec.structs.replace(case, state=case.state.with_table(more))


def forgetful() -> BattleCase:
    """One in which what is filled in forgets the secret for which a side is asked more."""

    def activate(play):
        if play.state.game.count("secret"):
            yield ChooseOne(
                side=play.state.game.phase, what="odd", prompt="?", rule="TOY-TURN-02", options=OPTIONS
            )
        yield from toy_rules.activate_trooper(play)

    case = made(scripts=toy_rules.STEP_SCRIPTS | {"activate": activate}, view=unsaid)
    return msgspec.structs.replace(case, state=case.state.with_game(tally={"secret": 1}))


def unsaid(self, state, side):
    return Toy().view(state, side).with_game(tally={})


NUMBERS = count(1)
FAULTS = [
    (contract.the_ruleset_is_found_by_its_key, made, ""),
    (contract.the_rulebook_is_complete, lambda: made(prefix="ELSE"), "begin with ELSE"),
    (contract.the_rulebook_is_complete, lambda: rule(section=""), "without text or section: TOY-X-01"),
    (contract.the_rulebook_is_complete, lambda: rule(whole="M."), "shorter when whole: TOY-X-01"),
    (contract.the_rulebook_is_complete, lambda: rule(choices=("slow",)), "not explained: TOY-X-01 slow"),
    (
        contract.the_rulebook_is_complete,
        lambda: rule("See TOY-Y-01."),
        "cited but not in the rulebook: TOY-Y-01",
    ),
    (contract.lengths_in_rules_stand_in_braces, lambda: rule("Up to 6 in."), "TOY-X-01: '6 in'"),
    (contract.suggestions_and_defaults_are_legal, lambda: asking(Illegal), "default 'c'"),
    (contract.a_side_that_nobody_plays_is_asked_nothing, unplayed, "asks {'people'}"),
    (contract.answers_of_players_are_legal, lambda: asking(Ashamed), "mined"),
    (contract.a_battle_goes_on_the_same_after_saving_at_every_answer, lambda: acting(drift), "drift"),
    (contract.decisions_and_answers_survive_their_json, lambda: asking(Illegal), "'illegal'"),
    (contract.a_fork_leaves_its_original_alone, lambda: acting(scribble), "not a copy"),
    (contract.events_are_the_only_writers, lambda: acting(forge), "game.turns"),
    (contract.events_are_the_only_writers, lambda: acting(unruly), "cites no rule"),
    (contract.a_view_is_stable_and_can_be_determinized, lambda: made(view=later), "seen again: game.turn"),
    (contract.a_view_is_stable_and_can_be_determinized, lambda: made(determinize=emptied), "determinized"),
    (
        contract.a_view_is_stable_and_can_be_determinized,
        forgetful,
        "the determinized state asks ChooseOne(side='red', what='pie",
    ),
    (contract.names_of_unseen_pieces_do_not_leak, named, "reveals names to red"),
    (contract.bases_do_not_overlap_when_settled, lambda: acting(pile_up), "overlap by 1.000 in"),
    (contract.the_facts_of_a_moment_fit_together, lambda: made(facts=one_sided), ""),
    (
        contract.templates_can_be_laid,
        lambda: made(template_kinds=misspelt, template_blockers=lambda self, ground: ()),
        "'blast 1' is not a shape",
    ),
    (
        contract.hidden_information_does_not_leak,
        lambda: made(view=whole),
        "the view after",
    ),
    (contract.hidden_information_does_not_leak, lambda: made(scripts=TELLING), "the decision after"),
    (contract.planned_decisions_are_asked, lambda: made(scripts=PEEKING), "the decision that was planned"),
    (contract.previews_can_be_computed, lambda: made(preview=broken), "ZeroDivisionError: division by zero"),
    (
        contract.options_make_a_difference,
        lambda: made(scripts=VAIN, doctrine=Silent()),
        "['odd']: every option",
    ),
    (contract.the_table_changes, lambda: made(scripts=IDLE), "no piece ever moved"),
    (contract.forbidden_acts_have_reasons, lambda: made(possible_decisions=outlawed), "TOY-NONE-01"),
]


def misspelt(self, state):
    return (TemplateKind("Blast", "blast 1", "TOY-X-01"),)


def broken(self, view, decision, answer):
    return 1 / 0


def outlawed(self, view, piece):
    """Shut an act by a rule that is not there."""
    shut = Option("run", "run", rule="TOY-NONE-01", shut="it is tired")
    yield ChooseOne(side="red", what="odd", prompt="?", rule="TOY-TURN-02", about=piece, options=(shut,))


def later(self, state, side):
    return state.with_game(turn=state.game.turn + 1)


def whole(self, state, side):
    return state


def emptied(self, view, rng):
    return view.with_game(mined=())


def one_sided(self, state):
    return turn_facts(state, {"red": 1.0}, "1 each", "TOY-END-01")


def telling(play):
    """Say in a question where the mine lies."""
    mine = next(iter(play.state.table.markers.values()), None)
    options = (Option("a", f"A {mine and mine.x}"), Option("b", "B"))
    yield ChooseOne(side=play.state.game.phase, what="odd", prompt="?", rule="TOY-TURN-02", options=options)
    yield from toy_rules.activate_trooper(play)


def peeking(play):
    """Ask what nobody can foresee, with nothing made known before."""
    options = (Option("a", "A"), Option("b", "B"))
    yield ChooseOne(side=play.state.game.phase, what="even", prompt="?", rule="TOY-TURN-02", options=options)
    yield from telling(play)


def vain(play):
    """Ask what makes no difference."""
    yield ChooseOne(side=play.state.game.phase, what="odd", prompt="?", rule="TOY-TURN-02", options=OPTIONS)
    yield from idle(play)


def idle(play):
    """Have a piece act that does nothing."""
    yield from choose_acting_piece(play, "Who acts?", rule="TOY-TURN-02")


class Silent:
    """A doctrine without advice."""

    def score(self, state, side):
        return 0.0

    def advise(self, view, decision, rng):
        return []


VAIN = toy_rules.STEP_SCRIPTS | {"activate": vain}
IDLE = toy_rules.STEP_SCRIPTS | {"activate": idle}
PEEKING = toy_rules.STEP_SCRIPTS | {"activate": peeking}
TELLING = toy_rules.STEP_SCRIPTS | {"activate": telling}


@pytest.mark.parametrize(("check", "case", "words"), FAULTS, ids=lambda it: getattr(it, "__name__", None))
def test_a_fault_is_found(check, case, words):
    with pytest.raises((AssertionError, CodecError)) as found:
        check(case())
    assert words in str(found.value)


def test_each_check_is_shown_to_find_one():
    shown = {check for check, _, _ in FAULTS}
    assert shown | {contract.play_does_not_depend_on_the_hash_seed} == {
        *contract.CONTRACT_CHECKS,
        *contract.HIDDEN_INFORMATION_CHECKS,
    }


PLUGIN = """
from battlesim.mechanics.turns import CounterChanged
from battlesim.rulesets import toy

def activate(play):
    play.emit(CounterChanged(rule="TOY-TURN-01", name=list({"a", "b", "c", "d", "e", "f"})[0], old=0, new=1))
    yield from toy.rules.activate_trooper(play)

class Fickle(toy.Toy):
    key = "fickle"
    scripts = toy.rules.STEP_SCRIPTS | {"activate": activate}

RULESET = Fickle()
"""


def test_a_battle_that_goes_by_the_order_of_a_set_is_found(tmp_path, monkeypatch):
    info = tmp_path / "fickle-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fickle\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[battlesim.rulesets]\nfickle = fickle:RULESET\n")
    (tmp_path / "fickle.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    fickle = msgspec.structs.replace(toy(), ruleset=type("Fickle", (Toy,), {"key": "fickle"})())
    with pytest.raises(AssertionError):
        contract.play_does_not_depend_on_the_hash_seed(fickle)


def test_what_nothing_hides_is_not_held_to_hiding():
    open_one = contract.tests({"open": lambda: msgspec.structs.replace(toy(), swaps=None)})
    assert "test_hidden_information_does_not_leak" not in open_one
    assert "test_hidden_information_does_not_leak" in contract.tests({"toy": toy})
