"""Reports on battles and rulings that need no window: pictures, printable sheets, texts and statistics."""
