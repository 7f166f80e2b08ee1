"""The rules: cards, games, views, bots and match records; pure, and free of clocks and devices."""
