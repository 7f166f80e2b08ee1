"""The pad's firmware on an emulated Nano: exactly in virtual time, or paced by the real one."""
