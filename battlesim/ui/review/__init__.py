"""Going over a record in the window: timeline, bookmarks, notes, and playing on from any moment."""

from battlesim.ui.review.going_over import GoingOver, review_window
from battlesim.ui.review.review import Branch, Look, Review

__all__ = ["Branch", "GoingOver", "Look", "Review", "review_window"]
