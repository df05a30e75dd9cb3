"""JSON, digests and differences."""

from __future__ import annotations

import math

import msgspec
import pytest

from battlesim.engine import codec as codec_module
from battlesim.engine.codec import Codec, CodecError, decode, encode
from battlesim.engine.digest import first_difference, state_digest
from battlesim.mechanics.turns import PhaseBegan
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import HitsChanged
from battlesim.table.terrain import Dressing
from battlesim.testing.table import make_table, standing_piece
from tests.contract.cases import toy


@pytest.fixture
def codec():
    return Codec(load_ruleset("toy"))


def test_states_and_events_come_back_as_they_were(codec):
    state = toy().state
    assert codec.decode_state(encode(state)) == state
    for event in (PhaseBegan(rule="R", phase="red", turn=2), HitsChanged(piece="a", old=1, new=0)):
        assert codec.decode_event(encode(event)) == event


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"{", "truncated"),
        (b'{"type":"Nothing"}', "type: unknown word 'Nothing'"),
        (b'{"type":"HitsChanged","piece":"a","old":"1","new":0}', "old: expected a whole number, got text"),
        (b'"\xff\xff"', "utf-8|UTF-8|expected"),
        (b"[" * 100_000, "expected a table"),
    ],
)
def test_what_is_not_an_event_is_one_clear_error(codec, raw, words):
    with pytest.raises(CodecError, match=words):
        codec.decode_event(raw)


def test_sizes_are_bounded(codec, monkeypatch):
    monkeypatch.setattr(codec_module, "MAX_JSON_BYTES", 100)
    with pytest.raises(CodecError, match="the maximum is 100"):
        codec.decode_state(encode(toy().state))


def test_nesting_is_bounded():
    with pytest.raises(CodecError):
        decode(b'{"a":' * 100_000, dict)


def test_infinity_does_not_pass_unnoticed(codec):
    state = toy().state
    far = make_table(standing_piece("a", math.inf, 0))
    with pytest.raises(CodecError, match=r"table\.pieces\.a.place.x: expected a number, got null"):
        codec.decode_state(encode(state.with_table(far)))


def test_an_unknown_decision_is_an_error(codec):
    with pytest.raises(CodecError, match="unknown word 'guess'"):
        codec.decode_decision(b'{"type":"guess"}')


def test_what_is_for_the_eye_alone_is_kept_and_is_no_part_of_the_digest(codec):
    bare = toy().state
    dressing = (Dressing("stack", places=((3.0, 4.0, 90.0),)),)
    ground = msgspec.structs.replace(bare.table.ground, dressing=dressing)
    dressed = bare.with_table(msgspec.structs.replace(bare.table, ground=ground))
    assert codec.decode_state(encode(dressed)).table.ground.dressing == dressing
    assert state_digest(dressed) == state_digest(bare)
    assert b"dressing" not in encode(bare)


def test_a_digest_is_of_the_values_not_of_how_they_were_written():
    state = toy().state
    whole = state.with_table(make_table(standing_piece("a", 1, 2), width=24))
    point = state.with_table(make_table(standing_piece("a", 1, 2), width=24.0))
    assert encode(whole) != encode(point)
    assert state_digest(whole) == state_digest(point)
    assert state_digest(whole) != state_digest(
        whole.with_table(make_table(standing_piece("a", 1, 2.001), width=24))
    )
    assert len(state_digest(whole)) == 64


class Pair(msgspec.Struct):
    left: dict[str, int]
    right: tuple[float, ...]


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (Pair({"x": 1}, ()), Pair({"x": 1}, ()), None),
        (Pair({"x": 1}, (1, 2)), Pair({"x": 1}, (1.0, 2.0)), None),
        (Pair({"x": 1}, ()), Pair({"x": 2}, ()), "left.x: 1 and 2"),
        (Pair({"x": 1}, ()), Pair({}, ()), "left.x: 1 and nothing"),
        (Pair({}, (1, 2)), Pair({}, (1,)), "right.1: 2 and nothing"),
        (3, 4, "the value: 3 and 4"),
    ],
)
def test_the_first_difference_is_named(a, b, words):
    assert first_difference(a, b) == words
