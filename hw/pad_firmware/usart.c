#include "usart.h"

#include "protocol.h"
#include "stir.h"

#include <avr/interrupt.h>

#define SAID 128
#define WRAP(place) ((uint8_t)(place) & (SAID - 1))
#define DIVIDER (F_CPU / 16 / BAUD)

_Static_assert(DIVIDER * 16 * BAUD == F_CPU, "the rate must be exact without U2X");
_Static_assert((SAID & (SAID - 1)) == 0, "places wrap by a mask");

// What was heard stands in a ring of 256, for a byte then wraps by itself. A delimiter has its
// instant behind it, in one piece: the last may stand over the ring's end.
struct delimiter {
    uint8_t byte;
    struct moment moment;
};

static uint8_t heard[255 + sizeof(struct delimiter)];
static volatile uint8_t heard_end; // written by the interrupt
static volatile uint8_t heard_begin; // written by the main loop

static uint8_t said[SAID];
static volatile uint8_t said_end; // written by the main loop
static volatile uint8_t said_begin; // written by the interrupt

// Without room a byte is dropped, be it a delimiter: the frames around it fail their CRC.
ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t end = heard_end;
    struct delimiter *place = (struct delimiter *)&heard[end];
    if ((uint8_t)(end - heard_begin) > 255 - sizeof(struct delimiter))
        return;
    place->byte = byte;
    if (byte == DELIMITER) {
        place->moment = clock_read();
        end += sizeof place->moment;
        stir();
    }
    heard_end = end + 1;
}

ISR(USART_UDRE_vect)
{
    uint8_t begin = said_begin;
    UDR0 = said[begin];
    begin = WRAP(begin + 1);
    said_begin = begin;
    if (begin == said_end) {
        UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
        stir();
    }
}

void usart_begin(void)
{
    UBRR0 = DIVIDER - 1;
    UCSR0A = 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

bool usart_take(uint8_t *byte, struct moment *moment)
{
    uint8_t begin = heard_begin;
    const struct delimiter *place = (struct delimiter *)&heard[begin];
    if (begin == heard_end)
        return false;
    *byte = place->byte;
    if (*byte == DELIMITER) {
        *moment = place->moment;
        begin += sizeof *moment;
    }
    heard_begin = begin + 1;
    return true;
}

uint8_t usart_room(void)
{
    return SAID - 1 - WRAP(said_end - said_begin);
}

void usart_put(uint8_t byte)
{
    said[said_end] = byte;
    said_end = WRAP(said_end + 1);
    UCSR0B = _BV(UDRIE0) | _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

bool usart_is_idle(void)
{
    return said_begin == said_end;
}
