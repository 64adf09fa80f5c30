"""The payloads that pass between the parts, as pydantic models. Knows nothing above it."""
