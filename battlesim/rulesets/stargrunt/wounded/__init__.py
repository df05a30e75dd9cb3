"""What becomes of the fallen: who carries them, who leaves them, who takes up their weapons."""
