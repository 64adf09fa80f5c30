"""The settings of the endpoint that gives embeddings of runbooks."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from superbiz_agent.settings.models import ModelSettings
from superbiz_agent.settings.values import Name, web_url

OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True)
class EmbeddingEndpoint:
    """An endpoint of embeddings and its model; ``timeout`` in seconds."""

    model: str
    base_url: str = field(repr=False)
    api_key: SecretStr | None = field(repr=False)
    timeout: float


class EmbeddingSettings(ModelSettings):
    """Every setting of the embeddings with its default, beside those of the chat models."""

    embedding_model: Name | None = Field(
        None, description="Model that ranks runbooks by meaning, too; unset: by words alone."
    )
    embedding_base_url: Annotated[str, AfterValidator(web_url)] | None = Field(
        None, description="Its OpenAI-compatible endpoint, if another than OPENAI_BASE_URL."
    )
    embedding_api_key: SecretStr | None = Field(None, description="Key for that endpoint.")
    embedding_timeout: float = Field(
        10.0, gt=0, le=600, allow_inf_nan=False, description="Seconds one request may take."
    )
    embedding_floor: float = Field(
        0.3, ge=-1, le=1, allow_inf_nan=False, description="Least cosine similarity that counts."
    )

    @property
    def embedding(self) -> EmbeddingEndpoint | None:
        """The endpoint of embeddings, null where no model is set. The key of the chat models goes
        to their own endpoint alone."""
        if self.embedding_model is None:
            return None
        own = self.embedding_base_url is not None
        key = self.embedding_api_key or (None if own else self.openai_api_key)
        blank = key is None or not key.get_secret_value().strip()
        return EmbeddingEndpoint(
            model=self.embedding_model,
            base_url=self.embedding_base_url or self.openai_base_url or OPENAI_URL,
            api_key=None if blank else key,
            timeout=self.embedding_timeout,
        )
