"""Pages for campaigns: the list of campaigns, a side's roster, and the muster of a force for points."""
