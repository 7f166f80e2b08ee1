"""What holds for every test: Hypothesis tries the same examples each time, and times none."""

from hypothesis import settings

# A deadline is a time asserted in a test: it fails on a slow machine and says nothing of the code.
settings.register_profile("spytt", deadline=None, derandomize=True)
settings.load_profile("spytt")
