"""Changes to a campaign roster: skills bought, which can be undone until they are saved, and its battle."""

from __future__ import annotations

from pathlib import Path

from battlesim.players import levels
from battlesim.rulesets import registry
from battlesim.scenarios.campaign_battles import battle_file, battle_record, begin_battle, end_battle
from battlesim.scenarios.campaigns import campaign_rules, load_campaign
from battlesim.scenarios.rosters import Roster, RosterModel, read_roster, with_skill, write_roster
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import SideKey
from battlesim.ui.start.catalogue import read_record_summary
from battlesim.ui.start.start_choice import NewBattleChoice, ResumeChoice


class BattleGains:
    """The result of a campaign battle: the survivors, the names of the lost models, and who played it."""

    def __init__(self, before: Roster, after: Roster, player: str) -> None:
        self.player = player
        fought = {own.id for own in before.model if own.slot}
        self.battle = before.battle
        self.survivors = tuple(own for own in after.model if own.id in fought)
        self.lost = after.lost[len(before.lost) :]


class RosterDraft:
    """The roster (list of models) of a campaign, with the skills bought since it was last saved.

    Raises InputError if the file of the roster is invalid.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._versions = [read_roster(path)]
        self.campaign = load_campaign(self.roster.campaign)
        self.rules = campaign_rules(self.campaign)
        self.ruleset = registry.load_ruleset(self.campaign.ruleset)

    @property
    def roster(self) -> Roster:
        """The roster with all changes."""
        return self._versions[-1]

    @property
    def changes(self) -> int:
        """The number of skills bought since the roster was saved."""
        return len(self._versions) - 1

    @property
    def is_over(self) -> bool:
        """True if no battle is left."""
        return self.roster.battle > len(self.campaign.scenarios)

    def model(self, key: str) -> RosterModel | None:
        """Return the model of an id, or None if there is none."""
        return next((own for own in self.roster.model if own.id == key), None)

    def buy(self, model: str, skill: str) -> None:
        """Let a model buy a skill. Raises InputError if it cannot."""
        self._versions.append(with_skill(self.roster, self.rules, model, skill, self.path))

    def undo(self) -> bool:
        """Take back the last skill that was bought. Return False if there is none since the last save."""
        if not self.changes:
            return False
        self._versions.pop()
        return True

    def save(self) -> None:
        """Write the roster. Raises OSError if that fails."""
        write_roster(self.path, self.roster)
        self._versions = [self.roster]

    def end_finished_battle(self) -> BattleGains | None:
        """Take the survivors of the battle under way if its record is finished; return None otherwise.

        Raises InputError or RecordError if the record is unusable, and OSError if writing fails.
        """
        before = self.roster
        record = battle_record(self.path, before)
        if not before.under_way or not record.exists():
            return None
        summary = read_record_summary(record)
        if summary is None or summary.fault:
            fault = summary.fault if summary else "is not a record"
            raise InputError(record, "", fault, "move it away to play this battle again")
        if not summary.finished:
            return None
        self._versions = [end_battle(self.path, record)]
        return BattleGains(before, self.roster, summary.players[SideKey(self.campaign.side)])

    def start_battle(self, player: str, seed: int) -> NewBattleChoice | ResumeChoice:
        """Save the roster, and return the choice that begins its next battle or resumes it.

        `player` plays the campaign's side and the strongest automated player the others. Raises InputError if
        no battle is left, and OSError if a file cannot be written.
        """
        if self.changes:
            self.save()
        if not self.roster.under_way:
            self._versions = [begin_battle(self.path)]
        record = battle_record(self.path, self.roster)
        if record.exists():
            return ResumeChoice(record, self.path)
        file = battle_file(self.path, self.roster)
        seats = {side: levels.best_level() for side in self._sides(file)}
        seats[SideKey(self.campaign.side)] = player
        return NewBattleChoice(str(file), seats, seed=seed, roster=self.path)

    def _sides(self, file: Path) -> list[SideKey]:
        from battlesim.scenarios.library import load_scenario

        if not file.exists():
            raise InputError(file, "", "the scenario of the battle under way is missing", "put it back there")
        return [SideKey(side.key) for side in load_scenario(str(file)).plan.sides if side.played]
