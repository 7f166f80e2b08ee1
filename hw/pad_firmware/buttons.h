// Buttons: their interrupts note touches, the main loop makes entries of them.
#pragma once

#include "clock.h"

#include <stdbool.h>
#include <stdint.h>

// Switch the pull-ups on, well before anybody reads the pins: wires take their time to rise.
void buttons_pull_up(void);

// Note touches from now on; the clock must run.
void buttons_begin(void);

// Make entries of the touches noted so far; tells whether there were any.
bool buttons_note(void);

// Look after the buttons that chatter; each call looks at their levels.
void buttons_look_after(uint32_t now_us);

// Read time and levels (a bit a button, 1 closed) at once, if every touch before that instant has
// its entry; else false: note them and ask again.
bool buttons_at(struct moment *now, uint8_t *levels);
