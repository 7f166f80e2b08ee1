"""Match records told in plain words, in the language asked."""

from firmware_host.accounts.account import account

__all__ = ["account"]
