"""The page on which the user musters a force, buying models with a limited number of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from battlesim.engine.muster import Detachment, Muster, MusterModel, default_muster, muster_problems
from battlesim.file_writing import file_name_from_text, numbered_paths, write_atomically, write_to_first_free
from battlesim.rulesets import registry
from battlesim.scenarios.battle_files import folder_problem
from battlesim.scenarios.musters import muster_rules, muster_text
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.phrases import capitalized
from battlesim.ui.pages.page import PageWriter
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.start.campaign.list_page import FooterButton, ListPage, write_row_value

ModelPlace = tuple[int, int]
"""A model by the numbers of its detachment and in it."""


class MusterPage(ListPage):
    """The page on which the user buys a force for points. `path` is its file, or None for a new force."""

    status_title = "MusterPage"
    title = "Muster a force"
    hint = "Choose a profile to add it to the selected detachment, and a model to remove it."

    def __init__(self, muster: Muster, folder: Path, bindings: KeyBindings, path: Path | None = None) -> None:
        super().__init__()
        self.rules = muster_rules(muster.ruleset, muster.ruleset)
        self.ruleset = registry.load_ruleset(muster.ruleset)
        self.folder, self.bindings, self.path = folder, bindings, path
        self._versions, self._saved = [muster], muster if path else None
        self.place = 0
        self.fields["name"] = path.stem if path else muster.faction
        self._warned = False

    @property
    def muster(self) -> Muster:
        """The muster with all changes."""
        return self._versions[-1]

    @property
    def detail_key(self) -> str:
        """The faction."""
        return self.muster.faction

    def _problem(self, muster: Muster) -> str:
        """Return why a muster is not allowed, or "" if it is allowed."""
        found = next(muster_problems(muster, self.rules), None)
        return str(capitalized(f"{found.message} ({found.remedy})")) if found else ""

    # -- display --

    def write_list(self, pen: PageWriter) -> None:
        """Write the points, the detachments with their models, and the name of the file."""
        muster, cost = self.muster, self.muster.cost(self.rules)
        pen.heading("Points", f"{cost:g} of {muster.points}")
        limits = [(str(points), str(points)) for points in self.rules.limits]
        pen.choices("points", "", limits, str(muster.points))
        for number, held in enumerate(muster.detachment):
            label = held.name or f"Detachment {number + 1}"
            note = f"{len(held.model)} of {self.rules.max_models} models"
            pen.row(("detachment", number), label, note, number == self.place, "layers")
            for at, own in enumerate(held.model):
                self._write_model(pen, (number, at), own)
            pen.space(6)
        pen.button(("add_detachment", ""), "Another detachment", "plus")
        pen.label("Name of the file", "small", "dim")
        pen.field("name", self.fields["name"], 320)

    def _write_model(self, pen: PageWriter, place: ModelPlace, own: MusterModel) -> None:
        x, width = pen.x, pen.width
        extras = [key for key, extra in self.rules.extras.items() if extra.is_usable(own.profile)]
        y, room = pen.y, width - 28 - 108 * len(extras)
        pen.x, pen.width = x + 28, room
        name = own.name or str(self.ruleset.profile(own.profile)["name"])
        pen.row(("remove", place), name, icon="close")
        pen.write(
            pen.x + room - 10,
            y + 17,
            f"{self.rules.cost(own.profile, own.extras):g}",
            "body",
            "dim",
            anchor="r",
        )
        for number, key in enumerate(extras):
            pen.x, pen.width, pen.y = x + width - 108 * (number + 1) + 8, 100, y + 3
            options = [(key, self.rules.extras[key].name)]
            pen.choices("extra", f"{place[0]} {place[1]}", options, key if key in own.extras else "")
        pen.x, pen.width, pen.y = x, width, y + 36

    def write_details(self, pen: PageWriter) -> None:
        """Write the factions, and the profiles of the chosen one."""
        pen.heading("Faction")
        factions = [(key, known.name) for key, known in self.rules.factions.items()]
        pen.choices("faction", "", factions, self.muster.faction)
        pen.paragraph("Another faction begins with its default force.", "small", "dim")
        pen.space(8)
        pen.heading("Profiles", "points")
        for profile in self.rules.factions[self.muster.faction].profiles:
            problem = self._problem(self._with_profile(profile))
            y, name = pen.y, str(self.ruleset.profile(profile)["name"])
            reason = problem.partition(" (")[0]
            note = f"With it, {reason[:1].lower()}{reason[1:]}" if reason else self._profile_note(profile)
            pen.row(("add", profile), name, note, icon="spent" if problem else "plus")
            cost = f"{self.rules.cost(profile, ()):g}"
            write_row_value(pen, y, cost, "dim" if problem else "bright")

    def _profile_note(self, profile: str) -> str:
        values = self.ruleset.profile(profile)
        words = [
            str(word).replace("_", " ") for key in ("weapons", "abilities") for word in values.get(key, ())
        ]
        return ", ".join(words) or "no weapon"

    def buttons(self) -> list[FooterButton]:
        """Return the buttons for saving, undo and going back."""
        keys = self.bindings.key_label
        found = [FooterButton(("begin", ""), "Save", "bookmark", keys("begin"))]
        if len(self._versions) > 1:
            found.append(FooterButton(("undo", ""), "Undo", "prev", keys("undo_page")))
        return [*found, FooterButton(("leave", ""), "Back", "undo", keys("leave"))]

    # -- commands --

    def _change(self, muster: Muster) -> None:
        self._versions.append(muster)
        self._warned = False
        self.place = min(self.place, max(0, len(muster.detachment) - 1))
        self.say("")

    def _with_models(self, number: int, models: tuple[MusterModel, ...]) -> Muster:
        parts = list(self.muster.detachment)
        parts[number] = msgspec.structs.replace(parts[number], model=models)
        kept = tuple(held for at, held in enumerate(parts) if held.model or at != number)
        return msgspec.structs.replace(self.muster, detachment=kept)

    def _with_profile(self, profile: str) -> Muster:
        parts = list(self.muster.detachment)
        if self.place >= len(parts):
            parts.append(Detachment())
        held = parts[self.place]
        parts[self.place] = msgspec.structs.replace(held, model=(*held.model, MusterModel(profile)))
        return msgspec.structs.replace(self.muster, detachment=tuple(parts))

    def _add(self, profile: str) -> None:
        wanted = self._with_profile(profile)
        problem = self._problem(wanted)
        if problem:
            self.say(f"{problem}.", error=True)
        else:
            self._change(wanted)

    def _remove(self, place: ModelPlace) -> None:
        number, at = place
        models = self.muster.detachment[number].model
        self._change(self._with_models(number, models[:at] + models[at + 1 :]))

    def _toggle_extra(self, value: tuple[str, str]) -> None:
        where, key = value
        number, at = map(int, where.split())
        models = list(self.muster.detachment[number].model)
        kept = tuple(extra for extra in models[at].extras if extra != key)
        extras = kept if key in models[at].extras else (*kept, key)
        models[at] = msgspec.structs.replace(models[at], extras=extras)
        wanted = self._with_models(number, tuple(models))
        problem = self._problem(wanted)
        if problem and key in extras:
            self.say(f"{problem}.", error=True)
        else:
            self._change(wanted)

    def _set_points(self, value: tuple[str, str]) -> None:
        self._change(msgspec.structs.replace(self.muster, points=int(value[1])))
        if problem := self._problem(self.muster):
            self.say(f"{problem}.", error=True)

    def _set_faction(self, value: tuple[str, str]) -> None:
        ruleset, points = self.muster.ruleset, self.muster.points
        if self.fields["name"] == self.muster.faction:
            self.fields["name"] = value[1]
        self.place = 0
        self._change(default_muster(ruleset, value[1], points, self.rules))

    def _select_next(self) -> None:
        self.place = len(self.muster.detachment)
        self.say("The next model that you add begins another detachment.")

    def _select(self, number: int) -> None:
        self.place = number

    def _undo(self) -> None:
        if len(self._versions) > 1:
            self._versions.pop()
            self.say("Taken back.")

    def _save(self) -> None:
        if problem := self._problem(self.muster):
            self.say(f"{problem}.", error=True)
            return
        name = file_name_from_text(self.fields["name"], "muster")
        try:
            if reason := folder_problem(self.folder):
                raise InputError(self.folder, "", reason, "choose another folder in the settings")
            raw = muster_text(self.muster).encode()
            if self.path is not None and self.path.stem == name:
                write_atomically(self.path, raw)
            else:
                self.path = write_to_first_free(numbered_paths(self.folder / f"{name}.toml"), raw)
        except (InputError, OSError) as error:
            self.say(str(error), error=True)
            return
        self._saved = self.muster
        self.say(f"Saved in {self.path}.")

    def _leave(self) -> None:
        if len(self._versions) > 1 and self._saved != self.muster and not self._warned:
            self._warned = True
            self.say("The force is not saved: save it, or go back once more to drop it.", error=True)
            return
        self.done = True

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "points": _set_points,
        "faction": _set_faction,
        "detachment": _select,
        "add_detachment": lambda page, value: page._select_next(),
        "add": _add,
        "remove": _remove,
        "extra": _toggle_extra,
        "undo": lambda page, value: page._undo(),
        "save": lambda page, value: page._save(),
        "begin": lambda page, value: page._save(),
        "enter": lambda page, value: page._save(),
        "type": ListPage.type_text,
        "erase": ListPage.erase_letter,
        "leave": lambda page, value: page._leave(),
    }
