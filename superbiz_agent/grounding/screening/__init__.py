"""What may be said: the filter's rules and the texts that code itself writes (section 6)."""
