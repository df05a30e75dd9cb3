"""The page of campaigns, on which the user continues a campaign, begins one or musters a force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from battlesim.file_writing import file_name_from_text, numbered_paths, write_to_first_free
from battlesim.scenarios.battle_files import folder_problem
from battlesim.scenarios.campaign_battles import count_eligible_models
from battlesim.scenarios.campaigns import Campaign, campaign_files, load_campaign
from battlesim.scenarios.library import scenario_files
from battlesim.scenarios.musters import read_muster
from battlesim.scenarios.rosters import Roster, new_roster, read_roster, roster_text
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text
from battlesim.ui.pages.page import Page, PageWriter
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.start.campaign.list_page import FooterButton, ListPage
from battlesim.ui.start.catalogue import title_of

NO_MUSTER: Final = Path()
"""The choice of no muster: the models of the scenarios join the roster."""


def files_with_key(folder: Path, key: str) -> list[Path]:
    """Return the TOML files of a folder with a key at their top, sorted by name; others are left out."""
    return [path for path in sorted(folder.glob("*.toml")) if key in _top_keys(path)]


def _top_keys(path: Path) -> set[str]:
    try:
        return set(parse_toml(read_text(path), path))
    except InputError:
        return set()


def roster_status(roster: Roster, campaign: Campaign) -> str:
    """Return which battle of a campaign is next, or that it is over."""
    battles = len(campaign.scenarios)
    if roster.under_way:
        return f"battle {roster.battle} of {battles} is under way"
    return f"battle {roster.battle} of {battles} is next" if roster.battle <= battles else "it is over"


class CampaignsPage(ListPage):
    """The page that lists campaigns (series of linked battles).

    When `done` is True, `wants` says what to open next, and `chosen` is the file to open.
    """

    status_title = "CampaignsPage"
    title = "Campaigns"
    hint = "Linked battles: whoever survives gains experience, which buys skills."

    def __init__(self, folder: Path, bindings: KeyBindings) -> None:
        super().__init__()
        self.folder, self.bindings = folder, bindings
        self.wants, self.chosen = "", Path()
        self.campaigns = {key: load_campaign(key) for key in campaign_files()}
        self.rosters = files_with_key(folder, "campaign")
        self.musters = files_with_key(folder, "faction")
        self.notes = {path: self._roster_note(path) for path in self.rosters}
        self.muster = NO_MUSTER
        self._force_notes: dict[tuple[str, Path], str] = {}
        self.select(next(iter(self.campaigns), ""))

    def select(self, key: str) -> None:
        """Select a campaign to begin."""
        self.campaign, self.fields["name"] = key, file_name_from_text(key, "campaign")

    @property
    def detail_key(self) -> str:
        """The selected campaign."""
        return self.campaign

    def _roster_note(self, path: Path) -> str:
        try:
            roster = read_roster(path)
        except InputError as error:
            return f"cannot be opened: {error.message}"
        campaign = self.campaigns[roster.campaign]
        return f"{campaign.title}: {roster_status(roster, campaign)}"

    def _force_note(self, path: Path) -> str:
        """Return how many models of a muster have a place in the battles; the others will rest."""
        if path == NO_MUSTER:
            return "join the roster in the battle in which they are needed"
        key = (self.campaign, path)
        if key not in self._force_notes:
            try:
                held = [own.profile for part in read_muster(path).detachment for own in part.model]
                places = count_eligible_models(self.campaigns[self.campaign], held)
                self._force_notes[key] = f"{places} of {len(held)} models have a place in its battles"
            except InputError as error:
                self._force_notes[key] = f"cannot be used: {error.message}"
        return self._force_notes[key]

    # -- display --

    def write_list(self, pen: PageWriter) -> None:
        """Write the rosters, the campaigns and the musters."""
        if self.rosters:
            pen.heading("Go on", str(len(self.rosters)))
            for path in self.rosters:
                pen.row(("roster", path), path.stem, self.notes[path], icon="play")
            pen.space(8)
        pen.heading("Begin a campaign", str(len(self.campaigns)))
        for key, campaign in self.campaigns.items():
            note = f"{len(campaign.scenarios)} battles"
            pen.row(("campaign", key), campaign.title, note, key == self.campaign, "flag")
        pen.space(8)
        pen.heading("Musters", "forces bought by points")
        for path in self.musters:
            pen.row(("muster", path), path.stem, "change it", icon="layers")
        pen.button(("muster", NO_MUSTER), "Muster a force", "plus")

    def write_details(self, pen: PageWriter) -> None:
        """Write the selected campaign, with the name of its roster and the force to begin with."""
        campaign = self.campaigns.get(self.campaign)
        if campaign is None:
            pen.paragraph("There are no campaigns.", "body", "dim")
            return
        pen.paragraph(campaign.title, "title", "bright", True)
        pen.space(6)
        for paragraph in campaign.briefing.strip().split("\n\n"):
            pen.paragraph(" ".join(paragraph.split()), "body", "text")
            pen.space(6)
        pen.heading("Battles", str(len(campaign.scenarios)))
        known = scenario_files()
        for number, scenario in enumerate(campaign.scenarios, 1):
            pen.paragraph(f"{number}. {title_of(known[scenario])}", "body", "text")
        pen.space(10)
        pen.heading("Who begins it")
        forces = [(NO_MUSTER, "the models of its battles"), *((path, path.stem) for path in self.musters)]
        for path, label in forces:
            on = path == self.muster
            pen.row(("force", path), label, self._force_note(path), on, "ready" if on else "layers")
        pen.space(8)
        pen.label("Name of the roster", "small", "dim")
        pen.field("name", self.fields["name"], 320)
        pen.paragraph(f"Saved in {self.folder}", "small", "dim")

    def buttons(self) -> list[FooterButton]:
        """Return the buttons to begin the selected campaign and to go back."""
        keys = self.bindings.key_label
        begin = FooterButton(("begin", ""), "Begin it", "play", keys("begin"))
        return [begin, FooterButton(("leave", ""), "Back", "undo", keys("leave"))]

    # -- commands --

    def _open(self, wants: str, path: Path) -> None:
        self.wants, self.chosen, self.done = wants, path, True

    def _begin(self) -> None:
        name = file_name_from_text(self.fields["name"], "campaign")
        try:
            muster = None if self.muster == NO_MUSTER else read_muster(self.muster)
            fresh = new_roster(self.campaign, muster)
            if reason := folder_problem(self.folder):
                raise InputError(self.folder, "", reason, "choose another folder in the settings")
            paths = numbered_paths(self.folder / f"{name}.toml")
            path = write_to_first_free(paths, roster_text(fresh).encode())
        except (InputError, OSError) as error:
            self.say(str(error), error=True)
            return
        self._open("roster", path)

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "roster": lambda page, value: page._open("roster", value),
        "drop": lambda page, value: page._open("roster", Path(value)),
        "muster": lambda page, value: page._open("muster", value),
        "campaign": lambda page, value: page.select(value),
        "force": lambda page, value: setattr(page, "muster", value),
        "begin": lambda page, value: page._begin(),
        "enter": lambda page, value: page._begin(),
        "type": ListPage.type_text,
        "erase": ListPage.erase_letter,
        "leave": Page.leave,
    }
