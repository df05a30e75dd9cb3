"""Who sees whom on the table in hand, by every rule there is."""
