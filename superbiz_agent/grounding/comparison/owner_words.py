"""The words by which a text says whose a value is: the patterns of the reader (section 7).

Extend them here; ``owner_reader`` says in which order they are asked.
"""

import re

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued

LEVEL = re.compile(
    r"(?:^|[\s\[])(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]? $"
)
STRONG_CLAUSE = re.compile(r"[,;，；。!?！？\n]|\.(?:\s|$)| (?:but|while|whereas|however) |而|但")
LIST = re.compile(r"\s*(?:[,、，/&]|and|or|和|与|及|以及)?\s*(?:and|or|和|与|及)?\s*")
FORWARD = re.compile(
    r"\s?(?:\([^()\n]{1,40}\) )?\(?"
    r"(?:(?:(?!and |or |but )[a-z]+ ){0,3}(?:on|in|for|of|from|by|at) (?:the )?"
    r"(?:(?:service|pod|host|node)s? )?|\()?\"?$"
)
LABELLED = re.compile(
    r"[^,;，；。\n]{0,40}(?: (?:for|of) |[，,] ?(?:账号|账户|用户|account|user) ?)"
    r"[A-Za-z]{1,20}=\"?$"
)
"""Before the label of an entity that has a value along with the one that is named before:
"a-api: error 49 for cn=b-1"."""

CAUSE_LINK = re.compile(
    r"(?<![a-z])(?:because|due to|caused by|since|(?:follow|stem|come|result|originate)s? from"
    r"|(?:related|linked|tied|attributed) to)(?![a-z])"
    r"|因为|由于|源于|原因是|(?:可能|推断|或许|也许|大概|多半|疑似|应该?|似乎?)[是与和由]",
    re.IGNORECASE,
)
"""Between what happened and its cause: the one owns no name of the other."""

FILLED = re.compile(r"了? ?(?:the )?\"?")
"""Between what fills something up and what is full then."""

POSSESSIVE = re.compile(r" ?的 ?|(?:'s|’s) (?:version )?")
"""Between an entity and what is its own."""

ADJUNCT = re.compile(
    r"(?<![a-z])(?:from|to|on|of|in|at|for|with|by|via|into|against) (?:the )?\"?\Z"
    r"|[从向对在与和给到]\s?\Z"
)
"""Before an entity that takes part in what its clause tells of the entity before."""

COMPARED = re.compile(
    r"(?:比|相比|[落滞]后于?"
    r"|(?<![a-z])(?:lags|lagged|lagging|trails|than|versus|vs\.?|compared (?:with|to))) ?\Z",
    re.IGNORECASE,
)
"""Before an entity that another is compared with: it owns nothing of what follows."""

NEW_CLAUSE = re.compile(
    r"\A(?:[^.。!?！？\n]|\.(?=[A-Za-z0-9])){0,80}[,，;；]"
    r"(?! ?(?:which|that|whose|where|who|it|its|the latter|后者|其|它|该))"
)
"""After an entity: a clause that goes on with the sentence's subject, no relative one."""

TIMES = re.compile(r" times | ?次 ?")
"""Between a count at the head of a clause and who it counts for: "11 times a-api failed"."""

ARTICLES = ("", "the", "these", "those", "这", "这些", "那些", "该")
"""What may stand at the head of a clause before its first value."""

WORDS = re.compile(rf"[A-Za-z]{{3,40}}|[{HAN}]{{2}}")

TOPIC = re.compile(
    r"(?:\A|[.!?。！？\n] ?)(?:In|On|At|For|Within|在|对于?)(?: the)?(?: service| pod| host)? ?\Z"
)
"""Before an entity and its comma at the head of a sentence: what the sentence is about."""

MAX_CLAUSE = 120
"""Characters between two entities of one clause, at most."""

MAX_GROUP = 32
"""More entities than this in a row are no longer read as joint owners."""

RESPECTIVELY = cued("respectively|分别|依次", re.IGNORECASE)
SENTENCE_END = re.compile(r"[;。；!?！？\n]|\.(?:\s|$)")
