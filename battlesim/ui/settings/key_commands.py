"""The keys of every screen: data. The help card, the settings and the input are made of this table."""

from __future__ import annotations

from typing import Final, NamedTuple

ANY_SCREEN, BATTLE_SCREEN, DECISION_SCREEN, MENU_SCREEN = "everywhere", "battle", "question", "menus"
REPLAY_SCREEN, LAB_SCREEN, SIGHT_SCREEN, PHOTO_SCREEN = "record", "lab", "sight", "photo"
TEMPLATE_SCREEN, DRAWING_SCREEN = "templates", "draw"
"""Where a key counts. An open question lies over the battle, and so do a record and the lab: their keys go
first. So do those of a mode of the lab, over the lab's own."""


class KeyCommand(NamedTuple):
    """What a key does: its id, the screen it is for, the words of it, its keys, the command with a value.

    Actions with the same `help` share a line of the help card.
    """

    id: str
    screen: str
    label: str
    keys: tuple[str, ...]
    command: str
    value: int = 0
    help: str = ""


PAN_HELP: Final = "move the view (or drag)"
ZOOM_IN_HELP: Final = "nearer (or the wheel)"
ZOOM_OUT_HELP: Final = "farther (or the wheel)"
ARROWS_HELP: Final = "a row up or down, a value or a place moved (Shift: far)"
MORE_LESS_HELP: Final = "one more, one less"
NUDGE_BASE_HELP: Final = "move the corner by a pixel, the base by 1/32 in"
TURN_BASE_HELP: Final = "turn an oval or a rectangle by 15° (Shift: 1)"
TEMPLATE_FORM_HELP, TYPE_SIZE_HELP = "blast, flame, cone, strip, oblong, arc", "type a size"
TURN_TEMPLATE_HELP, TURN_TEMPLATE_FINE_HELP = "turn it by 5° (or Shift and the wheel)", "turn it by 1°"
NUDGE_TEMPLATE_HELP, PUSH_TEMPLATE_HELP = "move it by 1/16 in", "move it by 1 in"
DISTANCE_QUERY_HELP: Final = "is one within so many inches of the other"
NUDGE_PIECE_HELP, PUSH_PIECE_HELP = "move the model by 1/16 in", "move the model by 1 in"
MOVE_SELECTION_HELP, PUSH_SELECTION_HELP = "move what is chosen by the grid", "move it by 1 in"
TURN_SELECTION_HELP: Final = "turn what is chosen or in hand by 15 degrees (Shift: 1)"

KEY_COMMANDS: Final = (
    KeyCommand("help", ANY_SCREEN, "these keys", ("f1", "question"), "help"),
    KeyCommand("settings", ANY_SCREEN, "settings", ("f10",), "settings"),
    KeyCommand("rules", ANY_SCREEN, "the rules", ("f8",), "rules"),
    KeyCommand("fullscreen", ANY_SCREEN, "whole screen or window", ("f11",), "fullscreen"),
    KeyCommand("toggle", BATTLE_SCREEN, "play or pause", ("space",), "toggle"),
    KeyCommand("next", BATTLE_SCREEN, "show the next line", ("period",), "next"),
    KeyCommand("back", BATTLE_SCREEN, "back to the line before", ("comma",), "back"),
    KeyCommand("undo", BATTLE_SCREEN, "take the last answer back", ("ctrl+z",), "undo"),
    KeyCommand("orders", BATTLE_SCREEN, "standing orders", ("delete", "ctrl+o"), "orders"),
    KeyCommand("stop", BATTLE_SCREEN, "stop the player that thinks", ("f12",), "stop"),
    KeyCommand("skip", BATTLE_SCREEN, "skip the animation", ("return", "ctrl+return"), "skip"),
    KeyCommand("now", BATTLE_SCREEN, "to the newest moment", ("end",), "now"),
    KeyCommand(
        "speed_1", BATTLE_SCREEN, "half speed", ("1", "ctrl+1"), "speed", 0, "speed, from half to jumping"
    ),
    KeyCommand(
        "speed_2", BATTLE_SCREEN, "plain speed", ("2", "ctrl+2"), "speed", 1, "speed, from half to jumping"
    ),
    KeyCommand(
        "speed_3", BATTLE_SCREEN, "double speed", ("3", "ctrl+3"), "speed", 2, "speed, from half to jumping"
    ),
    KeyCommand(
        "speed_4", BATTLE_SCREEN, "fourfold speed", ("4", "ctrl+4"), "speed", 3, "speed, from half to jumping"
    ),
    KeyCommand(
        "speed_5",
        BATTLE_SCREEN,
        "jump from line to line",
        ("5", "ctrl+5"),
        "speed",
        4,
        "speed, from half to jumping",
    ),
    KeyCommand("fit", BATTLE_SCREEN, "the whole table", ("f", "home"), "fit"),
    KeyCommand(
        "nearer", BATTLE_SCREEN, "nearer", ("plus", "equals", "kp_plus", "ctrl+plus"), "zoom", 1, ZOOM_IN_HELP
    ),
    KeyCommand(
        "farther", BATTLE_SCREEN, "farther", ("minus", "kp_minus", "ctrl+minus"), "zoom", -1, ZOOM_OUT_HELP
    ),
    KeyCommand(
        "view_left", BATTLE_SCREEN, "move the view left", ("left", "ctrl+left"), "across", -1, PAN_HELP
    ),
    KeyCommand(
        "view_right", BATTLE_SCREEN, "move the view right", ("right", "ctrl+right"), "across", 1, PAN_HELP
    ),
    KeyCommand("view_up", BATTLE_SCREEN, "move the view up", ("up", "ctrl+up"), "down", -1, PAN_HELP),
    KeyCommand("view_down", BATTLE_SCREEN, "move the view down", ("down", "ctrl+down"), "down", 1, PAN_HELP),
    KeyCommand("piece_next", BATTLE_SCREEN, "next piece", ("p",), "piece", 1, "next piece, piece before"),
    KeyCommand(
        "piece_before", BATTLE_SCREEN, "piece before", ("o",), "piece", -1, "next piece, piece before"
    ),
    KeyCommand("unit_next", BATTLE_SCREEN, "next unit", ("shift+p",), "unit", 1, "next unit, unit before"),
    KeyCommand(
        "unit_before", BATTLE_SCREEN, "unit before", ("shift+o",), "unit", -1, "next unit, unit before"
    ),
    KeyCommand("follow", BATTLE_SCREEN, "follow what is going on", ("c",), "follow"),
    KeyCommand("names", BATTLE_SCREEN, "names on the table", ("t",), "names"),
    KeyCommand("dice", BATTLE_SCREEN, "the dice card", ("d",), "dice"),
    KeyCommand("odds", BATTLE_SCREEN, "the card of odds in short, or all of it", ("f3",), "odds", 1),
    KeyCommand("score", BATTLE_SCREEN, "what wins, what pays, what each side has", ("f4",), "score", 1),
    KeyCommand("ending", BATTLE_SCREEN, "how the battle ended, once it has", ("ctrl+e",), "ending"),
    KeyCommand("log_up", BATTLE_SCREEN, "scroll the log up", ("pageup",), "scroll", -1, "scroll the log"),
    KeyCommand(
        "log_down", BATTLE_SCREEN, "scroll the log down", ("pagedown",), "scroll", 1, "scroll the log"
    ),
    KeyCommand(
        "units_up", BATTLE_SCREEN, "lists of units up", ("ctrl+pageup",), "units", -1, "scroll the units"
    ),
    KeyCommand(
        "units_down", BATTLE_SCREEN, "lists of units down", ("ctrl+pagedown",), "units", 1, "scroll the units"
    ),
    KeyCommand(
        "rule_up",
        BATTLE_SCREEN,
        "text of the rule up",
        ("shift+up",),
        "rule",
        -1,
        "scroll the text of a rule",
    ),
    KeyCommand(
        "rule_down",
        BATTLE_SCREEN,
        "text of the rule down",
        ("shift+down",),
        "rule",
        1,
        "scroll the text of a rule",
    ),
    KeyCommand("kinds", BATTLE_SCREEN, "kinds of lines in the log", ("k",), "kinds"),
    KeyCommand("log", BATTLE_SCREEN, "log on or off", ("l",), "log"),
    KeyCommand("volley", BATTLE_SCREEN, "open or close the volley that is shown", ("shift+l",), "volley", -1),
    KeyCommand(
        "ruler", BATTLE_SCREEN, "ruler: begin, then fix it", ("u",), "ruler", 0, "ruler (or Ctrl and drag)"
    ),
    KeyCommand("ruler_off", BATTLE_SCREEN, "take the ruler away", ("shift+u",), "ruler_off"),
    KeyCommand(
        "sight", BATTLE_SCREEN, "judge the sight of the chosen piece to the pointed one", ("j",), "sight"
    ),
    KeyCommand("margins", BATTLE_SCREEN, "how far that sight may be off", ("shift+j",), "margins"),
    KeyCommand("why", BATTLE_SCREEN, "why the chosen piece may not do something", ("h",), "why"),
    KeyCommand("threat", BATTLE_SCREEN, "where a piece could strike next", ("v",), "threat"),
    KeyCommand("threats", BATTLE_SCREEN, "where all enemies could strike next", ("shift+v",), "threats"),
    KeyCommand("fold", BATTLE_SCREEN, "side panels on or off", ("tab", "f9"), "fold"),
    KeyCommand("hint", BATTLE_SCREEN, "put the hint away, skip a step of a lesson", ("f2",), "hint"),
    KeyCommand("step_again", BATTLE_SCREEN, "the step of a lesson before", ("ctrl+f2",), "step_again"),
    KeyCommand("hints_off", BATTLE_SCREEN, "no more hints, end the lesson", ("shift+f2",), "hints_off"),
    KeyCommand("quit", BATTLE_SCREEN, "leave; the record is kept", ("escape", "ctrl+q"), "quit"),
    KeyCommand("answer", DECISION_SCREEN, "give the answer", ("return", "kp_enter"), "answer"),
    KeyCommand("default", DECISION_SCREEN, "the answer that commits to least", ("0", "kp_0"), "default"),
    KeyCommand("undo_step", DECISION_SCREEN, "take the last step back", ("escape", "backspace"), "undo_step"),
    KeyCommand("open", DECISION_SCREEN, "ask the rest of the act one by one", ("shift+return",), "act"),
    KeyCommand("row_next", DECISION_SCREEN, "next row or piece", ("tab",), "row", 1, "next row, row before"),
    KeyCommand(
        "row_before",
        DECISION_SCREEN,
        "row or piece before",
        ("shift+tab",),
        "row",
        -1,
        "next row, row before",
    ),
    KeyCommand("go_left", DECISION_SCREEN, "to the left", ("left",), "go", 0, ARROWS_HELP),
    KeyCommand("go_right", DECISION_SCREEN, "to the right", ("right",), "go", 0, ARROWS_HELP),
    KeyCommand("go_up", DECISION_SCREEN, "up", ("up",), "go", 0, ARROWS_HELP),
    KeyCommand("go_down", DECISION_SCREEN, "down", ("down",), "go", 0, ARROWS_HELP),
    KeyCommand("turn_left", DECISION_SCREEN, "turn left", ("q",), "act", 0, "turn left, turn right"),
    KeyCommand("turn_right", DECISION_SCREEN, "turn right", ("e",), "act", 0, "turn left, turn right"),
    KeyCommand("toward", DECISION_SCREEN, "move toward the nearest enemy", ("w",), "act"),
    KeyCommand("rest", DECISION_SCREEN, "bring or place the rest, here and in the next units", ("g",), "act"),
    KeyCommand("again", DECISION_SCREEN, "do what was done last once more", ("x",), "act"),
    KeyCommand("enter", DECISION_SCREEN, "go into what can be entered", ("i",), "act"),
    KeyCommand("all", DECISION_SCREEN, "all of them, the same for all", ("equals", "a"), "act"),
    KeyCommand(
        "more", DECISION_SCREEN, "one more", ("plus", "kp_plus", "shift+equals"), "act", 1, MORE_LESS_HELP
    ),
    KeyCommand("less", DECISION_SCREEN, "one less", ("minus", "kp_minus"), "act", -1, MORE_LESS_HELP),
    KeyCommand("yes", DECISION_SCREEN, "yes", ("y",), "choose", 0, "yes, no"),
    KeyCommand("no", DECISION_SCREEN, "no", ("n",), "choose", 0, "yes, no"),
    KeyCommand("always", DECISION_SCREEN, "always yes to such reactions", ("slash",), "act"),
    KeyCommand(
        "until",
        DECISION_SCREEN,
        "yes to such reactions until it costs something",
        ("shift+semicolon",),
        "act",
    ),
    KeyCommand("nearest", DECISION_SCREEN, "always the nearest in such reactions", ("semicolon",), "act"),
    KeyCommand("never", DECISION_SCREEN, "never such a reaction again", ("backslash",), "act"),
    KeyCommand("pass_turn", DECISION_SCREEN, "no such reaction for the rest of this turn", ("quote",), "act"),
    KeyCommand(
        "event_back", REPLAY_SCREEN, "an event back", ("left",), "by_event", -1, "an event back or on"
    ),
    KeyCommand("event_on", REPLAY_SCREEN, "an event on", ("right",), "by_event", 1, "an event back or on"),
    KeyCommand("line_back", REPLAY_SCREEN, "a line back", ("up",), "by_line", -1, "a line back or on"),
    KeyCommand("line_on", REPLAY_SCREEN, "a line on", ("down",), "by_line", 1, "a line back or on"),
    KeyCommand(
        "step_back", REPLAY_SCREEN, "a step back", ("shift+left",), "by_step", -1, "a step back or on"
    ),
    KeyCommand("step_on", REPLAY_SCREEN, "a step on", ("shift+right",), "by_step", 1, "a step back or on"),
    KeyCommand("turn_back", REPLAY_SCREEN, "a turn back", ("pageup",), "by_turn", -1, "a turn back or on"),
    KeyCommand("turn_on", REPLAY_SCREEN, "a turn on", ("pagedown",), "by_turn", 1, "a turn back or on"),
    KeyCommand(
        "to_start", REPLAY_SCREEN, "to the beginning", ("home",), "by_turn", -999, "to beginning or end"
    ),
    KeyCommand("to_end", REPLAY_SCREEN, "to the end", ("end",), "by_turn", 999, "to beginning or end"),
    KeyCommand("bookmark", REPLAY_SCREEN, "set a bookmark, or take it away", ("b",), "bookmark"),
    KeyCommand(
        "mark_back",
        REPLAY_SCREEN,
        "bookmark before",
        ("leftbracket",),
        "by_mark",
        -1,
        "bookmark before, next",
    ),
    KeyCommand(
        "mark_on", REPLAY_SCREEN, "next bookmark", ("rightbracket",), "by_mark", 1, "bookmark before, next"
    ),
    KeyCommand("branch", REPLAY_SCREEN, "play on from here", ("f5",), "branch"),
    KeyCommand("as_side", REPLAY_SCREEN, "play on as another side", ("f6",), "as_side", 1),
    KeyCommand("seen_by", REPLAY_SCREEN, "seen by all, or as a side knew it", ("f7",), "seen_by", 1),
    KeyCommand("lab", BATTLE_SCREEN, "this table in the lab", ("ctrl+l",), "lab"),
    KeyCommand("lab_look", SIGHT_SCREEN, "the chosen model looks (or right click)", ("1",), "look"),
    KeyCommand("lab_look_at", SIGHT_SCREEN, "the chosen model is looked at (or click)", ("2",), "look_at"),
    KeyCommand("lab_swap", SIGHT_SCREEN, "swap the two", ("x",), "swap"),
    KeyCommand("lab_sheet", SIGHT_SCREEN, "settle it: write a sheet", ("w",), "sheet"),
    KeyCommand(
        "lab_field",
        SIGHT_SCREEN,
        "what it sees; from where it is seen; where nobody sees it",
        ("v",),
        "field",
    ),
    KeyCommand("lab_place", SIGHT_SCREEN, "look from a bare place (or right click)", ("3",), "place"),
    KeyCommand("lab_within_more", SIGHT_SCREEN, "an inch more", ("d",), "within", 1, DISTANCE_QUERY_HELP),
    KeyCommand(
        "lab_within_less", SIGHT_SCREEN, "an inch less", ("shift+d",), "within", -1, DISTANCE_QUERY_HELP
    ),
    KeyCommand("lab_agree", SIGHT_SCREEN, "how likely a verdict must be to be called", ("j",), "agree"),
    KeyCommand("lab_sure", SIGHT_SCREEN, "how far both may be off", ("k",), "sure"),
    KeyCommand(
        "lab_up", SIGHT_SCREEN, "the reading before", ("pageup",), "by_next", -1, "judge by another reading"
    ),
    KeyCommand(
        "lab_down", SIGHT_SCREEN, "the next reading", ("pagedown",), "by_next", 1, "judge by another reading"
    ),
    KeyCommand("lab_new", SIGHT_SCREEN, "another model, under the pointer", ("n",), "new"),
    KeyCommand("lab_remove", SIGHT_SCREEN, "take the chosen model away", ("delete", "backspace"), "remove"),
    KeyCommand(
        "photo_enter", PHOTO_SCREEN, "see it from above; end what is traced", ("return",), "photo_enter"
    ),
    KeyCommand("photo_undo", PHOTO_SCREEN, "take the last act back", ("ctrl+z",), "photo_undo"),
    KeyCommand("photo_redo", PHOTO_SCREEN, "do it again", ("ctrl+y", "ctrl+shift+z"), "photo_redo"),
    KeyCommand(
        "photo_left", PHOTO_SCREEN, "a little to the left", ("left",), "photo_nudge", 0, NUDGE_BASE_HELP
    ),
    KeyCommand(
        "photo_right", PHOTO_SCREEN, "a little to the right", ("right",), "photo_nudge", 1, NUDGE_BASE_HELP
    ),
    KeyCommand("photo_up", PHOTO_SCREEN, "a little up", ("up",), "photo_nudge", 2, NUDGE_BASE_HELP),
    KeyCommand("photo_down", PHOTO_SCREEN, "a little down", ("down",), "photo_nudge", 3, NUDGE_BASE_HELP),
    KeyCommand(
        "photo_smaller",
        PHOTO_SCREEN,
        "a smaller base",
        ("leftbracket",),
        "photo_grow",
        -1,
        "base smaller or larger",
    ),
    KeyCommand(
        "photo_larger",
        PHOTO_SCREEN,
        "a larger base",
        ("rightbracket",),
        "photo_grow",
        1,
        "base smaller or larger",
    ),
    KeyCommand("photo_turn_left", PHOTO_SCREEN, "turn it left", ("q",), "photo_turn", 15, TURN_BASE_HELP),
    KeyCommand("photo_turn_right", PHOTO_SCREEN, "turn it right", ("e",), "photo_turn", -15, TURN_BASE_HELP),
    KeyCommand("photo_twist_left", PHOTO_SCREEN, "left by 1°", ("shift+q",), "photo_turn", 1, TURN_BASE_HELP),
    KeyCommand(
        "photo_twist_right", PHOTO_SCREEN, "right by 1°", ("shift+e",), "photo_turn", -1, TURN_BASE_HELP
    ),
    KeyCommand("photo_remove", PHOTO_SCREEN, "take the base away", ("delete", "backspace"), "photo_remove"),
    KeyCommand("lab_mode", LAB_SCREEN, "what is done with the table", ("tab",), "mode"),
    KeyCommand("lab_undo", LAB_SCREEN, "take the last act back", ("ctrl+z",), "undo"),
    KeyCommand("lab_redo", LAB_SCREEN, "do it again", ("ctrl+y", "ctrl+shift+z"), "redo"),
    KeyCommand("nudge_left", SIGHT_SCREEN, "a little to the left", ("left",), "nudge", 0, NUDGE_PIECE_HELP),
    KeyCommand(
        "nudge_right", SIGHT_SCREEN, "a little to the right", ("right",), "nudge", 1, NUDGE_PIECE_HELP
    ),
    KeyCommand("nudge_up", SIGHT_SCREEN, "a little up", ("up",), "nudge", 2, NUDGE_PIECE_HELP),
    KeyCommand("nudge_down", SIGHT_SCREEN, "a little down", ("down",), "nudge", 3, NUDGE_PIECE_HELP),
    KeyCommand("push_left", SIGHT_SCREEN, "an inch to the left", ("shift+left",), "push", 0, PUSH_PIECE_HELP),
    KeyCommand(
        "push_right", SIGHT_SCREEN, "an inch to the right", ("shift+right",), "push", 1, PUSH_PIECE_HELP
    ),
    KeyCommand("push_up", SIGHT_SCREEN, "an inch up", ("shift+up",), "push", 2, PUSH_PIECE_HELP),
    KeyCommand("push_down", SIGHT_SCREEN, "an inch down", ("shift+down",), "push", 3, PUSH_PIECE_HELP),
    KeyCommand("lab_turn_left", SIGHT_SCREEN, "turn it left", ("q",), "turn", 1, "turn the model"),
    KeyCommand("lab_turn_right", SIGHT_SCREEN, "turn it right", ("e",), "turn", -1, "turn the model"),
    KeyCommand("lab_climb", SIGHT_SCREEN, "on top of what it stands in, or down", ("u",), "climb"),
    KeyCommand(
        "base_smaller", SIGHT_SCREEN, "a smaller base", ("leftbracket",), "base", -1, "base smaller or larger"
    ),
    KeyCommand(
        "base_larger", SIGHT_SCREEN, "a larger base", ("rightbracket",), "base", 1, "base smaller or larger"
    ),
    KeyCommand("base_form", SIGHT_SCREEN, "its base round, oval or a rectangle", ("o",), "form"),
    KeyCommand("lower", SIGHT_SCREEN, "lower", ("comma",), "height", -1, "model lower or higher"),
    KeyCommand("higher", SIGHT_SCREEN, "higher", ("period",), "height", 1, "model lower or higher"),
    KeyCommand(
        "draw_finish",
        DRAWING_SCREEN,
        "end the line or outline (or click twice)",
        ("return", "kp_enter"),
        "draw_finish",
    ),
    KeyCommand("draw_drop", DRAWING_SCREEN, "put away what is in hand; then leave", ("escape",), "draw_drop"),
    KeyCommand(
        "draw_remove", DRAWING_SCREEN, "delete what is chosen", ("delete", "backspace"), "draw_remove"
    ),
    KeyCommand("draw_copy", DRAWING_SCREEN, "copy it", ("ctrl+d", "ctrl+c"), "draw_copy"),
    KeyCommand("draw_all", DRAWING_SCREEN, "choose everything", ("ctrl+a",), "draw_all"),
    KeyCommand(
        "draw_next_thing",
        DRAWING_SCREEN,
        "choose the next thing",
        ("n",),
        "draw_another",
        1,
        "the next thing, the one before",
    ),
    KeyCommand(
        "draw_before",
        DRAWING_SCREEN,
        "choose the one before",
        ("b",),
        "draw_another",
        -1,
        "the next thing, the one before",
    ),
    KeyCommand("draw_over", DRAWING_SCREEN, "lay it over all others", ("pageup",), "draw_over"),
    KeyCommand("draw_under", DRAWING_SCREEN, "lay it under all others", ("pagedown",), "draw_under"),
    KeyCommand("draw_grid", DRAWING_SCREEN, "the next grid", ("g",), "draw_grid_next"),
    KeyCommand("draw_save", DRAWING_SCREEN, "save the map", ("ctrl+s",), "draw_save"),
    KeyCommand("draw_left", DRAWING_SCREEN, "to the left", ("left",), "draw_move", 0, MOVE_SELECTION_HELP),
    KeyCommand("draw_right", DRAWING_SCREEN, "to the right", ("right",), "draw_move", 1, MOVE_SELECTION_HELP),
    KeyCommand("draw_up", DRAWING_SCREEN, "up", ("up",), "draw_move", 2, MOVE_SELECTION_HELP),
    KeyCommand("draw_down", DRAWING_SCREEN, "down", ("down",), "draw_move", 3, MOVE_SELECTION_HELP),
    KeyCommand(
        "draw_push_left",
        DRAWING_SCREEN,
        "an inch to the left",
        ("shift+left",),
        "draw_push",
        0,
        PUSH_SELECTION_HELP,
    ),
    KeyCommand(
        "draw_push_right",
        DRAWING_SCREEN,
        "an inch to the right",
        ("shift+right",),
        "draw_push",
        1,
        PUSH_SELECTION_HELP,
    ),
    KeyCommand(
        "draw_push_up", DRAWING_SCREEN, "an inch up", ("shift+up",), "draw_push", 2, PUSH_SELECTION_HELP
    ),
    KeyCommand(
        "draw_push_down", DRAWING_SCREEN, "an inch down", ("shift+down",), "draw_push", 3, PUSH_SELECTION_HELP
    ),
    KeyCommand(
        "draw_turn_left", DRAWING_SCREEN, "turn it left", ("q",), "draw_turn", 15, TURN_SELECTION_HELP
    ),
    KeyCommand(
        "draw_turn_right", DRAWING_SCREEN, "turn it right", ("e",), "draw_turn", -15, TURN_SELECTION_HELP
    ),
    KeyCommand(
        "draw_turn_little_left",
        DRAWING_SCREEN,
        "turn it left by a degree",
        ("shift+q",),
        "draw_turn",
        1,
        TURN_SELECTION_HELP,
    ),
    KeyCommand(
        "draw_turn_little_right",
        DRAWING_SCREEN,
        "turn it right by a degree",
        ("shift+e",),
        "draw_turn",
        -1,
        TURN_SELECTION_HELP,
    ),
    KeyCommand("lay_blast", TEMPLATE_SCREEN, "lay a blast", ("1",), "lay_form", 0, TEMPLATE_FORM_HELP),
    KeyCommand("lay_flame", TEMPLATE_SCREEN, "lay a flame", ("2",), "lay_form", 1, TEMPLATE_FORM_HELP),
    KeyCommand("lay_cone", TEMPLATE_SCREEN, "lay a cone", ("3",), "lay_form", 2, TEMPLATE_FORM_HELP),
    KeyCommand("lay_strip", TEMPLATE_SCREEN, "lay a strip", ("4",), "lay_form", 3, TEMPLATE_FORM_HELP),
    KeyCommand("lay_oblong", TEMPLATE_SCREEN, "lay an oblong", ("5",), "lay_form", 4, TEMPLATE_FORM_HELP),
    KeyCommand("lay_arc", TEMPLATE_SCREEN, "an arc of a model", ("6",), "lay_form", 5, TEMPLATE_FORM_HELP),
    KeyCommand("lay_rule", TEMPLATE_SCREEN, "the template of the next rule", ("r",), "lay_rule", 1),
    KeyCommand("lay_smaller", TEMPLATE_SCREEN, "smaller", ("leftbracket",), "lay_size", -1, "first size"),
    KeyCommand("lay_larger", TEMPLATE_SCREEN, "larger", ("rightbracket",), "lay_size", 1, "first size"),
    KeyCommand("lay_narrower", TEMPLATE_SCREEN, "narrower", ("comma",), "lay_size", -2, "second size"),
    KeyCommand("lay_wider", TEMPLATE_SCREEN, "wider", ("period",), "lay_size", 2, "second size"),
    KeyCommand(
        "lay_type",
        TEMPLATE_SCREEN,
        "type the first size",
        ("return", "kp_enter"),
        "lay_type",
        0,
        TYPE_SIZE_HELP,
    ),
    KeyCommand(
        "lay_type_2",
        TEMPLATE_SCREEN,
        "type the second size",
        ("shift+return",),
        "lay_type",
        1,
        TYPE_SIZE_HELP,
    ),
    KeyCommand("lay_turn_left", TEMPLATE_SCREEN, "turn it left", ("q",), "lay_turn", 5, TURN_TEMPLATE_HELP),
    KeyCommand(
        "lay_turn_right", TEMPLATE_SCREEN, "turn it right", ("e",), "lay_turn", -5, TURN_TEMPLATE_HELP
    ),
    KeyCommand(
        "lay_twist_left",
        TEMPLATE_SCREEN,
        "turn it left by 1°",
        ("shift+q",),
        "lay_turn",
        1,
        TURN_TEMPLATE_FINE_HELP,
    ),
    KeyCommand(
        "lay_twist_right",
        TEMPLATE_SCREEN,
        "turn it right by 1°",
        ("shift+e",),
        "lay_turn",
        -1,
        TURN_TEMPLATE_FINE_HELP,
    ),
    KeyCommand("lay_here", TEMPLATE_SCREEN, "lay it under the pointer (or right click)", ("n",), "lay_here"),
    KeyCommand("lay_fires", TEMPLATE_SCREEN, "the chosen model fires (or right click)", ("x",), "lay_fires"),
    KeyCommand("lay_nobody", TEMPLATE_SCREEN, "nobody fires", ("delete", "backspace"), "lay_nobody"),
    KeyCommand("lab_page", TEMPLATE_SCREEN, "settle it: write a sheet", ("w",), "lay_sheet"),
    KeyCommand("lay_whom", TEMPLATE_SCREEN, "who counts", ("u",), "lay_whom", -1),
    KeyCommand("lay_catch", TEMPLATE_SCREEN, "how much of a base is caught", ("k",), "lay_catch", -1),
    KeyCommand("lay_spare", TEMPLATE_SCREEN, "lie over nobody else", ("s",), "lay_spare"),
    KeyCommand("lab_best", TEMPLATE_SCREEN, "put it where it catches most", ("b",), "lay_best"),
    KeyCommand("lab_scatter", TEMPLATE_SCREEN, "every landing of its scatter", ("d",), "lay_scatter"),
    KeyCommand("lay_up", TEMPLATE_SCREEN, "list up", ("pageup",), "lay_roll", -1, "scroll the list"),
    KeyCommand("lay_down", TEMPLATE_SCREEN, "list down", ("pagedown",), "lay_roll", 1, "scroll the list"),
    KeyCommand("lay_undo", TEMPLATE_SCREEN, "take the last act back", ("ctrl+z",), "lay_undo"),
    KeyCommand("lay_redo", TEMPLATE_SCREEN, "do it again", ("ctrl+y", "ctrl+shift+z"), "lay_redo"),
    KeyCommand(
        "lay_left", TEMPLATE_SCREEN, "a little to the left", ("left",), "lay_nudge", 0, NUDGE_TEMPLATE_HELP
    ),
    KeyCommand(
        "lay_right", TEMPLATE_SCREEN, "a little to the right", ("right",), "lay_nudge", 1, NUDGE_TEMPLATE_HELP
    ),
    KeyCommand("lay_higher", TEMPLATE_SCREEN, "a little up", ("up",), "lay_nudge", 2, NUDGE_TEMPLATE_HELP),
    KeyCommand("lay_lower", TEMPLATE_SCREEN, "a little down", ("down",), "lay_nudge", 3, NUDGE_TEMPLATE_HELP),
    KeyCommand(
        "lay_far_left",
        TEMPLATE_SCREEN,
        "an inch to the left",
        ("shift+left",),
        "lay_push",
        0,
        PUSH_TEMPLATE_HELP,
    ),
    KeyCommand(
        "lay_far_right",
        TEMPLATE_SCREEN,
        "an inch to the right",
        ("shift+right",),
        "lay_push",
        1,
        PUSH_TEMPLATE_HELP,
    ),
    KeyCommand("lay_far_up", TEMPLATE_SCREEN, "an inch up", ("shift+up",), "lay_push", 2, PUSH_TEMPLATE_HELP),
    KeyCommand(
        "lay_far_down", TEMPLATE_SCREEN, "an inch down", ("shift+down",), "lay_push", 3, PUSH_TEMPLATE_HELP
    ),
    KeyCommand("focus_next", MENU_SCREEN, "next field", ("tab",), "focus", 1, "next field, field before"),
    KeyCommand(
        "focus_before", MENU_SCREEN, "field before", ("shift+tab",), "focus", -1, "next field, field before"
    ),
    KeyCommand(
        "menu_left", MENU_SCREEN, "to the left", ("left",), "go_left", 0, "to the field beside, above, below"
    ),
    KeyCommand(
        "menu_right",
        MENU_SCREEN,
        "to the right",
        ("right",),
        "go_right",
        0,
        "to the field beside, above, below",
    ),
    KeyCommand("menu_up", MENU_SCREEN, "up", ("up",), "go_up", 0, "to the field beside, above, below"),
    KeyCommand(
        "menu_down", MENU_SCREEN, "down", ("down",), "go_down", 0, "to the field beside, above, below"
    ),
    KeyCommand(
        "more_odds", MENU_SCREEN, "better odds", ("plus", "equals", "kp_plus"), "odds", 1, "odds of an order"
    ),
    KeyCommand("less_odds", MENU_SCREEN, "lower odds", ("minus", "kp_minus"), "odds", -1, "odds of an order"),
    KeyCommand("press", MENU_SCREEN, "press what is marked", ("return", "space", "kp_enter"), "press"),
    KeyCommand("page_up", MENU_SCREEN, "a page up", ("pageup",), "page", -1, "a page up or down"),
    KeyCommand("page_down", MENU_SCREEN, "a page down", ("pagedown",), "page", 1, "a page up or down"),
    KeyCommand("begin", MENU_SCREEN, "begin what is chosen", ("ctrl+return", "f5"), "begin"),
    KeyCommand("leave", MENU_SCREEN, "back, or leave", ("escape",), "leave"),
)
