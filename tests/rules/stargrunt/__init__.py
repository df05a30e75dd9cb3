"""Tests of the rules of Stargrunt."""
