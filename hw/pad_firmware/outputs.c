#include "outputs.h"

#include "protocol.h"

#include <avr/io.h>
#include <stdbool.h>

// Timer2's prescalers as shifts, in the order of its CS bits from 1.
static const uint8_t SHIFTS[] = {0, 3, 5, 6, 7, 8, 10};

static bool is_timed;
static uint32_t begun_us;
static uint32_t lasts_us;

static void silence(void)
{
    TCCR2B = 0;
    TCCR2A = 0;
    PORTB &= ~_BV(BUZZER_PIN);
    is_timed = false;
}

// Timer2 toggles the pin by itself. What it cannot sound (below 31 Hz) comes out as its lowest.
static void sound(uint16_t hz)
{
    uint32_t half_cycles = F_CPU / 2 / hz;
    uint8_t select = 0;
    while (select < sizeof SHIFTS - 1 && half_cycles >> SHIFTS[select] > 256)
        select++;
    uint32_t count = half_cycles >> SHIFTS[select];
    TCNT2 = 0;
    OCR2A = count > 256 ? 255 : count ? count - 1 : 0;
    TCCR2A = _BV(COM2A0) | _BV(WGM21);
    TCCR2B = select + 1;
}

void outputs_begin(void)
{
    DDRB |= _BV(LED_PIN) | _BV(BUZZER_PIN);
}

void outputs_set(uint8_t is_lit, uint16_t hz, uint16_t ms, uint32_t now_us)
{
    if (is_lit)
        PORTB |= _BV(LED_PIN);
    else
        PORTB &= ~_BV(LED_PIN);
    silence();
    if (!hz)
        return;
    sound(hz);
    is_timed = ms;
    begun_us = now_us;
    lasts_us = ms * 1000UL;
}

void outputs_look_after(uint32_t now_us)
{
    if (is_timed && now_us - begun_us >= lasts_us)
        silence();
}
