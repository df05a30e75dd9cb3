"""The fallen: who carries them, who abandons them, and who takes up their weapons."""
