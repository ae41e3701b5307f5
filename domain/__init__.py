"""The rules of live poker tournaments, as values and pure functions."""
