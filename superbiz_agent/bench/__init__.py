"""Benchmarks: each says what it measures, on which machine, and what it cannot say."""
