"""The keys of every screen: data. The help card, the settings and the input are made of this table."""

from __future__ import annotations

from typing import Final, NamedTuple

EVERYWHERE, BATTLE, QUESTION, MENUS = "everywhere", "battle", "question", "menus"
RECORD, LAB, SIGHT, PHOTO = "record", "lab", "sight", "photo"
TEMPLATES, DRAW = "templates", "draw"
"""Where a key counts. An open question lies over the battle, and so do a record and the lab: their keys go
first. So do those of a mode of the lab, over the lab's own."""


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


VIEW: Final = "move the view (or drag)"
NEARER: Final = "nearer (or the wheel)"
FARTHER: Final = "farther (or the wheel)"
GO: Final = "a row up or down, a value or a place moved (Shift: far)"
MANY: Final = "one more, one less"
NUDGED_MARK: Final = "move the corner by a pixel, the base by 1/32 in"
TURNED_MARK: Final = "turn an oval or a rectangle by 15° (Shift: 1)"
FORMS, TYPED = "blast, flame, cone, strip, oblong, arc", "type a size"
TURNED, TWISTED = "turn it by 5° (or Shift and the wheel)", "turn it by 1°"
LAID, LAID_FAR = "move it by 1/16 in", "move it by 1 in"
WITHIN: Final = "is one within so many inches of the other"
NUDGED, PUSHED = "move the model by 1/16 in", "move the model by 1 in"
DRAWN_MOVE, DRAWN_PUSH = "move what is chosen by the grid", "move it by 1 in"
DRAWN_TURN: Final = "turn what is chosen or in hand by 15 degrees (Shift: 1)"

ACTIONS: Final = (
    Action("help", EVERYWHERE, "these keys", ("f1", "question"), "help"),
    Action("settings", EVERYWHERE, "settings", ("f10",), "settings"),
    Action("rules", EVERYWHERE, "the rules", ("f8",), "rules"),
    Action("fullscreen", EVERYWHERE, "whole screen or window", ("f11",), "fullscreen"),
    Action("toggle", BATTLE, "play or pause", ("space",), "toggle"),
    Action("next", BATTLE, "show the next line", ("period",), "next"),
    Action("back", BATTLE, "back to the line before", ("comma",), "back"),
    Action("undo", BATTLE, "take the last answer back", ("ctrl+z",), "undo"),
    Action("orders", BATTLE, "standing orders", ("delete", "ctrl+o"), "orders"),
    Action("stop", BATTLE, "stop the player that thinks", ("f12",), "stop"),
    Action("skip", BATTLE, "skip the animation", ("return", "ctrl+return"), "skip"),
    Action("now", BATTLE, "to the newest moment", ("end",), "now"),
    Action("speed_1", BATTLE, "half speed", ("1", "ctrl+1"), "speed", 0, "speed, from half to jumping"),
    Action("speed_2", BATTLE, "plain speed", ("2", "ctrl+2"), "speed", 1, "speed, from half to jumping"),
    Action("speed_3", BATTLE, "double speed", ("3", "ctrl+3"), "speed", 2, "speed, from half to jumping"),
    Action("speed_4", BATTLE, "fourfold speed", ("4", "ctrl+4"), "speed", 3, "speed, from half to jumping"),
    Action(
        "speed_5",
        BATTLE,
        "jump from line to line",
        ("5", "ctrl+5"),
        "speed",
        4,
        "speed, from half to jumping",
    ),
    Action("fit", BATTLE, "the whole table", ("f", "home"), "fit"),
    Action("nearer", BATTLE, "nearer", ("plus", "equals", "kp_plus", "ctrl+plus"), "zoom", 1, NEARER),
    Action("farther", BATTLE, "farther", ("minus", "kp_minus", "ctrl+minus"), "zoom", -1, FARTHER),
    Action("view_left", BATTLE, "move the view left", ("left", "ctrl+left"), "across", -1, VIEW),
    Action("view_right", BATTLE, "move the view right", ("right", "ctrl+right"), "across", 1, VIEW),
    Action("view_up", BATTLE, "move the view up", ("up", "ctrl+up"), "down", -1, VIEW),
    Action("view_down", BATTLE, "move the view down", ("down", "ctrl+down"), "down", 1, VIEW),
    Action("piece_next", BATTLE, "next piece", ("p",), "piece", 1, "next piece, piece before"),
    Action("piece_before", BATTLE, "piece before", ("o",), "piece", -1, "next piece, piece before"),
    Action("unit_next", BATTLE, "next unit", ("shift+p",), "unit", 1, "next unit, unit before"),
    Action("unit_before", BATTLE, "unit before", ("shift+o",), "unit", -1, "next unit, unit before"),
    Action("follow", BATTLE, "follow what is going on", ("c",), "follow"),
    Action("names", BATTLE, "names on the table", ("t",), "names"),
    Action("dice", BATTLE, "the dice card", ("d",), "dice"),
    Action("odds", BATTLE, "the card of odds in short, or all of it", ("f3",), "odds", 1),
    Action("score", BATTLE, "what wins, what pays, what each side has", ("f4",), "score", 1),
    Action("ending", BATTLE, "how the battle ended, once it has", ("ctrl+e",), "ending"),
    Action("log_up", BATTLE, "scroll the log up", ("pageup",), "scroll", -1, "scroll the log"),
    Action("log_down", BATTLE, "scroll the log down", ("pagedown",), "scroll", 1, "scroll the log"),
    Action("units_up", BATTLE, "lists of units up", ("ctrl+pageup",), "units", -1, "scroll the units"),
    Action("units_down", BATTLE, "lists of units down", ("ctrl+pagedown",), "units", 1, "scroll the units"),
    Action("rule_up", BATTLE, "text of the rule up", ("shift+up",), "rule", -1, "scroll the text of a rule"),
    Action(
        "rule_down", BATTLE, "text of the rule down", ("shift+down",), "rule", 1, "scroll the text of a rule"
    ),
    Action("kinds", BATTLE, "kinds of lines in the log", ("k",), "kinds"),
    Action("log", BATTLE, "log on or off", ("l",), "log"),
    Action("volley", BATTLE, "open or close the volley that is shown", ("shift+l",), "volley", -1),
    Action("ruler", BATTLE, "ruler: begin, then fix it", ("u",), "ruler", 0, "ruler (or Ctrl and drag)"),
    Action("ruler_off", BATTLE, "take the ruler away", ("shift+u",), "ruler_off"),
    Action("sight", BATTLE, "judge the sight of the chosen piece to the pointed one", ("j",), "sight"),
    Action("margins", BATTLE, "how far that sight may be off", ("shift+j",), "margins"),
    Action("why", BATTLE, "why the chosen piece may not do something", ("h",), "why"),
    Action("threat", BATTLE, "where a piece could strike next", ("v",), "threat"),
    Action("threats", BATTLE, "where all enemies could strike next", ("shift+v",), "threats"),
    Action("fold", BATTLE, "side panels on or off", ("tab", "f9"), "fold"),
    Action("hint", BATTLE, "put the hint away, skip a step of a lesson", ("f2",), "hint"),
    Action("step_again", BATTLE, "the step of a lesson before", ("ctrl+f2",), "step_again"),
    Action("hints_off", BATTLE, "no more hints, end the lesson", ("shift+f2",), "hints_off"),
    Action("quit", BATTLE, "leave; the record is kept", ("escape", "ctrl+q"), "quit"),
    Action("answer", QUESTION, "give the answer", ("return", "kp_enter"), "answer"),
    Action("default", QUESTION, "the answer that commits to least", ("0", "kp_0"), "default"),
    Action("undo_step", QUESTION, "take the last step back", ("escape", "backspace"), "undo_step"),
    Action("open", QUESTION, "ask the rest of the act one by one", ("shift+return",), "act"),
    Action("row_next", QUESTION, "next row or piece", ("tab",), "row", 1, "next row, row before"),
    Action("row_before", QUESTION, "row or piece before", ("shift+tab",), "row", -1, "next row, row before"),
    Action("go_left", QUESTION, "to the left", ("left",), "go", 0, GO),
    Action("go_right", QUESTION, "to the right", ("right",), "go", 0, GO),
    Action("go_up", QUESTION, "up", ("up",), "go", 0, GO),
    Action("go_down", QUESTION, "down", ("down",), "go", 0, GO),
    Action("turn_left", QUESTION, "turn left", ("q",), "act", 0, "turn left, turn right"),
    Action("turn_right", QUESTION, "turn right", ("e",), "act", 0, "turn left, turn right"),
    Action("toward", QUESTION, "move toward the nearest enemy", ("w",), "act"),
    Action("rest", QUESTION, "bring or place the rest, here and in the next units", ("g",), "act"),
    Action("again", QUESTION, "do what was done last once more", ("x",), "act"),
    Action("enter", QUESTION, "go into what can be entered", ("i",), "act"),
    Action("all", QUESTION, "all of them, the same for all", ("equals", "a"), "act"),
    Action("more", QUESTION, "one more", ("plus", "kp_plus", "shift+equals"), "act", 1, MANY),
    Action("less", QUESTION, "one less", ("minus", "kp_minus"), "act", -1, MANY),
    Action("yes", QUESTION, "yes", ("y",), "choose", 0, "yes, no"),
    Action("no", QUESTION, "no", ("n",), "choose", 0, "yes, no"),
    Action("always", QUESTION, "always yes to such reactions", ("slash",), "act"),
    Action("until", QUESTION, "yes to such reactions until it costs something", ("shift+semicolon",), "act"),
    Action("nearest", QUESTION, "always the nearest in such reactions", ("semicolon",), "act"),
    Action("never", QUESTION, "never such a reaction again", ("backslash",), "act"),
    Action("pass_turn", QUESTION, "no such reaction for the rest of this turn", ("quote",), "act"),
    Action("event_back", RECORD, "an event back", ("left",), "by_event", -1, "an event back or on"),
    Action("event_on", RECORD, "an event on", ("right",), "by_event", 1, "an event back or on"),
    Action("line_back", RECORD, "a line back", ("up",), "by_line", -1, "a line back or on"),
    Action("line_on", RECORD, "a line on", ("down",), "by_line", 1, "a line back or on"),
    Action("step_back", RECORD, "a step back", ("shift+left",), "by_step", -1, "a step back or on"),
    Action("step_on", RECORD, "a step on", ("shift+right",), "by_step", 1, "a step back or on"),
    Action("turn_back", RECORD, "a turn back", ("pageup",), "by_turn", -1, "a turn back or on"),
    Action("turn_on", RECORD, "a turn on", ("pagedown",), "by_turn", 1, "a turn back or on"),
    Action("to_start", RECORD, "to the beginning", ("home",), "by_turn", -999, "to beginning or end"),
    Action("to_end", RECORD, "to the end", ("end",), "by_turn", 999, "to beginning or end"),
    Action("bookmark", RECORD, "set a bookmark, or take it away", ("b",), "bookmark"),
    Action("mark_back", RECORD, "bookmark before", ("leftbracket",), "by_mark", -1, "bookmark before, next"),
    Action("mark_on", RECORD, "next bookmark", ("rightbracket",), "by_mark", 1, "bookmark before, next"),
    Action("branch", RECORD, "play on from here", ("f5",), "branch"),
    Action("as_side", RECORD, "play on as another side", ("f6",), "as_side", 1),
    Action("seen_by", RECORD, "seen by all, or as a side knew it", ("f7",), "seen_by", 1),
    Action("lab", BATTLE, "this table in the lab", ("ctrl+l",), "lab"),
    Action("lab_look", SIGHT, "the chosen model looks (or right click)", ("1",), "look"),
    Action("lab_look_at", SIGHT, "the chosen model is looked at (or click)", ("2",), "look_at"),
    Action("lab_swap", SIGHT, "swap the two", ("x",), "swap"),
    Action("lab_sheet", SIGHT, "settle it: write a sheet", ("w",), "sheet"),
    Action("lab_field", SIGHT, "what it sees; from where it is seen; where nobody sees it", ("v",), "field"),
    Action("lab_place", SIGHT, "look from a bare place (or right click)", ("3",), "place"),
    Action("lab_within_more", SIGHT, "an inch more", ("d",), "within", 1, WITHIN),
    Action("lab_within_less", SIGHT, "an inch less", ("shift+d",), "within", -1, WITHIN),
    Action("lab_agree", SIGHT, "how likely a verdict must be to be called", ("j",), "agree"),
    Action("lab_sure", SIGHT, "how far both may be off", ("k",), "sure"),
    Action("lab_up", SIGHT, "the reading before", ("pageup",), "by_next", -1, "judge by another reading"),
    Action("lab_down", SIGHT, "the next reading", ("pagedown",), "by_next", 1, "judge by another reading"),
    Action("lab_new", SIGHT, "another model, under the pointer", ("n",), "new"),
    Action("lab_remove", SIGHT, "take the chosen model away", ("delete", "backspace"), "remove"),
    Action("photo_enter", PHOTO, "see it from above; end what is traced", ("return",), "photo_enter"),
    Action("photo_undo", PHOTO, "take the last act back", ("ctrl+z",), "photo_undo"),
    Action("photo_redo", PHOTO, "do it again", ("ctrl+y", "ctrl+shift+z"), "photo_redo"),
    Action("photo_left", PHOTO, "a little to the left", ("left",), "photo_nudge", 0, NUDGED_MARK),
    Action("photo_right", PHOTO, "a little to the right", ("right",), "photo_nudge", 1, NUDGED_MARK),
    Action("photo_up", PHOTO, "a little up", ("up",), "photo_nudge", 2, NUDGED_MARK),
    Action("photo_down", PHOTO, "a little down", ("down",), "photo_nudge", 3, NUDGED_MARK),
    Action(
        "photo_smaller", PHOTO, "a smaller base", ("leftbracket",), "photo_grow", -1, "base smaller or larger"
    ),
    Action(
        "photo_larger", PHOTO, "a larger base", ("rightbracket",), "photo_grow", 1, "base smaller or larger"
    ),
    Action("photo_turn_left", PHOTO, "turn it left", ("q",), "photo_turn", 15, TURNED_MARK),
    Action("photo_turn_right", PHOTO, "turn it right", ("e",), "photo_turn", -15, TURNED_MARK),
    Action("photo_twist_left", PHOTO, "left by 1°", ("shift+q",), "photo_turn", 1, TURNED_MARK),
    Action("photo_twist_right", PHOTO, "right by 1°", ("shift+e",), "photo_turn", -1, TURNED_MARK),
    Action("photo_remove", PHOTO, "take the base away", ("delete", "backspace"), "photo_remove"),
    Action("lab_mode", LAB, "what is done with the table", ("tab",), "mode"),
    Action("lab_undo", LAB, "take the last act back", ("ctrl+z",), "undo"),
    Action("lab_redo", LAB, "do it again", ("ctrl+y", "ctrl+shift+z"), "redo"),
    Action("nudge_left", SIGHT, "a little to the left", ("left",), "nudge", 0, NUDGED),
    Action("nudge_right", SIGHT, "a little to the right", ("right",), "nudge", 1, NUDGED),
    Action("nudge_up", SIGHT, "a little up", ("up",), "nudge", 2, NUDGED),
    Action("nudge_down", SIGHT, "a little down", ("down",), "nudge", 3, NUDGED),
    Action("push_left", SIGHT, "an inch to the left", ("shift+left",), "push", 0, PUSHED),
    Action("push_right", SIGHT, "an inch to the right", ("shift+right",), "push", 1, PUSHED),
    Action("push_up", SIGHT, "an inch up", ("shift+up",), "push", 2, PUSHED),
    Action("push_down", SIGHT, "an inch down", ("shift+down",), "push", 3, PUSHED),
    Action("lab_turn_left", SIGHT, "turn it left", ("q",), "turn", 1, "turn the model"),
    Action("lab_turn_right", SIGHT, "turn it right", ("e",), "turn", -1, "turn the model"),
    Action("lab_climb", SIGHT, "on top of what it stands in, or down", ("u",), "climb"),
    Action("base_smaller", SIGHT, "a smaller base", ("leftbracket",), "base", -1, "base smaller or larger"),
    Action("base_larger", SIGHT, "a larger base", ("rightbracket",), "base", 1, "base smaller or larger"),
    Action("base_form", SIGHT, "its base round, oval or a rectangle", ("o",), "form"),
    Action("lower", SIGHT, "lower", ("comma",), "height", -1, "model lower or higher"),
    Action("higher", SIGHT, "higher", ("period",), "height", 1, "model lower or higher"),
    Action(
        "draw_finish", DRAW, "end the line or outline (or click twice)", ("return", "kp_enter"), "draw_finish"
    ),
    Action("draw_drop", DRAW, "put away what is in hand; then leave", ("escape",), "draw_drop"),
    Action("draw_remove", DRAW, "delete what is chosen", ("delete", "backspace"), "draw_remove"),
    Action("draw_copy", DRAW, "copy it", ("ctrl+d", "ctrl+c"), "draw_copy"),
    Action("draw_all", DRAW, "choose everything", ("ctrl+a",), "draw_all"),
    Action(
        "draw_next_thing",
        DRAW,
        "choose the next thing",
        ("n",),
        "draw_another",
        1,
        "the next thing, the one before",
    ),
    Action(
        "draw_before",
        DRAW,
        "choose the one before",
        ("b",),
        "draw_another",
        -1,
        "the next thing, the one before",
    ),
    Action("draw_over", DRAW, "lay it over all others", ("pageup",), "draw_over"),
    Action("draw_under", DRAW, "lay it under all others", ("pagedown",), "draw_under"),
    Action("draw_grid", DRAW, "the next grid", ("g",), "draw_grid_next"),
    Action("draw_save", DRAW, "save the map", ("ctrl+s",), "draw_save"),
    Action("draw_left", DRAW, "to the left", ("left",), "draw_move", 0, DRAWN_MOVE),
    Action("draw_right", DRAW, "to the right", ("right",), "draw_move", 1, DRAWN_MOVE),
    Action("draw_up", DRAW, "up", ("up",), "draw_move", 2, DRAWN_MOVE),
    Action("draw_down", DRAW, "down", ("down",), "draw_move", 3, DRAWN_MOVE),
    Action("draw_push_left", DRAW, "an inch to the left", ("shift+left",), "draw_push", 0, DRAWN_PUSH),
    Action("draw_push_right", DRAW, "an inch to the right", ("shift+right",), "draw_push", 1, DRAWN_PUSH),
    Action("draw_push_up", DRAW, "an inch up", ("shift+up",), "draw_push", 2, DRAWN_PUSH),
    Action("draw_push_down", DRAW, "an inch down", ("shift+down",), "draw_push", 3, DRAWN_PUSH),
    Action("draw_turn_left", DRAW, "turn it left", ("q",), "draw_turn", 15, DRAWN_TURN),
    Action("draw_turn_right", DRAW, "turn it right", ("e",), "draw_turn", -15, DRAWN_TURN),
    Action(
        "draw_turn_little_left", DRAW, "turn it left by a degree", ("shift+q",), "draw_turn", 1, DRAWN_TURN
    ),
    Action(
        "draw_turn_little_right", DRAW, "turn it right by a degree", ("shift+e",), "draw_turn", -1, DRAWN_TURN
    ),
    Action("lay_blast", TEMPLATES, "lay a blast", ("1",), "lay_form", 0, FORMS),
    Action("lay_flame", TEMPLATES, "lay a flame", ("2",), "lay_form", 1, FORMS),
    Action("lay_cone", TEMPLATES, "lay a cone", ("3",), "lay_form", 2, FORMS),
    Action("lay_strip", TEMPLATES, "lay a strip", ("4",), "lay_form", 3, FORMS),
    Action("lay_oblong", TEMPLATES, "lay an oblong", ("5",), "lay_form", 4, FORMS),
    Action("lay_arc", TEMPLATES, "an arc of a model", ("6",), "lay_form", 5, FORMS),
    Action("lay_rule", TEMPLATES, "the template of the next rule", ("r",), "lay_rule", 1),
    Action("lay_smaller", TEMPLATES, "smaller", ("leftbracket",), "lay_size", -1, "first size"),
    Action("lay_larger", TEMPLATES, "larger", ("rightbracket",), "lay_size", 1, "first size"),
    Action("lay_narrower", TEMPLATES, "narrower", ("comma",), "lay_size", -2, "second size"),
    Action("lay_wider", TEMPLATES, "wider", ("period",), "lay_size", 2, "second size"),
    Action("lay_type", TEMPLATES, "type the first size", ("return", "kp_enter"), "lay_type", 0, TYPED),
    Action("lay_type_2", TEMPLATES, "type the second size", ("shift+return",), "lay_type", 1, TYPED),
    Action("lay_turn_left", TEMPLATES, "turn it left", ("q",), "lay_turn", 5, TURNED),
    Action("lay_turn_right", TEMPLATES, "turn it right", ("e",), "lay_turn", -5, TURNED),
    Action("lay_twist_left", TEMPLATES, "turn it left by 1°", ("shift+q",), "lay_turn", 1, TWISTED),
    Action("lay_twist_right", TEMPLATES, "turn it right by 1°", ("shift+e",), "lay_turn", -1, TWISTED),
    Action("lay_here", TEMPLATES, "lay it under the pointer (or right click)", ("n",), "lay_here"),
    Action("lay_fires", TEMPLATES, "the chosen model fires (or right click)", ("x",), "lay_fires"),
    Action("lay_nobody", TEMPLATES, "nobody fires", ("delete", "backspace"), "lay_nobody"),
    Action("lab_page", TEMPLATES, "settle it: write a sheet", ("w",), "lay_sheet"),
    Action("lay_whom", TEMPLATES, "who counts", ("u",), "lay_whom", -1),
    Action("lay_catch", TEMPLATES, "how much of a base is caught", ("k",), "lay_catch", -1),
    Action("lay_spare", TEMPLATES, "lie over nobody else", ("s",), "lay_spare"),
    Action("lab_best", TEMPLATES, "put it where it catches most", ("b",), "lay_best"),
    Action("lab_scatter", TEMPLATES, "every landing of its scatter", ("d",), "lay_scatter"),
    Action("lay_up", TEMPLATES, "list up", ("pageup",), "lay_roll", -1, "scroll the list"),
    Action("lay_down", TEMPLATES, "list down", ("pagedown",), "lay_roll", 1, "scroll the list"),
    Action("lay_undo", TEMPLATES, "take the last act back", ("ctrl+z",), "lay_undo"),
    Action("lay_redo", TEMPLATES, "do it again", ("ctrl+y", "ctrl+shift+z"), "lay_redo"),
    Action("lay_left", TEMPLATES, "a little to the left", ("left",), "lay_nudge", 0, LAID),
    Action("lay_right", TEMPLATES, "a little to the right", ("right",), "lay_nudge", 1, LAID),
    Action("lay_higher", TEMPLATES, "a little up", ("up",), "lay_nudge", 2, LAID),
    Action("lay_lower", TEMPLATES, "a little down", ("down",), "lay_nudge", 3, LAID),
    Action("lay_far_left", TEMPLATES, "an inch to the left", ("shift+left",), "lay_push", 0, LAID_FAR),
    Action("lay_far_right", TEMPLATES, "an inch to the right", ("shift+right",), "lay_push", 1, LAID_FAR),
    Action("lay_far_up", TEMPLATES, "an inch up", ("shift+up",), "lay_push", 2, LAID_FAR),
    Action("lay_far_down", TEMPLATES, "an inch down", ("shift+down",), "lay_push", 3, LAID_FAR),
    Action("focus_next", MENUS, "next field", ("tab",), "focus", 1, "next field, field before"),
    Action("focus_before", MENUS, "field before", ("shift+tab",), "focus", -1, "next field, field before"),
    Action("menu_left", MENUS, "to the left", ("left",), "go_left", 0, "to the field beside, above, below"),
    Action(
        "menu_right", MENUS, "to the right", ("right",), "go_right", 0, "to the field beside, above, below"
    ),
    Action("menu_up", MENUS, "up", ("up",), "go_up", 0, "to the field beside, above, below"),
    Action("menu_down", MENUS, "down", ("down",), "go_down", 0, "to the field beside, above, below"),
    Action("more_odds", MENUS, "better odds", ("plus", "equals", "kp_plus"), "odds", 1, "odds of an order"),
    Action("less_odds", MENUS, "lower odds", ("minus", "kp_minus"), "odds", -1, "odds of an order"),
    Action("press", MENUS, "press what is marked", ("return", "space", "kp_enter"), "press"),
    Action("page_up", MENUS, "a page up", ("pageup",), "page", -1, "a page up or down"),
    Action("page_down", MENUS, "a page down", ("pagedown",), "page", 1, "a page up or down"),
    Action("begin", MENUS, "begin what is chosen", ("ctrl+return", "f5"), "begin"),
    Action("leave", MENUS, "back, or leave", ("escape",), "leave"),
)
