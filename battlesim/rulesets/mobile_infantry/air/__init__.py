"""Dropships, strike runs and interceptions."""
