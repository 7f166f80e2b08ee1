// Time: timer1 ticks every 0.5 us and never stops; its wraps are counted.
#pragma once

#include <avr/io.h>
#include <stdint.h>

// An instant of the last few seconds, as an interrupt notes it.
struct moment {
    uint8_t wraps;
    uint16_t ticks;
};

extern volatile uint8_t clock_wraps;

void clock_begin(void);

// Read the clock; only with interrupts off, for the chip's 16-bit reads share a register.
static inline __attribute__((always_inline)) struct moment clock_read(void)
{
    struct moment now;
    now.ticks = TCNT1;
    now.wraps = clock_wraps;
    // It may have wrapped while nobody could count that.
    if ((TIFR1 & _BV(TOV1)) && !(now.ticks & 0x8000))
        now.wraps++;
    return now;
}

// Microseconds since the boot, rounded down; they wrap after 71.6 minutes. Main loop only, and
// to be asked more often than every 4 s.
uint32_t clock_us(struct moment moment);

// The same, rounded up: at most 0.5 us less than what a clock without ticks would show.
uint32_t clock_us_up(struct moment moment);

uint32_t clock_now_us(void);
