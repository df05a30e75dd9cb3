"""What nobody chooses: told before it is done, shown on its way, and held long enough to be followed."""

from __future__ import annotations

import math

import pytest

from battlesim.behaviour import forced_acts
from battlesim.engine.codec import Codec, encode
from battlesim.engine.play import Play
from battlesim.engine.side_views import SideKnowledge, event_as_seen
from battlesim.render.drawlist import Glyph, Item, Plate, Stroke
from battlesim.render.palette import side_colour
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulesets.toy.state import Game
from battlesim.table.events import MessageLogged, MovesAnnounced, PiecesMoved, PieceTravel
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable
from battlesim.table.result_tables import ResultEntry, ResultTable
from battlesim.table.state import AnyState, State
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.session.playback import Playback, event_duration
from battlesim.ui.session.table_frame import current_frame
from battlesim.ui.session.view_history import ViewHistory

WHY = phrase("{} flees from {}, D6: 4", Ref("c"), Ref("a"))
WAY = ((9.0, 3.0), (12.0, 3.0), (12.0, 7.0))
FLIGHT = PieceTravel("c", OnTable(9, 3), OnTable(12, 7), WAY)


def field() -> AnyState:
    """a of red at (3, 3), c of blue at (9, 3)."""
    laid = make_table(
        standing_piece("a", 3, 3),
        standing_piece("c", 9, 3, side="blue"),
        table_sides=make_sides("red", "blue"),
    )
    return State(laid, Game(turn=1, phase="red", phases=("red", "blue")))


def fled(*parts: PieceTravel) -> Play[Game]:
    play = Play(field(), "toy")
    forced_acts.make_forced_move(play, parts, "flee", WHY, at=("a",), rule="TOY-GUN-01")
    return play


def told(reduced: bool = False) -> Playback:
    """The flight, with something said before and after it."""
    story = ViewHistory(load_ruleset("toy"), field())
    story.add([MessageLogged(text="before"), *fled(FLIGHT).updates, MessageLogged(text="after")])
    return Playback(story, reduced)


def drawn(play: Playback) -> list[Item]:
    """What is drawn of a way that is announced."""
    return [
        item
        for item in current_frame(play).overlays
        if (isinstance(item, Stroke) and item.points == WAY)
        or (isinstance(item, Glyph) and item.form == "arrow")
        or (isinstance(item, Plate) and "flees" in item.shown_text)
    ]


def test_it_is_announced_and_then_done() -> None:
    said, moved = fled(FLIGHT).updates
    assert said == MovesAnnounced(rule="TOY-GUN-01", text=WHY, by="c", at=("a",), courses=(WAY,))
    assert moved == PiecesMoved(rule="TOY-GUN-01", parts=(FLIGHT,), how="flee")


def test_an_announcement_alone_changes_nothing() -> None:
    play = Play(field(), "toy")
    forced_acts.announce_forced_act(play, ["c"], WHY, paths=[WAY], to="blue")
    assert play.state == field() and play.updates[0].audience() == "blue"


def test_nothing_is_announced_where_nobody_moves() -> None:
    assert fled().updates == []


def test_it_is_written_and_read() -> None:
    said = fled(FLIGHT).updates[0]
    assert Codec(load_ruleset("toy")).decode_event(encode(said)) == said


def test_who_does_not_see_who_is_forced_is_told_nothing() -> None:
    whole, said = field().table, fled(FLIGHT).updates[0]
    hidden = whole.without_pieces("c")
    assert event_as_seen(said, SideKnowledge("red", whole, whole, whole)) == said
    assert event_as_seen(said, SideKnowledge("red", hidden, hidden, whole)) is None


def test_the_log_tells_who_and_why_and_how_far_in_one_line() -> None:
    line = told().history.lines[2]
    assert (str(line.text), str(line.result)) == (
        "C flees from a, D6: 4",
        "7.0 in and ends 9.3 in north-east of a",
    )
    assert (line.actors, line.targets, line.rules, line.side) == (["c"], ["a"], ["TOY-GUN-01"], 2)


@pytest.mark.parametrize(("at", "shown"), [(0, False), (1, True), (2, True), (3, False), (4, False)])
def test_the_way_is_drawn_until_it_has_been_gone(at: int, shown: bool) -> None:
    play = told()
    play.seek(at)
    play.event_time_s = 0.1
    items = drawn(play)
    assert len(items) == (3 if shown else 0)
    if shown:
        _, arrow, plate = items
        assert {item.colour for item in items} == {side_colour(2)}
        assert (arrow.x, arrow.y, arrow.turn) == (12, 7, 90) and plate.shown_text == "C flees from a, D6: 4"


def begins_to_move(play: Playback) -> float:
    """Seconds from the announcement until the move begins."""
    play.seek(1)
    play.playing, ticks = True, 0
    while play.event_index < 2 or play.event_time_s == 0:
        play.tick(0.01)
        ticks += 1
        assert ticks < 1000
    return ticks / 100


@pytest.mark.parametrize(("speed", "share"), [(0, 2.0), (1, 1.0), (3, 0.25)])
def test_it_stands_for_a_moment_at_the_pace_of_the_window(speed: int, share: float) -> None:
    play = told()
    play.speed = speed
    least = event_duration(play.history.events[1]) * share
    assert least - 0.01 <= begins_to_move(play) <= least + 0.03


def test_who_has_motion_reduced_sees_it_before_it_is_done_too() -> None:
    play = told(reduced=True)
    stood = 0
    while play.event_index < 3:
        play.tick(0.01)
        stood += play.event_index == 2
        if play.event_index == 2:
            assert drawn(play) and current_frame(play).table.piece("c").xy == (9, 3)
    assert math.isclose(stood / 100, event_duration(play.history.events[1]), abs_tol=0.05)


def test_it_can_be_skipped_as_other_telling_is() -> None:
    play = told()
    play.seek(1)
    play.playing = True
    play.tick(0.05)
    play.skip()
    assert play.event_index == 2


TABLE = (ResultEntry((1, 2, 3, 4, 5), "stays"), ResultEntry((6,), phrase("flees from {}", Ref("a"))))


def on_table(face: int) -> Play[Game]:
    """C rolls on a table."""
    play = Play(field(), "toy")
    script = forced_acts.roll_on_table(play, "c", "C is rattled", TABLE, rule="TOY-GUN-01")
    next(script)
    with pytest.raises(StopIteration) as stop:
        script.send((face,))
    assert stop.value.value == (face, ResultTable(TABLE, 1 if face < 6 else 2))
    return play


def test_a_table_is_announced_before_the_die_falls() -> None:
    said, rolled = on_table(6).updates
    assert said.table == ResultTable(TABLE) and rolled.faces == (6,)
    assert Codec(load_ruleset("toy")).decode_event(encode(said)) == said
    assert said.mentioned_ids() == {"a", "c"}


def test_the_log_tells_in_one_line_what_fell_on_a_table() -> None:
    story = ViewHistory(load_ruleset("toy"), field())
    story.add(on_table(6).updates)
    (_, line) = story.lines
    assert (str(line.text), str(line.result)) == ("C is rattled", "flees from a")


@pytest.mark.parametrize("reduced", [False, True])
def test_playback_waits_after_an_announcement_until_it_is_resumed(reduced: bool) -> None:
    play = told(reduced)
    play.waits_after = lambda line: line.side == 2
    for _ in range(300):
        play.tick(0.1)
    assert (play.event_index, play.waiting, play.moving) == (2, True, False)
    play.toggle()
    for _ in range(300):
        play.tick(0.1)
    assert play.live and play.playing
