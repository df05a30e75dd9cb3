"""The sight mode of the lab, which shows who sees whom on the table by the rules of every ruleset."""
