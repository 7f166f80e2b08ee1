"""The verbs of `firmware_host.table.Table`, as Spit does them."""

from firmware_host.spit.flow import act, begin, call_ready, resume, wake
from firmware_host.spit.scenes import scene, sight, story, watching
from firmware_host.spit.touches import is_contested, touch

__all__ = [
    "act", "begin", "call_ready", "is_contested", "resume", "scene", "sight", "story", "touch",
    "wake", "watching",
]  # fmt: skip
