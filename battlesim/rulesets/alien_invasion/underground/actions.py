"""The actions of those who go underground, are there, and come up."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from ..core.group_action import GroupAction
from ..core.state import Battle
from .burrowing import (
    ALONG,
    DOWN,
    UP,
    dig_along,
    dig_down,
    is_at_hole,
    is_burrower,
    surface,
    why_cannot_dig,
    why_cannot_surface,
)
from .tunnels import ALONG as SEWER_ALONG
from .tunnels import (
    DEPLOYS,
    DIGS_OUT,
    climb_out,
    deploy,
    dig_out,
    go_along,
    go_down,
    leads_deployment,
    may_climb_out,
    may_dig_out,
    may_go_along,
    may_go_down,
    why_cannot_climb_out,
    why_cannot_deploy,
    why_cannot_go_along,
    why_cannot_go_down,
)
from .tunnels import DOWN as SEWER_DOWN
from .tunnels import UP as SEWER_UP


def _open(state: Battle, group: UnitId) -> AnyText:
    return ""


UNDERGROUND_ACTIONS: Mapping[str, GroupAction] = {
    "tunnel_down": GroupAction("Tunnel down", DOWN, why_cannot_dig, dig_down, is_burrower),
    "tunnel_along": GroupAction("Tunnel along", ALONG, _open, dig_along, is_burrower, "below"),
    "surface": GroupAction("Come up", UP, why_cannot_surface, surface, is_burrower, "below", is_at_hole),
    "descend": GroupAction("Go down", SEWER_DOWN, why_cannot_go_down, go_down, may_go_down),
    "along": GroupAction("Go along below", SEWER_ALONG, why_cannot_go_along, go_along, may_go_along, "below"),
    "deploy": GroupAction("Deploy", DEPLOYS, why_cannot_deploy, deploy, leads_deployment, "below"),
    "dig_out": GroupAction("Dig a way out", DIGS_OUT, _open, dig_out, may_dig_out, "below"),
    "climb_out": GroupAction("Climb out", SEWER_UP, why_cannot_climb_out, climb_out, may_climb_out, "below"),
}
