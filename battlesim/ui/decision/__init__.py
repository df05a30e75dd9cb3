"""The decisions that a human player is asked, and how they are answered."""
