// Bytes to and from the host, by interrupts.
#pragma once

#include "clock.h"

#include <stdbool.h>
#include <stdint.h>

#define DELIMITER 0x00

void usart_begin(void);

// Take the next byte that came; with a delimiter comes the instant at which it did.
bool usart_take(uint8_t *byte, struct moment *moment);

uint8_t usart_room(void);

// Put a byte behind the others; only when there is room.
void usart_put(uint8_t byte);

// Tell whether all has been handed to the chip: a byte put now goes out within two bytes' time.
bool usart_is_idle(void);
