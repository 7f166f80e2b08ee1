// Who the pad is: kept in the EEPROM in two slots, of which a torn write spoils only the older.
#pragma once

#include "protocol.h"

#include <stdint.h>

struct identity {
    uint16_t edition; // goes up by one with each write
    uint16_t boot; // another at each boot
    uint32_t id; // 0: none given yet
    uint8_t name_length;
    uint8_t name[NAME_LONGEST]; // UTF-8
    uint16_t crc; // of all before
};

// Read it and write the new boot's number; takes some 30 ms.
void identity_begin(void);

const struct identity *identity(void);

// Give the pad a name; takes up to 120 ms, in which touches may be lost.
void identity_rename(uint32_t id, const uint8_t *name, uint8_t length);
