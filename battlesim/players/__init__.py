"""Players, human or automated, that make the decisions in a battle, and matches between players."""
