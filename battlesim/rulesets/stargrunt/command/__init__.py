"""The chain of command: communications, transfers of action, rallying, joining and splitting units."""
