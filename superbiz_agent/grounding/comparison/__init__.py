"""One engine that compares the facts of two texts; it serves every rule (contract section 7)."""
