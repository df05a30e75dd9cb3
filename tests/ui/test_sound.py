"""Sounds and captions."""

from __future__ import annotations

import subprocess
import sys
import wave
from array import array
from pathlib import Path
from typing import Any

import pytest

from battlesim import data_folders
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.report.picture import looks_of
from battlesim.rulesets.toy import Toy
from battlesim.table.events import DiceRolled, Event, HitsChanged, MessageLogged, PiecesMoved, PieceTravel
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.redaction import redacted_table
from battlesim.table.state import AnyState, Table
from battlesim.table.terrain import Ground
from battlesim.ui.battle.sound_effects import SoundEffects, sound_of
from battlesim.ui.session.log_line import LoggedAttack, LogLine
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.system.sound import CAPTION_DURATION_S, SOUND_CAPTIONS, Speaker
from tests.ui.battles import model, record

ROOT = Path(__file__).resolve().parents[2]


def _piece(name: str, x: float) -> Piece:
    return Piece(name, name, "", "", "", 0.5, 1.2, OnTable(x, 0.0))


LINE = LogLine(1, 1, 1, "", 0, 1)
VOLLEY = LogLine(1, 1, 1, "", 0, 1, shots=[LoggedAttack("a", "b")], actors=["a"])
SAVES = LogLine(1, 1, 1, "", 0, 1, shots=[LoggedAttack("a", "b", True)], actors=["b"])
CLAWS = LogLine(1, 1, 1, "", 0, 1, shots=[LoggedAttack("c", "b")], actors=["c"])
HERE, THERE = OnTable(0, 0), OnTable(1, 0)
GROUND = Ground(48, 48)
PIECES = {name: _piece(name, x) for name, x in (("a", 0.0), ("b", 12.0), ("c", 13.0))}
TABLE = Table(GROUND, PIECES, ())
WALK = PieceTravel("a", HERE, THERE, ((0, 0), (1, 0)))


def _samples(path: Path) -> array[int]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        return array("h", file.readframes(file.getnframes()))


def test_the_sounds_are_what_the_program_makes_of_sines_and_noise(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "make_sounds.py"), str(tmp_path)],
        check=True,
        capture_output=True,
    )
    kept = data_folders.assets_folder() / "sounds"
    assert sorted(path.stem for path in kept.glob("*.wav")) == sorted(SOUND_CAPTIONS)
    for name in SOUND_CAPTIONS:
        made, ours = _samples(tmp_path / f"{name}.wav"), _samples(kept / f"{name}.wav")
        assert len(made) == len(ours)
        assert max(abs(a - b) for a, b in zip(made, ours, strict=True)) <= 2, "libraries round differently"


@pytest.mark.parametrize("name", SOUND_CAPTIONS)
def test_a_sound_is_short_loud_enough_and_ends_in_silence(name: str) -> None:
    samples = _samples(data_folders.assets_folder() / "sounds" / f"{name}.wav")
    assert 0.02 < len(samples) / 22050 < 1.2
    assert 0.5 < max(map(abs, samples)) / 32767 < 0.8, "none is cut off"
    assert max(map(abs, samples[-20:])) < 2500


@pytest.mark.parametrize(
    ("event", "line", "sound"),
    [
        (DiceRolled(why="", by="", sides=(6,), faces=(1,)), LINE, "die"),
        (DiceRolled(why="", by="", sides=(6,), faces=(1,)), VOLLEY, "shot"),
        (DiceRolled(why="", by="", sides=(6,), faces=(1,)), SAVES, "die"),
        (DiceRolled(why="", by="", sides=(6,), faces=(1,)), CLAWS, "die"),
        (PiecesMoved(parts=(WALK,)), LINE, "step"),
        (PiecesMoved(parts=(WALK,), how="fly"), LINE, ""),
        (PiecesMoved(parts=(PieceTravel("a", HERE, THERE),)), LINE, ""),
        (HitsChanged(piece="a", old=2, new=0), LINE, "loss"),
        (HitsChanged(piece="a", old=2, new=1), LINE, ""),
        (HitsChanged(piece="a", old=0, new=1), LINE, ""),
        (MessageLogged(text="A screech", rule="X-1"), LINE, "screech"),
        (MessageLogged(text="A screech", rule="X-2"), LINE, ""),
    ],
)
def test_what_is_heard_of_an_event(event: object, line: LogLine, sound: str) -> None:
    assert sound_of(event, line, TABLE, {"X-1": "screech"}) == sound  # type: ignore[arg-type]


def test_a_battle_that_is_shown_is_heard_and_written() -> None:
    shown = model("toy")
    noises = SoundEffects(shown, Speaker(volume=0))
    shown.playback.seek(0)
    shown.playback.toggle()
    told = set()
    for _ in range(4000):
        shown.playback.tick(0.05)
        noises.tick(0.05)
        told.add(noises.speaker.caption)
    assert {"footsteps", "gunfire"} <= told


def test_a_caption_stays_for_a_while_even_without_sound() -> None:
    speaker = Speaker(volume=0)
    assert not speaker.audible
    speaker.play("shot")
    assert speaker.caption == "gunfire"
    assert speaker.tick(CAPTION_DURATION_S + 0.1) and speaker.caption == ""
    quiet = Speaker(volume=0, captions=False)
    quiet.play("shot")
    assert quiet.caption == ""


def test_a_sound_that_there_is_not_is_a_defect() -> None:
    with pytest.raises(KeyError):
        Speaker(volume=0).play("fanfare")


def test_without_a_sound_device_nothing_is_said_and_nothing_fails() -> None:
    program = (
        "from battlesim.ui.system.sound import Speaker\n"
        "speaker = Speaker(80); speaker.play('shot'); print(speaker.caption)\n"
    )
    for driver in ("alsa", "nothing-of-this-name"):
        env = {"PATH": "/usr/bin", "SDL_AUDIODRIVER": driver, "PYTHONPATH": str(ROOT), "HOME": "/"}
        ran = subprocess.run(
            [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "gunfire\n", "")


def test_the_volume_is_that_of_the_settings() -> None:
    speaker = Speaker(volume=50)
    assert speaker.audible and speaker._sounds["shot"].get_volume() == pytest.approx(0.5, abs=0.01)
    speaker.set_volume(0)
    assert not speaker.audible


class Fog(Toy):
    """The toy in a fog: nobody sees the others."""

    def view(self, state: AnyState, side: str) -> AnyState:
        """What a side has of its own."""
        mine = redacted_table(
            state.table, lambda piece: piece if piece.side == side else None, lambda mark: mark
        )
        return state.with_table(mine)


def heard_of(known: Record, side: str, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events at which something is played to who may know what a side knows ("" for all)."""
    story = ViewHistory(Fog(), known.state, side)
    story.add(Replay(known).events)
    shown = WindowModel(story.ruleset, looks_of(known.ruleset), story, Playback(story), "")
    noises, heard = SoundEffects(shown, Speaker(volume=0)), list[Any]()
    monkeypatch.setattr(noises.speaker, "play", lambda name: heard.append(shown.playback.event))
    for at in range(len(story)):
        shown.playback.seek(at)
        shown.playback.playing = True
        noises.tick(0.1)
    return heard


def test_what_a_side_does_not_see_it_does_not_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    known = record("toy")
    own = {piece.id for piece in known.state.table.pieces_of_side("south")}
    mine, all_of_them = (heard_of(known, side, monkeypatch) for side in ("south", ""))
    assert 0 < len(mine) < len(all_of_them)
    moved = [part.piece for event in mine if isinstance(event, PiecesMoved) for part in event.parts]
    assert moved and set(moved) <= own
    assert not [event for event in mine if isinstance(event, DiceRolled) and event.by and event.by not in own]
