"""The effects of the ground on units: movement, sight, cover and integrity."""
