"""Close assaults: the charge, the defenders' stand, and the rounds of combat."""
