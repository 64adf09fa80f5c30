"""Does each claim follow? The model's checks, lowered by code, and the verdict (section 5)."""
