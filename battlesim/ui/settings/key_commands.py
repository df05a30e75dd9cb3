"""The commands of all screens that keys can run, as data for the help card, the settings and the input."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

ANY_SCREEN, BATTLE_SCREEN, DECISION_SCREEN, MENU_SCREEN = "everywhere", "battle", "question", "menus"
REPLAY_SCREEN, LAB_SCREEN, SIGHT_SCREEN, PHOTO_SCREEN = "record", "lab", "sight", "photo"
TEMPLATE_SCREEN, DRAWING_SCREEN = "templates", "draw"
"""The screens on which keys have an effect.

Keys of an open decision, a replay or the lab take precedence over the keys of the battle, and keys of a lab
mode over the lab's own keys.
"""


class KeyCommand(NamedTuple):
    """A command that can be run by a key, with its screen, label, default keys and value.

    Commands with the same `help` text share a line of the help card.
    """

    id: str
    screen: str
    label: str
    keys: tuple[str, ...]
    command: str
    value: int = 0
    help: str = ""


def _key_command(
    screen: str, id_: str, label: str, keys: str, command: str, value: int = 0, help: str = ""
) -> KeyCommand:
    """Return a key command whose default `keys` are given as a string separated by spaces."""
    return KeyCommand(id_, screen, label, tuple(keys.split()), command, value, help)


PAN_HELP: Final = "move the view (or drag)"
ZOOM_IN_HELP: Final = "zoom in (or the wheel)"
ZOOM_OUT_HELP: Final = "zoom out (or the wheel)"
ARROWS_HELP: Final = "change the row, a value or a point (Shift: far)"
MORE_LESS_HELP: Final = "one more, one less"
NUDGE_BASE_HELP: Final = "move the corner by a pixel, the base by 1/32 in"
TURN_BASE_HELP: Final = "turn an oval or rectangle by 15° (Shift: 1°)"
TEMPLATE_FORM_HELP, TYPE_SIZE_HELP = "blast, flame, cone, strip, oblong, arc", "type a size"
TURN_TEMPLATE_HELP, TURN_TEMPLATE_FINE_HELP = "turn it by 5° (or Shift+wheel)", "turn it by 1°"
NUDGE_TEMPLATE_HELP, PUSH_TEMPLATE_HELP = "move it by 1/16 in", "move it by 1 in"
DISTANCE_QUERY_HELP: Final = "is the target within this distance"
NUDGE_PIECE_HELP, PUSH_PIECE_HELP = "move the model by 1/16 in", "move the model by 1 in"
MOVE_SELECTION_HELP, PUSH_SELECTION_HELP = "move the selection by the grid", "move it by 1 in"
TURN_SELECTION_HELP: Final = "turn the selection, or what is being placed, by 15° (Shift: 1°)"

_any, _battle = partial(_key_command, ANY_SCREEN), partial(_key_command, BATTLE_SCREEN)
_decision, _menu = partial(_key_command, DECISION_SCREEN), partial(_key_command, MENU_SCREEN)
_replay, _lab = partial(_key_command, REPLAY_SCREEN), partial(_key_command, LAB_SCREEN)
_sight, _photo = partial(_key_command, SIGHT_SCREEN), partial(_key_command, PHOTO_SCREEN)
_template, _draw = partial(_key_command, TEMPLATE_SCREEN), partial(_key_command, DRAWING_SCREEN)

KEY_COMMANDS: Final = (
    _any("help", "these keys", "f1 question", "help"),
    _any("settings", "settings", "f10", "settings"),
    _any("rules", "the rules", "f8", "rules"),
    _any("fullscreen", "full screen or window", "f11", "fullscreen"),
    _battle("toggle", "play or pause", "space", "toggle"),
    _battle("next", "show the next line", "period", "next"),
    _battle("back", "back to the previous line", "comma", "back"),
    _battle("undo", "take back the last answer", "ctrl+z", "undo"),
    _battle("orders", "standing orders", "delete ctrl+o", "orders"),
    _battle("stop", "stop the thinking player", "f12", "stop"),
    _battle("skip", "skip the animation", "return ctrl+return", "skip"),
    _battle("now", "to the latest moment", "end", "now"),
    _battle("speed_1", "half speed", "1 ctrl+1", "speed", 0, "speed, from half to jumping"),
    _battle("speed_2", "normal speed", "2 ctrl+2", "speed", 1, "speed, from half to jumping"),
    _battle("speed_3", "double speed", "3 ctrl+3", "speed", 2, "speed, from half to jumping"),
    _battle("speed_4", "quadruple speed", "4 ctrl+4", "speed", 3, "speed, from half to jumping"),
    _battle("speed_5", "jump from line to line", "5 ctrl+5", "speed", 4, "speed, from half to jumping"),
    _battle("fit", "show the whole table", "f home", "fit"),
    _battle("nearer", "zoom in", "plus equals kp_plus ctrl+plus", "zoom", 1, ZOOM_IN_HELP),
    _battle("farther", "zoom out", "minus kp_minus ctrl+minus", "zoom", -1, ZOOM_OUT_HELP),
    _battle("view_left", "move the view left", "left ctrl+left", "across", -1, PAN_HELP),
    _battle("view_right", "move the view right", "right ctrl+right", "across", 1, PAN_HELP),
    _battle("view_up", "move the view up", "up ctrl+up", "down", -1, PAN_HELP),
    _battle("view_down", "move the view down", "down ctrl+down", "down", 1, PAN_HELP),
    _battle("piece_next", "next piece", "p", "piece", 1, "next or previous piece"),
    _battle("piece_before", "previous piece", "o", "piece", -1, "next or previous piece"),
    _battle("unit_next", "next unit", "shift+p", "unit", 1, "next or previous unit"),
    _battle("unit_before", "previous unit", "shift+o", "unit", -1, "next or previous unit"),
    _battle("follow", "follow the action", "c", "follow"),
    _battle("names", "names on the table", "t", "names"),
    _battle("dice", "the dice card", "d", "dice"),
    _battle("odds", "odds card: short or full", "f3", "odds", 1),
    _battle("score", "how to win, and what scores", "f4", "score", 1),
    _battle("ending", "how the battle ended", "ctrl+e", "ending"),
    _battle("log_up", "scroll the log up", "pageup", "scroll", -1, "scroll the log"),
    _battle("log_down", "scroll the log down", "pagedown", "scroll", 1, "scroll the log"),
    _battle("units_up", "scroll the unit lists up", "ctrl+pageup", "units", -1, "scroll the unit lists"),
    _battle("units_down", "scroll the unit lists down", "ctrl+pagedown", "units", 1, "scroll the unit lists"),
    _battle("rule_up", "scroll the rule text up", "shift+up", "rule", -1, "scroll the rule text"),
    _battle("rule_down", "scroll the rule text down", "shift+down", "rule", 1, "scroll the rule text"),
    _battle("kinds", "filter the log by kind of line", "k", "kinds"),
    _battle("log", "show or hide the log", "l", "log"),
    _battle("volley", "expand or collapse a volley", "shift+l", "volley", -1),
    _battle("ruler", "ruler: start, then fix it", "u", "ruler", 0, "ruler (or Ctrl+drag)"),
    _battle("ruler_off", "remove the ruler", "shift+u", "ruler_off"),
    _battle("sight", "line of sight: selected to hovered piece", "j", "sight"),
    _battle("margins", "how close that line of sight is", "shift+j", "margins"),
    _battle("why", "why a piece may not do something", "h", "why"),
    _battle("threat", "where a piece could strike next", "v", "threat"),
    _battle("threats", "where all enemies could strike next", "shift+v", "threats"),
    _battle("zones", "waiting arcs and assault ranges of all sides", "ctrl+v", "zones"),
    _battle("relations", "relations of the piece, then of its side", "ctrl+r", "relations"),
    _battle("fold", "show or hide side panels", "tab f9", "fold"),
    _battle("hint", "dismiss the hint, skip a lesson step", "f2", "hint"),
    _battle("step_again", "previous lesson step", "ctrl+f2", "step_again"),
    _battle("hints_off", "turn hints off, end the lesson", "shift+f2", "hints_off"),
    _battle("quit", "leave; the record is saved", "escape ctrl+q", "quit"),
    _decision("answer", "confirm the answer", "return kp_enter", "answer"),
    _decision("default", "the most cautious answer", "0 kp_0", "default"),
    _decision("undo_step", "take back the last step", "escape backspace", "undo_step"),
    _decision("open", "decide the rest of the act one by one", "shift+return", "act"),
    _decision("row_next", "next row or piece", "tab", "row", 1, "next or previous row"),
    _decision("row_before", "previous row or piece", "shift+tab", "row", -1, "next or previous row"),
    _decision("go_left", "left", "left", "go", 0, ARROWS_HELP),
    _decision("go_right", "right", "right", "go", 0, ARROWS_HELP),
    _decision("go_up", "up", "up", "go", 0, ARROWS_HELP),
    _decision("go_down", "down", "down", "go", 0, ARROWS_HELP),
    _decision("turn_left", "turn left", "q", "act", 0, "turn left or right"),
    _decision("turn_right", "turn right", "e", "act", 0, "turn left or right"),
    _decision("toward", "move toward the nearest enemy", "w", "act"),
    _decision("rest", "move or place the rest, also in the next units", "g", "act"),
    _decision("again", "repeat the last act", "x", "act"),
    _decision("enter", "enter the terrain or vehicle", "i", "act"),
    _decision("all", "all or none, or the same for all", "equals a", "act"),
    _decision("more", "one more", "plus kp_plus shift+equals", "act", 1, MORE_LESS_HELP),
    _decision("less", "one less", "minus kp_minus", "act", -1, MORE_LESS_HELP),
    _decision("yes", "yes", "y", "choose", 0, "yes or no"),
    _decision("no", "no", "n", "choose", 0, "yes or no"),
    _decision("always", "always yes to such reactions", "slash", "act"),
    _decision("until", "yes to such reactions until it costs something", "shift+semicolon", "act"),
    _decision("nearest", "always the nearest in such reactions", "semicolon", "act"),
    _decision("never", "always no to such reactions", "backslash", "act"),
    _decision("pass_turn", "no to such reactions until the turn ends", "quote", "act"),
    _replay("event_back", "back one event", "left", "by_event", -1, "one event back or forward"),
    _replay("event_on", "forward one event", "right", "by_event", 1, "one event back or forward"),
    _replay("line_back", "back one line", "up", "by_line", -1, "one line back or forward"),
    _replay("line_on", "forward one line", "down", "by_line", 1, "one line back or forward"),
    _replay("step_back", "back one step", "shift+left", "by_step", -1, "one step back or forward"),
    _replay("step_on", "forward one step", "shift+right", "by_step", 1, "one step back or forward"),
    _replay("turn_back", "back one turn", "pageup", "by_turn", -1, "one turn back or forward"),
    _replay("turn_on", "forward one turn", "pagedown", "by_turn", 1, "one turn back or forward"),
    _replay("to_start", "to the beginning", "home", "by_turn", -999, "to the beginning or end"),
    _replay("to_end", "to the end", "end", "by_turn", 999, "to the beginning or end"),
    _replay("bookmark", "add or remove a bookmark", "b", "bookmark"),
    _replay("mark_back", "previous bookmark", "leftbracket", "by_mark", -1, "previous or next bookmark"),
    _replay("mark_on", "next bookmark", "rightbracket", "by_mark", 1, "previous or next bookmark"),
    _replay("branch", "play on from here", "f5", "branch"),
    _replay("as_side", "play on as another side", "f6", "as_side", 1),
    _replay("seen_by", "show everything, or what a side knew", "f7", "seen_by", 1),
    _battle("lab", "open this table in the lab", "ctrl+l", "lab"),
    _sight("lab_look", "make the selected model the viewer (or right click)", "1", "look"),
    _sight("lab_look_at", "make the selected model the target (or click)", "2", "look_at"),
    _sight("lab_swap", "swap viewer and target", "x", "swap"),
    _sight("lab_sheet", "write a sheet with the ruling", "w", "sheet"),
    _sight("lab_field", "areas it sees, is seen from, is hidden in", "v", "field"),
    _sight("lab_place", "look from a bare point (or right click)", "3", "place"),
    _sight("lab_within_more", "one inch more", "d", "within", 1, DISTANCE_QUERY_HELP),
    _sight("lab_within_less", "one inch less", "shift+d", "within", -1, DISTANCE_QUERY_HELP),
    _sight("lab_agree", "how likely a verdict must be to be called", "j", "agree"),
    _sight("lab_sure", "position error to allow for", "k", "sure"),
    _sight("lab_up", "the previous reading", "pageup", "by_next", -1, "judge by another reading"),
    _sight("lab_down", "the next reading", "pagedown", "by_next", 1, "judge by another reading"),
    _sight("lab_new", "add a model under the pointer", "n", "new"),
    _sight("lab_remove", "remove the selected model", "delete backspace", "remove"),
    _photo("photo_enter", "view it from above; finish the outline", "return", "photo_enter"),
    _photo("photo_undo", "undo the last act", "ctrl+z", "photo_undo"),
    _photo("photo_redo", "redo it", "ctrl+y ctrl+shift+z", "photo_redo"),
    _photo("photo_left", "nudge left", "left", "photo_nudge", 0, NUDGE_BASE_HELP),
    _photo("photo_right", "nudge right", "right", "photo_nudge", 1, NUDGE_BASE_HELP),
    _photo("photo_up", "nudge up", "up", "photo_nudge", 2, NUDGE_BASE_HELP),
    _photo("photo_down", "nudge down", "down", "photo_nudge", 3, NUDGE_BASE_HELP),
    _photo("photo_smaller", "smaller base", "leftbracket", "photo_grow", -1, "smaller or larger base"),
    _photo("photo_larger", "larger base", "rightbracket", "photo_grow", 1, "smaller or larger base"),
    _photo("photo_turn_left", "turn it left", "q", "photo_turn", 15, TURN_BASE_HELP),
    _photo("photo_turn_right", "turn it right", "e", "photo_turn", -15, TURN_BASE_HELP),
    _photo("photo_twist_left", "turn it left by 1°", "shift+q", "photo_turn", 1, TURN_BASE_HELP),
    _photo("photo_twist_right", "turn it right by 1°", "shift+e", "photo_turn", -1, TURN_BASE_HELP),
    _photo("photo_remove", "remove the base", "delete backspace", "photo_remove"),
    _lab("lab_mode", "switch to another mode", "tab", "mode"),
    _lab("lab_undo", "undo the last act", "ctrl+z", "undo"),
    _lab("lab_redo", "redo it", "ctrl+y ctrl+shift+z", "redo"),
    _sight("nudge_left", "nudge left", "left", "nudge", 0, NUDGE_PIECE_HELP),
    _sight("nudge_right", "nudge right", "right", "nudge", 1, NUDGE_PIECE_HELP),
    _sight("nudge_up", "nudge up", "up", "nudge", 2, NUDGE_PIECE_HELP),
    _sight("nudge_down", "nudge down", "down", "nudge", 3, NUDGE_PIECE_HELP),
    _sight("push_left", "one inch left", "shift+left", "push", 0, PUSH_PIECE_HELP),
    _sight("push_right", "one inch right", "shift+right", "push", 1, PUSH_PIECE_HELP),
    _sight("push_up", "one inch up", "shift+up", "push", 2, PUSH_PIECE_HELP),
    _sight("push_down", "one inch down", "shift+down", "push", 3, PUSH_PIECE_HELP),
    _sight("lab_turn_left", "turn it left", "q", "turn", 1, "turn the model"),
    _sight("lab_turn_right", "turn it right", "e", "turn", -1, "turn the model"),
    _sight("lab_climb", "on top of what it stands in, or down again", "u", "climb"),
    _sight("base_smaller", "smaller base", "leftbracket", "base", -1, "smaller or larger base"),
    _sight("base_larger", "larger base", "rightbracket", "base", 1, "smaller or larger base"),
    _sight("base_form", "base round, oval or rectangular", "o", "form"),
    _sight("lower", "lower", "comma", "height", -1, "model lower or higher"),
    _sight("higher", "higher", "period", "height", 1, "model lower or higher"),
    _draw("draw_finish", "finish the line or outline (or double-click)", "return kp_enter", "draw_finish"),
    _draw("draw_drop", "cancel the drawing; then leave", "escape", "draw_drop"),
    _draw("draw_remove", "delete the selection", "delete backspace", "draw_remove"),
    _draw("draw_copy", "copy the selection", "ctrl+d ctrl+c", "draw_copy"),
    _draw("draw_all", "select everything", "ctrl+a", "draw_all"),
    _draw("draw_next_thing", "select the next object", "n", "draw_another", 1, "next or previous object"),
    _draw("draw_before", "select the previous object", "b", "draw_another", -1, "next or previous object"),
    _draw("draw_over", "bring it to the front", "pageup", "draw_over"),
    _draw("draw_under", "send it to the back", "pagedown", "draw_under"),
    _draw("draw_grid", "the next grid", "g", "draw_grid_next"),
    _draw("draw_save", "save the map", "ctrl+s", "draw_save"),
    _draw("draw_left", "left", "left", "draw_move", 0, MOVE_SELECTION_HELP),
    _draw("draw_right", "right", "right", "draw_move", 1, MOVE_SELECTION_HELP),
    _draw("draw_up", "up", "up", "draw_move", 2, MOVE_SELECTION_HELP),
    _draw("draw_down", "down", "down", "draw_move", 3, MOVE_SELECTION_HELP),
    _draw("draw_push_left", "one inch left", "shift+left", "draw_push", 0, PUSH_SELECTION_HELP),
    _draw("draw_push_right", "one inch right", "shift+right", "draw_push", 1, PUSH_SELECTION_HELP),
    _draw("draw_push_up", "one inch up", "shift+up", "draw_push", 2, PUSH_SELECTION_HELP),
    _draw("draw_push_down", "one inch down", "shift+down", "draw_push", 3, PUSH_SELECTION_HELP),
    _draw("draw_turn_left", "turn it left", "q", "draw_turn", 15, TURN_SELECTION_HELP),
    _draw("draw_turn_right", "turn it right", "e", "draw_turn", -15, TURN_SELECTION_HELP),
    _draw("draw_turn_little_left", "turn it left by 1°", "shift+q", "draw_turn", 1, TURN_SELECTION_HELP),
    _draw("draw_turn_little_right", "turn it right by 1°", "shift+e", "draw_turn", -1, TURN_SELECTION_HELP),
    _template("lay_blast", "place a blast", "1", "lay_form", 0, TEMPLATE_FORM_HELP),
    _template("lay_flame", "place a flame", "2", "lay_form", 1, TEMPLATE_FORM_HELP),
    _template("lay_cone", "place a cone", "3", "lay_form", 2, TEMPLATE_FORM_HELP),
    _template("lay_strip", "place a strip", "4", "lay_form", 3, TEMPLATE_FORM_HELP),
    _template("lay_oblong", "place an oblong", "5", "lay_form", 4, TEMPLATE_FORM_HELP),
    _template("lay_arc", "a model's arc", "6", "lay_form", 5, TEMPLATE_FORM_HELP),
    _template("lay_rule", "the template of the next rule", "r", "lay_rule", 1),
    _template("lay_smaller", "smaller", "leftbracket", "lay_size", -1, "first size"),
    _template("lay_larger", "larger", "rightbracket", "lay_size", 1, "first size"),
    _template("lay_narrower", "narrower", "comma", "lay_size", -2, "second size"),
    _template("lay_wider", "wider", "period", "lay_size", 2, "second size"),
    _template("lay_type", "type the first size", "return kp_enter", "lay_type", 0, TYPE_SIZE_HELP),
    _template("lay_type_2", "type the second size", "shift+return", "lay_type", 1, TYPE_SIZE_HELP),
    _template("lay_turn_left", "turn it left", "q", "lay_turn", 5, TURN_TEMPLATE_HELP),
    _template("lay_turn_right", "turn it right", "e", "lay_turn", -5, TURN_TEMPLATE_HELP),
    _template("lay_twist_left", "turn it left by 1°", "shift+q", "lay_turn", 1, TURN_TEMPLATE_FINE_HELP),
    _template("lay_twist_right", "turn it right by 1°", "shift+e", "lay_turn", -1, TURN_TEMPLATE_FINE_HELP),
    _template("lay_here", "place it under the pointer (or right click)", "n", "lay_here"),
    _template("lay_fires", "the selected model fires (or right click)", "x", "lay_fires"),
    _template("lay_nobody", "no model fires", "delete backspace", "lay_nobody"),
    _template("lab_page", "write a sheet with the ruling", "w", "lay_sheet"),
    _template("lay_whom", "which models count", "u", "lay_whom", -1),
    _template("lay_catch", "how much of a base must be caught", "k", "lay_catch", -1),
    _template("lay_spare", "spare all other models", "s", "lay_spare"),
    _template("lab_best", "move it to catch the most models", "b", "lay_best"),
    _template("lab_scatter", "every possible scatter", "d", "lay_scatter"),
    _template("lay_up", "scroll the list up", "pageup", "lay_roll", -1, "scroll the list"),
    _template("lay_down", "scroll the list down", "pagedown", "lay_roll", 1, "scroll the list"),
    _template("lay_undo", "undo the last act", "ctrl+z", "lay_undo"),
    _template("lay_redo", "redo it", "ctrl+y ctrl+shift+z", "lay_redo"),
    _template("lay_left", "nudge left", "left", "lay_nudge", 0, NUDGE_TEMPLATE_HELP),
    _template("lay_right", "nudge right", "right", "lay_nudge", 1, NUDGE_TEMPLATE_HELP),
    _template("lay_higher", "nudge up", "up", "lay_nudge", 2, NUDGE_TEMPLATE_HELP),
    _template("lay_lower", "nudge down", "down", "lay_nudge", 3, NUDGE_TEMPLATE_HELP),
    _template("lay_far_left", "one inch left", "shift+left", "lay_push", 0, PUSH_TEMPLATE_HELP),
    _template("lay_far_right", "one inch right", "shift+right", "lay_push", 1, PUSH_TEMPLATE_HELP),
    _template("lay_far_up", "one inch up", "shift+up", "lay_push", 2, PUSH_TEMPLATE_HELP),
    _template("lay_far_down", "one inch down", "shift+down", "lay_push", 3, PUSH_TEMPLATE_HELP),
    _menu("focus_next", "next field", "tab", "focus", 1, "next or previous field"),
    _menu("focus_before", "previous field", "shift+tab", "focus", -1, "next or previous field"),
    _menu("menu_left", "left", "left", "go_left", 0, "to the field beside, above or below"),
    _menu("menu_right", "right", "right", "go_right", 0, "to the field beside, above or below"),
    _menu("menu_up", "up", "up", "go_up", 0, "to the field beside, above or below"),
    _menu("menu_down", "down", "down", "go_down", 0, "to the field beside, above or below"),
    _menu("more_odds", "higher odds", "plus equals kp_plus", "odds", 1, "odds of an order"),
    _menu("less_odds", "lower odds", "minus kp_minus", "odds", -1, "odds of an order"),
    _menu("press", "press the focused control", "return space kp_enter", "press"),
    _menu("page_up", "one page up", "pageup", "page", -1, "one page up or down"),
    _menu("page_down", "one page down", "pagedown", "page", 1, "one page up or down"),
    _menu("begin", "start what is selected", "ctrl+return f5", "begin"),
    _menu("undo_page", "take back the last change", "ctrl+z", "undo"),
    _menu("save_page", "save", "ctrl+s", "save"),
    _menu("leave", "back, or leave", "escape", "leave"),
)
