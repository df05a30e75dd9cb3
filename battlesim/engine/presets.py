"""Presets: named sets of option values, from `presets.toml` of a ruleset.

[[preset]]
key = "quick"
title = "Quick"
text = "Fewer rounds, and nobody waits."
options = { rounds = "6" }      # what differs from the options of the scenario
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec


class OptionPreset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of option values; `options` holds the values that differ from the scenario's options."""

    key: str
    title: str
    text: str
    options: dict[str, str] = {}

    def values_for(self, scenario_options: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all options of a scenario under this preset."""
        return {**scenario_options, **{k: v for k, v in self.options.items() if k in scenario_options}}


@runtime_checkable
class SupportsPresets(Protocol):
    """A ruleset with presets for its options."""

    @property
    def presets(self) -> tuple[OptionPreset, ...]:
        """The presets, beginning with the preset that follows the published rules."""
        ...
