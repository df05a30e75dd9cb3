"""Going over a record in the window: timeline, bookmarks, notes, and playing on from any moment."""

from battlesim.ui.review.review import Branch, Review
from battlesim.ui.review.window import ReviewWindow

__all__ = ["Branch", "Review", "ReviewWindow"]
