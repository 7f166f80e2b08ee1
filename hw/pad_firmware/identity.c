#include "identity.h"

#include <avr/eeprom.h>
#include <avr/wdt.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <util/crc16.h>

static struct identity EEMEM slots[2];
static struct identity self;
static uint8_t slot; // that `self` came from, or was written to

static uint16_t crc_of(const struct identity *found)
{
    const uint8_t *bytes = (const uint8_t *)found;
    uint16_t sum = 0xFFFF;
    for (uint8_t at = 0; at < offsetof(struct identity, crc); at++)
        sum = _crc_xmodem_update(sum, bytes[at]);
    return sum;
}

static bool read(uint8_t from, struct identity *found)
{
    eeprom_read_block(found, &slots[from], sizeof *found);
    return found->crc == crc_of(found) && found->name_length <= NAME_LONGEST;
}

// The checksum comes last: until it is right the other slot counts.
static void write(void)
{
    slot ^= 1;
    self.edition++;
    self.crc = crc_of(&self);
    const uint8_t *bytes = (const uint8_t *)&self;
    for (uint8_t at = 0; at < sizeof self; at++) {
        wdt_reset();
        eeprom_update_byte((uint8_t *)&slots[slot] + at, bytes[at]);
    }
    eeprom_busy_wait();
}

void identity_begin(void)
{
    struct identity other;
    bool is_first = read(0, &self);
    bool is_second = read(1, &other);
    if (is_second && (!is_first || (int16_t)(other.edition - self.edition) > 0)) {
        self = other;
        slot = 1;
    } else if (!is_first) {
        memset(&self, 0, sizeof self);
    }
    self.boot++;
    write();
}

const struct identity *identity(void)
{
    return &self;
}

void identity_rename(uint32_t id, const uint8_t *name, uint8_t length)
{
    self.id = id;
    self.name_length = length;
    memset(self.name, 0, sizeof self.name);
    memcpy(self.name, name, length);
    write();
}
