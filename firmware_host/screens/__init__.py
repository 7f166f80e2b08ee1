"""What the panels say (scenes), and how it is drawn in 128x64 pixels."""
