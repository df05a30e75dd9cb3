"""The command `battlesim campaign`, which manages the roster of a side in a series of linked battles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import print_lines, print_table

if TYPE_CHECKING:
    from battlesim.engine.campaign import CampaignRules
    from battlesim.scenarios.campaigns import Roster
    from battlesim.table.state import AnyState

app = typer.Typer(help="Linked battles whose survivors gain experience.", no_args_is_help=True)
RosterFile = Annotated[Path, typer.Argument(help="File of the roster.")]


@app.command("list")
def list_campaigns() -> None:
    """List the campaigns that can be played."""
    from battlesim.scenarios.campaigns import campaign_files, load_campaign

    rows = [(key, load_campaign(key)) for key in campaign_files()]
    print_table(
        ("campaign", "title", "battles"), [[key, c.title, ", ".join(c.scenarios)] for key, c in rows], ()
    )


@app.command("new")
def new_campaign(
    campaign: Annotated[str, typer.Argument(help="Id of a campaign.")], roster: RosterFile
) -> None:
    """Begin a campaign by writing the file of its roster."""
    from battlesim.file_writing import write_new
    from battlesim.scenarios.campaigns import load_campaign, new_roster, roster_text
    from battlesim.scenarios.toml_reading import InputError

    fresh = new_roster(campaign)
    try:
        write_new(roster, roster_text(fresh).encode())
    except FileExistsError:
        raise InputError(roster, "", "is there already", "name another file") from None
    except OSError as error:
        raise InputError(roster, "", f"cannot be written: {error.strerror}") from None
    print_lines(
        *load_campaign(campaign).briefing.strip().splitlines(), "", f"battlesim campaign next {roster}"
    )


@app.command("show")
def show_roster(roster: RosterFile) -> None:
    """Show the models of a roster, their points and their skills."""
    from battlesim.scenarios.campaigns import campaign_rules, load_campaign, read_roster

    held = read_roster(roster)
    campaign = load_campaign(held.campaign)
    rules = campaign_rules(campaign)
    print_lines(f"{campaign.title}: {_where(held, len(campaign.scenarios))}")
    rows = [
        [own.id, own.name, own.profile, str(own.points), str(own.battles), _skills(own.skills, rules)]
        for own in held.model
    ]
    print_table(("id", "name", "profile", "points", "battles", "skills"), rows, ("points", "battles"))
    if held.lost:
        print_lines(f"lost: {', '.join(held.lost)}")


def _where(roster: Roster, battles: int) -> str:
    if roster.under_way:
        return f"battle {roster.battle} of {battles} is under way"
    return f"battle {roster.battle} of {battles} is next" if roster.battle <= battles else "it is over"


def _skills(skills: dict[str, int], rules: CampaignRules) -> str:
    names = (f"{rules.skills[key].name} {count}" for key, count in skills.items())
    return ", ".join(names) or "-"


@app.command("spend")
def spend_points(
    roster: RosterFile,
    model: Annotated[str, typer.Argument(help="Id of a model of the roster.")],
    skill: Annotated[str, typer.Argument(help="Skill to buy; without one, the skills are listed.")] = "",
) -> None:
    """Buy a skill for a model of a roster, before a battle."""
    from battlesim.scenarios.campaigns import (
        campaign_rules,
        load_campaign,
        read_roster,
        with_skill,
        write_roster,
    )

    held = read_roster(roster)
    rules = campaign_rules(load_campaign(held.campaign))
    own = held.named(model, roster)
    if not skill:
        rows = [
            [key, offer.name, str(offer.cost), f"{own.skills.get(key, 0)} of {offer.most}"]
            for key, offer in rules.skills.items()
            if offer.is_usable(own.profile)
        ]
        print_lines(f"{own.name} has {own.points} points")
        print_table(("skill", "name", "cost", "bought"), rows, ("cost",))
        return
    taught = with_skill(held, rules, model, skill, roster)
    write_roster(roster, taught)
    left = taught.named(model, roster).points
    print_lines(f"{own.name} has learnt {rules.skills[skill].name}; {left} points left")


@app.command("next")
def next_battle(
    roster: RosterFile,
    record: Annotated[
        Path | None, typer.Option(help="Record of the battle under way, to take its survivors from.")
    ] = None,
) -> None:
    """Write the scenario file of the next battle; with --record, end the battle under way first."""
    from battlesim.file_writing import write_atomically
    from battlesim.scenarios import campaigns
    from battlesim.scenarios.toml_reading import InputError

    held = campaigns.read_roster(roster)
    campaign = campaigns.load_campaign(held.campaign)
    rules = campaigns.campaign_rules(campaign)
    if record is not None:
        if not held.under_way:
            raise InputError(
                roster, "under_way", "no battle is under way", f"battlesim campaign next {roster}"
            )
        held = campaigns.after_battle(held, rules, _last_state(record), record)
        campaigns.write_roster(roster, held)
        print_lines(f"{len(held.model)} on the roster, {len(held.lost)} lost so far")
        print_lines("spend points, or go on: battlesim campaign next")
        return
    ready, scenario = campaigns.next_battle(held, campaign, roster)
    path = roster.with_name(f"{roster.stem}_{ready.under_way}.toml")
    write_atomically(path, campaigns.battle_text(ready, campaign, rules, scenario).encode())
    campaigns.write_roster(roster, ready)
    print_lines(f"battlesim play {path} --record {path.with_suffix('.battle')}")
    print_lines(f"battlesim campaign next {roster} --record {path.with_suffix('.battle')}")


def _last_state(record: Path) -> AnyState:
    """Return the last state of a finished battle. Raises InputError if the battle still goes on."""
    from battlesim.engine.record_read import read_record
    from battlesim.engine.record_replay import Replay
    from battlesim.engine.ruleset import Outcome
    from battlesim.rulesets import registry
    from battlesim.scenarios.toml_reading import InputError

    read = read_record(record, registry.load_ruleset)
    replay = Replay(read)
    state = replay.state_after(len(replay))
    if not isinstance(read.ruleset.next_step(state), Outcome):
        raise InputError(record, "", "is not over", f"battlesim play {record} goes on with it")
    return state
