"""The table: frozen state, pieces, terrain, markers, and the events that change them."""
