"""The doctrine of automated players."""
