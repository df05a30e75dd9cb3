"""The template mode of the lab, which shows the pieces under a blast or flame area or in an arc of fire."""
