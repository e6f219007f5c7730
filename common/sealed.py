"""The secret that a match is dealt from: bound before its first hand, given away after its last (docs/deal.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common import deal
from common.errors import MatchError

__all__ = ["Sealed"]

_LONGEST: Final = 100_000  # of all seeds, which stand in one line of a record


class Sealed:
    """A host's secret and the players' own seeds mixed into it.

    Raises:
        DealError: for a secret that is none, or seeds that are neither text nor bytes.
    """

    __slots__ = ("client_seeds", "commitment", "is_revealed", "secret")

    def __init__(self, secret: bytes, client_seeds: Sequence[str | bytes] = (), is_revealed: bool = False) -> None:
        self.secret = secret
        self.commitment = deal.commitment(secret)
        """What binds the host to its secret."""
        self.client_seeds = tuple(client_seeds)
        self.is_revealed = is_revealed

    @property
    def key(self) -> bytes:
        """What every hand is dealt from."""
        return deal.match_key(self.secret, self.client_seeds)

    def mixed(self, client_seeds: Sequence[str | bytes]) -> Sealed:
        """The same secret with these seeds.

        Raises:
            MatchError: for seeds that are long beyond reason.
            DealError: for seeds that are neither text nor bytes.
        """
        deal.match_key(self.secret, client_seeds)
        if sum(map(len, client_seeds)) > _LONGEST:
            raise MatchError(f"the players' seeds have more than {_LONGEST} characters together")
        return Sealed(self.secret, client_seeds, self.is_revealed)

    def __repr__(self) -> str:
        return f"<secret bound by {self.commitment}>"
