"""Facts about the terrain under the pointer: its height, its cover and the selected piece's options."""

from __future__ import annotations

from typing import Final

from battlesim.engine.why_query import WhyQuery, WhyReason, explain_why
from battlesim.geometry.shapes import Point
from battlesim.render.text_layout import shown_text, wrapped_lines
from battlesim.rulings.sight_rules import SightRules, is_named
from battlesim.table.levels import is_relief, middle_level, terrain_above_ground, terrain_at
from battlesim.table.phrases import AnyText, NameLookup, capitalized, length_text, phrase, with_names
from battlesim.table.terrain import Ground, Terrain
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, IdentityKey, KeyedResult, WorkQueue

REST_S: Final = 0.5
"""Seconds that the pointer must rest on terrain before its facts are shown."""
WIDTH_PX: Final = 300.0
"""Width in pixels to which the lines are wrapped."""

ColouredLine = tuple[str, str]
"""A line of text with the name of its colour."""


class TerrainAnswers:
    """The terrain under the pointer, and facts about it to be shown. `pointer_position` is in inches."""

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model = model
        self.pointer_position: Point | None = None
        self._rested_s = 0.0
        self._known: tuple[Point | None, int, Terrain | None] = (None, 0, None)
        self._reasons: KeyedResult[tuple[WhyReason, ...]] = KeyedResult(queue, SHORT_LANE)

    @property
    def busy(self) -> bool:
        """True if facts are still being computed or the pointer has not yet rested long enough."""
        return self._reasons.working or (self._terrain_under_pointer is not None and self._rested_s < REST_S)

    def point(self, at: Point, free: bool) -> None:
        """Note the pointer's position in inches; `free` is False if something covers the table there."""
        place = at if free else None
        if place != self.pointer_position:
            self.pointer_position, self._rested_s = place, 0.0

    def clear(self) -> None:
        """Show nothing until the pointer moves again."""
        self.pointer_position = None

    def rest(self, elapsed: float) -> bool:
        """Let `elapsed` seconds pass. Return True if the pointer has just rested long enough on terrain."""
        before, self._rested_s = self._rested_s, self._rested_s + elapsed
        return self._terrain_under_pointer is not None and before < REST_S <= self._rested_s

    @property
    def _terrain_under_pointer(self) -> Terrain | None:
        at, ground = self.pointer_position, self.model.state.table.ground
        if at is None or self.model.pointer.hovered_piece:
            return None
        if self._known[:2] != (at, id(ground)):
            self._known = at, id(ground), next(iter(terrain_at(ground, *at)), None)
        return self._known[2]

    @property
    def terrain(self) -> Terrain | None:
        """The terrain to describe, or None if the pointer has not rested on any."""
        return self._terrain_under_pointer if self._rested_s >= REST_S else None

    @property
    def name(self) -> str:
        """The name of the terrain to describe, or "" if there is none."""
        terrain = self.terrain
        return str(capitalized(terrain.spoken_name)) if terrain else ""

    def tick(self) -> bool:
        """Query the selected piece's options at the terrain. Return True if a result has arrived."""
        terrain, state, chosen = self.terrain, self.model.state, self.model.pointer.selected_piece
        if terrain is None or chosen not in state.table.pieces:
            self._reasons.reset()
            return False
        asked, ruleset = WhyQuery(chosen, terrain.id), self.model.ruleset
        key = (chosen, terrain.id, IdentityKey(state))
        self._reasons.request(key, lambda: explain_why(ruleset, state, asked).reasons)
        return self._reasons.poll()

    def lines(self) -> list[ColouredLine]:
        """Return the facts about the terrain as coloured lines."""
        terrain = self.terrain
        if terrain is None:
            return []
        state, ruleset = self.model.state, self.model.ruleset
        rules, solid = ruleset.sight_rules(state), ruleset.solid_ids(state.table.ground)
        told: list[ColouredLine] = [
            (shown_text(words), "text")
            for words in facts(state.table.ground, terrain, rules, terrain.id in solid)
        ]
        return [*told, *self._action_lines(terrain)]

    def _action_lines(self, terrain: Terrain) -> list[ColouredLine]:
        """Return lines for what the selected piece can and cannot do at the terrain, with reasons."""
        called, found = self.model.state.table.name_of, self._reasons.current or ()
        there = [reason for reason in found if terrain.id in reason.to or reason.what == "move"]
        lines: list[ColouredLine] = []
        for question in dict.fromkeys(reason.question for reason in there):
            lines.append((shown_text(with_names(question, called)), "dim"))
            for reason in dict.fromkeys(one for one in there if one.question == question):
                lines += _reason_lines(reason, called)
        return [(f"{called(self.model.pointer.selected_piece)} there:", "text"), *lines] if lines else []


def _height_facts(ground: Ground, terrain: Terrain) -> list[AnyText]:
    if is_relief(terrain):
        return [phrase("ground {height} above the table", length_text(terrain.height))]
    lying, level = terrain_above_ground(ground, terrain), middle_level(ground, terrain.rings)
    low, high = length_text(lying.bottom), length_text(lying.height)
    tall = phrase("{low} to {high} above the ground", low, high) if lying.bottom else phrase("{} high", high)
    return [tall, phrase("on ground {height} above the table", length_text(level))] if level else [tall]


def _reason_lines(reason: WhyReason, called: NameLookup) -> list[ColouredLine]:
    """Return wrapped lines that say whether an act is possible, and why."""
    said = phrase("{}: {}", reason.act, reason.words) if reason.words else reason.act
    words = with_names(phrase("{}: {}", "yes" if reason.open else "no", said), called)
    return [(line, "mint" if reason.open else "orange") for line in wrapped_lines(words, WIDTH_PX, "small")]


def facts(ground: Ground, terrain: Terrain, rules: SightRules, solid: bool) -> list[AnyText]:
    """Return texts for the height of the terrain, its cover, and whether pieces can be set up in it."""
    found = _height_facts(ground, terrain)
    if terrain.hits_full:
        found.append(f"{terrain.hits} of {terrain.hits_full} HP")
    depth, least = rules.see_through_depth(terrain), rules.concealed_fraction(terrain)
    if depth is not None:
        found.append(phrase("sight passes through up to {distance} of it", length_text(depth)))
    elif rules.hides_anything(terrain) and terrain.height > terrain.bottom:
        sort = "hard cover" if is_named(terrain, rules.hard) else "cover"
        found.append(f"hides what is behind it: {sort}")
    else:
        found.append("hides nothing")
    if least:
        found.append(f"hides at least {100 * least:.0f} % of a base in it")
    if solid:
        found.append("no piece can be set up in it")
    return found
