"""The template mode of the lab: templates and arcs, who is under them, and where they catch most."""
