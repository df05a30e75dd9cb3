"""The creatures: their fixed programme, choice of targets, routes and actions."""
