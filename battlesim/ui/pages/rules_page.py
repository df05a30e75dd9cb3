"""The rulebook page, which shows chapters, entries and tables, and can be searched by typing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import pygame

from battlesim.engine.rule_texts import SupportsTables
from battlesim.engine.ruleset import AnyRuleset
from battlesim.render.text_layout import fitted_text
from battlesim.table.phrases import AnyText, joined_text, phrase
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page import (
    EDIT_COMMAND,
    FOOTER_HEIGHT_PX,
    TOP_BAR_HEIGHT_PX,
    FocusState,
    HotspotKey,
    Page,
    PageWriter,
    page_footer,
    pane_of_writer,
    title_bar,
    writer_for_pane,
)
from battlesim.ui.pages.page_loop import create_page_host, repost_quit, run_page
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane

MIN_WIDE_WIDTH_PX: Final = 900.0
MAX_SEARCH_LETTERS: Final = 60
"""Largest number of letters of a search."""
MAX_SHOWN_ENTRIES: Final = 40
"""Largest number of entries that a search shows; with more, the user adds a word."""
SEARCH_FIELD: Final[HotspotKey] = (EDIT_COMMAND, "find")


class RulebookEntry(NamedTuple):
    """An entry on the rulebook page, with its chapter, key, name, note, text and option values."""

    chapter: str
    key: str
    name: AnyText
    note: AnyText
    words: AnyText
    values: str = ""

    def contains_words(self, words: Sequence[str]) -> bool:
        """Return whether each of some words is in the entry."""
        book = " ".join(map(str, self)).lower()
        return all(word in book for word in words)


def rulebook_entries(ruleset: AnyRuleset) -> tuple[RulebookEntry, ...]:
    """Return the rules in the order of the book, then the rows of the tables."""
    rules = (
        RulebookEntry(text.heading, rule, rule, text.section, text.full_text, text.option_text)
        for rule, text in ruleset.rulebook.items()
    )
    return (*rules, *_table_entries(ruleset))


def _table_entries(ruleset: AnyRuleset) -> Iterator[RulebookEntry]:
    for table in ruleset.tables() if isinstance(ruleset, SupportsTables) else ():
        for number, row in enumerate(table.rows):
            cells = zip(table.columns[1:], row[1:], strict=True)
            told = joined_text((phrase("{} {}", column, cell) for column, cell in cells if cell != "-"), "; ")
            yield RulebookEntry(f"Table: {table.title}", f"{table.title} {number}", row[0], "", told)


class RulesPage(Page):
    """The page that shows the rulebook. `first` is the control that has the focus at first.

    This control is an entry or the search field.
    """

    status_title = "RulesPage"
    field = SEARCH_FIELD
    """The field that receives typed text, wherever the focus is."""

    def __init__(self, ruleset: AnyRuleset, at: str = "", back_key: str = "") -> None:
        self.title, self.prefix, self.back_key = ruleset.title, ruleset.prefix, back_key
        self.book = rulebook_entries(ruleset)
        self.chapters = tuple(dict.fromkeys(entry.chapter for entry in self.book))
        self.links = re.compile("|".join(sorted(map(re.escape, ruleset.rulebook), key=len, reverse=True)))
        self.sought, self.chapter, self.goal = "", self.chapters[0], ""
        self.listing = False
        if at:
            self._go_to_entry(at)

    @property
    def first(self) -> HotspotKey:
        """The hotspot that has the focus at the start."""
        return ("entry", self.goal) if self.goal else SEARCH_FIELD

    def matching_entries(self) -> list[RulebookEntry]:
        """Return the entries of the chapter, or of the whole book those with every word of the search."""
        words = self.sought.lower().split()
        if not words:
            return [entry for entry in self.book if entry.chapter == self.chapter]
        return [entry for entry in self.book if entry.contains_words(words)]

    # -- what it shows --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return chapters and text side by side, or one of them if the window is narrow."""
        y, tall = (
            TOP_BAR_HEIGHT_PX + PANEL_GAP_PX,
            height - TOP_BAR_HEIGHT_PX - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
        )
        head, foot = self._bar_pane(width, marks), self._footer_pane(width, height, marks)
        if width >= MIN_WIDE_WIDTH_PX:
            left = min(340.0, width * 0.3)
            edge = max(PANEL_GAP_PX, (width - 1300) / 2)
            right = width - left - PANEL_GAP_PX - 2 * edge
            chapters = self._chapters_pane(Rect(edge, y, left, tall), marks)
            return [
                head,
                chapters,
                self._text_pane(Rect(edge + left + PANEL_GAP_PX, y, right, tall), marks),
                foot,
            ]
        whole = Rect(PANEL_GAP_PX, y, width - 2 * PANEL_GAP_PX, tall)
        shown = self._chapters_pane if self.listing and not self.sought else self._text_pane
        return [head, shown(whole, marks), foot]

    def _bar_pane(self, width: float, marks: FocusState) -> Pane:
        wide = min(320.0, width * 0.4)
        pen = title_bar(width, f"{self.title}: the rules", wide + 12)
        pen.marks = marks
        pen.x, pen.y = width - wide - 16, 9
        pen.field(SEARCH_FIELD[1], self.sought, wide)
        if not self.sought:
            pen.write(pen.x + 16, 24, "type to find", "body", "faint")
        return Pane("bar", Rect(0, 0, width, TOP_BAR_HEIGHT_PX), pen, TOP_BAR_HEIGHT_PX, edge=False)

    def _chapters_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        pen.heading("Chapters")
        for chapter in self.chapters:
            pen.row(("chapter", chapter), chapter, on=chapter == self.chapter and not self.sought)
        return pane_of_writer("chapters", rect, pen)

    def _text_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        found, chapter = self.matching_entries(), ""
        for entry in found[:MAX_SHOWN_ENTRIES] if self.sought else found:
            if entry.chapter != chapter:
                chapter = entry.chapter
                pen.heading(chapter)
            self._write_entry(pen, entry)
        if not found:
            pen.paragraph("No entry has all these words.", "body", "dim")
        if self.sought and len(found) > MAX_SHOWN_ENTRIES:
            pen.paragraph(
                f"{len(found) - MAX_SHOWN_ENTRIES} more: add a word to narrow the search.", "body", "dim"
            )
        name = f"find {self.sought}" if self.sought else f"chapter {self.chapter}"
        return pane_of_writer(name, rect, pen)

    def _write_entry(self, pen: PageWriter, entry: RulebookEntry) -> None:
        """Write an entry as a hotspot, and below it the rule ids it mentions as links."""
        place, top = ("entry", entry.key), pen.y
        inner = PageWriter(pen.marks, pen.x + 12, pen.y + 8, pen.width - 24)
        inner.paragraph(entry.name, "body", "yellow", True)
        if entry.note:
            inner.paragraph(entry.note, "caption", "dim")
        inner.space(2)
        inner.paragraph(entry.words)
        if entry.values:
            inner.paragraph(entry.values, "small", "cream")
        pen.add_hotspot(Rect(pen.x, top, pen.width, inner.y + 4 - top), *place)
        if others := self._mentioned_rules(entry):
            inner.space(6)
            inner.choices("go", entry.key, [(rule, rule) for rule in others], "")
        pen.y = inner.y + 8
        pen.draw_row_background(Rect(pen.x, top, pen.width, pen.y - top - 2), place)
        pen.items += inner.items
        pen.spots += inner.spots

    def _mentioned_rules(self, entry: RulebookEntry) -> list[str]:
        """Return the rule ids that an entry mentions, each once, without its own."""
        return [rule for rule in dict.fromkeys(self.links.findall(str(entry.words))) if rule != entry.key]

    def _footer_pane(self, width: float, height: float, marks: FocusState) -> Pane:
        rect, pen = page_footer(width, height, marks, self.back_key)
        found = len(self.matching_entries())
        words = f"{found} of {len(self.book)} entries" if self.sought else f"{len(self.book)} entries"
        room = rect.width - 204
        if width < MIN_WIDE_WIDTH_PX and not self.sought:
            pen.x, pen.y = 12, 8
            pen.button(("contents", 0), "Chapters", "layers", on=self.listing, width=160)
            pen.x, room = 172, room - 172
        else:
            pen.x = 0
        words = fitted_text(words, room, "small")
        pen.write(pen.x + 16, FOOTER_HEIGHT_PX / 2, words, "small", "dim")
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- what it does --

    def _go_to_entry(self, rule: str) -> None:
        """Show an entry in its chapter."""
        chapter = next((entry.chapter for entry in self.book if entry.key == rule), "")
        if chapter:
            self.sought, self.chapter, self.goal, self.listing = "", chapter, rule, False

    def _open_chapter(self, chapter: str) -> None:
        self.sought, self.chapter, self.goal, self.listing = "", chapter, "", False

    def _search(self, words: str) -> None:
        self.sought, self.goal = words[:MAX_SEARCH_LETTERS], ""

    def _leave(self, value: Any) -> None:
        """Go back from a search to the chapter, or from the chapter to where the user came from."""
        if self.sought:
            self.sought = ""
        else:
            self.done = True

    def _toggle_contents(self, value: Any) -> None:
        self.listing = not self.listing


RulesPage.commands = {
    "type": lambda page, value: page._search(page.sought + value[1]),
    "erase": lambda page, value: page._search(page.sought[:-1]),
    "chapter": RulesPage._open_chapter,
    "entry": RulesPage._go_to_entry,
    "go": lambda page, value: page._go_to_entry(value[1]),
    "contents": RulesPage._toggle_contents,
    "leave": RulesPage._leave,
    "rules": lambda page, value: page._leave(value),
}


def show_rules(screen: pygame.Surface, ruleset: AnyRuleset, settings: Settings, at: str = "") -> bool:
    """Show the rules page, at first an entry, until the user leaves it.

    Return whether the window was closed.
    """
    page = RulesPage(ruleset, at, settings.bindings.key_label("leave"))
    desk = create_page_host(screen, page, settings)
    while desk.running:
        desk.move_focus_to(page.first)
        page.goal = ""
        run_page(desk, lambda: bool(page.goal))
    repost_quit(desk)
    return desk.closed


def show_battle_rules(window: Window, settings: Settings) -> Settings:
    """Show the rules in place of a battle, at the entry that was looked up."""
    show_rules(window.screen, window.model.ruleset, settings, window.model.looked_up)
    window.handle_resize()
    return settings
