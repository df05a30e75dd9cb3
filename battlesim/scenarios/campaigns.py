"""Campaigns of linked battles: their scenarios, the roster of a side, and the scenario files made from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from battlesim import data_folders
from battlesim.engine.campaign import CampaignRules, SupportsCampaign
from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit
from battlesim.engine.value_decoding import did_you_mean
from battlesim.file_writing import write_atomically
from battlesim.rulesets import registry
from battlesim.scenarios.library import Scenario, load_scenario
from battlesim.scenarios.toml_reading import InputError, decode_typed, parse_toml, read_text
from battlesim.table.limits import Identifier, Name, TurnCount
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState

FIRST_ID = 1


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign: its title, its ruleset, the side that keeps its models, and its scenarios in order."""

    title: Name
    ruleset: Identifier
    side: Identifier
    scenarios: tuple[Identifier, ...]
    briefing: str = ""


class RosterModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model of a roster: its points to spend, the battles that it survived, its skills and its other marks.

    `slot` is the id of its piece in the battle under way, "" if it takes no part.
    """

    id: Identifier
    name: Name
    profile: Identifier
    points: TurnCount = 0
    battles: TurnCount = 0
    skills: dict[str, TurnCount] = {}
    marks: dict[str, TurnCount] = {}
    slot: str = ""


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The models that a side keeps during a campaign.

    It also holds the number of the next battle, and the battle under way if there is one. `lost` has the
    names of the models that did not survive.
    """

    campaign: Identifier
    battle: TurnCount = 1
    under_way: str = ""
    lost: tuple[Name, ...] = ()
    model: tuple[RosterModel, ...] = ()

    def named(self, model: str, where: Path) -> RosterModel:
        """Return the model with the given id. Raises InputError if there is none."""
        known = {own.id: own for own in self.model}
        if model not in known:
            raise InputError(where, "model", f"no model is called {model!r}", did_you_mean(model, known))
        return known[model]


def campaign_files() -> dict[str, Path]:
    """Return the files of all campaigns, by id."""
    return {path.stem: path for path in sorted((data_folders.maps_folder() / "campaigns").glob("*.toml"))}


def load_campaign(name: str) -> Campaign:
    """Load a campaign by its id. Raises InputError if it is unknown or invalid."""
    known = campaign_files()
    if name not in known:
        raise InputError(name, "", "no campaign has this id", did_you_mean(name, known))
    return decode_typed(parse_toml(read_text(known[name]), known[name]), Campaign, known[name])


def campaign_rules(campaign: Campaign) -> CampaignRules:
    """Return the rules that a campaign's ruleset has for campaigns. Raises InputError if it has none."""
    ruleset = registry.load_ruleset(campaign.ruleset)
    if not isinstance(ruleset, SupportsCampaign):
        raise InputError(campaign.ruleset, "", "this ruleset has no rules for campaigns")
    return ruleset.campaign


def read_roster(path: Path) -> Roster:
    """Read a roster from its file. Raises InputError with file, key and remedy if it is invalid."""
    roster = decode_typed(parse_toml(read_text(path), path), Roster, path)
    rules = campaign_rules(load_campaign(roster.campaign))
    seen: set[str] = set()
    for number, model in enumerate(roster.model):
        _check_model(path, f"model[{number}]", model, rules, seen)
        seen.add(model.id)
    return roster


def _check_model(path: Path, key: str, model: RosterModel, rules: CampaignRules, seen: set[str]) -> None:
    if model.id in seen:
        raise InputError(path, f"{key}.id", f"{model.id} is there twice", "give each model an id of its own")
    for skill, count in model.skills.items():
        if skill not in rules.skills:
            remedy = did_you_mean(skill, rules.skills)
            raise InputError(path, f"{key}.skills.{skill}", "is not a skill", remedy)
        if count > rules.skills[skill].most:
            raise InputError(
                path, f"{key}.skills.{skill}", f"{count} is too many", f"at most {rules.skills[skill].most}"
            )


def write_roster(path: Path, roster: Roster) -> None:
    """Write a roster to a temporary file and then move that into place."""
    write_atomically(path, roster_text(roster).encode())


def roster_text(roster: Roster) -> str:
    """Return a roster as the text of a TOML file."""
    lines = ["# The roster of a campaign; battlesim campaign show | spend | next reads and writes it.", ""]
    lines += [f"campaign = {_toml(roster.campaign)}", f"battle = {roster.battle}"]
    lines += [f"under_way = {_toml(roster.under_way)}", f"lost = {_toml(list(roster.lost))}"]
    for model in roster.model:
        lines += ["", "[[model]]"]
        lines += [f"{key} = {_toml(value)}" for key, value in msgspec.to_builtins(model).items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """Return a value as TOML: text, numbers, lists, and inline tables."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return json.dumps(value, ensure_ascii=False)


def with_skill(roster: Roster, rules: CampaignRules, model: str, skill: str, where: Path) -> Roster:
    """Return the roster after a model has bought a skill. Raises InputError if it cannot buy it."""
    own = roster.named(model, where)
    if roster.under_way:
        fault = f"{roster.under_way} is under way: points are spent before a battle"
        raise InputError(where, "under_way", fault, "finish it: battlesim campaign next --record FILE")
    if skill not in rules.skills:
        raise InputError(where, "skill", f"{skill!r} is not a skill", did_you_mean(skill, rules.skills))
    offer, bought = rules.skills[skill], own.skills.get(skill, 0)
    if not offer.is_usable(own.profile):
        raise InputError(where, model, f"{own.name} cannot use {offer.name}", "choose another skill")
    if bought >= offer.most:
        raise InputError(where, model, f"{own.name} has {offer.name} as often as is allowed: {offer.most}")
    if own.points < offer.cost:
        raise InputError(where, model, f"{offer.name} costs {offer.cost}, {own.name} has {own.points}")
    taught = msgspec.structs.replace(
        own, points=own.points - offer.cost, skills={**own.skills, skill: bought + 1}
    )
    return _with_models(roster, {model: taught})


def _with_models(roster: Roster, changed: Mapping[str, RosterModel]) -> Roster:
    return msgspec.structs.replace(roster, model=tuple(changed.get(m.id, m) for m in roster.model))


def next_battle(roster: Roster, campaign: Campaign, where: Path) -> tuple[Roster, Scenario]:
    """Return the roster in its next battle, with a model for each piece of the side, and the scenario.

    Models that have fought before come first, in the order of the roster; others join it. Raises InputError
    if a battle is under way or none is left.
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
            own = own or RosterModel(_free_id(waiting), piece.name or piece.id, piece.profile)
            marks = {mark.name: mark.count for mark in piece.marks}
            waiting[own.id] = msgspec.structs.replace(own, slot=piece.id, marks=marks)
    fresh = msgspec.structs.replace(
        roster,
        model=tuple(waiting.values()),
        under_way=f"{roster.battle}_{campaign.scenarios[roster.battle - 1]}",
    )
    return fresh, scenario


def _free_id(known: Mapping[str, RosterModel]) -> str:
    number = FIRST_ID
    while f"m{number}" in known:
        number += 1
    return f"m{number}"


def battle_text(roster: Roster, campaign: Campaign, rules: CampaignRules, scenario: Scenario) -> str:
    """Return the text of the scenario file for the battle under way, with the models of the roster."""
    plan = scenario.plan
    lines = [
        f"# {campaign.title}, battle {roster.battle}. Written by battlesim campaign next.",
        "",
        f"extends = {_toml(campaign.scenarios[roster.battle - 1])}",
        f"title = {_toml(f'{campaign.title}: {plan.title}')}",
        "",
        "[rules]",
        *(f"{key} = {_toml(value)}" for key, value in rules.rules.items()),
    ]
    slots = {own.slot: own for own in roster.model if own.slot}
    for unit in plan.units:
        lines += ["", *_unit_lines(unit, slots, rules)]
    return "\n".join(lines) + "\n"


def _unit_lines(unit: PlannedUnit, slots: Mapping[str, RosterModel], rules: CampaignRules) -> Iterator[str]:
    yield "[[unit]]"
    values = {"id": unit.id, "side": unit.side, "name": unit.name, "kind": unit.kind, "zone": unit.zone}
    yield from (f"{key} = {_toml(value)}" for key, value in values.items() if value)
    yield "piece = ["
    for piece in unit.pieces:
        yield f"  {_toml(_piece_values(piece, slots.get(piece.id), rules))},"
    yield "]"


def _piece_values(piece: PlannedPiece, own: RosterModel | None, rules: CampaignRules) -> dict[str, Any]:
    values: dict[str, Any] = {"profile": piece.profile, "id": piece.id, "name": piece.name}
    if isinstance(piece.place, OnTable):
        values |= {"at": [piece.place.x, piece.place.y], "facing": piece.place.facing}
    marks = {mark.name: mark.count for mark in piece.marks}
    if own is not None:
        values["name"] = own.name
        marks |= own.skills | ({rules.battle_mark: own.battles} if own.battles else {})
    return values | ({"marks": marks} if marks else {})


def after_battle(roster: Roster, rules: CampaignRules, state: AnyState, where: Path) -> Roster:
    """Return the roster after a battle: survivors gain points, the others are lost.

    Raises InputError if the battle is not the one under way.
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


def new_roster(campaign: str) -> Roster:
    """Return the roster with which a side begins a campaign. Raises InputError if the campaign is unknown."""
    campaign_rules(load_campaign(campaign))
    return Roster(campaign)
