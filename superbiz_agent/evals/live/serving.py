"""The process that serves the model: llama.cpp with OpenAI's API, on a free loopback port.

Run as a file, with the folder of the live packages on the path: it imports nothing of ours. Its
first line on stdout is the address; it ends when its standard input does, so that it never
outlives who started it.
"""

import argparse
import importlib
import sys
from typing import Any

PROMPT_CACHE_MEGABYTES = 512
"""Prompts that are kept to be gone on with: each role's begins alike."""


def main() -> None:
    """Serve until standard input ends. One thread, one request at a time, replies bounded."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("model")
    given.add_argument("--context", type=int, required=True)
    given.add_argument("--reply-tokens", type=int, required=True)
    options = given.parse_args()
    llama: Any = importlib.import_module("xllamacpp")
    parameters = llama.CommonParams()
    parameters.model.path = options.model
    parameters.n_ctx = options.context
    parameters.n_predict = options.reply_tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.cache_ram_mib = PROMPT_CACHE_MEGABYTES
    parameters.ui = False
    parameters.port = 0
    server = llama.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
