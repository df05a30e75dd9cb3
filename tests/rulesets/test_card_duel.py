"""The duel: hidden hands, bids at once, snap shots in the middle of a move, opposed dice."""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.dice import SeededDice
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.record import RecordError
from battlesim.engine.record_read import read_record
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.engine.undo import UndoHistory
from battlesim.engine.verify import verify_record
from battlesim.mechanics.deck import CARD_BACK, Deck
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import CardDrawn, DiceRolled, HitsChanged, PiecesMoved
from battlesim.table.state import AnyState
from battlesim.testing.script import RunScriptResult, begin_run, play_script
from battlesim.testing.table import piece_hits, xy
from tests.support.tiny import SCENARIOS

DUEL = SCENARIOS / "crossroads.toml"


def opened(**deck: Any) -> AnyState:
    """The first turn with west to act, and with these cards."""
    state = load_scenario(str(DUEL)).initial_state()
    cards = {"left": ("aim",), "held": {"west": ("run",), "east": ("aim", "run")}} | deck
    return state.with_game(deck=Deck(**cards), phases=("bids", "west", "east"), phase="west", turn=1)


def at(state: AnyState, **places: tuple[float, float]) -> AnyState:
    """The same with some fighters elsewhere."""
    table = state.table
    for piece, (x, y) in places.items():
        place = type(table.piece(piece).place)(x, y, 180.0 if piece[0] == "e" else 0.0)
        table = table.with_place(piece, place)
    return state.with_table(table)


def crossing(answers: dict[str, Any], dice: list[int | str], **deck: Any) -> RunScriptResult:
    """w1 goes 5 in north along x = 14, and e1 sees it from (18, 4), 4 to 5 in away."""
    state = at(opened(**deck), w1=(14.0, 2.0), e1=(18.0, 4.0))
    given = {
        "piece": ["w1"],
        "run": "none",
        "move": (Leg("w1", ((14.0, 2.0), (14.0, 7.0))),),
        "target": "none",
    }
    return play_script(
        begin_run(registry.load_ruleset("card_duel"), state, "activate"), given | answers, dice
    )


def asked_of(played: RunScriptResult, what: str) -> ChooseMoment:
    (asked,) = played.decisions_with_key(what)
    assert isinstance(asked, ChooseMoment)
    return asked


def test_it_is_a_plug_in_with_metadata_of_its_own() -> None:
    assert registry.load_ruleset("card_duel").title == "Card duel"
    assert "card_duel" in registry.loadable_rulesets()


@pytest.mark.rule("DUEL-TURN-01", "DUEL-CARD-01")
def test_hands_are_filled_up_unseen_and_the_sides_bid_at_once() -> None:
    state = load_scenario(str(DUEL)).initial_state()
    cards = ["run", "aim", "ace", "run", "run", "aim"]
    bids = [{"bid": {"west": "run", "east": "aim"}}]
    played = play_script(begin_run(registry.load_ruleset("card_duel"), state), bids, cards)
    game = played.state.game
    assert [event.to for event in played.events_of(CardDrawn)] == ["west"] * 3 + ["east"] * 3
    assert (game.phases, game.phase) == (("bids", "east", "west"), "east")
    assert game.deck.held == {"west": ("ace", "aim"), "east": ("run", "run")}
    assert game.deck.out == ("aim", "run") and game.deck.cards_left == 14


@pytest.mark.rule("DUEL-TURN-02")
@pytest.mark.parametrize(("faces", "first"), [([2, 5], "east"), ([5, 2], "west"), ([3, 3], "west")])
def test_equal_bids_are_decided_by_a_die_against_a_die(faces, first) -> None:
    state = load_scenario(str(DUEL)).initial_state()
    cards = ["run", "aim", "ace", "run", "run", "aim"]
    both = [{"bid": {"west": "none", "east": "none"}}]
    played = play_script(begin_run(registry.load_ruleset("card_duel"), state), both, [*cards, *faces])
    assert played.state.game.phase == first
    (rolled,) = played.events_of(DiceRolled)
    assert [tag.label for tag in rolled.tags] == ["West", "East"]


@pytest.mark.rule("DUEL-CARD-01")
def test_a_side_knows_its_own_hand_and_how_many_the_other_holds() -> None:
    view = registry.load_ruleset("card_duel").view(opened(), "west")
    assert view.game.deck == Deck(("aim", "aim", "run"), {"west": ("run",), "east": (CARD_BACK, CARD_BACK)})


@pytest.mark.rule("DUEL-CARD-01")
def test_the_hands_lie_beside_the_table_those_of_the_other_side_on_their_faces() -> None:
    ruleset = registry.load_ruleset("card_duel")
    facts = ruleset.facts(ruleset.view(opened(), "west"))
    assert [(card.face, card.side, card.hidden_from) for card in facts.cards] == [
        ("Run", "west", ("east",)),
        ("Card", "east", ()),
        ("Card", "east", ()),
    ]
    assert [(count.name, count.now) for count in facts.counts] == [("deck", 1)]


@pytest.mark.rule("DUEL-CARD-01")
def test_cards_that_are_out_come_back_when_none_is_left() -> None:
    deck = Deck((), {"west": ("run",) * 3, "east": ("aim", "aim")}, ("ace", "run"))
    state = opened().with_game(deck=deck, phase="bids")
    played = play_script(begin_run(registry.load_ruleset("card_duel"), state), [], ["ace"])
    assert played.state.game.deck == Deck(("run",), {"west": ("run",) * 3, "east": ("ace", "aim", "aim")})


@pytest.mark.rule("DUEL-SNAP-01")
def test_who_sees_a_way_chooses_the_moment_of_a_snap_shot() -> None:
    asked = asked_of(crossing({"interrupt": LET_PASS}, []), "interrupt")
    assert (asked.side, asked.about, asked.mover) == ("east", "e1", "w1")
    assert [(stop.point, stop.along) for stop in asked.stops] == [
        ((14.0, 2.0), 0.0),
        ((14.0, 4.0), 2.0),
        ((14.0, 7.0), 5.0),
    ]


@pytest.mark.rule("DUEL-SNAP-01")
def test_a_card_is_laid_for_it_the_lowest_one() -> None:
    played = crossing({"interrupt": 1}, [1, 6])
    assert played.state.game.deck.held["east"] == ("aim",) and played.state.game.deck.out == ("run",)


@pytest.mark.rule("DUEL-SNAP-01")
def test_nobody_without_cards_is_asked() -> None:
    assert crossing({}, [], held={"west": (), "east": ()}).decisions_with_key("interrupt") == []


@pytest.mark.rule("DUEL-SNAP-02")
def test_a_mover_that_is_missed_goes_on() -> None:
    played = crossing({"interrupt": 1}, [1, 6])
    assert xy(played.state, "w1") == (14.0, 7.0)
    assert [part.path for event in played.events_of(PiecesMoved) for part in event.parts] == [
        ((14.0, 2.0), (14.0, 4.0)),
        ((14.0, 4.0), (14.0, 7.0)),
    ]


@pytest.mark.rule("DUEL-SNAP-02", "DUEL-ACT-01")
def test_a_mover_that_is_hit_stops_and_does_not_shoot() -> None:
    played = crossing({"interrupt": 1}, [5, 4])
    assert (xy(played.state, "w1"), piece_hits(played.state, "w1")) == ((14.0, 4.0), 1)
    assert played.decisions_with_key("target") == []


@pytest.mark.rule("DUEL-SNAP-02")
def test_a_mover_that_is_lost_is_gone() -> None:
    played = crossing({"interrupt": 0}, [8, 1])
    assert not played.state.table.piece("w1").table_position
    assert [event.new for event in played.events_of(HitsChanged)] == [0]


@pytest.mark.rule("DUEL-SHOT-02", "DUEL-SHOT-03")
def test_the_dice_grow_and_shrink_by_what_speaks_for_them() -> None:
    (rolled,) = crossing({"interrupt": 1}, [1, 6]).events_of(DiceRolled)
    skill, luck = rolled.tags
    assert rolled.sides == (8, 6) and (skill.side, luck.side) == ("east", "west")
    assert [(shift.words, shift.value) for shift in skill.shifts] == [("close", 1), ("snap shot", -1)]
    assert (rolled.results, rolled.came) == (("miss", "hit"), "1 against 6: -5")


@pytest.mark.rule("DUEL-CARD-02")
@pytest.mark.parametrize(("card", "sides"), [("aim", (12, 6)), ("none", (10, 6))])
def test_a_card_makes_a_shot_surer(card, sides) -> None:
    given = {"interrupt": LET_PASS, "target": "e1", "aim": card}
    played = crossing(given, [1, 6], held={"west": ("aim",), "east": ("run",)})
    assert played.events_of(DiceRolled)[0].sides == sides


@pytest.mark.rule("DUEL-SHOT-04")
@pytest.mark.parametrize(("behind", "sides"), [((29.2, 14.0), (8, 8)), ((29.2, 9.0), (8, 6))])
def test_cover_makes_luck_larger(behind, sides) -> None:
    state = at(opened(), w1=(22.0, 14.0), e1=behind)
    dice = importlib.import_module("battlesim_tiny.duel.fight").dice
    assert dice(state, state.table.piece("w1"), state.table.piece("e1")).sides == sides


@pytest.mark.rule("DUEL-MOVE-01", "DUEL-CARD-02")
def test_a_run_goes_farther() -> None:
    far = (Leg("w1", ((14.0, 2.0), (14.0, 9.5))),)
    played = crossing({"run": "run", "move": far, "interrupt": LET_PASS}, [])
    assert xy(played.state, "w1") == (14.0, 9.5) and played.state.game.deck.out == ("run",)


@pytest.mark.rule("DUEL-SHOT-01")
def test_the_card_of_odds_is_worked_out_by_the_rule_itself() -> None:
    ruleset = registry.load_ruleset("card_duel")
    played = crossing({"interrupt": LET_PASS}, [])
    asked = asked_of(played, "interrupt")
    state = at(opened(), w1=(14.0, 2.0), e1=(18.0, 4.0))
    card = ruleset.preview(ruleset.view(state, "east"), asked, 1)
    assert card.chance == pytest.approx(27 / 48), "D8 against D6, of which 27 of 48 throws are higher"
    assert ruleset.preview(ruleset.view(state, "east"), asked, LET_PASS) is None


@pytest.mark.rule("DUEL-END-01")
def test_more_hits_win_after_the_last_turn() -> None:
    ruleset, state = registry.load_ruleset("card_duel"), opened().with_game(phase="bids", turn=7)
    assert ruleset.next_step(state).winners == ()
    table = state.table.with_pieces(msgspec.structs.replace(state.table.piece("e1"), hits=1))
    assert ruleset.next_step(state.with_table(table)).winners == ("west",)


def test_a_battle_is_recorded_and_verified_card_by_card(tmp_path) -> None:
    ruleset, state = registry.load_ruleset("card_duel"), load_scenario(str(DUEL)).initial_state()
    run, path = start_run(ruleset, state), tmp_path / "a.battle"
    header = make_header(ruleset, state, title="duel", seed=3, players={})
    recorder = Recorder.create(path, header, state, run)
    seats = {side: load_player("recruit") for side in ("west", "east")}
    result = Match(run, seats, SeededDice(3), recorder, seed=3).play(lambda run: run.state.game.turn == 3)
    recorder.close()
    record = read_record(path, registry.load_ruleset)
    assert result.faults == () and verify_record(record).difference is None
    cards = [line.answer for line in record.answers if line.what == "card"]
    assert len(cards) >= 6 and {line.side for line in record.answers if line.what == "card"} == {DICE_SIDE}
    lines = path.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"what":"card"' in line)
    lines[at] = lines[at].replace(f'"answer":"{cards[0]}"', '"answer":"gone"')
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(RecordError, match=f"line {at + 1}: the deck has no card 'gone' left"):
        verify_record(read_record(path, registry.load_ruleset)).require_possible(str(path))


def test_no_answer_is_taken_back_once_the_other_side_was_asked_in_a_move() -> None:
    state = at(opened(), w1=(14.0, 2.0), e1=(18.0, 4.0))
    past = UndoHistory(begin_run(registry.load_ruleset("card_duel"), state, "activate"))
    past.answer("w1")
    past.answer("none")
    assert past.undo_obstacle({"west"}) == ""
    past.answer((Leg("w1", ((14.0, 2.0), (14.0, 7.0))),))
    assert past.undo_obstacle({"west", "east"}) == "West answered last, and East have been asked since"
