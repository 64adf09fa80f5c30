"""The rules, as pure functions: no I/O, no model, no LangGraph (contract sections 4 to 7)."""
