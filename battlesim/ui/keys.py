"""The keys of every screen: data. The help card, the settings and the input are made of this table."""

from __future__ import annotations

from typing import Final, NamedTuple

EVERYWHERE, BATTLE, MENUS = "everywhere", "battle", "menus"


class Action(NamedTuple):
    """What a key does: its id, the screen it is for, the words of it, its keys, the command with a value.

    Actions with the same `help` share a line of the help card.
    """

    id: str
    screen: str
    words: str
    keys: tuple[str, ...]
    command: str
    value: int = 0
    help: str = ""


ACTIONS: Final = (
    Action("help", EVERYWHERE, "these keys", ("f1", "question"), "help"),
    Action("settings", EVERYWHERE, "settings", ("f10",), "settings"),
    Action("fullscreen", EVERYWHERE, "whole screen or window", ("f11",), "fullscreen"),
    Action("toggle", BATTLE, "play or pause", ("space",), "toggle"),
    Action("next", BATTLE, "show the next line", ("n", "period"), "next"),
    Action("back", BATTLE, "back to the line before", ("b", "comma"), "back"),
    Action("skip", BATTLE, "skip what is moving", ("return",), "skip"),
    Action("now", BATTLE, "to the newest moment", ("end",), "now"),
    Action("speed_1", BATTLE, "half speed", ("1",), "speed", 0, "speed, from half to jumping"),
    Action("speed_2", BATTLE, "plain speed", ("2",), "speed", 1, "speed, from half to jumping"),
    Action("speed_3", BATTLE, "double speed", ("3",), "speed", 2, "speed, from half to jumping"),
    Action("speed_4", BATTLE, "fourfold speed", ("4",), "speed", 3, "speed, from half to jumping"),
    Action("speed_5", BATTLE, "jump from line to line", ("5",), "speed", 4, "speed, from half to jumping"),
    Action("fit", BATTLE, "the whole table", ("f", "home"), "fit"),
    Action("nearer", BATTLE, "nearer", ("plus", "equals", "kp_plus"), "zoom", 1, "nearer (or the wheel)"),
    Action("farther", BATTLE, "farther", ("minus", "kp_minus"), "zoom", -1, "farther (or the wheel)"),
    Action("view_left", BATTLE, "move the view left", ("left",), "across", -1, "move the view (or drag)"),
    Action("view_right", BATTLE, "move the view right", ("right",), "across", 1, "move the view (or drag)"),
    Action("view_up", BATTLE, "move the view up", ("up",), "down", -1, "move the view (or drag)"),
    Action("view_down", BATTLE, "move the view down", ("down",), "down", 1, "move the view (or drag)"),
    Action("piece_next", BATTLE, "next piece", ("p",), "piece", 1, "next piece, piece before"),
    Action("piece_before", BATTLE, "piece before", ("o",), "piece", -1, "next piece, piece before"),
    Action("follow", BATTLE, "follow what is going on", ("c",), "follow"),
    Action("names", BATTLE, "names on the table", ("t",), "names"),
    Action("dice", BATTLE, "the dice card", ("d",), "dice"),
    Action("log_up", BATTLE, "scroll the log up", ("pageup",), "scroll", -1, "scroll the log"),
    Action("log_down", BATTLE, "scroll the log down", ("pagedown",), "scroll", 1, "scroll the log"),
    Action("kinds", BATTLE, "kinds of lines in the log", ("k",), "kinds"),
    Action("log", BATTLE, "log on or off", ("l",), "log"),
    Action("fold", BATTLE, "side panels on or off", ("tab",), "fold"),
    Action("quit", BATTLE, "leave; the record is kept", ("escape",), "quit"),
    Action("focus_next", MENUS, "next field", ("tab",), "focus", 1, "next field, field before"),
    Action("focus_before", MENUS, "field before", ("shift+tab",), "focus", -1, "next field, field before"),
    Action("menu_left", MENUS, "to the left", ("left",), "go_left", 0, "to the field beside, above, below"),
    Action(
        "menu_right", MENUS, "to the right", ("right",), "go_right", 0, "to the field beside, above, below"
    ),
    Action("menu_up", MENUS, "up", ("up",), "go_up", 0, "to the field beside, above, below"),
    Action("menu_down", MENUS, "down", ("down",), "go_down", 0, "to the field beside, above, below"),
    Action("press", MENUS, "press what is marked", ("return", "space", "kp_enter"), "press"),
    Action("page_up", MENUS, "a page up", ("pageup",), "page", -1, "a page up or down"),
    Action("page_down", MENUS, "a page down", ("pagedown",), "page", 1, "a page up or down"),
    Action("begin", MENUS, "begin what is chosen", ("ctrl+return", "f5"), "begin"),
    Action("leave", MENUS, "back, or leave", ("escape",), "leave"),
)
