"""The chain of command: messages, extra actions, rallying, and joining or splitting units."""
