"""Points that are handed out: what may be given, how the rules ask, how it is written."""

from __future__ import annotations

import pytest

from battlesim.engine.codec import Codec, encode
from battlesim.engine.decisions import ALL_SIDES, AskAll, Decision
from battlesim.engine.dice import SeededDice, derived_rng
from battlesim.engine.play import Play, Script
from battlesim.engine.point_allocation import AllocatePoints, PointRecipient
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.ruleset import Step
from battlesim.engine.run import start_run
from battlesim.engine.verify import verify_record
from battlesim.players.base import PlayerContext
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.players.random_player import RandomPlayer
from battlesim.players.replies import pack_reply, unpack_reply
from battlesim.rulesets import toy as toys
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import MessageLogged
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase, rendered_text
from battlesim.testing.playthroughs import check_reloaded_twin
from tests.contract.cases import toy

SHARES = (
    PointRecipient("1a", "1A", 3),
    PointRecipient("1b", "1B", 2),
    PointRecipient("2a", "2A", 3, shut="it is not under NCO One"),
)
PIPS = AllocatePoints(
    side="red",
    what="pips",
    prompt="Pips",
    rule="R",
    about="nco",
    shares=SHARES,
    total=3,
    called=("pip", "pips"),
)
ALL = AllocatePoints(side="red", what="pips", prompt="Pips", shares=SHARES[:2], total=4, whole=True)


def why(decision: AllocatePoints, answer: dict[str, int]) -> str:
    refused = decision.check(toy().state, answer)
    return rendered_text(refused.reason, {"nco": "NCO One"}.get) if refused else ""


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({}, ""),
        ({"1a": 3}, ""),
        ({"1a": 1, "1b": 2}, ""),
        ({"1a": 2, "1b": 2}, "NCO One has 3 pips, not 4"),
        ({"1b": 3}, "1B can have at most 2, not 3"),
        ({"2a": 1}, "2A cannot have any: it is not under NCO One"),
        ({"1a": -1, "1b": 2}, "1A cannot have -1"),
        ({"9z": 1}, "'9z' is not one of the recipients: 1a, 1b, 2a"),
    ],
)
def test_what_cannot_be_given_is_refused_in_words(answer, reason) -> None:
    assert why(PIPS, answer) == reason


def test_who_must_give_all_is_told_what_is_missing() -> None:
    assert why(ALL, {"1a": 2, "1b": 2}) == ""
    assert why(ALL, {"1a": 2, "1b": 1}) == "1 point must still be allocated"
    assert why(ALL, {"1a": 3, "1b": 2}) == "only 4 points can be allocated, not 5"


def test_what_nobody_has_room_for_need_not_be_given() -> None:
    many = AllocatePoints(side="red", what="pips", prompt="Pips", shares=SHARES, total=9, whole=True)
    assert many.required_total == 5 and why(many, many.default(toy().state)) == ""


def test_the_default_gives_nothing_or_what_must_be_given() -> None:
    assert PIPS.default(toy().state) == {}
    assert ALL.default(toy().state) == {"1a": 3, "1b": 1}


@pytest.mark.parametrize("decision", [PIPS, ALL])
def test_what_is_suggested_is_legal_and_never_twice_the_same(decision) -> None:
    state = toy().state
    found = decision.suggest(state, 12, derived_rng("allot", 3))
    assert len(found) >= 2 and all(decision.check(state, some) is None for some in found)
    assert all(some not in found[:k] and 0 not in some.values() for k, some in enumerate(found))


def test_in_time_chance_gives_everything_that_can_be_given() -> None:
    state = toy().state
    given = [ALL.random_answer(state, 8, derived_rng("allot", seed)) for seed in range(80)]
    assert {tuple(sorted(some.items())) for some in given} == {
        (("1a", 3), ("1b", 1)),
        (("1a", 2), ("1b", 2)),
    }


def asked_by(act) -> tuple[Decision | None, object]:
    """What a script of rules asks, and what it makes of 2 for 1a and none for 1b."""
    script = act(Play(toy().state, "toy"))
    asked = None
    try:
        asked = next(script)
        script.send({"1a": 2, "1b": 0})
    except StopIteration as ended:
        return asked, ended.value
    raise AssertionError("it asks once")


def test_the_rules_ask_and_are_told_who_gets_any() -> None:
    asked, given = asked_by(
        lambda play: play.under_rule("R").allocate(
            "pips", "red", "Pips", SHARES, 3, about="nco", called=("pip", "pips")
        )
    )
    assert (asked, given) == (PIPS, {"1a": 2})


@pytest.mark.parametrize(("shares", "total"), [(SHARES, 0), (SHARES[2:], 3), ((), 3)])
def test_nobody_is_asked_where_nobody_can_be_given_any(shares, total) -> None:
    assert asked_by(lambda play: play.allocate("pips", "red", "Pips", shares, total)) == (None, {})


def test_it_is_written_and_read_alone_and_among_several() -> None:
    codec = Codec(load_ruleset("toy"))
    asked = AllocatePoints(**{**as_given(PIPS), "prompt": phrase("{}: pips", Ref("nco"))})
    both = AskAll(
        side=ALL_SIDES, what="pips", prompt="Pips", parts={"red": asked, "blue": as_of(PIPS, side="blue")}
    )
    assert [codec.decode_decision(encode(one)) for one in (asked, both)] == [asked, both]
    assert PIPS.parse_answer({"1a": 0, "1b": 2}) == {"1b": 2}


def as_given(decision: AllocatePoints) -> dict[str, object]:
    return {name: getattr(decision, name) for name in decision.__struct_fields__}


def as_of(decision: AllocatePoints, **changes: object) -> AllocatePoints:
    return AllocatePoints(**{**as_given(decision), **changes})


def test_a_player_from_outside_gives_points_that_are_taken() -> None:
    state, moment = toy().state, PlayerContext(load_ruleset("toy"), "red", rng_seed=2)
    reply = unpack_reply(pack_reply(RandomPlayer().answer(state, ALL, moment)), ALL)
    assert ALL.check(state, reply.answer) is None


class Paid(toys.Toy):
    """The toy, in which points are handed out before every step and told of."""

    rulebook = load_ruleset("toy").rulebook

    def script(self, play: Play, step: Step) -> Script[None]:
        given = yield from play.allocate("pips", SideKey(play.state.game.phase), "Pips", SHARES, 3, rule="R")
        play.emit(MessageLogged(text=", ".join(f"{key} {many}" for key, many in sorted(given.items()))))
        yield from super().script(play, step)


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_a_battle_with_points_is_played_kept_verified_and_gone_on_with(level, tmp_path) -> None:
    rules, state, path = Paid(), toy().state, tmp_path / "kept.battle"
    names = {side.key: level for side in state.table.sides}
    run = start_run(rules, state)
    header = make_header(rules, state, title="Paid", seed=3, players=names)
    recorder = Recorder.create(path, header, state, run)
    seats = {side: load_player(name) for side, name in names.items()}
    Match(run, seats, SeededDice(3), recorder, seed=3).play()
    recorder.close()
    record = read_record(path, lambda key: rules)
    assert verify_record(record).difference is None
    said = [entry.answer for entry in record.answers if isinstance(entry.answer, dict)]
    assert said and all(PIPS.check(state, given) is None and 0 not in given.values() for given in said)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    again = resume_battle(path, lambda key: rules)
    again.recorder.close()
    assert again.current_run.pending is not None


def test_a_battle_with_points_is_the_same_when_it_is_read_back_after_every_answer() -> None:
    assert check_reloaded_twin(Paid(), toy().state, RandomPlayer(), seed=2, answers=40) == 40
