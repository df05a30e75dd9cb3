"""What automated players are advised to do."""
