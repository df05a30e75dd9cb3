"""Presets: named sets of option values, read from the file `presets.toml` of a ruleset.

[[preset]]
key = "quick"
title = "Quick"
text = "Fewer rounds, and nobody waits."
options = { rounds = "6" }      # what differs from the options of the scenario
preselected = true              # the start screen begins with this preset
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec


class OptionPreset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of values for ruleset options. The values in `options` replace the scenario's values.

    If `preselected` is true, the start screen begins with this preset.
    """

    key: str
    title: str
    text: str
    options: dict[str, str] = {}
    preselected: bool = False

    def values_for(self, scenario_options: Mapping[str, str]) -> dict[str, str]:
        """Return the scenario's option values, updated with the values of the preset."""
        return {**scenario_options, **{k: v for k, v in self.options.items() if k in scenario_options}}


@runtime_checkable
class SupportsPresets(Protocol):
    """The protocol of a ruleset that offers presets, which are named sets of option values."""

    @property
    def presets(self) -> tuple[OptionPreset, ...]:
        """The named sets of option values that users can select. The first follows the published rules."""
        ...
