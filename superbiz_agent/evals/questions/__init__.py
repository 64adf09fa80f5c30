"""Real logs, asked what the people ask who run such systems, in both languages."""
