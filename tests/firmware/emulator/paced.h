// The board paced by CLOCK_MONOTONIC, its serial line a pseudo-terminal.
//
// It may lag behind real time and never runs ahead of it: a byte read from the terminal at S begins
// on the line when the emulated clock has reached S, and a byte is written when it has passed its
// end. So neither way is ever faster than a real board's.
#pragma once

#include <stdint.h>

void paced_said(uint64_t cycle, uint8_t byte);
void paced_move(uint64_t host_ns, unsigned pin, unsigned level);

// Run until standard input ends. The board's crystal is `ppm` fast. Unless `boot_ms` is below 0,
// opening the terminal resets the board as DTR does, and its bootloader takes so long.
void paced_follow(long ppm, long boot_ms, void (*obey)(const char *line));
