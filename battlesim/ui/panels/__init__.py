"""The panels of the battle's screen: each makes items from the model, and says what is where."""
