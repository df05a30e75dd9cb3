"""Advice for automated players."""
