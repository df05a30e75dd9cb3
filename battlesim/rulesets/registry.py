"""The registry of rulesets by key: built-in rulesets and plug-ins (entry point group `battlesim.rulesets`).

The built-in rulesets are also found in a source checkout, which is not installed and has no entry points.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from battlesim.engine.ruleset import AnyRuleset
from battlesim.rulesets.plugins import Plugins

BUILT_IN_RULESETS: Mapping[str, str] = {
    "toy": "battlesim.rulesets.toy:RULESET",
    "mobile_infantry": "battlesim.rulesets.mobile_infantry:RULESET",
    "troice_station": "battlesim.rulesets.troice_station:RULESET",
    "invasion_earth": "battlesim.rulesets.invasion_earth:RULESET",
    "stargrunt": "battlesim.rulesets.stargrunt:RULESET",
    "alien_invasion": "battlesim.rulesets.alien_invasion:RULESET",
}

_PLUGINS: Plugins = Plugins("ruleset", "battlesim.rulesets", BUILT_IN_RULESETS)


def ruleset_keys() -> list[str]:
    """Return the keys of all registered rulesets, sorted."""
    return _PLUGINS.names()


@cache
def load_ruleset(key: str) -> AnyRuleset:
    """Return the ruleset with this key. Raises PluginError if it is unknown or cannot be loaded."""
    ruleset: AnyRuleset = _PLUGINS.load(key)
    return ruleset


def loadable_rulesets() -> dict[str, AnyRuleset]:
    """Return all rulesets that can be loaded, by key."""
    broken_ones = ruleset_errors()
    return {key: load_ruleset(key) for key in ruleset_keys() if key not in broken_ones}


def plugin_folders() -> list[Path]:
    """Return the package folders of the rulesets that are not built in."""
    return [Path(folder) for spec in _plugin_specs() for folder in spec.submodule_search_locations or ()]


def _plugin_files() -> list[Path]:
    """Return the files of the rulesets that are single-file modules."""
    specs = [spec for spec in _plugin_specs() if not spec.submodule_search_locations]
    return [Path(spec.origin) for spec in specs if spec.origin]


def _plugin_specs() -> list[ModuleSpec]:
    modules = {place.partition(":")[0] for place in _PLUGINS.object_paths().values()}
    tops = {module.partition(".")[0] for module in modules} - {"", "battlesim"}
    return [spec for top in sorted(tops) if (spec := find_spec(top))]


def plugin_line(error: BaseException) -> str:
    """Return "FILE, line N" for the innermost line of plug-in code in an error's traceback, or "".

    The text of the traceback is searched, because an error from another process holds only that text.
    """
    lines = re.findall(r'File "(.+)", line (\d+)', "".join(traceback.format_exception(error)))
    sources = [*plugin_folders(), *_plugin_files()]
    plugin_lines = [
        (file, number)
        for file, number in lines
        if any(Path(file).is_relative_to(source) for source in sources)
    ]
    return "{}, line {}".format(*plugin_lines[-1]) if plugin_lines else ""


def ruleset_errors() -> dict[str, str]:
    """Return the error message of each ruleset that cannot be loaded, by key."""
    return _PLUGINS.load_errors()
