"""The verbs of `firmware_host.table.Table`, as The Pack does them."""

from firmware_host.pack.flow import act, begin, resume, wake
from firmware_host.pack.scenes import scene, sight, story, watching
from firmware_host.pack.touches import call_ready, is_contested, touch

__all__ = [
    "act", "begin", "call_ready", "is_contested", "resume", "scene", "sight", "story", "touch",
    "wake", "watching",
]  # fmt: skip
