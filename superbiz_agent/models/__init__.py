"""Chat models by role: any OpenAI-compatible endpoint, and the embedded offline one."""
