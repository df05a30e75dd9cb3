"""Players, which answer the decisions of a battle, and matches between players."""
