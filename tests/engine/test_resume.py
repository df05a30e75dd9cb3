"""A record that breaks off anywhere is gone on with, and comes to the same end."""

from __future__ import annotations

import subprocess
import sys

import pytest

from battlesim.engine.digest import first_difference
from battlesim.engine.record import RecordError
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from tests.support.battles import begin_record, go_on, recorded


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_cut_at_any_byte_the_battle_ends_the_same(tmp_path, level):
    whole = tmp_path / "whole.battle"
    recorded(whole, seed=3, level=level)
    raw = whole.read_bytes()
    header = raw.index(b"\n") + 1
    for number, size in enumerate(range(header, len(raw) + 1, max(1, (len(raw) - header) // 60))):
        part = tmp_path / f"{number}.battle"
        part.write_bytes(raw[:size])
        result = go_on(resume_battle(part, load_ruleset))
        assert result.outcome is not None
        assert part.read_bytes() == raw, f"cut at {size}"


def test_what_was_recovered_is_told(tmp_path):
    path = tmp_path / "a.battle"
    recorded(path)
    raw = path.read_bytes()
    at = raw.index(b'{"type":"answer","number":9,')
    path.write_bytes(raw[: at + 20])
    resumed = resume_battle(path, load_ruleset)
    assert resumed.answer_count == 8
    assert "bytes of an unfinished answer were dropped" in resumed.recovered
    resumed.recorder.close()
    end = raw.index(b"\n", at) + 1
    path.write_bytes(raw[:end])
    resumed = resume_battle(path, load_ruleset)
    assert resumed.answer_count == 9
    assert "lines that follow from the last answer were added" in resumed.recovered
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_a_whole_record_is_left_as_it_is(tmp_path):
    path = tmp_path / "a.battle"
    recorded(path)
    before = path.read_bytes()
    resumed = resume_battle(path, load_ruleset)
    assert resumed.current_run.pending is None
    assert resumed.current_run.outcome is not None
    assert resumed.recovered == ""
    assert path.read_bytes() == before


def test_changed_rules_stop_going_on_but_not_reading(tmp_path):
    path = tmp_path / "a.battle"
    match = begin_record(path)
    while path.read_bytes().count(b'"Acted"') < 3:
        match.answer_next()
    match.recorder.close()
    raw = path.read_bytes()
    head, mark, tail = raw.rpartition(b'"type":"Acted"')
    path.write_bytes(head + mark + tail.replace(b"TOY-TURN-02", b"TOY-TURN-99"))
    with pytest.raises(RecordError, match="the rules have changed"):
        resume_battle(path, load_ruleset)
    assert read_record(path, load_ruleset).answers


def test_recording_does_not_change_the_battle(tmp_path):
    with_record = begin_record(tmp_path / "a.battle", seed=5)
    without = begin_record(tmp_path / "b.battle", seed=5)
    without.history.recorder = None
    with_record.play()
    without.play()
    assert first_difference(with_record.current_run.state, without.current_run.state) is None


def test_a_battle_that_is_being_played_is_not_gone_on_with(tmp_path):
    path = tmp_path / "a.battle"
    playing = begin_record(path)
    with pytest.raises(RecordError, match=r"a\.battle: the battle is being played in another window"):
        resume_battle(path, load_ruleset)
    playing.play()
    playing.recorder.close()
    resume_battle(path, load_ruleset).recorder.close()


def test_who_was_killed_leaves_no_lock(tmp_path):
    path = tmp_path / "a.battle"
    begin_record(path).recorder.close()
    holding = (
        "import sys, time; from pathlib import Path; from battlesim.engine.record_lock import open_locked;"
        "open_locked(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", holding, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(RecordError, match="is being played"):
            resume_battle(path, load_ruleset)
        holder.kill()
    resume_battle(path, load_ruleset).recorder.close()


def test_a_record_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(RecordError, match="cannot be written: Is a directory"):
        resume_battle(tmp_path, load_ruleset)
