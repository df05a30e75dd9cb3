"""Players, matches, and what becomes of bad players."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.digest import state_digest
from battlesim.engine.option import Option
from battlesim.engine.record import AnswerLine, RemarkLine
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.run import RunError, start_run
from battlesim.players import levels
from battlesim.players import match as players_match
from battlesim.players.base import PlayerContext, Reply
from battlesim.players.match import HangError, Match, play_match
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.rulesets.plugins import PluginError
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulesets.toy import Toy
from tests.contract.cases import toy
from tests.support.battles import begin_record, recorded
from tests.support.scripted import RecordedPlayer, ScriptedPlayer


class Raises:
    def answer(self, view, decision, moment):
        raise ZeroDivisionError("cannot think")


class Cheats:
    def answer(self, view, decision, moment):
        return Reply("the moon")


class Mumbles:
    def answer(self, view, decision, moment):
        return object()


class Counts:
    """Remembers how often it was asked."""

    def answer(self, view, decision, moment):
        asked = (moment.memory or 0) + 1
        return Reply(decision.default(view), f"for the {asked}. time", memory=asked)


def match(red, blue=None, **options):
    case = toy()
    seats = {"red": red, "blue": blue or RandomPlayer()}
    return Match(start_run(case.ruleset, case.state), seats, SeededDice(1), **options)


@pytest.mark.parametrize("bad", [Raises(), Cheats(), Mumbles()])
def test_a_battle_never_dies_of_a_bad_player(bad):
    result = match(bad).play()
    assert result.outcome is not None
    assert result.faults
    assert all(fault.startswith(f"red ({type(bad).__name__}): ") for fault in result.faults)
    assert "Which trooper acts?" in result.faults[0]


def test_faults_are_remarks_of_the_record(tmp_path):
    one = begin_record(tmp_path / "a.battle")
    one.seats = {"red": Raises(), "blue": Raises()}
    one.play()
    live = [entry.what for entry in read_record(tmp_path / "a.battle", load_ruleset).live]
    faults = [w for w in live if isinstance(w, RemarkLine) and w.kind == "fault"]
    assert faults and "ZeroDivisionError: cannot think" in faults[0].text


def test_the_same_seed_is_the_same_battle():
    def final(seed):
        case = toy()
        run = start_run(case.ruleset, case.state)
        play_match(run, {"red": RandomPlayer(), "blue": RandomPlayer()}, SeededDice(seed), seed=seed)
        return state_digest(run.state)

    assert final(1) == final(1)
    assert len({final(seed) for seed in range(5)}) > 1


def test_players_do_not_move_the_dice():
    """The same answers with other players' luck: the same throws."""
    thrown = []
    for seed in (1, 2):
        one = match(Counts(), Counts(), seed=seed)
        one.play()
        thrown.append((one.dice.rolls, state_digest(one.current_run.state)))
    assert thrown[0] == thrown[1]


def test_a_turn_that_never_ends_is_noticed():
    with pytest.raises(HangError, match=r"turn 1 took more than 2 answers; the last decision was .*piece"):
        match(RandomPlayer(), limit=2).play()


class Rounds(Toy):
    """The toy, in which red may look round as often as it likes before each act."""

    def script(self, game, step):
        choice = (Option("again", "Look round"), Option("enough", "Go on"))
        while (
            yield from game.choose_one("look", "red", "Look round?", choice, least="enough")
        ).key == "again":
            pass
        yield from super().script(game, step)


class Looks:
    """Looks round for ever."""

    def answer(self, view, decision, moment):
        return Reply("again" if decision.what == "look" else decision.default(view))


def test_a_player_that_goes_in_circles_does_not_hold_up_the_battle(monkeypatch):
    monkeypatch.setattr(players_match, "MAX_IDLE_ANSWERS", 5)
    seats = {"red": Looks(), "blue": RandomPlayer()}
    assert Match(start_run(Rounds(), toy().state), seats, SeededDice(1)).play().outcome is not None


def test_a_default_that_is_refused_is_a_defect_of_the_rules(monkeypatch):
    one = match(Cheats())
    monkeypatch.setattr(type(one.current_run.pending), "default", lambda self, state: "nowhere")
    with pytest.raises(RunError, match="even the default answer was refused"):
        one.play()


def test_a_player_sees_its_own_view_only():
    seen = {"red": set(), "blue": set()}

    def look(view, decision):
        seen[decision.side].update(view.table.markers)
        return decision.default(view)

    match(ScriptedPlayer([look] * 50), ScriptedPlayer([look] * 50)).play()
    assert seen == {"red": set(), "blue": {"m"}}


def test_a_script_that_ends_is_told():
    one = match(ScriptedPlayer([]))
    one.answer_next()
    assert "the script of red ends before piece" in one.faults[0]


def test_memory_goes_through_the_record(tmp_path):
    path = tmp_path / "a.battle"
    one = begin_record(path)
    one.seats = {"red": Counts(), "blue": Counts()}
    while one.memories.get("red", 0) < 3:
        one.answer_next()
    one.recorder.close()
    assert resume_battle(path, load_ruleset).history.memories == one.memories


def test_reasons_and_alternatives_go_into_the_record(tmp_path):
    record = recorded(tmp_path / "a.battle", level="recruit")
    notes = [e.what for e in record.live if isinstance(e.what, RemarkLine) and e.what.kind == "reason"]
    assert all(note.text and note.by in ("red", "blue") for note in notes)
    considered = next(note.data["considered"] for note in notes if note.data)
    assert {"answer", "score", "reason"} <= considered[0].keys() <= {"answer", "score", "reason", "label"}


def test_the_recruit_takes_the_best_advice():
    case = toy()
    run = start_run(case.ruleset, case.state)
    reply = Recruit().answer(case.state, run.pending, PlayerContext(case.ruleset, "red"))
    scores = [item.score for item in reply.considered]
    assert scores == sorted(scores, reverse=True)
    assert reply.answer == reply.considered[0].answer
    assert "in from the nearest enemy" in str(reply.reason)
    labels = {option.key: option.label for option in run.pending.open_options}
    assert all(item.label == labels[item.answer] for item in reply.considered)


def test_the_recruit_beats_chance():
    wins = {"red": 0, "blue": 0, "": 0}
    for seed in range(30):
        case = toy()
        run = start_run(case.ruleset, case.state)
        strong = "red" if seed % 2 else "blue"
        seats = {side: Recruit() if side == strong else RandomPlayer() for side in ("red", "blue")}
        outcome = play_match(run, seats, SeededDice(seed), seed=seed).outcome
        wins[strong if outcome.winners == (strong,) else ""] += 1
    assert wins["red"] + wins["blue"] > 15


def test_a_record_played_again_by_its_answers_is_the_same(tmp_path):
    record = recorded(tmp_path / "a.battle", seed=6)
    given = {side: [(a.what, a.answer) for a in record.answers if a.side == side] for side in ("red", "blue")}
    run = start_run(record.ruleset, record.state)
    result = play_match(
        run, {side: RecordedPlayer(answers) for side, answers in given.items()}, SeededDice(6)
    )
    assert result.faults == ()
    assert result.outcome.winners == record.outcome.winners
    assert result.answers == sum(isinstance(e.what, AnswerLine) for e in record.live)


def test_players_are_found_by_level_and_by_place(tmp_path, monkeypatch):
    assert levels.best_level() == "recruit"
    assert isinstance(levels.load_player("random"), RandomPlayer)
    (tmp_path / "my_players.py").write_text(
        "class Mine:\n    def answer(self, view, decision, moment): ...\n"
        "class Mute: pass\n"
        "class Choosy:\n    def __init__(self, more): ...\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert type(levels.load_player("my_players:Mine")).__name__ == "Mine"
    for name, words in {
        "recrut": "did you mean recruit",
        "my_players:Yours": "cannot be loaded",
        "my_players:Mute": "no method answer",
        "my_players:Choosy": "cannot be created",
        "no_such_module:X": "ModuleNotFoundError",
    }.items():
        with pytest.raises(PluginError, match=words):
            levels.load_player(name)


class RealDice:
    """Somebody who rolls real dice, and hears what for."""

    def __init__(self):
        self.heard = []

    def throw(self, sides, why, each=()):
        self.heard.append(why)
        return tuple(1 for _ in sides)


def test_whoever_rolls_real_dice_is_told_what_they_need():
    case, dice = toy(), RealDice()
    run = start_run(case.ruleset, case.state)
    Match(run, {"red": Recruit(), "blue": Recruit()}, dice, seed=5).play()
    assert dice.heard and all(words.endswith(", needs 4+") for words in dice.heard)
