"""What is known of a battle and told of it: events, moments, log, and the time that passes."""
