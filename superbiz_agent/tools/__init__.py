"""Evidence tools and the recording of their invocations. Tools only read."""
