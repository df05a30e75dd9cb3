"""Shots out of turn."""
