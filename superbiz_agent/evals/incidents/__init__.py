"""Public incidents, asked as a user asks: required facts, forbidden conclusions."""
