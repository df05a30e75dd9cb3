"""Key bindings: the default keys, combined with the valid changes made by the user.

Key chords are written as in the settings file, such as "space", "f1" or "ctrl+z". A command may have several.
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
"""pygame key codes by the key names used in the settings file."""
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
ROW_KEYS_HELP: Final = ("1 … 9", "select a row by its digit")
"""Help card entry for the digit keys that select rows, which are not in the table of key commands."""
SHIFTED_KEYS: Final = ("plus", "question", "colon", "exclaim", "quotedbl", "asterisk", "less", "greater")
"""Characters typed with Shift on many keyboards, for which Shift is left out of the chord."""


def chord_label(chord: str) -> str:
    """Return the label of a key chord, such as "Ctrl+Z"."""
    *modifiers, name = chord.split("+") if chord != "+" else ["plus"]
    words = KEY_LABELS.get(name) or name.replace("_", " ").capitalize()
    return "+".join((*(modifier.capitalize() for modifier in modifiers), words))


def chord_of(key: int, modifiers: int) -> str:
    """Return the chord of a key press, or "" for a lone modifier or a key without a name."""
    name = KEY_NAMES.get(key, "")
    held = [word for word, mask in MODIFIER_MASKS if modifiers & mask]
    if name in SHIFTED_KEYS and "shift" in held:
        held.remove("shift")
    return "+".join((*held, name)) if name else ""


def normalized_chord(chord: str) -> str:
    """Return a chord in its standard spelling, or "" if there is no such key."""
    *held, name = chord.lower().replace(" ", "").split("+")
    known = [word for word, _ in MODIFIER_MASKS]
    if name not in KEY_CODES or any(word not in known for word in held):
        return ""
    return "+".join((*(word for word in known if word in held), name))


class KeyBindings:
    """The keys of all commands. `changes` maps command ids to keys that differ from the defaults."""

    def __init__(self, changes: Mapping[str, Sequence[str]] | None = None) -> None:
        self.changes: dict[str, tuple[str, ...]] = {k: tuple(v) for k, v in (changes or {}).items()}

    def keys(self, action: KeyCommand) -> tuple[str, ...]:
        """Return the key chords of a command."""
        return self.changes.get(action.id, action.keys)

    def find(self, screen: str, key: int, modifiers: int = 0) -> KeyCommand | None:
        """Return the command of a key press on a screen, or None if the key has no effect there."""
        chord = chord_of(key, modifiers)
        alone = chord.rpartition("+")[2] if chord.startswith("shift+") else chord
        for wanted in (chord, alone) if chord else ():
            for action in KEY_COMMANDS:
                if action.screen in (screen, ANY_SCREEN) and wanted in self.keys(action):
                    return action
        return None

    def key_label(self, action_id: str) -> str:
        """Return the label of a command's first key, or "" if it has none."""
        keys = next((self.keys(action) for action in KEY_COMMANDS if action.id == action_id), ())
        return chord_label(keys[0]) if keys else ""

    def used_keys(self, screen: str) -> set[str]:
        """Return the key chords that have an effect on a screen."""
        known = [action for action in KEY_COMMANDS if action.screen in (screen, ANY_SCREEN)]
        return {key for action in known for key in self.keys(action)}

    def unreachable_command(self) -> KeyCommand | None:
        """Return a battle command whose keys are all taken while a decision is open, or None."""
        gone = {
            key for action in KEY_COMMANDS if action.screen == DECISION_SCREEN for key in self.keys(action)
        }
        battle = [action for action in KEY_COMMANDS if action.screen == BATTLE_SCREEN and self.keys(action)]
        return next((action for action in battle if gone.issuperset(self.keys(action))), None)

    def clash(self, action: KeyCommand, chord: str) -> KeyCommand | None:
        """Return another command that uses the key on the same screen, or None."""
        for other in KEY_COMMANDS:
            together = ANY_SCREEN in (other.screen, action.screen) or other.screen == action.screen
            if other.id != action.id and together and chord in self.keys(other):
                return other
        return None

    def with_binding(self, action: KeyCommand, chord: str) -> tuple[KeyBindings, str]:
        """Return bindings in which `chord` is the command's only key, and an empty text.

        If the key is refused, return these bindings and the reason.
        """
        if not normalized_chord(chord):
            return self, "this key has no name that can be saved"
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
        return self, f"{chord_label(chord)} would leave no key during a question for: {lost.label}"

    def tip(self, words: str, action_id: str) -> str:
        """Return a tooltip text, with the command's key in brackets if it has one."""
        key = self.key_label(action_id)
        return f"{words} ({key})" if key else words

    def help(self, screens: Iterable[str], commands: Collection[str] | None = None) -> list[tuple[str, str]]:
        """Return the lines of the help card as pairs of keys and text, in the order of the screens.

        Commands with the same text share a line. A key used on several screens is listed for the first one
        only. If `commands` is given, only key commands that run one of them are listed.
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
    """Return the valid key changes of a settings file, and error messages for the invalid ones."""
    actions = {action.id: action for action in KEY_COMMANDS}
    bindings, faults = KeyBindings(), list[str]()
    wished: dict[str, tuple[str, ...]] = {}
    for name, value in raw.items():
        given = [value] if isinstance(value, str) else value
        if name not in actions:
            faults.append(f"keys.{name}: there is no such command")
        elif not isinstance(given, list) or not all(
            isinstance(key, str) and normalized_chord(key) for key in given
        ):
            faults.append(f"keys.{name}: {value!r} is not a list of keys")
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
        faults.append(f"keys: no key is left during a question for: {lost.label}; the default keys are used")
        bindings.changes.clear()
    return bindings.changes, faults
