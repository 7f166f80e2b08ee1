// What happened, numbered and kept until the host has it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct entry {
    uint8_t code;
    uint32_t stamp_us;
};

// Note an entry. The last place is kept for the mark that says that some were lost; false if this
// one was.
bool entries_note(uint8_t code, uint32_t stamp_us);

uint8_t entries_room(void);

// Forget what the host has received; numbers that it cannot have are ignored.
void entries_received(uint16_t number);

uint16_t entries_oldest(void);
uint16_t entries_newest(void);

// Tell whether some are to be sent: new ones, or all again when nothing was acknowledged in time.
bool entries_are_due(uint32_t now_us);

// Take the next that are to be sent: their count and the number of the first.
uint8_t entries_take(struct entry taken[], uint8_t most, uint16_t *first, uint32_t now_us);
