"""Real servers that an evaluation or a test starts: on free loopback ports, in a folder that is
given, and ended by their process id when the block ends."""
