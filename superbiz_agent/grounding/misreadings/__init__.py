"""Ways in which a sentence misreads what it cites, one file each; listed in ``table``."""
