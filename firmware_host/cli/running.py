"""What commands share that run until they are stopped: signals, and what the simulator may lack."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NoReturn

from engine.messages import say
from firmware_host.cli.failure import Failure
from hw.ports import DeviceError
from hw.wording import advised, install

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C and a termination call `stop` meanwhile."""
    before = {number: signal.signal(number, lambda *_: stop()) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt() -> NoReturn:
    """Do what Ctrl-C does where nothing runs yet that could be stopped."""
    raise KeyboardInterrupt


@contextmanager
def device_needed() -> Iterator[None]:
    """Tell which device to look after where one cannot be had."""
    try:
        yield
    except DeviceError as error:
        raise Failure(error.args[0]) from None


def simulator_needed() -> AbstractContextManager[None]:
    """Tell what to install, or which device to look after, where the simulator cannot run."""
    return _needed(
        lambda package: advised(
            say("the simulated console needs {package}", package=package), install("sim")
        )
    )


def phones_needed() -> AbstractContextManager[None]:
    """Tell what to install, or which device to look after, where phones cannot be served."""
    return _needed(
        lambda package: advised(say("phones need {package}", package=package), install("phone"))
    )


@contextmanager
def _needed(worded: Callable[[str | None], str]) -> Iterator[None]:
    """Tell which package or which device is missing; `worded` knows what brings a package."""
    try:
        with device_needed():
            yield
    except ModuleNotFoundError as error:
        raise Failure(worded(error.name)) from None
