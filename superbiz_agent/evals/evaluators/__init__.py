"""What an answer about an incident is worth, judged by code: offline and by LangSmith alike."""
