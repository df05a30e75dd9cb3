"""Reading, checking and building of maps, scenarios and situations."""
