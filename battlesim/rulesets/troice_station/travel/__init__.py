"""A figure on its way: obstacles, contact, what comes to light, who fires at it."""
