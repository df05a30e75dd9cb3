"""Acts of the Arachnids: moving, striking, shooting and screeching."""
