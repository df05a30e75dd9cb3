"""The names of the marks of units and figures, such as suppression markers."""

from __future__ import annotations

SUPPRESSED = "suppressed"
"""How many suppression markers a unit has."""
CONFIDENCE = "confidence"
"""The confidence level of a unit, from 5 (confident) to 1 (routed) (SG-CLV-01)."""
CONFIDENT, STEADY, SHAKEN, BROKEN, ROUTED = 5, 4, 3, 2, 1
CONFIDENCE_NAMES = {
    CONFIDENT: "Confident",
    STEADY: "Steady",
    SHAKEN: "Shaken",
    BROKEN: "Broken",
    ROUTED: "Routed",
}
IN_POSITION = "in_position"
PANIC = "panic"
DETACHED = "detached"
"""A detached element, which acts only if its leader transfers an action to it."""
TRAVELLING = "travelling"
WAS_SUPPRESSED = "was_suppressed"
"""Fire or a burst has suppressed the unit before in this battle (SG-GAP-80)."""
FIRED_UPON = "SG-GAP-83"
FIRED_AT = "fired_at"
"""An enemy fired at the unit since the end of its last activation."""
WOUNDED = "wounded"
"""A figure that is wounded and untreated: 1, or 2 while the attack that wounded it is resolved."""
STABILISED = "stabilised"
"""A figure that has been treated and does nothing more in this battle (SG-GAP-103)."""
LEFT_BEHIND = "left_behind"
"""A figure that its unit has abandoned and that belongs to it no longer."""
EVACUEE = "evacuee"
"""A figure that began the battle wounded and is to be brought off the table."""
SUIT_OUT = "suit_out"
"""A figure whose power armour is out of order."""
DOWN = "down"
"""A figure that has lost its fight in the close assault in progress."""
EW_ON = "ew_on"
"""The electronic warfare system of a unit is switched on."""
EW_MARKERS = "ew_markers"
"""How many attempts at electronic warfare a unit has left, or dice types by which it can raise one."""
DRONES_LAUNCHED = "drones_launched"
"""How many drones a team has launched in this battle."""
INDEPENDENT = "SG-GAP-108"
COUNTER, COUNTERS = "counter", "counters"
"""The kind of a counter, and the kind of a unit of inverted counters."""
IMPACT = "impact"
"""The kind of a marker at which support may fall."""
MINE, FOUND_MINE = "mine", "found_mine"
"""The kinds of the marker of a mine, as long as only its side knows of it, and after it was found."""
COWED = "cowed"
"""An alien unit that has begun an activation as broken."""
PINNED = "pinned"
"""A few aliens that have begun an activation suppressed in the open."""
IMMOBILISED = "immobilised"
"""A vehicle that cannot move."""
SYSTEMS_HIT = "systems_hit"
"""A vehicle whose systems are out of use until they are repaired."""
DISABLED, DESTROYED, ABANDONED = "disabled", "destroyed", "abandoned"
"""Vehicles that take no further part; a destroyed one is a wreck."""
LOST_VEHICLE = (DISABLED, DESTROYED, ABANDONED)
OUT_OF_ACTION = (WOUNDED, STABILISED, DOWN, *LOST_VEHICLE)
PANIC_TESTED = "panic_tested"
"""The unit has taken its panic test in this battle."""
