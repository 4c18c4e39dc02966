"""Service mode: what a maintainer does behind the SERVICE key, beside the table, whose game waits unchanged."""
