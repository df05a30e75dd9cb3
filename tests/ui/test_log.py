from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.digest import state_digest
from battlesim.engine.record import PlayerNote
from battlesim.engine.record_replay import Replay
from battlesim.render.drawlist import DieItem, TextLine
from battlesim.rulesets import registry
from battlesim.rulesets.troice_station import TroiceStation
from battlesim.rulesets.troice_station.melee.rounds import fight_on_contact
from battlesim.table.events import (
    CardDrawn,
    DiceRolled,
    DieTag,
    HitsChanged,
    MarkerPlaced,
    MessageLogged,
    Modifier,
    PiecesAdded,
    PiecesMoved,
    PieceTravel,
)
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.pieces import Aboard, Marker, Off, OnTable
from battlesim.table.state import AnyState
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import dice_card
from battlesim.ui.panels.log_panel import dice_by_importance
from battlesim.ui.session.battle_summary import turning_points
from battlesim.ui.session.log_line import DICE_FILTER, LOSSES_FILTER, MOVES_FILTER, LogLine, RolledDie
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.settings.settings import Settings
from tests.rules.stargrunt.field import battle as stargrunt_battle
from tests.rules.stargrunt.field import foes, squad
from tests.rules.troice_station.things import alien, battle, marine, perform
from tests.ui.battles import record
from tests.ui.gallery import SIZES, shown


def told(*events: object) -> tuple[list[LogLine], ViewHistory]:
    """The lines of some events on a table with a and b of red, c of blue; without the first line."""
    from battlesim.rulesets.toy.state import Game
    from battlesim.table.state import State

    pieces = (standing_piece("a", 3, 3), standing_piece("b", 3, 6), standing_piece("c", 9, 3, side="blue"))
    state: AnyState = State(
        make_table(*pieces, table_sides=make_sides("red", "blue")),
        Game(turn=1, phase="red", phases=("red", "blue")),
    )
    story = ViewHistory(registry.load_ruleset("toy"), state)
    story.add(events)  # type: ignore[arg-type]
    return story.lines[1:], story


def test_a_roll_whose_text_names_the_unit_does_not_name_its_leader_before_it() -> None:
    state = stargrunt_battle(squad("a", (0, 0)), foes("b", (0, 12)))
    story = ViewHistory(registry.load_ruleset("stargrunt"), state)
    name = state.table.units[UnitId("a")].name
    story.add([DiceRolled(why=f"{name}: combat move", by="a1", sides=(6,), faces=(4,))])
    assert str(story.lines[-1].words).lower() == f"{name}: combat move".lower()


MIXED = ("miss", "kill")


def gone(piece: str, x: float, y: float) -> PiecesMoved:
    return PiecesMoved(rule="R-3", parts=(PieceTravel(piece, OnTable(x, y), Off("lost")),), how="remove")


def test_dice_are_what_the_rules_make_of_them() -> None:
    roll = DiceRolled(why="luck", by="a", sides=(6, 6), faces=(1, 6), needs="4+", results=("hit", "miss"))
    plain = DiceRolled(why="how far", by="a", sides=(6,), faces=(4,))
    judged, bare = told(roll, plain)[0]
    assert judged.dice == [RolledDie(1, "hit"), RolledDie(6, "miss")] and judged.words == "Luck, need 4+"
    assert bare.dice == [RolledDie(4, "plain")] and bare.words == "A: how far" and not bare.result


def test_who_moves_after_a_roll_for_several_is_named() -> None:
    roll = DiceRolled(why="run", by="a, b", sides=(6,), faces=(4,))
    move = PiecesMoved(
        parts=(PieceTravel("b", OnTable(3, 6), OnTable(3, 9), ((3.0, 6.0), (3.0, 9.0))),), how="move"
    )
    lines = told(roll, move)[0]
    found = [(str(line.words), str(line.result)) for line in lines]
    assert found == [("A and b: run", ""), ("B moves", "3.0 in north")]
    (whole,) = told(DiceRolled(why="run", by="b", sides=(6,), faces=(4,)), move)[0]
    assert (str(whole.words), str(whole.result)) == ("B: run", "3.0 in north")


def test_who_only_turns_is_not_told_nor_is_its_rule() -> None:
    move = PiecesMoved(
        parts=(PieceTravel("b", OnTable(3, 6), OnTable(3, 9), ((3.0, 6.0), (3.0, 9.0))),), how="move"
    )
    turn = PiecesMoved(rule="R-9", parts=(PieceTravel("b", OnTable(3, 9), OnTable(3, 9, 90.0)),), how="turn")
    (line,) = told(move, turn)[0]
    assert line.rules == [] and str(line.result) == "3.0 in north"


def test_who_falls_where_he_stands_is_told_with_the_dice_that_did_it() -> None:
    victim = msgspec.structs.replace(marine("trooper", "a", 10, 10), name="Trooper Alfa")
    state = battle(alien("x", 11.125, 10), victim, phase="cards")
    story = ViewHistory(TroiceStation(), state)
    story.add(perform(state, lambda play: fight_on_contact(play, "x"), dice=[3, 3]).events)
    (line,) = (line for line in story.lines if line.dice)
    assert str(line.result) == "3+3 = 6 against 3+1 = 4: +2; Trooper Alfa down"
    drawn = dice_card.build(line, True, 0)
    said = " ".join(str(item.shown_text) for item in drawn.items if isinstance(item, TextLine))
    assert str(line.result) in said
    assert max(item.y for item in drawn.items if isinstance(item, TextLine)) < dice_card.height(line) - 12


def test_opposed_dice_are_told_one_by_one_with_their_owners() -> None:
    aimed = Modifier(1, "aimed", "R-7")
    tags = (DieTag("red", "a's skill", (aimed,)), DieTag("blue", "c's luck"))
    dice = {"sides": (10, 8), "faces": (4, 6), "results": ("miss", "hit"), "tags": tags}
    (line,), _ = told(DiceRolled(why="a at c", by="a", came="4 against 6: -2", **dice))
    assert line.opposed and line.result == "4 against 6: -2"
    assert (
        dice_by_importance(line)
        == line.dice
        == [
            RolledDie(4, "miss", 10, 1, "a's skill", (aimed,)),
            RolledDie(6, "hit", 8, 2, "c's luck"),
        ]
    )
    items = dice_card.build(line, True, 0).items
    drawn = [(item.face, item.sides, item.edge) for item in items if isinstance(item, DieItem)]
    assert drawn == [(4, 10, "sky"), (6, 8, "vermillion")]
    words = " ".join(item.shown_text for item in items if isinstance(item, TextLine))
    assert "a's skill" in words and "D10, aimed +1 step" in words and "4 against 6: -2" in words


@pytest.mark.parametrize(("many", "rows"), [(4, 4), (6, 6), (16, 0)])
def test_every_opposed_die_is_on_the_card(many, rows) -> None:
    """Few dice have two lines of text each, more have one, and many stand in a grid."""
    tags = tuple(DieTag("red" if k % 2 else "blue", f"die {k}") for k in range(many))
    dice = {"sides": (8,) * many, "faces": (5,) * many, "results": ("hit",) * many, "tags": tags}
    (line,), _ = told(DiceRolled(why="close combat", by="a", **dice))
    items = dice_card.build(line, True, 0).items
    drawn = [item for item in items if isinstance(item, DieItem)]
    assert len(drawn) == many and all(item.edge for item in drawn)
    assert max(item.y for item in drawn) < dice_card.height(line) - 12
    assert sum(isinstance(item, TextLine) and "D8" in item.shown_text for item in items) == rows


def test_a_drawn_card_is_a_line_of_its_own() -> None:
    (line,), _ = told(CardDrawn(rule="R-1", why="a draws", by="a", card="heart", name="Ace of hearts"))
    assert (line.side, line.text, line.result, line.actors) == (1, "A draws", "Ace of hearts", ["a"])


def test_what_changes_dice_is_told_with_its_rule() -> None:
    changes = (
        Modifier(1, "partly hidden", "R-7"),
        Modifier(-1, "Piercing", "R-8", 1),
        Modifier(0, "odd", "R-9"),
    )
    save = DiceRolled(
        rule="R-3", why="saves of c", by="c", sides=(6, 6), faces=(3, 3), needs="4+", modifiers=changes
    )
    (line,), _ = told(save)
    assert line.words == "Saves of c, need 4+, partly hidden +1, Piercing -1 on 1 of 2, odd"
    assert line.rules == ["R-3", "R-7", "R-8", "R-9"]


def test_a_move_that_dice_were_rolled_for_is_one_line_with_them() -> None:
    run = DiceRolled(why="run", by="a", sides=(6,), faces=(3,))
    ran = PiecesMoved(parts=(PieceTravel("a", OnTable(3, 3), OnTable(9, 3), ((3, 3), (9, 3))),), how="run")
    (line,), _ = told(run, ran)
    assert (line.words, str(line.result), line.dice) == ("A: run", "6.0 in east", [RolledDie(3, "plain")])


def test_a_shot_is_one_line_with_its_dice_target_and_loss() -> None:
    roll = DiceRolled(rule="R-2", why="a at c", by="a", sides=(6, 6), faces=(2, 5), needs="4+", results=MIXED)
    hit = HitsChanged(rule="R-2", piece="c", old=1, new=0, by="a")
    (line,), _ = told(roll, hit, gone("c", 9, 3))
    assert (line.side, line.text, line.needs) == (1, "A at c", "4+")
    assert line.dice == [RolledDie(2, "miss"), RolledDie(5, "kill")]
    assert [(shot.attacker, shot.target, shot.hit) for shot in line.shots] == [("a", "c", True)]
    assert list(line.lost) == ["c"] and line.graves == [((9, 3), 2)]
    assert line.result.endswith("lost") and line.rules == ["R-2", "R-3"]
    assert (
        line.matches_filter(DICE_FILTER)
        and line.matches_filter(LOSSES_FILTER)
        and not line.matches_filter(MOVES_FILTER)
    )
    assert (line.first, line.last) == (0, 3)


def test_the_lost_of_each_side_are_named_apart() -> None:
    lines, _ = told(MessageLogged("a fights"), gone("a", 3, 3), gone("c", 9, 3), gone("b", 6, 3))
    assert lines[-1].result == "a and b lost, c lost"


def test_announced_dice_join_the_words_before_them() -> None:
    said = MessageLogged(rule="R-1", text="a and b at c: 3 dice", by="a", at=("c", "a", "b"))
    dice = {"why": "attack", "by": "a, b", "sides": (6, 6, 6), "faces": (6, 4, 1), "needs": "4+ to hit"}
    roll = DiceRolled(rule="R-2", announced=True, results=("kill", "hit", "miss"), **dice)
    save = DiceRolled(
        rule="R-3", why="saves of c", by="c", sides=(6,), faces=(6,), needs="5+", results=("hit",)
    )
    lines, _ = told(said, roll, save)
    assert [line.text for line in lines] == ["A and b at c: 3 dice", "Saves of c"]
    assert lines[0].result == "2 of 3 hit, 1 of them kill"
    assert [(shot.attacker, shot.target) for shot in lines[0].shots] == [("a", "c"), ("b", "c")]
    assert lines[1].side == 2 and lines[1].result == "made it"


def test_a_die_that_hits_nobody_does_not_kill() -> None:
    dice = {"why": "a at c", "by": "a", "sides": (6,), "needs": "3+ to pin, 5+ to strike", "rule": "R-1"}
    faces = {6: ("kill",), 3: ("hit",), 1: ("miss",)}
    rolls = [DiceRolled(faces=(face,), results=result, **dice) for face, result in faces.items()]
    lines, _ = told(*rolls)
    assert [line.result for line in lines] == ["made it", "made it", "failed"]


def test_a_short_text_adds_up_the_modifiers() -> None:
    changes = (Modifier(-1, "cover", "R-2"), Modifier(-1, "moved", "R-3"))
    dice = {"why": "a at c", "by": "a", "sides": (6,), "faces": (5,), "results": ("miss",), "rule": "R-1"}
    (line,), _ = told(DiceRolled(needs="4+", modifiers=changes, **dice))
    assert list(map(str, line.wordings)) == [
        "A at c, needs 4+, cover -1, moved -1",
        "A at c, needs 4+, in all -2",
        "A at c",
    ]


def test_no_comma_follows_a_question() -> None:
    (line,), _ = told(
        DiceRolled(
            rule="R-1", by="a", why="does it hold?", sides=(6,), faces=(6,), needs="5+", results=("hit",)
        )
    )
    assert line.words == "Does it hold? needs 5+"


def test_moves_say_how_many_and_how_far() -> None:
    parts = tuple(
        PieceTravel(name, OnTable(3, y), OnTable(3 + far, y), ((3, y), (3 + far, y)))
        for name, y, far in (("a", 3, 4.0), ("b", 6, 2.0))
    )
    (line,), _ = told(PiecesMoved(rule="R-1", parts=parts))
    assert str(line.result) == "up to 4.0 in east" and line.matches_filter(MOVES_FILTER)


def test_another_way_to_move_is_another_line() -> None:
    there = PieceTravel("a", OnTable(3, 3), OnTable(5, 3), ((3, 3), (5, 3)))
    back = PieceTravel("a", OnTable(5, 3), OnTable(4, 3), ((5, 3), (4, 3)))
    lines, _ = told(PiecesMoved(parts=(there,)), PiecesMoved(parts=(back,), how="flinch"))
    assert [(line.text, str(line.result)) for line in lines] == [
        ("A moves", "2.0 in toward c"),
        ("A flinches", "1.0 in west"),
    ]


def test_a_move_that_leads_nowhere_says_so() -> None:
    part = PieceTravel("a", OnTable(3, 3), OnTable(3.01, 3), ((3, 3), (3.01, 3)))
    (line,), _ = told(PiecesMoved(rule="R-1", parts=(part,), how="flinch"))
    assert line.result == "stays where it is"


def test_a_marker_of_another_side_begins_a_line_and_one_of_the_same_act_does_not() -> None:
    hole = MarkerPlaced(marker=Marker(MarkerId("hole"), "hole", 5.0, 5.0, radius=1.0, name="New hole"))
    move = PiecesMoved(
        parts=(PieceTravel("a", OnTable(3, 3), OnTable(3, 5), ((3, 3), (3, 5)), 2.0),), how="m"
    )
    (same,), story = told(move, hole)
    assert str(same.result).endswith("New hole")
    story.add((PlayerNote(SideKey("blue"), "reason", ""), hole))
    (own,) = story.lines[2:]
    assert (str(own.words), str(own.result), own.side) == ("New hole", "", 2)
    story.add((hole,))
    assert str(own.words) == "New hole, New hole"


def test_losses_go_on_in_their_line_past_a_remark_on_one_of_them() -> None:
    def falls(piece: str) -> HitsChanged:
        return HitsChanged(rule="R-8", piece=piece, old=1, new=0)

    shot, remark = MessageLogged(rule="R-1", text="hits"), MessageLogged(rule="R-5", text="taken away")
    (first, second), story = told(shot, falls("a"), remark, falls("b"))
    assert (str(first.result), str(second.text), str(second.result)) == ("a and b lost", "Taken away", "")
    assert [(str(one.words), one.lost, one.at) for one in turning_points(story)] == [
        ("Hits: a and b lost", 2, 4)
    ]


NEWS = tuple(standing_piece(name, 3, 12, side="blue") for name in ("x", "y"))
CALLS = MessageLogged(rule="R-1", text="a calls")


@pytest.mark.parametrize(
    ("rule", "events", "told_of"),
    [
        ("R-1", (), [("A calls", "x and y join")]),
        ("R-9", (), [("A calls", ""), ("X and y join", "")]),
        ("R-9", (MessageLogged(rule="R-9", text="help!", by="x"),), [("A calls", ""), ("Help!", "")]),
    ],
)
def test_pieces_that_join_by_a_rule_of_their_own_begin_a_line(rule, events, told_of) -> None:
    lines, _ = told(CALLS, PiecesAdded(rule=rule, pieces=NEWS), *events)
    assert [(str(line.words), str(line.result)) for line in lines] == told_of


def test_pieces_that_come_to_the_table_are_put_down() -> None:
    (line,), _ = told(PiecesMoved(rule="R-1", parts=(PieceTravel("a", Off(), OnTable(3, 3)),), how="place"))
    assert line.text == "A: put down"


@pytest.mark.parametrize("scenario", ["toy", "first_contact"])
def test_every_event_belongs_to_one_line(scenario: str) -> None:
    known = record(scenario)
    story = ViewHistory(known.ruleset, known.state)
    story.add(Replay(known).events)
    at = 0
    for line in story.lines:
        assert line.first == at and line.last >= line.first
        at = line.last
    assert at == len(story)
    assert all(story.line_at(line.first) == k for k, line in enumerate(story.lines) if line.last > line.first)


@pytest.mark.parametrize("scenario", ["toy", "first_contact"])
def test_any_moment_is_the_one_of_the_record(scenario: str) -> None:
    known = record(scenario)
    replay, story = Replay(known), ViewHistory(known.ruleset, known.state)
    story.add(replay.events)
    for events in (0, len(story), 3, len(story) // 2, 1, len(story) - 1):
        assert state_digest(story.state(events)) == state_digest(replay.state_after(events))


def test_who_is_killed_outright_is_lost_by_the_attack_and_not_by_the_saves_of_another() -> None:
    said = MessageLogged(rule="R-1", text="a at b and c: 2 dice", by="a", at=("b", "c", "a"))
    dice = {"why": "attack", "by": "a", "sides": (6, 6), "faces": (6, 4), "needs": "4+ to hit"}
    roll = DiceRolled(rule="R-2", announced=True, results=("kill", "hit"), **dice)
    save = DiceRolled(
        rule="R-3", why="saves of c", by="c", sides=(6,), faces=(6,), needs="5+", results=("hit",)
    )
    dead = HitsChanged(rule="R-4", piece="b", old=1, new=0, by="a")
    (attack, saves), story = told(said, roll, save, dead, gone("b", 3, 6))
    assert (list(attack.lost), attack.result, saves.lost) == (["b"], "b lost", {})
    assert "R-4" in attack.rules and "R-4" not in saves.rules
    assert saves.result == "made it" and story.lines[-1] is saves


def test_a_failed_save_is_told_on_its_own_line() -> None:
    dice = {"why": "attack", "by": "a", "sides": (6,), "faces": (4,), "needs": "4+ to hit"}
    roll = DiceRolled(rule="R-2", announced=True, results=("hit",), **dice)
    save = DiceRolled(
        rule="R-3", why="saves of c", by="c", sides=(6,), faces=(1,), needs="5+", results=("miss",)
    )
    (_, saves), _ = told(roll, save, HitsChanged(rule="R-3", piece="c", old=1, new=0, by="a"))
    assert list(saves.lost) == ["c"]


def test_a_line_that_changed_later_is_taken_back_with_the_rest() -> None:
    dice = {"why": "attack", "by": "a", "sides": (6, 6), "faces": (6, 4), "needs": "4+ to hit"}
    roll = DiceRolled(rule="R-2", announced=True, results=("kill", "hit"), **dice)
    save = DiceRolled(
        rule="R-3", why="saves of c", by="c", sides=(6,), faces=(6,), needs="5+", results=("hit",)
    )
    lines, story = told(roll, save)
    kept, now, first = story.log.snapshot(), story.state(2), lines[0].result
    story.log.add_event(HitsChanged(rule="R-4", piece="b", old=1, new=0, by="a"), now, now, 2)
    assert story.lines[1].result == "b lost"
    story.log.restore(kept)
    assert (story.lines[1].result, len(story.lines)) == (first, 3)


def test_a_move_counts_and_names_what_is_entered() -> None:
    near = PieceTravel("a", OnTable(3, 3), Aboard("c"), ((3, 3), (4, 3)), 2.0)
    (line,), _ = told(PiecesMoved(rule="R-1", parts=(near,)))
    assert str(line.result) == "3.0 in; aboard c"


def test_several_that_enter_one_thing_are_counted() -> None:
    parts = tuple(
        PieceTravel(name, OnTable(3, y), Aboard("c"), ((3, y),), 2.0) for name, y in (("a", 3), ("b", 6))
    )
    (line,), _ = told(PiecesMoved(rule="R-1", parts=parts))
    assert str(line.result) == "up to 2.0 in; 2 aboard c"


def test_the_card_of_the_dice_names_their_target() -> None:
    with shown("dice card", SIZES[1], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        line, settled, turn = dice_card.shown_roll(window.model) or pytest.fail("no dice")
        items = dice_card.build(line, settled, turn).items
        assert len(line.actors) > 3
        target = window.model.state.table.pieces[line.targets[0]].name
        assert target in " ".join(item.shown_text for item in items if isinstance(item, TextLine))


def test_what_a_piece_takes_one_by_one_is_told_together() -> None:
    dice = {"why": "saves of c", "by": "c", "sides": (6, 6), "faces": (1, 2), "needs": "5+"}
    hits = [HitsChanged(rule="R-4", piece="c", old=old, new=old - 1, by="a") for old in (4, 3)]
    (line,), _ = told(DiceRolled(rule="R-3", **dice), *hits)
    assert line.result == "c takes 2, 2 left"


def test_who_is_lost_in_the_end_is_not_told_to_take_hits_before() -> None:
    dice = {"why": "saves of c", "by": "c", "sides": (6, 6), "faces": (1, 2), "needs": "5+"}
    hits = [HitsChanged(rule="R-4", piece="c", old=old, new=old - 1, by="a") for old in (2, 1)]
    (line,), _ = told(DiceRolled(rule="R-3", **dice), *hits)
    assert line.result == "c lost"
