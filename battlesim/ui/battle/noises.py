"""What is heard of a battle: the sound of the event that is being shown, and its caption on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from battlesim.table.events import DiceRolled, Event, HitsChanged, PiecesMoved
from battlesim.table.state import Table
from battlesim.ui.sound import CAPTIONS, Speaker
from battlesim.ui.story.line import LogLine, Shot
from battlesim.ui.story.model import Model
from battlesim.ui.story.places import where

HAND: Final = 4.0
"""Inches between middles up to which an attack is one by hand (the largest bases and a reach)."""


def sound_of(event: Event, line: LogLine, table: Table, named: Mapping[str, str]) -> str:
    """The sound of an event in a line of the log, "" for none; `named` are sounds by the id of a rule.

    Dice that a piece rolls at somebody farther than `HAND` inches away are shots; who flies makes no steps.
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


def _far(shot: Shot, line: LogLine, table: Table) -> bool:
    """Whether it is one of those who act, and at a distance."""
    a, b = where(table, shot.by), where(table, shot.at)
    return shot.by in line.actors and a is not None and b is not None and math.dist(a, b) > HAND


class Noises:
    """Listens to what a window shows."""

    def __init__(self, model: Model, speaker: Speaker) -> None:
        self.model, self.speaker = model, speaker
        self._heard: Event | None = None
        self._named = {rule: name for rule, name in model.looks.sounds.items() if name in CAPTIONS}

    def tick(self, elapsed: float) -> bool:
        """Let time pass, seconds; whether another caption is to be shown."""
        before = self.speaker.caption
        self.speaker.tick(elapsed)
        play = self.model.playback
        if play.moving and play.event is not self._heard and play.event is not None:
            self._heard = play.event
            story = self.model.story
            line = story.lines[story.line_at(play.at)]
            name = sound_of(play.event, line, story.state(play.at).table, self._named)
            if name:
                self.speaker.play(name)
        return self.speaker.caption != before

    @property
    def caption(self) -> str:
        """What is heard now in words."""
        return self.speaker.caption
