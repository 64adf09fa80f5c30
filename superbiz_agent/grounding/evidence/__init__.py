"""The stored rows as rules may rely on them: defensive reading, places, names."""
