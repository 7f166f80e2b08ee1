// The lamp and the buzzer.
#pragma once

#include <stdint.h>

void outputs_begin(void);

// Light the lamp or put it out, and sound a note of so many Hz (0: silence) for so many ms (0:
// until told otherwise).
void outputs_set(uint8_t is_lit, uint16_t hz, uint16_t ms, uint32_t now_us);

// End a note whose time is over.
void outputs_look_after(uint32_t now_us);
