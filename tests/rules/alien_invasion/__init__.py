"""Tests of the rules of Alien Invasion."""
