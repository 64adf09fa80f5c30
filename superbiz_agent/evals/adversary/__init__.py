"""The adversary's tables: false claims and answers, and how many of them the rules let through."""
