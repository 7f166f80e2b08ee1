"""The simulated console: virtual time, fingers, wires, panel models and the web front panel."""
