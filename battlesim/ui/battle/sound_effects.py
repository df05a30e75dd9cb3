"""Sound effects and their captions for the events of a battle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from battlesim.engine.voice import voice_of
from battlesim.table.events import DiceRolled, Event, HitsChanged, PiecesMoved
from battlesim.table.state import Table
from battlesim.ui.session.log_line import LoggedAttack, LogLine
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.system.sound import SOUND_CAPTIONS, Speaker

MAX_MELEE_DISTANCE_IN: Final = 4.0
"""Largest distance in inches between centres at which dice rolled at a target do not sound like a shot.

It allows for the largest bases with a reach between them.
"""


def sound_of(event: Event, line: LogLine, table: Table, named: Mapping[str, str]) -> str:
    """Return the sound of an event in a log line, "" for none; `named` are sounds by rule id.

    Dice rolled at a target farther than `MAX_MELEE_DISTANCE_IN` inches are shots; flying makes no steps.
    """
    if event.rule in named:
        return named[event.rule]
    if isinstance(event, DiceRolled):
        return "shot" if any(_far(shot, line, table) for shot in line.shots) else "die"
    if isinstance(event, HitsChanged) and event.new <= 0 < event.old:
        return "loss"
    if (
        isinstance(event, PiecesMoved)
        and event.how != "fly"
        and any(len(part.path) > 1 for part in event.parts)
    ):
        return "step"
    return ""


def _far(shot: LoggedAttack, line: LogLine, table: Table) -> bool:
    """Return True if a shot is one of the line's actors' and at a distance."""
    a, b = object_position(table, shot.attacker), object_position(table, shot.target)
    return (
        shot.attacker in line.actors
        and a is not None
        and b is not None
        and math.dist(a, b) > MAX_MELEE_DISTANCE_IN
    )


class SoundEffects:
    """The sound effects of a battle. Each effect is played when the window shows the event that causes it."""

    def __init__(self, model: WindowModel, speaker: Speaker) -> None:
        self.model, self.speaker = model, speaker
        self.voiced = False
        self._heard: Event | None = None
        self._named = {rule: name for rule, name in model.looks.sounds.items() if name in SOUND_CAPTIONS}

    def tick(self, elapsed: float) -> bool:
        """Advance by some seconds. Return True if another caption is to be shown."""
        before = self.speaker.caption
        self.speaker.tick(elapsed)
        play = self.model.playback
        if play.moving and play.event is not self._heard and play.event is not None:
            self._heard = play.event
            story = self.model.history
            line = story.lines[story.line_at(play.event_index)]
            name = sound_of(play.event, line, story.state(play.event_index).table, self._named)
            if name:
                self.speaker.play(name)
        return self.speaker.caption != before

    @property
    def caption(self) -> str:
        """The caption of the current sound, "" for none; `voiced` says whether it is in the game's words."""
        plain = self.speaker.caption
        name = next((name for name, words in SOUND_CAPTIONS.items() if words and words == plain), "")
        return voice_of(self.model.ruleset).sounds.get(name, plain) if self.voiced else plain
