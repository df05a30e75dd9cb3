"""The battles of a campaign: writing the scenario of the next battle, and updating the roster after it.

A roster holds the models that a side keeps from battle to battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from battlesim.engine.campaign import CampaignRules
from battlesim.engine.record_replay import Replay
from battlesim.engine.ruleset import Outcome
from battlesim.engine.scenario_plan import PlannedPiece
from battlesim.file_writing import write_atomically
from battlesim.scenarios.campaigns import Campaign, campaign_rules, load_campaign
from battlesim.scenarios.library import Scenario, load_scenario
from battlesim.scenarios.rosters import (
    Roster,
    RosterModel,
    battle_name,
    free_id,
    read_roster,
    write_roster,
)
from battlesim.scenarios.scenario_writing import toml_value, unit_lines
from battlesim.scenarios.sources import RECORD_SUFFIX, load_record
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Mark
from battlesim.table.state import AnyState


def battle_file(path: Path, roster: Roster) -> Path:
    """Return the path of the scenario file for the current battle of a campaign, beside the roster file."""
    return path.with_name(f"{path.stem}_{roster.under_way}.toml")


def battle_record(path: Path, roster: Roster) -> Path:
    """Return the path under which the current battle of a campaign is saved, beside the roster file."""
    return battle_file(path, roster).with_suffix(RECORD_SUFFIX)


def begin_battle(path: Path) -> Roster:
    """Start the next battle of a campaign: write its scenario and update the roster file. Return the roster.

    Raises InputError if a battle is in progress or no battle is left, and OSError if a file cannot be
    written.
    """
    roster = read_roster(path)
    campaign = load_campaign(roster.campaign)
    ready, scenario = next_battle(roster, campaign, path)
    text = battle_text(ready, campaign, campaign_rules(campaign), scenario)
    write_atomically(battle_file(path, ready), text.encode())
    write_roster(path, ready)
    return ready


def end_battle(path: Path, record: Path) -> Roster:
    """End the current battle of a campaign and keep its survivors in the roster file. Return the roster.

    The survivors are read from the saved battle `record`. Raises InputError if no battle is in progress, or
    if `record` is another or an unfinished battle, and RecordError if the file cannot be read.
    """
    roster = read_roster(path)
    if not roster.under_way:
        raise InputError(path, "under_way", "no battle is under way", f"battlesim campaign next {path}")
    rules = campaign_rules(load_campaign(roster.campaign))
    ended = after_battle(roster, rules, _last_state(record), record)
    write_roster(path, ended)
    return ended


def _last_state(record: Path) -> AnyState:
    """Return the last state of a finished battle. Raises InputError if the battle still goes on."""
    read = load_record(record)
    replay = Replay(read)
    state = replay.state_after(len(replay))
    if not isinstance(read.ruleset.next_step(state), Outcome):
        raise InputError(record, "", "is not over", f"battlesim play {record} goes on with it")
    return state


def next_battle(roster: Roster, campaign: Campaign, where: Path) -> tuple[Roster, Scenario]:
    """Return a roster whose models are assigned to the next battle, and the scenario of that battle.

    Each piece of the campaign's side is given a model: first the models of the roster in order, then new
    recruits. Raises InputError if a battle is in progress or no battle is left.
    """
    if roster.under_way:
        remedy = "battlesim campaign next --record FILE, with the record of that battle"
        raise InputError(where, "under_way", f"{roster.under_way} is under way", remedy)
    if roster.battle > len(campaign.scenarios):
        raise InputError(where, "battle", "the campaign is over", "begin another: battlesim campaign new")
    scenario = load_scenario(campaign.scenarios[roster.battle - 1])
    waiting = {own.id: msgspec.structs.replace(own, slot="") for own in roster.model}
    for unit in scenario.plan.units:
        for piece in unit.pieces if unit.side == campaign.side else ():
            own = next((m for m in waiting.values() if not m.slot and m.profile == piece.profile), None)
            own = own or RosterModel(
                free_id(waiting, len(roster.lost)), piece.name or piece.id, piece.profile
            )
            marks = own.marks | {mark.name: mark.count for mark in piece.marks}
            waiting[own.id] = msgspec.structs.replace(own, slot=piece.id, marks=marks)
    fresh = msgspec.structs.replace(
        roster,
        model=tuple(waiting.values()),
        under_way=battle_name(roster, campaign),
    )
    return fresh, scenario


def count_eligible_models(campaign: Campaign, profiles: Iterable[str]) -> int:
    """Return how many models with the given profiles can take part in some battle of a campaign."""
    most = Counter[str]()
    for key in campaign.scenarios:
        units = load_scenario(key).plan.units
        most |= Counter(own.profile for unit in units if unit.side == campaign.side for own in unit.pieces)
    return (Counter(profiles) & most).total()


def battle_text(roster: Roster, campaign: Campaign, rules: CampaignRules, scenario: Scenario) -> str:
    """Return the text of the scenario file for the current battle of a campaign.

    The pieces of the scenario are the models of the roster.
    """
    plan = scenario.plan
    lines = [
        f"# {campaign.title}, battle {roster.battle}. Written by battlesim campaign next.",
        "",
        f"extends = {toml_value(campaign.scenarios[roster.battle - 1])}",
        f"title = {toml_value(f'{campaign.title}: {plan.title}')}",
        "",
        "[rules]",
        *(f"{key} = {toml_value(value)}" for key, value in rules.rules.items()),
    ]
    pieces = {piece.id: piece for unit in plan.units for piece in unit.pieces}
    models = {
        own.slot: _planned_with_experience(pieces[own.slot], own, rules) for own in roster.model if own.slot
    }
    for unit in plan.units:
        lines += unit_lines(unit, models)
    return "\n".join(lines) + "\n"


def _planned_with_experience(piece: PlannedPiece, own: RosterModel, rules: CampaignRules) -> PlannedPiece:
    marks = {mark.name: mark.count for mark in piece.marks} | own.marks | own.skills
    marks |= {rules.battle_mark: own.battles} if own.battles else {}
    kept = tuple(Mark(name, count) for name, count in marks.items())
    return msgspec.structs.replace(piece, name=own.name, marks=kept)


def after_battle(roster: Roster, rules: CampaignRules, state: AnyState, where: Path) -> Roster:
    """Return the roster of a campaign after a battle. Survivors gain points, and lost models are removed.

    Raises InputError if `state` is not the end of the roster's current battle.
    """
    fought = [own for own in roster.model if own.slot]
    pieces = state.table.pieces
    if any(own.slot not in pieces or pieces[own.slot].kind != own.profile for own in fought):
        raise InputError(
            where, "", f"is not a record of {roster.under_way}", "name the record of that battle"
        )
    alive = {own.id for own in fought if rules.survives(pieces[own.slot])}
    kept = [_rested(own, rules, own.id in alive) for own in roster.model if not own.slot or own.id in alive]
    return msgspec.structs.replace(
        roster,
        model=tuple(kept),
        battle=roster.battle + 1,
        under_way="",
        lost=(*roster.lost, *(own.name for own in fought if own.id not in alive)),
    )


def _rested(model: RosterModel, rules: CampaignRules, fought: bool) -> RosterModel:
    earned = rules.points_per_battle if fought else 0
    return msgspec.structs.replace(
        model, slot="", points=model.points + earned, battles=model.battles + int(fought)
    )
