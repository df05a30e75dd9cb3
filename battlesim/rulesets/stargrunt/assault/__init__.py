"""Close assaults: who may charge, who stands, and the rounds of combat."""
