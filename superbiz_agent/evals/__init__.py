"""Suites that measure what the agent can be trusted with, and their evaluators."""
