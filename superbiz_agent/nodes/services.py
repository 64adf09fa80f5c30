"""What the nodes need from outside, made once and only when the first run asks for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from threading import RLock

from langchain_core.language_models import BaseChatModel

from superbiz_agent.contracts.base import Role
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.models.abilities import bounds_texts, calls_tools, method_of
from superbiz_agent.models.budget import FREE, Limits, Price, load_prices
from superbiz_agent.models.registry import chat_model
from superbiz_agent.models.tokens import DEFAULT_CONTEXT_SIZE, request_room
from superbiz_agent.settings import Settings, load_settings
from superbiz_agent.settings.roles import Method, SettingNames
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.tools.base import EvidenceTool
from superbiz_agent.tools.instants import utc_now
from superbiz_agent.tools.knowledge import Retriever
from superbiz_agent.tools.servers.kept_answers import AnswersByDiagnosis
from superbiz_agent.tools.toolbox import build_tools

MOST_KEPT_RUNS = 32
"""Choices of models whose clients are kept, so that a thread's next turn need not make them."""


@dataclass
class Services:
    """Settings, store, tools, models and clock of one graph.

    Everything is opened at first use: a graph can be built and drawn with a broken setting, and
    says so when it runs. Safe to share between threads.
    """

    given_settings: Settings | None = None
    given_models: Mapping[Role, BaseChatModel] | None = None
    given_store: EvidenceStore | None = None
    extra_tools: Sequence[EvidenceTool] = ()
    retrievers: Mapping[str, Retriever] = field(default_factory=dict[str, Retriever])
    clock: Callable[[], datetime] = utc_now

    def __post_init__(self) -> None:
        self._lock = RLock()
        self._models: dict[Role, BaseChatModel] = dict(self.given_models or {})
        self._methods: dict[Role, Method] = {}
        self._of_runs: dict[tuple[tuple[str, str], ...], Services] = {}
        self.kept_answers = AnswersByDiagnosis()

    def of_run(self, model_names: Mapping[str, str]) -> "Services":
        """These services with the models that a run names in place of the settings'."""
        if not model_names:
            return self
        key = tuple(sorted(model_names.items()))
        with self._lock:
            if key not in self._of_runs:
                while len(self._of_runs) >= MOST_KEPT_RUNS:
                    del self._of_runs[next(iter(self._of_runs))]
                self._of_runs[key] = _RunServices(self, model_names)
            return self._of_runs[key]

    @cached_property
    def settings(self) -> Settings:
        """The settings given, or those of the environment (``ConfigurationError`` if unusable)."""
        return self.given_settings or load_settings()

    @property
    def store(self) -> EvidenceStore:
        """The session store (``StoreError`` if it cannot be opened)."""
        with self._lock:
            return self._store

    @cached_property
    def _store(self) -> EvidenceStore:
        return self.given_store or open_store(self.settings.database_url)

    @property
    def tools(self) -> Mapping[str, EvidenceTool]:
        """The evidence tools by name."""
        with self._lock:
            return self._tools

    @cached_property
    def _tools(self) -> Mapping[str, EvidenceTool]:
        return build_tools(self.settings, self.extra_tools, self.retrievers)

    def model(self, role: Role) -> BaseChatModel:
        """The chat model of ``role`` (``ConfigurationError`` if a setting of it is wrong)."""
        with self._lock:
            if role not in self._models:
                self._models[role] = chat_model(role, self.settings)
            return self._models[role]

    def method(self, role: Role) -> Method:
        """How the replies of a role's model are held to their form; a model that was passed in
        is asked plainly."""
        if role in (self.given_models or {}):
            return "plain"
        with self._lock:
            if role not in self._methods:
                self._methods[role] = method_of(self.settings.role_model(role))
            return self._methods[role]

    def is_endpoint(self, role: Role) -> bool:
        """Whether the settings name a real model for the role: none passed in, none embedded."""
        given = role in (self.given_models or {})
        return not given and not self.settings.role_model(role).is_offline

    def calls_tools(self, role: Role) -> bool:
        """Whether a role's model may be expected to call tools."""
        return not self.is_endpoint(role) or calls_tools(self.settings.role_model(role))

    def bounds_texts(self, role: Role) -> bool:
        """Whether a role's endpoint holds a text to its greatest length."""
        return self.is_endpoint(role) and bounds_texts(self.settings.role_model(role))

    def is_embedded(self, role: Role) -> bool:
        """Whether the offline model plays the role."""
        given = role in (self.given_models or {})
        return not given and self.settings.role_model(role).is_offline

    def request_room(self, role: Role) -> int | None:
        """Tokens that a request of the role may take; null where nothing bounds it."""
        size = self.settings.role_model(role).context_size
        if size is None and self.is_endpoint(role):
            size = DEFAULT_CONTEXT_SIZE
        return None if size is None else request_room(size)

    @property
    def limits(self) -> Limits:
        """What one diagnosis may spend on models."""
        settings = self.settings
        return Limits(
            calls=settings.max_model_calls,
            tokens=settings.max_tokens,
            seconds=settings.max_seconds,
            money=settings.max_cost,
        )

    def price(self, role: Role) -> Price | None:
        """What the tokens of a role's model cost; null where no price is known, nothing for the
        embedded model. Raises ``ConfigurationError`` where a budget of money needs the price."""
        if not self.is_endpoint(role):
            return FREE if self.is_embedded(role) else None
        with self._lock:
            price = self._prices.get(self.settings.model_name(role))
        if price is None and self.settings.max_cost is not None:
            name = self.settings.model_name(role)
            raise ConfigurationError(
                f"SUPERBIZ_MAX_COST: there is no price of the model {name!r}: add it to the file "
                "that SUPERBIZ_PRICES names",
                setting="SUPERBIZ_PRICES",
            )
        return price

    @cached_property
    def _prices(self) -> Mapping[str, Price]:
        return load_prices(self.settings.prices)

    def setting_names(self, role: Role) -> SettingNames | None:
        """The settings that rule a role's model; null for one that was passed in."""
        given = role in (self.given_models or {})
        return None if given else self.settings.role_model(role).names

    def model_name(self, role: Role) -> str:
        """The configured name of a role's model, for messages and traces."""
        if role in (self.given_models or {}):
            return type(self._models[role]).__name__
        return self.settings.model_name(role)


class _RunServices(Services):
    """The services of a run that names models of its own; store and tools are the graph's."""

    def __init__(self, base: Services, model_names: Mapping[str, str]) -> None:
        super().__init__(given_models=base.given_models, clock=base.clock)
        self._base = base
        self._model_names = model_names
        self.kept_answers = base.kept_answers

    @cached_property
    def settings(self) -> Settings:
        return self._base.settings.with_models(self._model_names)

    @property
    def store(self) -> EvidenceStore:
        return self._base.store

    @property
    def tools(self) -> Mapping[str, EvidenceTool]:
        return self._base.tools
