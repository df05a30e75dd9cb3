"""The page of a campaign roster, with its models, the skills that they can buy, and the next battle."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from battlesim.engine.record import RecordError
from battlesim.players import levels
from battlesim.scenarios.campaign_battles import battle_record
from battlesim.scenarios.library import scenario_files
from battlesim.scenarios.rosters import RosterModel, skill_problem
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.phrases import capitalized, without_prefix
from battlesim.ui.pages.page import PageWriter
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.start.campaign.campaigns_page import roster_status
from battlesim.ui.start.campaign.list_page import FooterButton, ListPage, write_row_value
from battlesim.ui.start.campaign.roster_draft import BattleGains, RosterDraft
from battlesim.ui.start.catalogue import title_of
from battlesim.ui.start.start_choice import NewBattleChoice, ResumeChoice
from battlesim.ui.start.start_model import HUMAN

MAX_SEED: Final = 1_000_000
PLAYERS: Final = ((HUMAN, "you"), (levels.best_level(), "an automated player"))


def points_text(points: int) -> str:
    """Return a number of points as text."""
    return f"{points} point{'s' * (points != 1)}"


class RosterPage(ListPage):
    """The page that shows the roster (the list of models) of a campaign.

    When `done` is True, `choice` is the battle to play, or None.
    """

    status_title = "RosterPage"
    hint = "Choose a model to see what it can learn. Nothing is kept until it is saved."

    def __init__(self, draft: RosterDraft, bindings: KeyBindings, gains: BattleGains | None = None) -> None:
        super().__init__()
        self.draft, self.bindings, self.gains = draft, bindings, gains
        self.title = f"{draft.campaign.title}: {draft.path.stem}"
        self.choice: NewBattleChoice | ResumeChoice | None = None
        self.player = gains.player if gains else HUMAN
        self.selected = next((own.id for own in draft.roster.model if own.points), "")
        self.selected = self.selected or next((own.id for own in draft.roster.model), "")
        self._warned = ""

    @property
    def detail_key(self) -> str:
        """The selected model."""
        return self.selected

    # -- display --

    def write_list(self, pen: PageWriter) -> None:
        """Write what the last battle brought, the next battle, the models, and the lost ones."""
        draft, roster = self.draft, self.draft.roster
        if self.gains:
            self._write_gains(pen, self.gains)
        pen.heading("Battles", roster_status(roster, draft.campaign))
        known = scenario_files()
        for number, scenario in enumerate(draft.campaign.scenarios, 1):
            done = "fought" if number < roster.battle else "next" if number == roster.battle else ""
            colour = "bright" if number == roster.battle else "dim"
            pen.paragraph(
                f"{number}. {title_of(known[scenario])}{done and f': {done}'}", "body", colour, done == "next"
            )
        pen.space(6)
        if not draft.is_over and not self._has_record():
            pen.label("Your side is played by", "small", "dim")
            pen.choices("player", "", PLAYERS, self.player)
        pen.space(6)
        pen.heading("Models", f"{len(roster.model)} alive")
        if not roster.model:
            pen.paragraph("The models of the first battle will join the roster.", "body", "dim")
        for own in sorted(roster.model, key=lambda own: (-own.points, -own.battles)):
            self._write_model(pen, own)
        if roster.lost:
            pen.space(8)
            pen.heading("Lost", str(len(roster.lost)))
            pen.paragraph(", ".join(roster.lost), "body", "dim")

    def _write_gains(self, pen: PageWriter, gains: BattleGains) -> None:
        pen.heading(f"After battle {gains.battle}")
        points = f"{points_text(self.draft.rules.points_per_battle)} of experience"
        if gains.survivors:
            names = ", ".join(own.name for own in gains.survivors)
            pen.paragraph(f"{points} more, and one battle survived: {names}.", "body", "bright")
        else:
            pen.paragraph("Nobody survived.", "body", "bright")
        lost = ", ".join(gains.lost)
        pen.paragraph(f"Lost: {lost}." if lost else "Nobody was lost.", "body", "orange" if lost else "text")
        pen.space(8)

    def _write_model(self, pen: PageWriter, own: RosterModel) -> None:
        kind = str(self.draft.ruleset.profile(own.profile)["name"])
        battles = f"{own.battles} battle{'s' * (own.battles != 1)} survived"
        note = f"{kind} · {battles}" if kind != own.name else battles
        y = pen.y
        pen.row(("model", own.id), own.name, note, own.id == self.selected, "ready" if own.slot else "")
        write_row_value(pen, y, f"{own.points} EP", "yellow" if own.points else "dim")
        if own.skills:
            pen.x, pen.width = pen.x + 12, pen.width - 24
            skills = (self._skill_name(key, count) for key, count in own.skills.items())
            pen.paragraph(", ".join(skills), "small", "sky")
            pen.x, pen.width = pen.x - 12, pen.width + 24
            pen.space(6)

    def _skill_name(self, key: str, count: int) -> str:
        name = self.draft.rules.skills[key].name
        return f"{name} × {count}" if count > 1 else name

    def write_details(self, pen: PageWriter) -> None:
        """Write the skills of the selected model: cost, text, and why it cannot buy one."""
        own = self.draft.model(self.selected)
        if own is None:
            pen.paragraph("Nobody is on the roster yet.", "body", "dim")
            return
        pen.paragraph(own.name, "title", "bright", True)
        kind = str(self.draft.ruleset.profile(own.profile)["name"])
        pen.paragraph(f"{kind}, {own.battles} battle{'s' * (own.battles != 1)} survived", "body", "text")
        pen.paragraph(
            f"{points_text(own.points)} of experience to spend", "body", "yellow" if own.points else "dim"
        )
        if self.draft.roster.under_way:
            pen.paragraph("A battle is under way: points are spent before a battle.", "body", "orange")
        pen.space(8)
        pen.heading("Skills", "points of experience")
        for key in self.draft.rules.skills:
            self._write_skill(pen, own, key)

    def _write_skill(self, pen: PageWriter, own: RosterModel, key: str) -> None:
        offer, bought = self.draft.rules.skills[key], own.skills.get(key, 0)
        problem = "" if self.draft.roster.under_way else skill_problem(own, self.draft.rules, key)
        can_buy = not problem and not self.draft.roster.under_way
        note = problem or f"bought {bought} of {offer.most}"
        y, icon = pen.y, "plus" if can_buy else "ready" if bought else "spent"
        pen.row(("buy", key), offer.name, note, icon=icon)
        write_row_value(pen, y, str(offer.cost), "bright" if can_buy else "dim")
        pen.x, pen.width = pen.x + 36, pen.width - 48
        text = self.draft.ruleset.rulebook[offer.rule].text
        title, colon, _ = str(text).partition(": ")
        pen.paragraph(capitalized(without_prefix(text, title + colon) if colon else text), "small", "dim")
        pen.x, pen.width = pen.x - 36, pen.width + 48
        pen.space(8)

    def buttons(self) -> list[FooterButton]:
        """Return the buttons for the next battle, saving, undo and going back."""
        keys, draft = self.bindings.key_label, self.draft
        battle = "Resume it" if self._has_record() else f"To battle {draft.roster.battle}"
        found = [] if draft.is_over else [FooterButton(("begin", ""), battle, "play", keys("begin"))]
        if draft.changes:
            found += [FooterButton(("save", ""), "Save", "bookmark", keys("save_page"))]
            found += [FooterButton(("undo", ""), "Undo", "prev", keys("undo_page"))]
        return [*found, FooterButton(("leave", ""), "Back", "undo", keys("leave"))]

    def _has_record(self) -> bool:
        roster = self.draft.roster
        return bool(roster.under_way) and battle_record(self.draft.path, roster).exists()

    # -- commands --

    def _select(self, key: str) -> None:
        self.selected = key
        self.say("")

    def _buy(self, skill: str) -> None:
        self._warned = ""
        try:
            self.draft.buy(self.selected, skill)
        except InputError as error:
            self.say(f"{capitalized(error.message)}.", error=True)
            return
        own = self.draft.model(self.selected)
        assert own is not None
        name = self.draft.rules.skills[skill].name
        self.say(f"{own.name} learns {name}; {points_text(own.points)} left. Not saved yet.")

    def _undo(self) -> None:
        self.say("Taken back." if self.draft.undo() else "Nothing to take back since the last save.")

    def _save(self) -> None:
        try:
            self.draft.save()
            self.say(f"Saved in {self.draft.path}.")
        except OSError as error:
            self.say(f"{self.draft.path}: cannot be written: {error.strerror}", error=True)

    def _begin(self) -> None:
        why = self._reason_to_stay()
        if why and self._warned != "begin":
            self._warned = "begin"
            self.say(f"{why}: once more goes to the battle.", error=True)
            return
        seed = random.SystemRandom().randrange(1, MAX_SEED)
        try:
            self.choice = self.draft.start_battle(self.player, seed)
            self.done = True
        except (InputError, RecordError, OSError) as error:
            self.say(str(error), error=True)

    def _reason_to_stay(self) -> str:
        """Return what is unfinished on the page and could be forgotten before a battle, "" if nothing is."""
        draft = self.draft
        if draft.changes:
            return self._unsaved_text()
        models = () if draft.roster.under_way else draft.roster.model
        pairs = ((own, key) for own in models for key in draft.rules.skills)
        can_buy = any(not skill_problem(own, draft.rules, key) for own, key in pairs)
        return "Points are left to spend" if can_buy else ""

    def _unsaved_text(self) -> str:
        count = self.draft.changes
        return f"{'A skill is' if count == 1 else f'{count} skills are'} not saved"

    def _leave(self) -> None:
        if self.draft.changes and self._warned != "leave":
            self._warned = "leave"
            self.say(f"{self._unsaved_text()}: save, or go back once more to drop it.", error=True)
            return
        self.done = True

    def _set_player(self, value: tuple[str, str]) -> None:
        self.player = value[1]

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "model": _select,
        "buy": _buy,
        "player": _set_player,
        "undo": lambda page, value: page._undo(),
        "save": lambda page, value: page._save(),
        "begin": lambda page, value: page._begin(),
        "leave": lambda page, value: page._leave(),
    }
