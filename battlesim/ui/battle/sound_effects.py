"""What is heard of a battle: the sound of the event that is being shown, and its caption on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from battlesim.table.events import DiceRolled, Event, HitsChanged, PiecesMoved
from battlesim.table.state import Table
from battlesim.ui.session.log_line import LoggedAttack, LogLine
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.system.sound import SOUND_CAPTIONS, Speaker

MAX_MELEE_DISTANCE_IN: Final = 4.0
"""Inches between middles up to which an attack is one by hand (the largest bases and a reach)."""


def sound_of(event: Event, line: LogLine, table: Table, named: Mapping[str, str]) -> str:
    """The sound of an event in a line of the log, "" for none; `named` are sounds by the id of a rule.

    Dice that a piece rolls at somebody farther than `MAX_MELEE_DISTANCE_IN` inches away are shots; who
    flies makes no steps.
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
    """Whether it is one of those who act, and at a distance."""
    a, b = object_position(table, shot.attacker), object_position(table, shot.target)
    return (
        shot.attacker in line.actors
        and a is not None
        and b is not None
        and math.dist(a, b) > MAX_MELEE_DISTANCE_IN
    )


class SoundEffects:
    """Listens to what a window shows."""

    def __init__(self, model: WindowModel, speaker: Speaker) -> None:
        self.model, self.speaker = model, speaker
        self._heard: Event | None = None
        self._named = {rule: name for rule, name in model.looks.sounds.items() if name in SOUND_CAPTIONS}

    def tick(self, elapsed: float) -> bool:
        """Let time pass, seconds; whether another caption is to be shown."""
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
        """What is heard now in words."""
        return self.speaker.caption
