"""What the models are told: one Markdown file a role and language, and the messages around it."""

from superbiz_agent.prompts.loader import Prompt, load_prompt, prompt_versions
from superbiz_agent.prompts.messages import (
    closing_message,
    composer_messages,
    executor_messages,
    planner_messages,
    repair_message,
    verifier_messages,
)

__all__ = [
    "Prompt",
    "closing_message",
    "composer_messages",
    "executor_messages",
    "load_prompt",
    "planner_messages",
    "prompt_versions",
    "repair_message",
    "verifier_messages",
]
