"""Below the ground: holes, Burrowers and those whom they carry, tunnels and sewers."""
