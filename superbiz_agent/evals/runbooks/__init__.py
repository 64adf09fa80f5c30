"""``superbiz eval runbooks``: whether a question finds its runbook."""
