"""Functions that read the additional files named in the `[rules]` section of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.companion_files import SupportsCompanionFiles
from battlesim.engine.ruleset import AnyRuleset
from battlesim.scenarios.scenario_specs import ScenarioSpec
from battlesim.scenarios.toml_reading import InputError, decode_typed, parse_toml, read_text

MAX_COMPANION_FILES = 16


def with_companion_files(spec: ScenarioSpec, ruleset: AnyRuleset, path: Path) -> ScenarioSpec:
    """Return the content of a scenario file, including the contents of the files that it names.

    Each content is stored under the name of its file without suffix. Raises InputError if a file is missing
    or invalid; the error names the file.
    """
    if not isinstance(ruleset, SupportsCompanionFiles):
        return spec
    read = {
        key: _contents(spec.rules[key], key, kind, path)
        for key, kind in ruleset.companion_files.items()
        if key in spec.rules
    }
    return msgspec.structs.replace(spec, rules={**spec.rules, **read})


def _contents(names: Any, key: str, kind: Any, path: Path) -> dict[str, Any]:
    """Return the content of the files with some names beside a scenario."""
    if not isinstance(names, list) or len(names) > MAX_COMPANION_FILES:
        message = f"is not a list of at most {MAX_COMPANION_FILES} files"
        raise InputError(path, f"rules.{key}", message, f'{key} = ["name.toml"]')
    found = dict[str, Any]()
    for number, name in enumerate(names):
        place = f"rules.{key}[{number}]"
        if not isinstance(name, str) or Path(name).name != name or not name.endswith(".toml"):
            raise InputError(path, place, f"{name!r} is no file beside the scenario", 'use "name.toml"')
        stem = Path(name).stem
        if stem in found:
            raise InputError(path, place, f"{name!r} is named twice", "name each file once")
        beside = path.parent / name
        content = parse_toml(read_text(beside), beside)
        decode_typed(content, kind, beside)
        found[stem] = content
    return found
