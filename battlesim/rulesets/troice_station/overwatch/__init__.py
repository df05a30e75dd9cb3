"""Fire out of turn by figures on Overwatch."""
