"""Dropships, strike runs, interceptions."""
