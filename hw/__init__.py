"""The devices: what a pad reports, the clock of a pad that has its own, the panels; no cards."""
