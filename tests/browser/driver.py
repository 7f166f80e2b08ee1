"""Playwright where it is installed; where it is not, who imports this is skipped and says so."""

import pytest

try:
    from playwright.sync_api import Page, expect, sync_playwright
except ModuleNotFoundError:
    pytest.skip("playwright is missing: pip install 'spytt[dev]'", allow_module_level=True)

__all__ = ["Page", "expect", "sync_playwright"]
