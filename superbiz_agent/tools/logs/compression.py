"""Unpacking a compressed log as a stream: in constant memory, whatever it claims to hold.

What was unpacked before a file turns out to be damaged, cut off or a bomb is handed over first; the
error comes with the next read. Several streams after one another, as ``cat a.gz b.gz`` makes them,
are one file.
"""

import bz2
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Mapping
from typing import BinaryIO, Protocol

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_CHUNK = 64 * 1024
HARMLESS_BYTES, _HARMLESS_LINES = 256 * 1024 * 1024, 2_000_000
LARGEST_RATIO = 200
"""Equal lines of a log may shrink so far; a file that grows further, and is large, is a bomb."""

DAMAGES = (EOFError, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""What unpacking raises where a file is cut off or damaged."""


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """zlib's decompressor with the interface of the others."""

    def __init__(self) -> None:
        self._one = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    @property
    def eof(self) -> bool:
        return self._one.eof

    @property
    def needs_input(self) -> bool:
        return not self._one.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._one.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._one.decompress(self._one.unconsumed_tail + data, max(0, max_length))


_DECOMPRESSORS: Mapping[bytes, Callable[[], _Decompressor]] = {
    b"\x1f\x8b": _Gzip,
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\x00": lzma.LZMADecompressor,
    b"\x28\xb5\x2f\xfd": zstd.ZstdDecompressor,
}
"""First bytes of a compressed file -> what unpacks it."""


class _Unpacked(io.RawIOBase):
    """The content of ``packed``, whose first bytes are ``magic``."""

    def __init__(self, packed: BinaryIO, magic: bytes) -> None:
        self._packed, self._magic = packed, magic
        self._one = _DECOMPRESSORS[magic]()
        self._taken = self._given = self._lines = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # pyright: ignore
        data = self._next(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _next(self, most: int) -> bytes:
        is_large = self._given > HARMLESS_BYTES or self._lines > _HARMLESS_LINES
        if is_large and self._given > LARGEST_RATIO * self._taken:
            raise ValueError(
                f"grows to more than {LARGEST_RATIO} times its size when it is unpacked; "
                "only its beginning was searched"
            )
        data = b""
        while not data:
            if self._one.eof and not self._starts_again():
                return b""
            given = self._read() if self._one.needs_input else b""
            data = self._one.decompress(given, most)
        self._given += len(data)
        self._lines += data.count(b"\n")
        return data

    def _read(self) -> bytes:
        given = self._packed.read(_CHUNK)
        if not given:
            raise EOFError("the end of the stream is missing")
        self._taken += len(given)
        return given

    def _starts_again(self) -> bool:
        """Whether another stream follows. Raises EOFError if anything but padding does."""
        rest = self._one.unused_data
        while not (rest := rest.lstrip(b"\0")):
            rest = self._packed.read(_CHUNK)
            self._taken += len(rest)
            if not rest:
                return False
        rest += self._packed.read(len(self._magic)) if len(rest) < len(self._magic) else b""
        if not rest.startswith(self._magic):
            raise EOFError("something else follows the stream")
        self._one = _Resumed(_DECOMPRESSORS[self._magic](), rest)
        return True


class _Resumed:
    """A decompressor that is given ``rest`` before anything else."""

    def __init__(self, one: _Decompressor, rest: bytes) -> None:
        self._one, self._rest = one, rest

    @property
    def eof(self) -> bool:
        return self._one.eof

    @property
    def needs_input(self) -> bool:
        return not self._rest and self._one.needs_input

    @property
    def unused_data(self) -> bytes:
        return self._one.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        rest, self._rest = self._rest, b""
        return self._one.decompress(rest + data, max_length)


def unpacked(raw: io.BufferedReader, head: bytes) -> io.BufferedReader:
    """Return the content of ``raw``, which begins with ``head``: unpacked, if it is compressed."""
    magic = next((magic for magic in _DECOMPRESSORS if head.startswith(magic)), None)
    return io.BufferedReader(_Unpacked(raw, magic), _CHUNK) if magic else raw
