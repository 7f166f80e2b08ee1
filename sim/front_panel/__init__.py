"""The web page that stands in for both pads and panels."""
