"""Diagnoses by a small real model that runs here: what it invents, and which rule stopped it."""
