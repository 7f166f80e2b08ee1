"""The table of The Pack in the console: turns, two to five seats, hands that nobody else sees."""
