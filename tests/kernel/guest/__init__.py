"""What runs inside the booted machine: jobs that play on real lines and tell what came of it."""
