// Why the chip began anew.
#pragma once

#include <stdint.h>

// MCUSR as this boot found it: 1 power, 2 reset line, 4 brown-out, 8 watchdog. Some bootloaders
// clear it before: then it is 0.
extern uint8_t reset_cause;
