"""The voice of a ruleset: its own wording for the log, tables of results, briefings and sounds.

The wording is data (`voice.toml`) that the window looks up when it shows a text; the texts in recorded events
stay as the rules wrote them.

silent = ["Acted"]                              # tags of events for which no text is shown

[texts]                                         # the texts of the rules, and their wordings here
"{} hides" = ["{} becomes part of the scenery", "nothing to see but a hedge where {} was"]

[marks.suppressed]                              # a mark given to a piece: plain text and wordings
plain = "{} is suppressed"
game = ["{} eats dirt"]
several = "{} are suppressed"                   # given to several pieces at once

[events.HoldChanged]                            # an event of the ruleset, with its fields
plain = "{grappler} holds {victim}"
game = ["{victim} is in the arms of {grappler}"]

[briefings]                                     # by scenario
museum = "..."

[sounds]                                        # captions by sound
shot = "rat-a-tat"
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from string import Formatter
from typing import Any, Final, Protocol, runtime_checkable

import msgspec

from battlesim.table.events import Event
from battlesim.table.phrases import (
    AnyText,
    Inches,
    Phrase,
    PhrasePart,
    Ref,
    abbreviated_list,
    joined_text,
    phrase,
)
from battlesim.table.tags import tag_of

FIRST_PLACEHOLDER: Final = 0xE000
"""The first of the private characters that stand for the references and lengths of a phrase."""
_FIELD: Final = re.compile(r"\{\w*\}")
_COURSE: Final = re.compile("(.*?)(: [\ue000-\ue3ff] .*)", re.DOTALL)
"""The text of an announced act, and the length and the landmarks of its course after a colon."""
_FORMATTER: Final = Formatter()


class SpokenText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text about an event or a mark: its plain wording, and variants in the style of the game.

    `several` is the wording for a mark that several pieces receive at once; "" lists a text for each.
    """

    plain: str
    game: tuple[str, ...]
    several: str = ""


class Voice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The wording that a ruleset gives to the texts of its rules.

    In a key of `texts`, {} stands for any part of a text, such as a name or a number. In the wordings for
    that key, {} is the next of these parts, and {1} is the part with that number, counted from 0.
    """

    texts: dict[str, tuple[str, ...]] = {}
    marks: dict[str, SpokenText] = {}
    events: dict[str, SpokenText] = {}
    briefings: dict[str, str] = {}
    sounds: dict[str, str] = {}
    silent: tuple[str, ...] = ()

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
        """The keys of `texts` as patterns, sorted so that the longest come first."""
        keys = sorted(self.texts, key=lambda key: -len(_FIELD.sub("", key)))
        return [
            (re.compile("(.+?)".join(map(re.escape, _FIELD.split(key))), re.DOTALL), self.texts[key])
            for key in keys
        ]

    @cached_property
    def _found(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]] | None]:
        return {}

    def text_for(self, text: AnyText, number: int = 0) -> AnyText | None:
        """Return a text in the style of the game, or None if there is none. `number` selects a variant."""
        parts = text.parts if isinstance(text, Phrase) else (text,)
        objects: list[Ref | Inches] = [part for part in parts if not isinstance(part, str)]
        flat, course = _split_course(_flat(parts))
        if flat not in self._found:
            hits = ((pattern.fullmatch(flat), said) for pattern, said in self._patterns)
            self._found[flat] = next(((hit.groups(), said) for hit, said in hits if hit), None)
        found = self._found[flat]
        if found is None:
            return None
        values = [_with_objects(group, objects) for group in found[0]]
        said = filled(_variant(found[1], number), dict(enumerate(values)))
        return joined_text((said, _with_objects(course, objects)), "") if course else said

    def event_text(self, event: Event, number: int = 0, plain: bool = False) -> AnyText:
        """Return a text about an event that the ruleset defines, or "" if there is no text for it."""
        spoken = self.events.get(tag_of(type(event)))
        if spoken is None:
            return ""
        fields = {key: _as_text(value) for key, value in msgspec.structs.asdict(event).items()}
        if not all(fields[key] for key in _keys(spoken.plain)):
            return ""
        return filled(spoken.plain if plain else _variant(spoken.game, number), fields)

    def mark_text(self, mark: str, pieces: Sequence[str], number: int = 0, plain: bool = False) -> AnyText:
        """Return a text about pieces that receive a mark at once, or "" if there is no text for it."""
        spoken = self.marks.get(mark)
        if spoken is None:
            return ""
        names = [Phrase((Ref(piece),)) for piece in pieces]
        if len(names) > 1 and spoken.several:
            named = phrase("{} and {}", *names) if len(names) == 2 else abbreviated_list(names)
            return filled(spoken.several, {0: named})
        text = spoken.plain if plain else _variant(spoken.game, number)
        return joined_text([filled(text, {0: name}) for name in names], "; ")


SILENT_VOICE: Final = Voice()
"""The voice of a ruleset without a file: everything is said as the rules say it."""


@runtime_checkable
class SupportsVoice(Protocol):
    """The protocol of a ruleset that has its own wording for texts."""

    @property
    def voice(self) -> Voice:
        """The wording that the ruleset gives to the texts of its rules."""
        ...


def voice_of(ruleset: object) -> Voice:
    """Return the wording that a ruleset gives to its texts, or SILENT_VOICE if it does not have one."""
    return ruleset.voice if isinstance(ruleset, SupportsVoice) else SILENT_VOICE


def filled(pattern: str, values: Mapping[Any, AnyText]) -> AnyText:
    """Return a text pattern with each field replaced by the value that has the field's name or number.

    An empty field {} takes the next value. Raises KeyError if a value is missing.
    """
    found, upcoming = list[AnyText](), 0
    for text, field, _, _ in _FORMATTER.parse(pattern):
        found.append(text)
        if field is None:
            continue
        key: Any = int(field) if field.isdigit() else field or upcoming
        upcoming += not field
        found.append(values[key])
    return joined_text(found, "")


def _keys(pattern: str) -> list[str]:
    return [field for _, field, _, _ in _FORMATTER.parse(pattern) if field]


def _variant(said: tuple[str, ...], number: int) -> str:
    return said[number % len(said)]


def _flat(parts: tuple[PhrasePart, ...]) -> str:
    """Return the text of a phrase with a private character for each reference and length."""
    flat, count = "", 0
    for part in parts:
        flat += part if isinstance(part, str) else chr(FIRST_PLACEHOLDER + count)
        count += not isinstance(part, str)
    return flat


def _split_course(flat: str) -> tuple[str, str]:
    """Return a flat text without the course at its end, and the course, or "" if there is none."""
    found = _COURSE.fullmatch(flat)
    return (found[1], found[2]) if found else (flat, "")


def _with_objects(text: str, objects: list[Ref | Inches]) -> AnyText:
    """Return a part of a flat text with its private characters replaced by their references and lengths."""
    parts = re.split("([\ue000-\ue3ff])", text)
    values = (
        objects[ord(part) - FIRST_PLACEHOLDER] if len(part) == 1 and part >= "\ue000" else part
        for part in parts
    )
    return joined_text(values, "")


def _as_text(value: object) -> AnyText:
    """Return the value of a field as text, with references in place of ids.

    An id to which a mapping gives a text is followed by that text.
    """
    if isinstance(value, (str, int, float)):
        return Phrase((Ref(value),)) if isinstance(value, str) and value else str(value)
    if isinstance(value, dict):
        return abbreviated_list([_entry_text(key, one) for key, one in value.items() if isinstance(key, str)])
    ids = [Ref(one) for one in value if isinstance(one, str)] if isinstance(value, (tuple, list)) else []
    return abbreviated_list(ids)


def _entry_text(key: str, value: object) -> AnyText | Ref:
    return phrase("{} {}", Ref(key), value) if isinstance(value, str) else Ref(key)
