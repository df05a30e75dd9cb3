"""The mode of drawing: a map edited by hand."""
