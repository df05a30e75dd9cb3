"""What a battle's story tells: events taken back, and what a side may not know."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.record import FAULT_NOTE_KIND, PLAN_NOTE_KIND, PlayerNote
from battlesim.engine.record_replay import Replay
from battlesim.engine.side_views import SideKnowledge, event_as_seen
from battlesim.engine.undo import UndoHistory, UndoResult
from battlesim.render.drawlist import TextLine
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.text_layout import shown_text
from battlesim.table.events import (
    AnswerRefused,
    CardDrawn,
    DiceRolled,
    MessageLogged,
    PieceChanged,
    PiecesRemoved,
)
from battlesim.table.ids import NO_AUDIENCE, SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.redaction import redacted_table
from battlesim.table.state import Table
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.log_line import BY_ORDER_REASON, line_with_reasons
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import EVENTS_PER_SNAPSHOT, IntentGuess, ViewHistory
from battlesim.ui.session.window_model import WindowModel
from tests.ui.battles import SEED, begun, record
from tests.ui.seated import seated

CAPTAIN, BUG = standing_piece("captain", 4, 4), standing_piece("bug", 8, 4, side="blue")
WHOLE = make_table(CAPTAIN, BUG, table_sides=make_sides("red", "blue"))
FAULT = "South (Recruit): whom: KeyError; the default is taken"
SEEN = redacted_table(WHOLE, lambda piece: piece if piece.side == "red" else None)


def sight(before: Table = SEEN, after: Table = SEEN) -> SideKnowledge:
    """What red knows, which does not see the bug."""
    return SideKnowledge("red", before, after, WHOLE)


@pytest.mark.parametrize("side", ["", "mi"])
@pytest.mark.parametrize("back", [1, EVENTS_PER_SNAPSHOT - 1, EVENTS_PER_SNAPSHOT, 100])
def test_a_story_goes_back_as_if_nothing_had_happened(side: str, back: int) -> None:
    known = record("first_contact")
    events = Replay(known).events
    story, never = (
        ViewHistory(known.ruleset, known.state, side),
        ViewHistory(known.ruleset, known.state, side),
    )
    story.add(events)
    never.add(events[:-back])
    story.state(len(story))
    story.add([UndoResult("mi", 1, back)])
    assert [asdict(line) for line in story.lines] == [asdict(line) for line in never.lines]
    assert story.events == never.events
    assert all(story.state(k) == never.state(k) for k in range(max(0, len(never) - 3), len(never) + 1))
    story.add(events[-back:])
    never.add(events[-back:])
    assert [asdict(line) for line in story.lines] == [asdict(line) for line in never.lines]


@pytest.mark.parametrize(
    "event",
    [
        MessageLogged(text="They come", by="bug"),
        MessageLogged(text="They come", at=("captain", "bug")),
        MessageLogged(text=phrase("{} waits at the store", Ref("bug"))),
        MessageLogged(text="They wait at the store", to="blue"),
        DiceRolled(why="morale", by="captain, bug", sides=(6,), faces=(3,)),
        DiceRolled(why=phrase("where {} is", Ref("bug")), by="", sides=(6,), faces=(3,)),
        DiceRolled(why="hidden entrance", by="", sides=(6,), faces=(3,), to="blue"),
        CardDrawn(why="a card", card="ace", to="blue"),
        CardDrawn(why=phrase("{} draws", Ref("bug")), card="ace"),
        AnswerRefused(side="blue", reason="somebody stands there"),
        PieceChanged(old=BUG, new=BUG),
        PiecesRemoved(pieces=(BUG,)),
    ],
)
def test_what_tells_of_the_hidden_is_left_out(event: MessageLogged | DiceRolled) -> None:
    assert event_as_seen(event, sight()) is None
    assert event_as_seen(event, SideKnowledge("blue", WHOLE, WHOLE, WHOLE)) == event


@pytest.mark.parametrize(
    "event",
    [
        MessageLogged(text="The captain waits", by="captain"),
        MessageLogged(text="Bugbears are no bugs of theirs"),
        DiceRolled(why="shot", by="captain", sides=(6,), faces=(3,)),
        PiecesRemoved(pieces=(CAPTAIN,)),
    ],
)
def test_all_else_is_told(event: MessageLogged | DiceRolled) -> None:
    assert event_as_seen(event, sight()) == event


@pytest.mark.parametrize("side", ["red", "blue"])
def test_secret_dice_are_told_to_no_side(side: SideKey) -> None:
    roll = DiceRolled(why="where it lies", by="", sides=(6,), faces=(3,), to=NO_AUDIENCE)
    assert event_as_seen(roll, SideKnowledge(side, WHOLE, WHOLE, WHOLE)) is None


def test_whoever_comes_to_light_is_told_of() -> None:
    assert event_as_seen(MessageLogged(text="The bug comes out", by="bug"), sight(after=WHOLE)) is not None


def test_a_reason_is_told_to_its_own_side_and_to_those_who_watch() -> None:
    known = record("toy")
    events = Replay(known).events
    for side, words in (("", "there is a mine ahead"), ("red", "there is a mine ahead"), ("blue", "")):
        story = ViewHistory(known.ruleset, known.state, side)
        story.add([PlayerNote("red", "reason", "there is a mine ahead"), *events])
        assert next(line.act_reason for line in story.lines if not line.kind) == words
        assert sum(bool(line.act_reason) for line in story.lines) == bool(words)


def test_an_alternative_is_told_with_what_it_would_have_been() -> None:
    known = record("toy")
    story = ViewHistory(known.ruleset, known.state, "")
    looked_at = [
        {"answer": "a", "score": 2.0, "reason": "two points", "label": "Run"},
        {"answer": "b", "score": 1.0, "reason": "one point", "label": "Hide"},
    ]
    note = PlayerNote("red", "reason", "two points", {"considered": looked_at})
    story.add([note, *Replay(known).events])
    told = next(reason.others for line in story.lines for reason in line.reasons)
    assert [shown_text(text) for text in told] == ["Hide: one point"]


@pytest.mark.parametrize(
    ("why", "told"), [(BY_ORDER_REASON, "South: by standing order"), ("there is a mine ahead", "")]
)
def test_of_ones_own_acts_only_a_standing_order_is_told_of(why: str, told: str) -> None:
    known = record("toy")
    story = ViewHistory(known.ruleset, known.state, SideKey("south"))
    story.add([PlayerNote("south", "reason", why), *Replay(known).events])
    model = WindowModel(known.ruleset, RulesetLooks(), story, Playback(story), "")
    number = next(k for k, line in enumerate(story.lines) if not line.kind)
    assert model.intent_text(number) == told


@pytest.mark.parametrize("kind", ["reason", PLAN_NOTE_KIND])
def test_an_act_of_a_human_player_has_no_reason_of_the_program(kind: str) -> None:
    """Neither the advice that was agreed to with the act, nor why another side did what came before."""
    known = record("toy")
    story, events = ViewHistory(known.ruleset, known.state), Replay(known).events
    lines = ViewHistory(known.ruleset, known.state)
    lines.add(events)
    own = next(k for k, line in enumerate(lines.lines) if k > 1 and line.side == 1 and not line.kind)
    first = lines.lines[own].first
    story.add([PlayerNote("north", "reason", "to hold them up"), *events[:first]])
    story.add([PlayerNote("south", kind, "a good shot" if kind == PLAN_NOTE_KIND else ""), *events[first:]])
    line = line_with_reasons(story.lines, own)
    assert line is story.lines[own] and not line.reasons


def test_how_a_battle_stands_is_said_in_ever_fewer_words() -> None:
    known = record("toy")
    model = WindowModel(
        known.ruleset, RulesetLooks(), story := ViewHistory(known.ruleset, known.state), Playback(story), ""
    )
    assert model.status_forms() == ("up to date",)
    model.seen_by = "Red, of two: A"
    assert model.status_forms() == (
        "seen by Red, of two: A: up to date",
        "seen by Red, of two: A",
        "Red, of two: A",
    )
    model.prompt = "Fire: at whom, or not?"
    assert model.status_forms() == (f"you are asked: {model.prompt}", "you are asked", "Red, of two: A")
    model.ending = ("Cats, and Dogs win: time", "Cats, and Dogs win")
    assert (model.ending_text, model.pace_forms()) == ("Cats, and Dogs win: time", model.ending)


def test_a_guess_is_for_whoever_makes_it() -> None:
    known = record("toy")
    for side, words in (("", ""), ("red", "they close in"), ("blue", "")):
        story = ViewHistory(known.ruleset, known.state, side)
        story.add([IntentGuess(SideKey("red"), SideKey("blue"), "they close in"), *Replay(known).events])
        assert next(line.act_reason for line in story.lines if not line.kind) == words


@pytest.mark.usefixtures("screen")
def test_who_plays_reads_what_the_other_side_seems_to_want(tmp_path: Path) -> None:
    with seated("toy", tmp_path / "a.battle", "south") as table:
        while not table.window.model.intent_text():
            table.answer()
        assert re.fullmatch(r"North: [0-9.]+ in from the nearest enemy", table.window.model.intent_text())
        table.window.advance_frame(0.0)
        top = next(surface for name, _, surface in table.window.panels() if name == "top")
        assert any(spot.tip == table.window.model.intent_text() for spot in top.spots)
        told = [item.shown_text for item in top.items if isinstance(item, TextLine)]
        assert "you are asked" in told, "no motive without its side, cut off"
        log = next(surface for name, _, surface in table.window.panels() if name == "log")
        assert table.window.model.intent_text() in [
            item.shown_text for item in log.items if isinstance(item, TextLine)
        ]


@pytest.mark.parametrize("scenario", ["first_contact", "toy"])
def test_no_line_names_whom_a_side_never_saw(scenario: str) -> None:
    known = record(scenario)
    replay = Replay(known)
    for side in known.state.table.sides:
        story = ViewHistory(known.ruleset, known.state, side.key)
        for number, event in enumerate(replay.events, start=1):
            story.add([event])
            whole = replay.state_after(number).table
            seen = story.state(len(story)).table
            hidden = {p.name for p in whole.pieces.values()} - {p.name for p in seen.pieces.values()}
            last = story.lines[-1]
            words = " ".join(map(str, (last.text, *last.results)))
            assert not [name for name in hidden if name in words]


def test_whoever_comes_to_the_table_is_told_by_name_and_side() -> None:
    known = record("first_contact")
    story = ViewHistory(known.ruleset, known.state, "mi")
    story.add(Replay(known).events)
    first = story.state(0).table.pieces
    fresh = [name for name in known.state.table.pieces if name not in first]
    arrivals = [line for line in story.lines if line.actors and line.actors[0] in fresh]
    assert arrivals and all(line.side == 2 for line in arrivals)
    assert not any(name.capitalize() in str(line.text) for line in arrivals for name in fresh if "-" in name)


def test_it_is_told_that_the_record_was_taken_away(tmp_path: Path) -> None:
    run, state, recorder, names = begun("toy", tmp_path / "a.battle")
    feed = BattleRunner(UndoHistory(run, recorder), names, SeededDice(SEED), SEED)
    (tmp_path / "a.battle").unlink()
    feed.start()
    story = ViewHistory(run.ruleset, state)
    while not feed.is_over:
        story.add(feed.take_updates(10))
    feed.close()
    recorder.close()
    told = [line for line in story.lines if "a.battle: was removed or changed" in line.text]
    assert len(told) == 1
    assert [line.first for line in story.lines] == sorted(line.first for line in story.lines)


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        ("south", FAULT),
        ("", FAULT),
        ("north", "The player of South failed; the default is taken"),
    ],
)
def test_the_log_tells_that_a_player_failed(viewer: SideKey, words: str) -> None:
    known = record("toy")
    story = ViewHistory(known.ruleset, known.state, viewer)
    story.add([PlayerNote("south", FAULT_NOTE_KIND, FAULT)])
    assert str(story.lines[-1].words) == words
