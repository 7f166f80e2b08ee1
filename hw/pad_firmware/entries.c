#include "entries.h"

#include "protocol.h"

_Static_assert((ENTRIES_KEPT & (ENTRIES_KEPT - 1)) == 0, "numbers wrap over whole queues");
_Static_assert(ENTRIES_KEPT <= 255, "places are counted in a byte");

static struct entry queue[ENTRIES_KEPT];
static uint16_t oldest = 1;
static uint16_t next = 1;
static uint16_t unsent = 1; // moves back to the oldest when they are sent again
static uint16_t never_sent = 1;
static uint32_t sent_us;

static struct entry *place(uint16_t number)
{
    return &queue[number % ENTRIES_KEPT];
}

static void keep(uint8_t code, uint32_t stamp_us)
{
    *place(next++) = (struct entry){code, stamp_us};
}

uint8_t entries_room(void)
{
    return ENTRIES_KEPT - (uint8_t)(next - oldest);
}

bool entries_note(uint8_t code, uint32_t stamp_us)
{
    uint8_t room = entries_room();
    if (room > 1)
        keep(code, stamp_us);
    else if (room == 1)
        keep(OVERFLOW, stamp_us - 1);
    return room > 1;
}

void entries_received(uint16_t number)
{
    uint16_t received = number + 1 - oldest;
    if (received > (uint16_t)(never_sent - oldest))
        return;
    oldest += received;
    if ((int16_t)(unsent - oldest) < 0)
        unsent = oldest;
}

uint16_t entries_oldest(void)
{
    return oldest;
}

uint16_t entries_newest(void)
{
    return next - 1;
}

bool entries_are_due(uint32_t now_us)
{
    if (unsent == next && oldest != next && now_us - sent_us >= RESEND_US)
        unsent = oldest;
    return unsent != next;
}

uint8_t entries_take(struct entry taken[], uint8_t most, uint16_t *first, uint32_t now_us)
{
    uint8_t count = 0;
    *first = unsent;
    while (count < most && unsent != next)
        taken[count++] = *place(unsent++);
    if ((int16_t)(unsent - never_sent) > 0)
        never_sent = unsent;
    sent_us = now_us;
    return count;
}
