"""Movement along a path: obstacle tests, contact, revealed markers and Overwatch fire."""
