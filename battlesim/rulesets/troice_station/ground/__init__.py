"""The ground: what stops, what is crossed, who touches and sees whom."""
