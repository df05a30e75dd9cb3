"""Advice for automated players of Invasion Earth."""
