"""Aircraft: dropships, bombers on strike runs, and their interception."""
