"""The checks of an answer, one concern a module: items, marks, markup, attribution, rules."""
