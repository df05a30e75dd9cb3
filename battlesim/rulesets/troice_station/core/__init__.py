"""What all rules rest on."""
