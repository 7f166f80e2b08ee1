"""The GPIO pads on a real Linux kernel: booted in qemu, on gpio-sim, judged from outside."""
