"""The mode of templates and arcs: laid and turned by hand, who is under them, where they catch most."""
