"""One file a node: read state, call a pure function or a model, return an update."""
