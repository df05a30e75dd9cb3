"""Actions of the Mobile Infantry: shooting, searching and support acts."""
