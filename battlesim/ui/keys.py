"""The keys of the battle's screen: data, shown by the help card."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame


class Key(NamedTuple):
    """Keys that give a command with a value; what it does in words, "" when the key before says it."""

    keys: tuple[int, ...]
    command: str
    value: int = 0
    name: str = ""
    words: str = ""


KEYS: Final = (
    Key((pygame.K_SPACE,), "toggle", 0, "Space", "play or pause"),
    Key((pygame.K_n, pygame.K_PERIOD), "next", 0, "N", "show the next line"),
    Key((pygame.K_b, pygame.K_COMMA), "back", 0, "B", "back to the line before"),
    Key((pygame.K_RETURN,), "skip", 0, "Enter", "skip what is moving"),
    Key((pygame.K_END,), "now", 0, "End", "to the newest moment"),
    Key((pygame.K_1,), "speed", 0, "1 to 5", "speed, from half to jumping"),
    Key((pygame.K_2,), "speed", 1),
    Key((pygame.K_3,), "speed", 2),
    Key((pygame.K_4,), "speed", 3),
    Key((pygame.K_5,), "speed", 4),
    Key((pygame.K_f, pygame.K_HOME), "fit", 0, "F, Home", "the whole table"),
    Key(
        (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS),
        "zoom",
        1,
        "+ and -",
        "nearer, farther (or the wheel)",
    ),
    Key((pygame.K_MINUS, pygame.K_KP_MINUS), "zoom", -1),
    Key((pygame.K_LEFT,), "across", -1, "Arrows", "move the view (or drag)"),
    Key((pygame.K_RIGHT,), "across", 1),
    Key((pygame.K_UP,), "down", -1),
    Key((pygame.K_DOWN,), "down", 1),
    Key((pygame.K_p,), "piece", 1, "P, O", "next piece, piece before"),
    Key((pygame.K_o,), "piece", -1),
    Key((pygame.K_c,), "look", 0, "C", "look at what is going on"),
    Key((pygame.K_PAGEUP,), "scroll", -1, "Page up, down", "scroll the log"),
    Key((pygame.K_PAGEDOWN,), "scroll", 1),
    Key((pygame.K_k,), "kinds", 0, "K", "kinds of lines in the log"),
    Key((pygame.K_l,), "log", 0, "L", "log on or off"),
    Key((pygame.K_TAB,), "fold", 0, "Tab", "side panels on or off"),
    Key((pygame.K_F1, pygame.K_h, pygame.K_QUESTION), "help", 0, "F1, H", "these keys"),
    Key((pygame.K_ESCAPE,), "quit", 0, "Esc", "leave; the record is kept"),
)

BY_KEY: Final = {code: key for key in KEYS for code in key.keys}
