#include "clock.h"

#include "stir.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#define TICK_CYCLES 8
#define BEAT_CYCLES 64
#define BEATS_A_MS (F_CPU / 1000 / BEAT_CYCLES)

_Static_assert(F_CPU / TICK_CYCLES == 2000000, "a tick of timer1 must be 0.5 us");
_Static_assert(BEATS_A_MS >= 1 && BEATS_A_MS <= 256, "timer0 must be able to count a millisecond");

volatile uint8_t clock_wraps;

static uint32_t all_wraps;

ISR(TIMER1_OVF_vect)
{
    clock_wraps++;
}

// Every millisecond the main loop looks what is due. No register is touched, so none is saved.
ISR(TIMER0_COMPA_vect, ISR_NAKED)
{
    stir();
    reti();
}

void clock_begin(void)
{
    TCCR1A = 0;
    TIMSK1 = _BV(TOIE1);
    TCCR1B = _BV(CS11);
    OCR0A = BEATS_A_MS - 1;
    TCCR0A = _BV(WGM01);
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);
}

static uint32_t wraps_at(struct moment moment)
{
    int8_t ahead = moment.wraps - (uint8_t)all_wraps;
    uint32_t wraps = all_wraps + ahead;
    if (ahead > 0)
        all_wraps = wraps;
    return wraps;
}

// 33 bits of half microseconds: shifting by 16 and 1 costs the chip much less than by 15.
static uint32_t halved(uint32_t wraps, uint16_t ticks)
{
    uint32_t us = (wraps << 16 | ticks) >> 1;
    return wraps & 0x10000 ? us | 0x80000000 : us;
}

uint32_t clock_us(struct moment moment)
{
    return halved(wraps_at(moment), moment.ticks);
}

uint32_t clock_us_up(struct moment moment)
{
    return clock_us(moment) + (moment.ticks & 1);
}

uint32_t clock_now_us(void)
{
    struct moment now;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        now = clock_read();
    }
    return clock_us(now);
}
