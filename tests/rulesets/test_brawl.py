"""The brawl of six gangs: its rules at small tables, and what it is the first user of."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from battlesim_tiny.brawl.state import CROWD, RAIN, RATTLED, SPENT, Face, Game

from battlesim.commands.play import play_headless
from battlesim.commands.records import RecordPlace
from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import DiceKind
from battlesim.engine.digest import state_digest
from battlesim.engine.foes import foes
from battlesim.engine.record_read import read_record
from battlesim.engine.run import start_run
from battlesim.engine.side_views import state_seen_by
from battlesim.mechanics.deck import Deck
from battlesim.render.scene import piece_token
from battlesim.report.picture import looks_of
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulings.movement import Leg
from battlesim.scenarios.file_checks import check_file_or_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.checks import TableError, check_state
from battlesim.table.events import (
    MarkChange,
    MarksChanged,
    MovesAnnounced,
    PiecesAdded,
    UnitsAdded,
    UnitsRemoved,
)
from battlesim.table.pieces import Off
from battlesim.table.redaction import redacted_table
from battlesim.table.state import Side, State
from battlesim.table.units import Unit
from battlesim.testing.script import begin_run, play_script
from battlesim.testing.table import make_table, standing_piece
from battlesim.ui.session.log_text import battle_lines, line_text
from tests.support.tiny import SCENARIOS

RULES = load_ruleset("brawl")
SIX = str(SCENARIOS / "six.toml")
SIDES = (Side("cats", "Cats", 1), Side("dogs", "Dogs", 2), Side("people", "People", 7, False))


def gangs(*more, row=(), **game):
    """A cat and the boss of the dogs six inches apart, with these cards in play."""
    units = {
        "pack": Unit("pack", "The Pack", "dogs", "gang", "rex"),
        "clowder": Unit("clowder", "The Clowder", "cats", "gang"),
    }
    cat = standing_piece("tom", 10, 10, side="cats", unit="clowder")
    rex = standing_piece("rex", 16, 10, side="dogs", unit="pack")
    dog = standing_piece("spot", 30, 20, side="dogs", unit="pack")
    field = make_table(cat, rex, dog, *more, width=36.0, height=24.0, table_sides=SIDES)
    dealt = {
        "deck": Deck(("dogs Single",)),
        "faces": FACES,
        "row": row,
        "turn": 1 if row else 0,
        "phase": "cards" if row else "",
        "phases": ("cards", "flight"),
    }
    return State(msgspec.structs.replace(field, units=units), Game(**({"factions": FACTIONS} | dealt | game)))


FACTIONS = ("cats", "dogs")
FACES = {RAIN: Face(RAIN), CROWD: Face(CROWD)} | {
    f"{side} {name}": Face(name, side, n) for side in FACTIONS for name, n in (("Single", 1), ("Double", 2))
}
SINGLE = "cats Single"


@pytest.mark.rule("BRL-THROW-01", "BRL-GANG-01")
def test_a_throw_knocks_the_boss_out_and_his_gang_is_rattled():
    played = play_script(begin_run(RULES, gangs(row=(SINGLE,))), ["throw:tom:rex"], dice=[4, "dogs Single"])
    assert played.state.table.piece("rex").place == Off("lost")
    assert played.state.table.units["pack"].has_mark(RATTLED)
    assert not played.state.table.units["clowder"].marks
    assert played.state.game.tally == {"cats": 1}


@pytest.mark.rule("BRL-RAIN-01")
@pytest.mark.parametrize(("rain", "shown", "hit"), [(False, 4, True), (True, 4, False), (True, 5, True)])
def test_a_throw_is_harder_in_the_rain(rain, shown, hit):
    state = gangs(row=(SINGLE,), tally={RAIN: 1} if rain else {})
    played = play_script(begin_run(RULES, state), ["throw:tom:rex"], dice=[shown, "dogs Single"])
    assert played.state.game.count("cats") == hit


@pytest.mark.rule("BRL-ACT-01", "BRL-THROW-01", "BRL-SIDE-01")
def test_who_is_far_or_allied_is_not_thrown_at():
    run = begin_run(RULES, gangs(row=(SINGLE,)))
    assert [option.key for option in run.pending.open_options] == ["run:tom", "throw:tom:rex", "pass"]
    allied = begin_run(RULES, gangs(row=(SINGLE,), allies=(("cats", "dogs"),)))
    assert [option.key for option in allied.pending.open_options] == ["run:tom", "pass"]


@pytest.mark.rule("BRL-SIDE-01")
def test_foes_are_the_other_factions_but_for_allies_and_never_passers_by():
    state = gangs(standing_piece("ann", 3, 3, side="people"))
    assert foes(RULES, state, "cats") == ("dogs",)
    assert foes(RULES, state.with_game(allies=(("cats", "dogs"),)), "cats") == ()


def test_a_ruleset_that_says_nothing_has_every_other_side_with_pieces_as_foes():
    state = gangs(standing_piece("ann", 3, 3, side="people"))
    assert foes(load_ruleset("toy"), state, "cats") == ("dogs", "people")


@pytest.mark.rule("BRL-CIV-01", "BRL-CIV-02")
def test_passers_by_flee_straight_away_and_a_crowd_that_left_is_no_more():
    ann = standing_piece("ann", 13, 10, side="people", unit="crowd-1", radius=0.4)
    bob = standing_piece("bob", 10, 1.0, side="people", unit="crowd-2", radius=0.4)
    low = standing_piece("max", 10, 4.0, side="cats", unit="clowder")
    state = gangs(ann, bob, low, row=(RAIN,))
    crowds = (Unit(f"crowd-{k}", f"Crowd {k}", "people", "crowd") for k in (1, 2))
    state = state.with_table(state.table.with_units(*crowds))
    played = play_script(begin_run(RULES, state), [], dice=["dogs Single"])
    assert played.state.table.piece("ann").xy == (10.9, 10), "from Rex, up to where Tom stands"
    assert [said.by for said in played.events_of(MovesAnnounced)] == ["ann", "bob"], (
        "each is told before it is done"
    )
    assert played.state.table.piece("bob").place == Off("left")
    assert [unit.id for event in played.events_of(UnitsRemoved) for unit in event.units] == ["crowd-2"]


@pytest.mark.rule("BRL-CIV-03")
@pytest.mark.parametrize(("flees", "at"), [(True, (10.9, 10)), (False, (13, 10))])
def test_passers_by_who_are_played_flee_where_their_player_says_so(flees, at):
    state = gangs(standing_piece("ann", 13, 10, side="people", radius=0.4), row=(RAIN,))
    played = tuple(msgspec.structs.replace(side, played=True) for side in SIDES)
    state = state.with_table(msgspec.structs.replace(state.table, sides=played))
    done = play_script(begin_run(RULES, state), [{"flee": flees}], dice=["dogs Single"])
    assert done.state.table.piece("ann").xy == at
    assert done.first_decision("flee").side == "people"


@pytest.mark.rule("BRL-CIV-02")
def test_a_crowd_comes_as_a_unit_of_its_own():
    state = gangs(row=(CROWD, SINGLE))
    played = play_script(begin_run(RULES, state), [])
    assert len(played.events_of(PiecesAdded)[0].pieces) == 3
    assert played.events_of(UnitsAdded)[0].units == (Unit("crowd-1", "Crowd 1", "people", "crowd"),)
    assert [p.unit for p in played.state.table.pieces_of_side("people")] == ["crowd-1"] * 3


@pytest.mark.rule("BRL-END-01")
def test_all_who_have_got_there_win_together():
    ended = begin_run(RULES, gangs(goal=2, tally={"cats": 2, "dogs": 3})).outcome
    assert (ended.winners, ended.reason) == (("cats", "dogs"), "first to 2 knockouts")
    assert "people" not in ended.scores


@pytest.mark.rule("BRL-DECK-02", "BRL-ACT-01")
def test_the_cards_and_counts_of_a_batch():
    row = (RAIN, "cats Double", "dogs Single")
    facts = RULES.facts(gangs(row=row, passed=(RAIN,), tally={SPENT: 1, RAIN: 1}))
    assert [(card.face, card.state, card.spent) for card in facts.cards] == [
        ("Rain", "done", 0),
        ("Double", "now", 1),
        ("Single", "open", 0),
    ]
    assert facts.second is not None and facts.second.text == "card 2 of 3"
    assert (facts.turn_name(1), facts.weather) == ("Batch 1", "Rain, throws -1")
    assert [count.text for count in facts.counts] == ["pile 1", "rattled 0"]


@pytest.mark.rule("BRL-END-02", "BRL-SIDE-02")
def test_two_play_to_one_more_unless_somebody_said_how_many(tmp_path):
    whole = Path(SIX).read_text()
    few = tmp_path / "two.toml"
    (tmp_path / "square.toml").write_text((SCENARIOS / "square.toml").read_text())
    head, *parts = whole.split("\n[[")
    kept = [part for part in parts if "cats" in part or "dogs" in part or "people" in part]
    few.write_text("\n[[".join([head.replace('["cats", "owls"]', ""), *kept]))
    assert load_scenario(str(few)).initial_state().game.goal == 4
    assert load_scenario(str(few), {"goal": "3"}).initial_state().game.goal == 3
    assert load_scenario(SIX).initial_state().game.goal == 3
    assert load_scenario(str(few)).plan.chosen == frozenset()
    assert load_scenario(str(few), {"goal": "3"}).plan.chosen == {"goal"}
    assert check_file_or_ruleset(str(few)).warnings == ("2 factions make a thin deck: 4 or more play better",)
    assert check_file_or_ruleset(SIX).warnings == ()
    scenario = load_scenario(str(few))
    path = tmp_path / "two.battle"
    play_headless(scenario, {"cats": "recruit", "dogs": "recruit"}, 1, RecordPlace(path), DiceKind.seeded)
    record = read_record(path, load_ruleset)
    told = [line_text(line, record.state.table.sides) for line in battle_lines(record)]
    assert "2 factions make a thin deck" in told[1]
    assert told[0].startswith("Batch 1")


def test_a_unit_is_kept_with_the_state_and_marked_by_its_id():
    state = gangs()
    again = Codec(RULES).decode_state(encode(state))
    assert again == state
    marked = MarksChanged(parts=(MarkChange("pack", "rattled", 0, 2, "why"),)).apply(state)
    assert marked.table.units["pack"].mark_count("rattled") == 2
    assert marked.table.pieces == state.table.pieces
    assert state_digest(marked) != state_digest(state)
    assert MarksChanged(parts=(MarkChange("pack", "rattled", 2, 0),)).apply(marked) == state


def test_a_mark_of_a_unit_is_seen_on_its_pieces():
    marked = MarksChanged(parts=(MarkChange("pack", RATTLED, 0, 1),)).apply(gangs())
    looks = looks_of(RULES)
    badges = {
        name: piece_token(marked.table, marked.table.piece(name), looks).badge for name in ("spot", "tom")
    }
    assert badges == {"spot": "panic", "tom": ""}


def test_a_table_without_units_is_written_as_it_always_was():
    plain = gangs().table
    bare = msgspec.structs.replace(plain, units={}, sides=SIDES[:2])
    raw = msgspec.json.decode(encode(bare))
    assert list(raw) == ["ground", "pieces", "sides", "markers"]
    assert raw["sides"][0] == {"key": "cats", "name": "Cats", "number": 1}


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit("x", "X", "nobody"), "no side 'nobody'"),
        (Unit("x", "X", "cats", leader="who"), "no piece 'who'"),
        (Unit("tom", "X", "cats"), "a piece has this id too"),
    ],
)
def test_a_unit_that_does_not_hang_together_is_told(unit, words):
    state = gangs()
    with pytest.raises(TableError, match=words):
        check_state(state.with_table(state.table.with_units(unit)))


def test_a_unit_of_hidden_pieces_is_hidden_and_a_hidden_leader_is_not_named():
    state = gangs()
    no_dogs = redacted_table(state.table, lambda piece: None if piece.side == "dogs" else piece)
    assert list(no_dogs.units) == ["clowder"]
    no_boss = redacted_table(state.table, lambda piece: None if piece.id == "rex" else piece)
    assert no_boss.units["pack"].leader == ""
    assert state_seen_by(RULES, state, "cats").table.units == state.table.units


def test_it_is_not_listed_without_its_package():
    code = "from battlesim.rulesets.registry import ruleset_keys; print(ruleset_keys())"
    root = str(Path(__file__).parents[2])
    env = {"PYTHONPATH": root, "PATH": "/usr/bin:/bin"}
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert "brawl" not in out.stdout and "toy" in out.stdout


@pytest.mark.parametrize(("scenario", "many"), [("six", 7), ("eight", 8)])
def test_as_many_gangs_as_there_can_be_are_units_of_the_table(scenario, many):
    loaded = load_scenario(str(SCENARIOS / f"{scenario}.toml"))
    run = start_run(loaded.ruleset, loaded.initial_state())
    assert run.pending is not None and len(run.state.table.sides) == many
    assert {piece.unit for piece in run.state.table.pieces.values()} == run.state.table.units.keys()


@pytest.mark.rule("BRL-DECK-01")
def test_every_faction_has_three_singles_and_two_doubles_in_the_deck():
    pack = load_scenario(SIX).initial_state().game.deck.left
    assert len(pack) == 6 * 5 + 2
    assert (pack.count("cats Single"), pack.count("cats Double"), pack.count(RAIN), pack.count(CROWD)) == (
        3,
        2,
        1,
        1,
    )


@pytest.mark.rule("BRL-RUN-01")
@pytest.mark.parametrize(("x", "able"), [(16.0, False), (13.9, True), (4.0, True), (3.9, False)])
def test_a_figure_runs_6_in_and_not_through_anybody(x, able):
    run = play_script(begin_run(RULES, gangs(row=(SINGLE,))), ["run:tom"]).run
    assert (run.check((Leg("tom", ((10.0, 10.0), (x, 10.0))),)) is None) is able


@pytest.mark.rule("BRL-DATA-01")
@pytest.mark.parametrize(
    ("kind", "base", "hits"), [("tough", 1.0, 1), ("boss", 1.25, 2), ("civilian", 0.8, 1)]
)
def test_bases_and_hits(kind, base, hits):
    assert (RULES.profile(kind)["base"], RULES.profile(kind)["hits"]) == (base, hits)


def test_every_rule_of_the_rulebook_has_a_test():
    marked = set(re.findall(r'"(BRL-[A-Z]+-\d+)"', Path(__file__).read_text(encoding="utf-8")))
    assert sorted(RULES.rulebook.keys() - marked) == []
