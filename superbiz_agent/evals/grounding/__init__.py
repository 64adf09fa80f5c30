"""``superbiz eval grounding``: the comparison engine on human-marked public texts."""
