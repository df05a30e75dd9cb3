"""Rulings on lines of sight as text, for the terminal and for printable sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.geometry.constants import FRACTION_TOL

COVER_PHRASES = {
    "none": "in full view",
    "partial": "partly covered",
    "full": "fully covered",
}
FULL_VIEW_FRACTION = 1.0 - FRACTION_TOL
"""The visible fraction from which a target counts as in full view."""
SKIMMED_PHRASE = "lines of sight touch it, and it hides nothing"
VERDICT_PHRASES = {**COVER_PHRASES, "hidden": "out of sight"}


DISTANCE_PHRASES = {
    "edge": "from edge to edge",
    "centre": "from centre to centre",
    "space": "with the difference in height",
}
"""Phrases for the ways to measure a distance, by key."""


LabelledLine = tuple[str, str]
"""A line of a ruling: its label and its text."""


def ruling_text(viewer: str, target: str, ruling: Mapping[str, Any]) -> str:
    """Return a ruling, given as the values that `battlesim judge --json` prints, as a few lines of text."""
    rows = [f"  {label:9} {words}" for label, words in ruling_rows(ruling)]
    return "\n".join([f"{viewer} to {target}: {verdict_text(ruling)}", *rows])


def ruling_rows(ruling: Mapping[str, Any]) -> list[LabelledLine]:
    """Return the details of a ruling, without its verdict, as pairs of a label and a text."""
    rows = [("distance", distance_text(ruling))]
    if ruling.get("figures"):
        rows.append(("figures", piece_sizes_text(ruling)))
    if ruling.get("why"):
        rows.append(("because", str(ruling["why"])))
    rows += [("crossed", crossing_text(blocker)) for blocker in ruling.get("blockers", ())]
    rows += [("skimmed", f"{name}: {SKIMMED_PHRASE}") for name in ruling.get("skimmed", ())]
    rows += [("obscured", f"by {name}") for name in (*ruling.get("through", ()), *ruling.get("among", ()))]
    if not ruling.get("why"):
        rows.append(("back", reverse_view_text(ruling)))
    if ruling.get("asymmetry"):
        rows.append(("mutual", f"no: {ruling['asymmetry']}"))
    if "hard" in ruling:
        by = ", ".join(ruling["hard"])
        rows.append(("cover", f"hard cover by {by}" if by else "no hard cover"))
    if ruling.get("cover_why"):
        rows.append(("cover", str(ruling["cover_why"])))
    rows += [(side, _margin(found)) for side, found in (ruling.get("margin") or {}).items()]
    if ruling.get("tolerance"):
        rows += _tolerance(ruling["tolerance"])
    rows += [(key, ruling[f"{key}_why"]) for key in ("margin", "tolerance") if f"{key}_why" in ruling]
    by = ruling["ruleset"] or _convention(ruling) or "plain geometry"
    cited = f" ({', '.join(ruling['rules'])})" if ruling["rules"] else ""
    return [*rows, ("judged by", f"{by}{cited}: {ruling['method']}")]


def crossing_text(blocker: Mapping[str, Any]) -> str:
    """Return a text that says where lines of sight hit a blocker and how much of the target it hides."""
    at = f" at ({blocker['at'][0]:.2f}, {blocker['at'][1]:.2f})" if blocker.get("at") else ""
    return f"{blocker['id']}{at}, hides {_share(blocker)}"


def _convention(ruling: Mapping[str, Any]) -> str:
    key = ruling.get("convention")
    return f"the convention {key}" if key else ""


def comparison_text(viewer: str, target: str, comparison: Mapping[str, Any]) -> str:
    """Return a comparison of rulings, given as the values of `judge --conventions --json`, as text."""
    columns = comparison["columns"]
    wide = max(len(column["title"]) for column in columns)
    lines = [f"{viewer} to {target}"]
    for column in columns:
        cited = f" ({', '.join(column['rules'])})" if column["rules"] else ""
        lines.append(f"  {column['title']:{wide}}  {column_text(column)}{cited}")
        lines += [f"  {'':{wide}}  {rule['rule']}: {rule['text']}" for rule in column["modifiers"]]
        if not column["rules"]:
            lines.append(f"  {'':{wide}}  {column['text']}")
    why = dict.fromkeys(column["asymmetry"] for column in columns if column["asymmetry"])
    return "\n".join([*lines, comparison["turns_on"], *(f"Not mutual: {words}" for words in why)])


def column_text(column: Mapping[str, Any]) -> str:
    """Return a column of a comparison of rulings as text: both directions' verdicts and the pieces' sizes."""
    if column["why"]:
        return f"{column['why']}; {piece_sizes_text(column)}"
    mutual = "; not mutual" if column["asymmetry"] else ""
    return f"{verdict_text(column)}; back: {reverse_view_text(column)}{mutual}; {piece_sizes_text(column)}"


def reverse_view_text(ruling: Mapping[str, Any]) -> str:
    """Return the verdict on the view from target to viewer as text, or "the same" if it does not differ."""
    back = ruling["back"]
    same = all(ruling[key] == back[key] for key in ("visible", "share", "cover"))
    return "the same" if same else verdict_text(back)


def piece_sizes_text(ruling: Mapping[str, Any]) -> str:
    """Return the base diameters and heights of the viewer and the target as text."""
    ends = ruling["figures"]
    texts = {key: f"{end['base']:g} in across and {end['height']:g} in high" for key, end in ends.items()}
    if texts["viewer"] == texts["target"]:
        return f"both {texts['viewer']}"
    return f"viewer {texts['viewer']}, target {texts['target']}"


def verdict_text(ruling: Mapping[str, Any]) -> str:
    """Return a verdict as text, such as "out of sight" or "visible, 62.00% of it; partly covered"."""
    if not ruling["visible"]:
        return "out of sight"
    is_partly_hidden = ruling["cover"] == "none" and ruling["share"] < FULL_VIEW_FRACTION
    cover = "without cover" if is_partly_hidden else COVER_PHRASES.get(ruling["cover"], ruling["cover"])
    return f"visible, {ruling['share']:.2%} of it; {cover}"


def distance_text(ruling: Mapping[str, Any]) -> str:
    """Return the distances in a ruling as text: from edge to edge, from centre to centre and in space."""
    distance = ruling["distance"]
    known = [
        f"{distance[key]:.3f} in {way}"
        for key, way in DISTANCE_PHRASES.items()
        if distance.get(key) is not None
    ]
    return ", ".join(known) or "cannot be measured"


def _share(blocker: Mapping[str, Any]) -> str:
    return f"{blocker['share']:.2%} by itself"


def blocker_text(blocker: Mapping[str, Any], name: str) -> str:
    """Return a label that says how much of the target is hidden by a blocker called `name`."""
    return f"{name} hides {_share(blocker)}"


def tape_text(ruling: Mapping[str, Any]) -> str:
    """Return the label of the measuring tape in a picture of a ruling: the distance and the verdict."""
    return f"{distance_text(ruling)} · {ruling.get('why') or verdict_text(ruling)}"


def _tolerance(found: Mapping[str, Any]) -> list[LabelledLine]:
    """Return lines with the probability of each verdict if both ends may be misplaced."""
    parts = [
        f"{VERDICT_PHRASES[kind]} {chance['probability']:.1%} (+/- {chance['error']:.2%})"
        for kind, chance in found["verdicts"].items()
    ]
    off = f"with both off by up to {found['radius']:g} in"
    agreed = f"{found['agree']:.0%} was agreed on"
    called = (
        f"too close to call: {agreed}"
        if found["close"]
        else f"{VERDICT_PHRASES[found['likeliest']]}: {agreed}"
    )
    return [("tolerance", f"{off}: {', '.join(parts)}"), ("called", called)]


def _margin(found: Mapping[str, Any]) -> str:
    safe = f"may be off by {found['safe']:.3f} in in any direction without a change"
    if found["flips"] is None:
        rest = "nothing within reach changes it" if found["tight"] else "beyond that it is too close to tell"
        return f"{safe}; {rest}"
    dx, dy = found["move"]
    between = "" if found["tight"] else "; between the two it is too close to tell"
    return f"{safe}; moved by ({dx:+.3f}, {dy:+.3f}), {found['flips']:.3f} in, it changes{between}"
