"""Advice for automated players of Stargrunt."""
