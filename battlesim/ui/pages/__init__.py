"""Pages, which are screens of controls such as the settings, and the loop that shows them."""
