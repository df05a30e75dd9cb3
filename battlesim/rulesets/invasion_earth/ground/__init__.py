"""The effects of the ground on models: movement, sight and contact."""
