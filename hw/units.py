"""Spans of time, in nanoseconds."""

MILLISECOND_NS = 1_000_000
SECOND_NS = 1_000 * MILLISECOND_NS
