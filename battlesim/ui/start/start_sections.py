"""The sections of the start screen, each of which a function draws with a page writer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from battlesim.engine.option_effects import option_effects
from battlesim.engine.presets import OptionPreset
from battlesim.engine.rule_texts import RuleText
from battlesim.render.drawlist import Layer, PictureItem
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.battle_bar import UNPLAYED_SIDE_LABEL, side_badge
from battlesim.table.phrases import length_text, parse_phrase, phrase
from battlesim.ui.pages.page import PageWriter
from battlesim.ui.start.catalogue import PLAYER_DESCRIPTIONS, RecordSummary, SideForce, forces
from battlesim.ui.start.scenario_order import scenarios_by_game
from battlesim.ui.start.start_model import OWN_PLAYER, PLAYED_BY_RULES, StartModel

PREVIEW_PICTURE: Final = "preview"
DEFAULT_LAB_TABLE: Final = "quarrel"
"""Table that the lab opens if none is selected."""
FIRST_LESSON, LESSON_MINUTES = "first_steps", 10
"""The lesson for new users and its duration in minutes."""
LESSON_TEXT: Final = (
    "Each step waits for what you do: look, move, shoot, react. A step can be "
    "skipped or repeated, and after the last one the battle is yours."
)
MAX_TEXT_WIDTH_PX: Final = 1000.0
"""Maximum width of a paragraph in pixels, as longer lines are hard to read."""
DICE_CHOICES: Final = (("seeded", "the program rolls"), ("typed", "I roll and type them in"))


def contents(model: StartModel, pen: PageWriter) -> None:
    """Write the list of unfinished battles, lesson, scenarios, records, lab and files, in this order."""
    open_ones = model.unfinished
    closed = [one for one in model.saved if one not in open_ones]
    if open_ones:
        pen.heading("Resume", f"{len(open_ones)} unfinished")
        _write_records(model, pen, open_ones[:3])
        pen.space(8)
    pen.heading("Learn" if model.saved else "New here?")
    about = f"you play, {LESSON_MINUTES} minutes"
    pen.row(
        ("lesson", FIRST_LESSON), "First steps, step by step", about, model.lesson == FIRST_LESSON, "help"
    )
    pen.space(8)
    _write_scenarios(model, pen)
    pen.heading("Linked battles", "survivors learn")
    pen.button(("campaigns", ""), "Campaigns", "leader")
    pen.space(8)
    if open_ones[3:] or closed:
        pen.heading("Records", f"{len(model.saved)} in all")
        _write_records(model, pen, [*open_ones[3:], *closed])
        pen.space(8)
    pen.heading("Settle an argument", "opens at once")
    pen.button(("lab", DEFAULT_LAB_TABLE), "The lab: who sees whom", "scales")
    pen.button(("photo", DEFAULT_LAB_TABLE), "A photo of your table", "zoom")
    pen.button(("draw", ""), "Draw a table", "layers")
    pen.space(8)
    pen.heading("A file of your own", ".toml, .battle, a picture")
    pen.button(("files", ""), "Choose a file", "layers")
    pen.field("file", model.fields["file"])
    pen.button(("file", ""), "Open this file", "search")


def _write_scenarios(model: StartModel, pen: PageWriter) -> None:
    """Write the scenarios of each game, smallest first; rows stay empty until all have been read."""
    for title, names in scenarios_by_game(model.files, model.games, model.scenario_previews):
        pen.heading(title, str(len(names)))
        for name in names:
            found = model.scenario_previews.get(name)
            if not model.all_read:
                pen.skip_row(model.titles.get(name) or name, "flag")
                continue
            on = model.record is None and name == model.scenario and not model.lesson
            note = found.size if found else model.faults.get(name, "")
            pen.row(
                ("scenario", name), found.title if found else model.titles.get(name) or name, note, on, "flag"
            )
        pen.space(8)


def _write_records(model: StartModel, pen: PageWriter, found: list[RecordSummary]) -> None:
    for one in found:
        on = model.record is not None and model.record.path == one.path
        icon = "panic" if one.fault else "bookmark" if one.finished else "play"
        turn = model.turns.turn_text(one)
        note = f"{turn[:1].upper()}{turn[1:]}, {one.note}" if turn else one.note
        pen.row(("record", one.path), one.display_name, one.fault or note, on, icon)


def battle(model: StartModel, pen: PageWriter, room: float) -> None:
    """Write the picture, briefing and forces of the selected battle; `room` is the picture's height limit."""
    width, height = model.preview.size(pen.width, room)
    left = pen.x + (pen.width - width) / 2
    pen.add(PictureItem(Layer.PANEL, left, pen.y, PREVIEW_PICTURE))
    pen.box(left, pen.y, width, height, "panel", 0.0, 2, "line")
    pen.space(height + 14)
    pen.x += max(0.0, (pen.width - MAX_TEXT_WIDTH_PX) / 2)
    pen.width = min(pen.width, MAX_TEXT_WIDTH_PX)
    if model.record:
        _write_record(model, pen)
        return
    found = model.selected_preview
    if found is None:
        return
    pen.paragraph(found.title, "title", "bright", True)
    ground = found.state.table.ground
    size = phrase("{} x {}", length_text(ground.width, unit=False), length_text(ground.height))
    pen.paragraph(phrase("{}, table {}", found.note, size), "small", "dim")
    pen.space(8)
    if model.lesson:
        pen.paragraph(LESSON_TEXT, "body", "bright")
        pen.space(6)
    for paragraph in model.briefing.split("\n\n"):
        pen.paragraph(parse_phrase(paragraph), "body", "text")
        pen.space(6)
    for warning in found.scenario.warnings:
        pen.paragraph(f"Note: {warning}.", "body", "orange")
        pen.space(6)
    pen.space(6)
    _write_forces(model, pen)


def _write_record(model: StartModel, pen: PageWriter) -> None:
    record = model.record
    assert record is not None
    pen.paragraph(record.display_name, "title", "bright", True)
    if record.name:
        pen.paragraph(record.title, "body", "text")
    pen.paragraph("finished" if record.finished else "not finished yet", "body", "text")
    pen.paragraph(model.record_status, "body", "text")
    pen.paragraph(model.played_by, "small", "dim")
    pen.paragraph(f"{record.date_text}, saved in", "small", "dim")
    pen.path(record.path)
    if model.bookmarks:
        pen.paragraph(f"Bookmarks: {' · '.join(model.bookmarks)}", "small", "dim")


def _write_forces(model: StartModel, pen: PageWriter) -> None:
    found, known = model.selected_preview, model.table()
    assert found is not None and known is not None
    for force in forces(found, known[0]):
        middle = pen.y + 10
        pen.x, pen.width = pen.x + 22, pen.width - 22
        pen.heading(force.side.name, _pieces_text(force))
        pen.x, pen.width = pen.x - 22, pen.width + 22
        pen.add(*side_badge(pen.x + 8, middle, 8, force.side.number))
        for unit, kinds in force.units:
            pen.paragraph(f"{unit}: {kinds}", "small", "text")
        pen.space(10)


def _pieces_text(force: SideForce) -> str:
    """Return a phrase with a side's number of pieces and whether a player controls it."""
    number = f"{force.pieces} pieces at the start" if force.pieces else "none visible"
    return number if force.side.played else f"{number}, {UNPLAYED_SIDE_LABEL}"


def seats(model: StartModel, pen: PageWriter) -> None:
    """Write the players of all sides; no-op in a lesson, whose players are fixed."""
    if model.lesson:
        return
    pen.heading("Who plays")
    if not model.people:
        pen.paragraph("Every side is automated: this build has no controls for a human yet.", "small", "dim")
        pen.space(4)
    for side in model.sides:
        middle = pen.y + 11
        pen.add(*side_badge(pen.x + 8, middle, 8, side.number))
        name = fitted_text(side.name, pen.width - 24, "body", True)
        pen.write(pen.x + 24, middle, name, "body", "bright", True)
        pen.space(28)
        seat = model.seats.get(side.key, PLAYED_BY_RULES)
        pen.choices("seat", side.key, model.players(side.key), seat)
        if note := PLAYER_DESCRIPTIONS.get(seat):
            pen.paragraph(note, "small", "dim")
        if seat == OWN_PLAYER:
            field = model.seat_field(side.key)
            pen.paragraph("package.module:Class", "caption", "dim")
            pen.field(field, model.fields.get(field, ""))
        pen.space(4)


def chance(model: StartModel, pen: PageWriter) -> None:
    """Write the choice of dice and the seed; no-op in a lesson, whose seed is fixed."""
    if model.lesson:
        return
    pen.heading("Dice")
    pen.choices("dice", "", DICE_CHOICES, model.dice)
    if model.dice == "typed":
        note = "Roll real dice and type in the results; the seed is only for the AI players."
    else:
        note = "The same seed and the same answers give the same battle."
    pen.paragraph(note, "small", "dim")
    pen.label("Seed", "small", "dim")
    y = pen.y
    pen.field("seed", model.fields["seed"], 130)
    after, pen.y = pen.y, y - 5
    pen.x += 142
    pen.button(("shuffle", ""), "Another", "dice", width=min(130.0, pen.width - 142))
    pen.x -= 142
    pen.y = after + 4


def name(model: StartModel, pen: PageWriter) -> None:
    """Write the field for the battle's name; no-op in a lesson, whose name is fixed."""
    if model.lesson:
        return
    pen.heading("Name")
    pen.field("name", model.fields["name"])
    pen.paragraph("The battle's name in the list. You can give or change it later.", "small", "dim")


def options(model: StartModel, pen: PageWriter, folds: bool = True) -> None:
    """Write presets and rule options; if `folds`, options that follow the preset are hidden at first."""
    found = model.rule_choices()
    if not found or model.lesson:
        return
    spelt, preset = model.abbreviation_spellings(), model.nearest_preset
    differing = model.differences(preset) if preset else model.changed_options
    pen.heading(
        "Options of the rules", f"{len(differing)} changed" if differing else f"{len(found)}, as preset"
    )
    if preset:
        _write_presets(model, pen, preset, differing, spelt)
    if folds:
        label = "Hide the options" if model.unfolded else "Show the options"
        pen.row(("unfold", ""), label, "choices that the rulebook leaves to the players", icon="layers")
        pen.space(6)
    shown = found if model.unfolded or not folds else [one for one in found if one[1].option in differing]
    for chapter, entries in groupby(shown, key=lambda one: one[1].heading):
        group = list(entries)
        changed = sum(text.option in differing for _, text in group)
        pen.heading(chapter, f"{changed} changed" if changed else "")
        for rule, text in group:
            usual = model.default_option_value(text.option)
            if preset:
                usual = preset.options.get(text.option, usual)
            _write_option(model, pen, rule, text, spelt, usual)


def _write_presets(
    model: StartModel,
    pen: PageWriter,
    preset: OptionPreset,
    differing: Mapping[str, str],
    spelt: Mapping[str, str],
) -> None:
    """Write the presets, what the nearest one is, and what differs from it."""
    chosen = "" if differing else preset.key
    pen.choices("preset", "", [(one.key, one.title) for one in model.presets], chosen)
    pen.paragraph(preset.text, "small", "dim")
    if differing:
        sides = model.side_names()
        words = (
            f"{readable_key(key, spelt)}: {sides.get(value) or readable_key(value, spelt).lower()}"
            for key, value in differing.items()
        )
        pen.paragraph(f"Differs from {preset.title}: {'; '.join(words)}.", "small", "orange")
    pen.space(6)


def _write_option(
    model: StartModel, pen: PageWriter, rule: str, text: RuleText, spelt: Mapping[str, str], usual: str
) -> None:
    """Write an option with its values, and what each of them changes; `usual` is the value of the preset."""
    value = model.options[text.option]
    middle = pen.y + 10
    room = pen.width - text_width(rule, "caption") - 12
    label = fitted_text(readable_key(text.option, spelt), room, "body", True)
    ink = "orange" if value != usual else "bright"
    pen.write(pen.x, middle, label, "body", ink, True)
    pen.write(pen.x + pen.width, middle, rule, "caption", "dim", anchor="r")
    pen.space(24)
    sides = model.side_names()
    values = [(one, sides.get(one) or readable_key(one, spelt)) for one in text.choices]
    choices = [(one, f"{words} (preset)" if one == usual else words) for one, words in values]
    pen.choices("option", text.option, choices, value)
    effects = option_effects(text)
    if not effects[text.default] or f'"{text.default}"' not in str(text.text):
        pen.paragraph(text.text, "small", "dim")
    for one, words in values:
        if effects[one]:
            tone = "text" if one == value else "dim"
            pen.paragraph(f"{words}: {effects[one]}", "caption", tone)
    pen.space(14)


def readable_key(key: str, spelt: Mapping[str, str]) -> str:
    """Return a key as readable text; `spelt` maps lower-case words to their proper spelling."""
    words = " ".join(spelt.get(word, word) for word in key.split("_"))
    return words[:1].upper() + words[1:]
