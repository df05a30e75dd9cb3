"""Maps of other programs in and out: each format has a file that reads or writes one plan."""
