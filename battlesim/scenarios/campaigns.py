"""Campaigns (series of linked battles): their files and the campaign rules of their rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from battlesim import data_folders
from battlesim.engine.campaign import CampaignRules, SupportsCampaign
from battlesim.engine.value_decoding import did_you_mean
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError
from battlesim.scenarios.library import scenario_files
from battlesim.scenarios.toml_reading import InputError, decode_typed, parse_toml, read_text
from battlesim.table.limits import Identifier, Name

MAX_BATTLES = 50
"""Maximum number of battles of a campaign."""


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A series of linked battles: its title, ruleset and scenarios, and the side whose models are kept."""

    title: Name
    ruleset: Identifier
    side: Identifier
    scenarios: Annotated[tuple[Identifier, ...], Meta(min_length=1, max_length=MAX_BATTLES)]
    briefing: str = ""


def campaign_files() -> dict[str, Path]:
    """Return a dict that maps the id of each campaign to the path of its file."""
    return {path.stem: path for path in sorted((data_folders.maps_folder() / "campaigns").glob("*.toml"))}


def load_campaign(name: str) -> Campaign:
    """Load a campaign by its id. Raises InputError if the id is unknown or the file is invalid."""
    known = campaign_files()
    if name not in known:
        raise InputError(name, "", "no campaign has this id", did_you_mean(name, known))
    return read_campaign(known[name])


def read_campaign(path: Path) -> Campaign:
    """Read a campaign from a file. Raises InputError, which names the key and a remedy, if it is invalid."""
    campaign = decode_typed(parse_toml(read_text(path), path), Campaign, path)
    try:
        campaign_rules(campaign)
    except (InputError, PluginError) as error:
        raise InputError(path, "ruleset", str(error), "name a ruleset with campaigns") from None
    known = scenario_files()
    for number, scenario in enumerate(campaign.scenarios):
        if scenario not in known:
            message = f"no scenario is called {scenario!r}"
            raise InputError(path, f"scenarios[{number}]", message, did_you_mean(scenario, known))
        sides = scenario_sides(known[scenario])
        if sides and campaign.side not in sides:
            message = f"{scenario} has no side {campaign.side!r}"
            raise InputError(path, "side", message, did_you_mean(campaign.side, sides))
    return campaign


def scenario_sides(path: Path) -> list[str]:
    """Return the keys of the sides in a scenario file. Malformed entries are skipped."""
    sides = parse_toml(read_text(path), path).get("side", ())
    return [str(side["key"]) for side in sides if isinstance(side, dict) and "key" in side]


def campaign_rules(campaign: Campaign) -> CampaignRules:
    """Return the ruleset's rules for a campaign. Raises InputError if the ruleset has no such rules."""
    ruleset = registry.load_ruleset(campaign.ruleset)
    if not isinstance(ruleset, SupportsCampaign):
        raise InputError(campaign.ruleset, "", "this ruleset has no rules for campaigns")
    return ruleset.campaign
