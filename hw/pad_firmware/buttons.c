#include "buttons.h"

#include "entries.h"
#include "protocol.h"
#include "stir.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#define TOUCHES 32
#define PORT_B 0x40
#define PORT_D 0x80

_Static_assert((TOUCHES & (TOUCHES - 1)) == 0, "places wrap by a mask");
_Static_assert(!((PORT_B | PORT_D) & PORT_B_PINS), "the port is noted in bits that its pins leave");

// Both ports as they were, which of them had changed, and when.
struct touch {
    uint8_t pins_d;
    uint8_t pins_b;
    struct moment moment;
};

static struct touch touches[TOUCHES];
static volatile uint8_t noted; // written by interrupts
static volatile uint8_t taken; // written by the main loop
static volatile bool is_lost; // a touch found no place: none is noted until the main loop knows

static uint8_t told; // the levels that the host has been told, a bit a button
static uint8_t masked; // buttons that chatter
static uint8_t untold; // of these, those whose mark found no place
static uint8_t looked; // levels at the last look
static uint8_t moved; // buttons that were seen to change since
static uint8_t edges[BUTTONS]; // in this window
static uint8_t still[BUTTONS]; // windows that saw no change
static uint32_t window_us;
static uint32_t last_us; // stamp of the last touch
static uint32_t blip_b_us = -BLIP_EVERY_US; // of the last that was noted
static uint32_t blip_d_us = -BLIP_EVERY_US;

// Pins first, at least a tick before the clock: so what they tell has happened at the stamp, which
// is rounded up. Finding the touch's place takes that long.
static inline __attribute__((always_inline)) void look(struct touch *first, uint8_t place, uint8_t port)
{
    uint8_t pins_d = PIND;
    uint8_t pins_b = PINB;
    struct touch *touch = first + place;
    touch->pins_d = pins_d;
    touch->pins_b = (pins_b & PORT_B_PINS) | port;
    touch->moment = clock_read();
}

// Both ports are noted by either interrupt: of two touches at once none waits for the other.
static inline __attribute__((always_inline)) void note_touch(uint8_t port)
{
    uint8_t place = noted;
    look(touches, place, port);
    stir();
    place = (place + 1) & (TOUCHES - 1);
    if (place == taken)
        is_lost = true;
    if (!is_lost)
        noted = place;
}

ISR(PCINT0_vect)
{
    note_touch(PORT_B);
}

ISR(PCINT2_vect)
{
    note_touch(PORT_D);
}

static uint8_t levels_of(const struct touch *touch)
{
    return (uint8_t)~(touch->pins_d >> PORT_D_FIRST | touch->pins_b << 6);
}

static struct touch look_now(void)
{
    struct touch touch;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        look(&touch, 0, 0);
    }
    return touch;
}

static void listen(uint8_t buttons)
{
    PCMSK2 = (buttons & PORT_D_BUTTONS) << PORT_D_FIRST;
    PCMSK0 = (buttons & PORT_B_BUTTONS) >> 6;
}

void buttons_pull_up(void)
{
    PORTD |= PORT_D_PINS;
    PORTB |= PORT_B_PINS;
}

void buttons_begin(void)
{
    listen(0xFF);
    PCICR = _BV(PCIE0) | _BV(PCIE2);
    // A button held at boot is no edge: the levels tell of it.
    struct touch first = look_now();
    told = levels_of(&first);
}

static void mask(uint8_t button, uint32_t stamp_us)
{
    uint8_t bit = 1 << button;
    masked |= bit;
    listen(~masked);
    still[button] = 0;
    if (!entries_note(CHATTERS + button, stamp_us))
        untold |= bit;
}

static void note_edge(uint8_t button, bool is_closed, uint32_t stamp_us)
{
    entries_note((is_closed ? EDGE_CLOSED : EDGE_OPEN) + button, stamp_us);
    if (++edges[button] > CHATTER_EDGES)
        mask(button, stamp_us);
}

// Spikes that never stop must not fill the queue: one noted just before stands for those after it.
static void note_blip(uint8_t code, uint32_t *noted_us)
{
    if (last_us - *noted_us < BLIP_EVERY_US)
        return;
    *noted_us = last_us;
    entries_note(code, last_us);
}

static void note(const struct touch *touch)
{
    uint8_t levels = levels_of(touch);
    uint8_t changed = (levels ^ told) & ~masked;
    last_us = clock_us_up(touch->moment);
    told ^= changed;
    if ((touch->pins_b & PORT_B) && !(changed & PORT_B_BUTTONS))
        note_blip(BLIP_PORT_B, &blip_b_us);
    if ((touch->pins_b & PORT_D) && !(changed & PORT_D_BUTTONS))
        note_blip(BLIP_PORT_D, &blip_d_us);
    for (uint8_t button = 0, bit = 1; changed; button++, bit <<= 1) {
        if (changed & bit)
            note_edge(button, levels & bit, last_us);
        changed &= ~bit;
    }
}

// What came in between is lost: no edge is made of the levels now, for nobody knows its time.
static void begin_anew(void)
{
    struct touch now;
    entries_note(OVERFLOW, last_us);
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        look(&now, 0, 0);
        is_lost = false;
    }
    told = (told & masked) | (levels_of(&now) & ~masked);
}

bool buttons_note(void)
{
    uint8_t waiting = (noted - taken) & (TOUCHES - 1);
    for (uint8_t left = waiting; left; left--) {
        note(&touches[taken]);
        taken = (taken + 1) & (TOUCHES - 1);
    }
    if (is_lost && noted == taken)
        begin_anew();
    return waiting;
}

static void unmask(uint8_t button)
{
    uint8_t bit = 1 << button;
    bool is_first = false;
    struct touch now;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        if (noted == taken) {
            listen(~masked | bit);
            look(&now, 0, 0);
            is_first = true;
        }
    }
    if (!is_first)
        return;
    masked &= ~bit;
    entries_note(CALM + button, clock_us_up(now.moment));
    note(&now);
}

static void look_after(uint8_t button)
{
    uint8_t bit = 1 << button;
    if (moved & bit)
        still[button] = 0;
    else if (still[button] < CALM_WINDOWS)
        still[button]++;
    if ((untold & bit) && entries_note(CHATTERS + button, clock_now_us()))
        untold &= ~bit;
    // Two marks at most and the level as an edge must find their places.
    if (still[button] == CALM_WINDOWS && !(untold & bit) && entries_room() > 3)
        unmask(button);
}

void buttons_look_after(uint32_t now_us)
{
    struct touch now = look_now();
    uint8_t levels = levels_of(&now);
    moved |= levels ^ looked;
    looked = levels;
    if (now_us - window_us < CHATTER_WINDOW_US)
        return;
    window_us = now_us;
    for (uint8_t button = 0; button < BUTTONS; button++) {
        edges[button] = 0;
        if (masked & (1 << button))
            look_after(button);
    }
    moved = 0;
}

bool buttons_at(struct moment *now, uint8_t *levels)
{
    bool is_settled = false;
    struct touch touch;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        look(&touch, 0, 0);
        is_settled = noted == taken && !is_lost;
    }
    *now = touch.moment;
    *levels = levels_of(&touch);
    return is_settled && !((*levels ^ told) & ~masked);
}
