"""``superbiz eval trust``: faithful runs of whole incidents, mutated, through the real graph."""
