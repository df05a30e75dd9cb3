"""The photo mode of the lab, which turns a photograph of a real table into a table in the lab."""
