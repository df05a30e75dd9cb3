"""Loss of hit points, removal of models from play, and wrecks."""
