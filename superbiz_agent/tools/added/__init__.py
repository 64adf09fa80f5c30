"""Tools that the operator adds: LangChain tools, functions, and tools of MCP servers."""
