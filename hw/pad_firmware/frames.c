#include "frames.h"

#include "usart.h"

#include <util/crc16.h>

#define CRC_START 0xFFFF
#define CRC_BYTES 2

// In both, the first byte is COBS's own.
static uint8_t incoming[FRAME_LONGEST - 1];
static uint8_t incoming_length;
static bool is_too_long;
static uint8_t outgoing[FRAME_LONGEST];
static uint8_t outgoing_length;
static uint16_t outgoing_crc;
static uint8_t errors;

static uint16_t crc(const uint8_t *bytes, uint8_t length)
{
    uint16_t sum = CRC_START;
    while (length--)
        sum = _crc_xmodem_update(sum, *bytes++);
    return sum;
}

// COBS in place, for frames below 255 bytes: each zero tells how far away the next one is.
static void stuff(uint8_t *bytes, uint8_t length)
{
    uint8_t last = 0;
    for (uint8_t at = 1; at < length; at++) {
        if (bytes[at])
            continue;
        bytes[last] = at - last;
        last = at;
    }
    bytes[last] = length - last;
}

static bool unstuff(uint8_t *bytes, uint8_t length)
{
    uint16_t at = 0;
    while (at < length) {
        uint8_t step = bytes[at];
        bytes[at] = 0;
        at += step;
    }
    return at == length;
}

static bool is_whole(void)
{
    uint8_t length = incoming_length;
    if (is_too_long || length < 1 + 1 + CRC_BYTES || !unstuff(incoming, length))
        return false;
    uint8_t message = length - 1 - CRC_BYTES;
    return crc(incoming + 1, message) == little_u16(incoming + 1 + message);
}

static bool end_frame(struct frame *frame)
{
    bool is_frame = is_whole();
    // Delimiters in a row are no error: the host may send one to begin anew.
    if (!is_frame && incoming_length)
        errors++;
    frame->type = incoming[1];
    frame->body = incoming + 2;
    frame->length = incoming_length - 2 - CRC_BYTES;
    incoming_length = 0;
    is_too_long = false;
    return is_frame;
}

bool frames_take(struct frame *frame)
{
    uint8_t byte;
    while (usart_take(&byte, &frame->received)) {
        if (byte == DELIMITER) {
            if (end_frame(frame))
                return true;
        } else if (incoming_length < sizeof incoming) {
            incoming[incoming_length++] = byte;
        } else {
            is_too_long = true;
        }
    }
    return false;
}

uint8_t frames_errors(void)
{
    return errors;
}

void frames_count_error(void)
{
    errors++;
}

void frame_begin(uint8_t type)
{
    outgoing_length = 1;
    outgoing_crc = CRC_START;
    frame_u8(type);
}

void frame_u8(uint8_t value)
{
    outgoing[outgoing_length++] = value;
    outgoing_crc = _crc_xmodem_update(outgoing_crc, value);
}

void frame_u16(uint16_t value)
{
    frame_u8(value);
    frame_u8(value >> 8);
}

void frame_u32(uint32_t value)
{
    frame_u16(value);
    frame_u16(value >> 16);
}

void frame_end(void)
{
    frame_u16(outgoing_crc);
    stuff(outgoing, outgoing_length);
    for (uint8_t at = 0; at < outgoing_length; at++)
        usart_put(outgoing[at]);
    usart_put(DELIMITER);
}

uint16_t little_u16(const uint8_t *bytes)
{
    return bytes[0] | (uint16_t)bytes[1] << 8;
}

uint32_t little_u32(const uint8_t *bytes)
{
    return little_u16(bytes) | (uint32_t)little_u16(bytes + 2) << 16;
}
