"""Fire, flame and blast: numbers to hit, wounds, who is caught."""
