"""The table of Spit in the console: real time, two seats, the first touch takes the pile."""
