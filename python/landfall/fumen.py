"""Fumens: positions and games in the links of the community's editors."""

from landfall._landfall import FumenError, Page, decode, decode_all, encode

__all__ = ["FumenError", "Page", "decode", "decode_all", "encode"]
