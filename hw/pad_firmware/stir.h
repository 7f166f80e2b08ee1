// A flag in the one register that a single instruction can set: an interrupt left work to do.
#pragma once

#include <avr/io.h>
#include <stdbool.h>

static inline void stir(void)
{
    GPIOR0 |= _BV(0);
}

static inline void calm_down(void)
{
    GPIOR0 &= ~_BV(0);
}

static inline bool is_stirred(void)
{
    return GPIOR0 & _BV(0);
}
