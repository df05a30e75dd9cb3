"""Rosters: the models that a side keeps throughout a campaign, their skills, and their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path

import msgspec

from battlesim.engine.campaign import CampaignRules
from battlesim.engine.muster import Muster
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.value_decoding import did_you_mean
from battlesim.file_writing import write_atomically
from battlesim.rulesets import registry
from battlesim.scenarios.campaigns import Campaign, campaign_rules, load_campaign
from battlesim.scenarios.scenario_writing import toml_value
from battlesim.scenarios.toml_reading import InputError, check_ids, decode_typed, parse_toml, read_text
from battlesim.table.limits import Identifier, Name, TurnCount

FIRST_ID = 1


class RosterModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model in a campaign: its unspent points, the number of battles it survived, its skills and its marks.

    `slot` is the id of its piece in the current battle, or "" if the model takes no part.
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
    """The models of a side in a campaign, the number of the next battle, and the battle in progress, if any.

    `lost` holds the names of the models that were lost.
    """

    campaign: Identifier
    battle: TurnCount = 1
    under_way: str = ""
    lost: tuple[Name, ...] = ()
    model: tuple[RosterModel, ...] = ()

    def named(self, model: str, where: Path) -> RosterModel:
        """Return the model with the id `model`. Raises InputError if the roster has no such model."""
        known = {own.id: own for own in self.model}
        if model not in known:
            raise InputError(where, "model", f"no model is called {model!r}", did_you_mean(model, known))
        return known[model]


def read_roster(path: Path) -> Roster:
    """Read the roster of a campaign from a file. Raises InputError, with the key, if it is invalid."""
    roster = decode_typed(parse_toml(read_text(path), path), Roster, path)
    try:
        campaign = load_campaign(roster.campaign)
    except InputError as error:
        raise InputError(path, "campaign", f"{error.where}: {error.message}", error.remedy) from None
    check_roster(roster, campaign, path)
    return roster


def check_roster(roster: Roster, campaign: Campaign, path: Path) -> None:
    """Raise InputError if the models or the current battle of a roster do not fit its campaign."""
    rules, ruleset = campaign_rules(campaign), registry.load_ruleset(campaign.ruleset)
    check_ids(path, ((f"model[{number}].id", own.id) for number, own in enumerate(roster.model)))
    slots: set[str] = set()
    for number, own in enumerate(roster.model):
        key = f"model[{number}]"
        _check_model(path, key, own, rules, ruleset)
        if own.slot in slots:
            remedy = "let another model take part, or none"
            raise InputError(path, f"{key}.slot", f"{own.slot} is taken by another model", remedy)
        slots |= {own.slot} - {""}
    if slots and not roster.under_way:
        remedy = 'set each slot to ""'
        raise InputError(path, "under_way", "no battle is under way, but models take part in one", remedy)
    if roster.under_way and not slots:
        message = f"{roster.under_way} is under way, but no model takes part in it"
        raise InputError(path, "under_way", message, 'set it to ""')
    last = len(campaign.scenarios)
    if not 1 <= roster.battle <= last + 1 or (roster.under_way and roster.battle > last):
        raise InputError(path, "battle", f"{roster.battle} is not one of its battles", f"use 1 to {last}")
    if roster.under_way and roster.under_way != battle_name(roster, campaign):
        remedy = f'use "{battle_name(roster, campaign)}", or "" if none is under way'
        raise InputError(path, "under_way", f"{roster.under_way!r} is not battle {roster.battle}", remedy)


def battle_name(roster: Roster, campaign: Campaign) -> str:
    """Return the name of the next battle of a campaign: its number followed by the id of its scenario."""
    return f"{roster.battle}_{campaign.scenarios[roster.battle - 1]}"


def _check_model(path: Path, key: str, own: RosterModel, rules: CampaignRules, ruleset: AnyRuleset) -> None:
    if own.profile not in ruleset.piece_kinds():
        remedy = did_you_mean(own.profile, ruleset.piece_kinds())
        raise InputError(path, f"{key}.profile", f"{ruleset.key} has no profile {own.profile!r}", remedy)
    for skill, count in own.skills.items():
        where = f"{key}.skills.{skill}"
        if skill not in rules.skills:
            raise InputError(path, where, "is not a skill", did_you_mean(skill, rules.skills))
        most = rules.skills[skill].most
        if not 1 <= count <= most:
            raise InputError(path, where, f"{count} is too {'many' if count else 'few'}", f"at most {most}")
        if not rules.skills[skill].is_usable(own.profile):
            message = f"a {ruleset.profile(own.profile)['name']} cannot use {rules.skills[skill].name}"
            raise InputError(path, where, message, "leave it out")
    known = ruleset.start_marks(own.profile)
    for mark, count in own.marks.items():
        if mark in rules.skills or not 1 <= count <= known.get(mark, 0):
            message = f"a model of {own.profile} cannot begin with {count} of this mark"
            raise InputError(path, f"{key}.marks.{mark}", message, "leave it out")


def write_roster(path: Path, roster: Roster) -> None:
    """Write the roster of a campaign to a file, which is replaced atomically."""
    write_atomically(path, roster_text(roster).encode())


def roster_text(roster: Roster) -> str:
    """Return the roster of a campaign as the text of a TOML file."""
    lines = ["# The roster of a campaign; battlesim campaign show | spend | next reads and writes it.", ""]
    lines += [f"campaign = {toml_value(roster.campaign)}", f"battle = {roster.battle}"]
    lines += [f"under_way = {toml_value(roster.under_way)}", f"lost = {toml_value(list(roster.lost))}"]
    for model in roster.model:
        lines += ["", "[[model]]"]
        lines += [f"{key} = {toml_value(value)}" for key, value in msgspec.to_builtins(model).items()]
    return "\n".join(lines) + "\n"


def skill_problem(own: RosterModel, rules: CampaignRules, skill: str) -> str:
    """Return the reason why a model cannot buy a skill, or "" if it can.

    Raises KeyError if there is no such skill.
    """
    offer = rules.skills[skill]
    if not offer.is_usable(own.profile):
        return f"{own.name} cannot use {offer.name}"
    if own.skills.get(skill, 0) >= offer.most:
        return f"{own.name} has {offer.name} as often as is allowed: {offer.most}"
    if own.points < offer.cost:
        return f"{offer.name} costs {offer.cost}, {own.name} has {own.points}"
    return ""


def with_skill(roster: Roster, rules: CampaignRules, model: str, skill: str, where: Path) -> Roster:
    """Return the roster after a model has bought a skill. Raises InputError if the model cannot buy it."""
    own = roster.named(model, where)
    if roster.under_way:
        fault = f"{roster.under_way} is under way: points are spent before a battle"
        raise InputError(where, "under_way", fault, "finish it: battlesim campaign next --record FILE")
    if skill not in rules.skills:
        raise InputError(where, "skill", f"{skill!r} is not a skill", did_you_mean(skill, rules.skills))
    if problem := skill_problem(own, rules, skill):
        raise InputError(where, model, problem, "choose another skill, or keep the points")
    left, skills = own.points - rules.skills[skill].cost, {**own.skills, skill: own.skills.get(skill, 0) + 1}
    taught = msgspec.structs.replace(own, points=left, skills=skills)
    return msgspec.structs.replace(
        roster, model=tuple(taught if held.id == model else held for held in roster.model)
    )


def free_id(known: Collection[str], lost: int = 0) -> str:
    """Return an unused id for a new model. `lost` is the number of lost models, whose ids are not reused."""
    taken, number = set(known), FIRST_ID + len(known) + lost
    while f"m{number}" in taken:
        number += 1
    return f"m{number}"


def new_roster(campaign: str, muster: Muster | None = None) -> Roster:
    """Return the roster of models for the start of a campaign.

    If `muster`, a force bought for points, is given, its models are included. Raises InputError if the
    campaign is unknown or the force belongs to another ruleset.
    """
    rules_of = load_campaign(campaign)
    if muster is None:
        return Roster(campaign)
    if muster.ruleset != rules_of.ruleset:
        message = f"is a muster of {muster.ruleset}, the campaign is one of {rules_of.ruleset}"
        raise InputError("muster", "ruleset", message, "muster another force")
    models, named = dict[str, RosterModel](), Counter[str]()
    profile = registry.load_ruleset(rules_of.ruleset).profile
    for own in (own for detachment in muster.detachment for own in detachment.model):
        key, name = free_id(models), own.name or str(profile(own.profile)["name"])
        named[name] += 1
        label = name if named[name] == 1 else f"{name} #{named[name]}"
        models[key] = RosterModel(key, label, own.profile, marks=dict.fromkeys(own.extras, 1))
    return Roster(campaign, model=tuple(models.values()))
