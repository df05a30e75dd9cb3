"""Cybermen: one Leader, without whom nobody of his faction acts, and the recycling of the dead."""
