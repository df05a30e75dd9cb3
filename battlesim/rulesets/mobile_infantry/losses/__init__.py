"""Lost hit points, models removed from play, and wrecks."""
