"""The program on the console: contact, arbiter, match flow, screens and the command line."""
