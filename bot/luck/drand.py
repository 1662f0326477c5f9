"""Networks of the public beacon drand, and the check of a round's signature.

A round is a BLS signature over its number, which the parties of a network make together (the scheme
`bls-unchained-g1-rfc9380`); its randomness is the SHA-256 of that signature. The network's one public key checks every
round, so that no server has to be trusted.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from py_arkworks_bls12381 import GT, G1Point, G2Point

from bot.language import N_
from bot.luck.deal import BeaconRound
from games.engine.errors import Sentence

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain separation tag of the scheme."""


@dataclass(frozen=True, slots=True)
class Network:
    """A drand network: its chain hash and public key, the time of its first round, the seconds between two rounds."""

    chain: str
    public_key: str
    genesis: float
    period: float

    def due(self, number: int) -> float:
        """Return the time at which a round comes out."""
        return self.genesis + (number - 1) * self.period

    def has_signed(self, number: int, signature: bytes) -> bool:
        """Return True if the network signed this round with the signature."""
        try:
            signed = G1Point.from_compressed_bytes(signature)
        except ValueError:
            return False
        key = G2Point.from_compressed_bytes(bytes.fromhex(self.public_key))
        hashed = G1Point.hash_to_curve(hashlib.sha256(number.to_bytes(8, "big")).digest(), DOMAIN)
        return GT.pairing_check([signed, -hashed], [G2Point(), key])


QUICKNET = Network(
    chain="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1_692_803_367.0,
    period=3.0,
)
"""Drand's network with a round every three seconds."""

NETWORKS = {QUICKNET.chain: QUICKNET}
"""The networks whose rounds can be checked, by chain hash."""


class BadRound(ValueError):
    """A round that its network didn't sign, or not at that time: a sentence with its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values))
        self.sentence: Sentence = (text, values)


def check_time(announced: BeaconRound) -> None:
    """Check that a round comes out when the record says. Raises `BadRound` if it doesn't."""
    network = NETWORKS.get(announced.chain)
    if network is not None and announced.due != network.due(announced.round):
        raise BadRound(
            N_("Round {n} of the public beacon didn't come out when the record says."), n=announced.round
        )


def check_round(answer: BeaconRound) -> BeaconRound:
    """Return a round with a valid signature of its network, which gives its randomness.

    Raises `BadRound` for any other round, and for an unknown network.
    """
    network = NETWORKS.get(answer.chain)
    if network is None:
        text = N_("Round {n} is from a beacon that isn't known here: {chain}.")
        raise BadRound(text, n=answer.round, chain=answer.chain)
    signature = bytes.fromhex(answer.signature)
    if hashlib.sha256(signature).hexdigest() != answer.randomness:
        raise BadRound(N_("The randomness of round {n} does not belong to its signature."), n=answer.round)
    if not network.has_signed(answer.round, signature):
        raise BadRound(N_("The public beacon never signed round {n} that way."), n=answer.round)
    return answer
