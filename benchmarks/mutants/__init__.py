"""Break a ruleset on purpose, one small change at a time, and see whether the tests of the rule notice.

A *mutant* is the ruleset with one change. It belongs to the rules that are cited around the change; the tests
marked with one of those are run over it. Mutants that no test notices show rules that no test holds.
"""
