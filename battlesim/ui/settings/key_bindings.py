"""Which key does what: the table of `keys` with a person's own changes, read and refused in words.

A key is written as the settings file has it: "space", "f1", "ctrl+z". The same action may have several.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import pygame

from battlesim.ui.settings.key_commands import (
    ANY_SCREEN,
    BATTLE_SCREEN,
    DECISION_SCREEN,
    KEY_COMMANDS,
    KeyCommand,
)

MODIFIER_MASKS: Final = (("ctrl", pygame.KMOD_CTRL), ("alt", pygame.KMOD_ALT), ("shift", pygame.KMOD_SHIFT))
_MODIFIER_KEYS: Final = ("lshift", "rshift", "lctrl", "rctrl", "lalt", "ralt", "lmeta", "rmeta", "mode")
KEY_CODES: Final = {
    name[2:].lower(): code
    for name, code in sorted(vars(pygame).items())
    if name.startswith("K_") and name[2:].lower() not in (*_MODIFIER_KEYS, "unknown")
}
"""Codes of keys by the names that the settings use."""
KEY_NAMES: Final = {code: name for name, code in reversed(KEY_CODES.items())}
KEY_LABELS: Final = {
    "return": "Enter",
    "escape": "Esc",
    "pageup": "Page up",
    "pagedown": "Page down",
    "plus": "+",
    "minus": "-",
    "equals": "=",
    "comma": ",",
    "period": ".",
    "slash": "/",
    "question": "?",
    "semicolon": ";",
    "quote": "'",
    "backquote": "`",
    "backslash": "\\",
    "leftbracket": "[",
    "rightbracket": "]",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "kp_plus": "Keypad +",
    "kp_minus": "Keypad -",
    "kp_enter": "Keypad Enter",
}
ROW_KEYS_HELP: Final = ("1 … 9", "a row of the question by the digit on it")
"""The line of the help card for the keys that no table holds."""
SHIFTED_KEYS: Final = ("plus", "question", "colon", "exclaim", "quotedbl", "asterisk", "less", "greater")
"""Signs that many keyboards have above another one: shift belongs to them."""


def chord_label(chord: str) -> str:
    """A key as it is written on it: "Ctrl+Z"."""
    *modifiers, name = chord.split("+") if chord != "+" else ["plus"]
    words = KEY_LABELS.get(name) or name.replace("_", " ").capitalize()
    return "+".join((*(modifier.capitalize() for modifier in modifiers), words))


def chord_of(key: int, modifiers: int) -> str:
    """The chord of a key press; "" for a modifier alone or a key without a name."""
    name = KEY_NAMES.get(key, "")
    held = [word for word, mask in MODIFIER_MASKS if modifiers & mask]
    if name in SHIFTED_KEYS and "shift" in held:
        held.remove("shift")
    return "+".join((*held, name)) if name else ""


def normalized_chord(chord: str) -> str:
    """A chord in its one spelling; "" for one that no keyboard has."""
    *held, name = chord.lower().replace(" ", "").split("+")
    known = [word for word, _ in MODIFIER_MASKS]
    if name not in KEY_CODES or any(word not in known for word in held):
        return ""
    return "+".join((*(word for word in known if word in held), name))


class KeyBindings:
    """The keys of every action. `changes` holds those that differ from the table, by the action's id."""

    def __init__(self, changes: Mapping[str, Sequence[str]] | None = None) -> None:
        self.changes: dict[str, tuple[str, ...]] = {k: tuple(v) for k, v in (changes or {}).items()}

    def keys(self, action: KeyCommand) -> tuple[str, ...]:
        """The keys of an action."""
        return self.changes.get(action.id, action.keys)

    def find(self, screen: str, key: int, modifiers: int = 0) -> KeyCommand | None:
        """The action of a key press on a screen; None for a key that means nothing there."""
        chord = chord_of(key, modifiers)
        alone = chord.rpartition("+")[2] if chord.startswith("shift+") else chord
        for wanted in (chord, alone) if chord else ():
            for action in KEY_COMMANDS:
                if action.screen in (screen, ANY_SCREEN) and wanted in self.keys(action):
                    return action
        return None

    def key_label(self, action_id: str) -> str:
        """The first key of an action as it is written on the keyboard; "" when it has none."""
        keys = next((self.keys(action) for action in KEY_COMMANDS if action.id == action_id), ())
        return chord_label(keys[0]) if keys else ""

    def used_keys(self, screen: str) -> set[str]:
        """The keys that mean something on a screen."""
        known = [action for action in KEY_COMMANDS if action.screen in (screen, ANY_SCREEN)]
        return {key for action in known for key in self.keys(action)}

    def unreachable_command(self) -> KeyCommand | None:
        """An action of the battle that has no key left while a question is open."""
        gone = {
            key for action in KEY_COMMANDS if action.screen == DECISION_SCREEN for key in self.keys(action)
        }
        battle = [action for action in KEY_COMMANDS if action.screen == BATTLE_SCREEN and self.keys(action)]
        return next((action for action in battle if gone.issuperset(self.keys(action))), None)

    def clash(self, action: KeyCommand, chord: str) -> KeyCommand | None:
        """Another action that this key has on the same screen."""
        for other in KEY_COMMANDS:
            together = ANY_SCREEN in (other.screen, action.screen) or other.screen == action.screen
            if other.id != action.id and together and chord in self.keys(other):
                return other
        return None

    def with_binding(self, action: KeyCommand, chord: str) -> tuple[KeyBindings, str]:
        """With the key given to the action alone in place of those it had; else these, and why not."""
        if not normalized_chord(chord):
            return self, "this key has no name that could be kept"
        other = self.clash(action, chord)
        if other:
            return self, f"{chord_label(chord)} is taken: {other.label} ({other.screen})"
        changes = {**self.changes, action.id: (chord,)}
        if changes[action.id] == action.keys:
            del changes[action.id]
        fresh = KeyBindings(changes)
        lost = fresh.unreachable_command()
        if lost is None:
            return fresh, ""
        return self, f"{chord_label(chord)} would leave no key, with a question open, for: {lost.label}"

    def tip(self, words: str, action_id: str) -> str:
        """What something does, with its key in brackets where it has one."""
        key = self.key_label(action_id)
        return f"{words} ({key})" if key else words

    def help(self, screens: Iterable[str], commands: Collection[str] | None = None) -> list[tuple[str, str]]:
        """Lines for the help card: keys, and what they do; actions with the same words share a line.

        They are in the order of the screens. A key that means something on several of them counts for the
        first. With `commands` only actions that lead to one of them are told.
        """
        wanted, lines = tuple(screens), dict[str, list[str]]()
        known = [action for screen in wanted for action in KEY_COMMANDS if action.screen == screen]
        counts = {chord: action.screen for action in reversed(known) for chord in self.keys(action)}
        for action in known:
            if commands is not None and action.command not in commands:
                continue
            found = [chord_label(chord) for chord in self.keys(action) if counts[chord] == action.screen]
            if found or not self.keys(action):
                lines.setdefault(action.help or action.label, []).extend(found)
        listed = [("  ".join(keys) or "none", words) for words, keys in lines.items()]
        return [ROW_KEYS_HELP, *listed] if DECISION_SCREEN in wanted else listed


def read_changes(raw: Mapping[str, object]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The changes of a settings file, and what was wrong with it in words; what is wrong is left out."""
    actions = {action.id: action for action in KEY_COMMANDS}
    bindings, faults = KeyBindings(), list[str]()
    wished: dict[str, tuple[str, ...]] = {}
    for name, value in raw.items():
        given = [value] if isinstance(value, str) else value
        if name not in actions:
            faults.append(f"keys.{name}: there is no such action")
        elif not isinstance(given, list) or not all(
            isinstance(key, str) and normalized_chord(key) for key in given
        ):
            faults.append(f"keys.{name}: {value!r} names no keys")
        else:
            wished[name] = tuple(normalized_chord(key) for key in given)
    bindings = KeyBindings(wished)
    for name, keys in list(wished.items()):
        for key in keys:
            other = bindings.clash(actions[name], key)
            if other:
                faults.append(f"keys.{name}: {chord_label(key)} is taken: {other.label}")
                bindings.changes.pop(name, None)
    if lost := bindings.unreachable_command():
        faults.append(f"keys: with a question open no key is left for: {lost.label}; all are as usual")
        bindings.changes.clear()
    return bindings.changes, faults
