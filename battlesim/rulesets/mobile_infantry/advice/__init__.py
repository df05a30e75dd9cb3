"""Advice for automated players of Mobile Infantry."""
