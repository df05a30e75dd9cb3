"""Advice for automated players of Troice Station."""
