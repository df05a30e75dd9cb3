"""The creatures: whom they go for, what they do, by which way."""
