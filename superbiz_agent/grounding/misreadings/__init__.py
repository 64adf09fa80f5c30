"""Ways in which a sentence misreads what it cites, one file each; ``table`` lists them (section 7)."""
