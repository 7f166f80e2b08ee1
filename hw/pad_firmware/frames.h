// Frames: COBS(type, body, CRC) and a delimiter.
#pragma once

#include "clock.h"

#include <stdbool.h>
#include <stdint.h>

#define BODY_LONGEST 42
#define FRAME_LONGEST (1 + 1 + BODY_LONGEST + 2 + 1)

struct frame {
    uint8_t type;
    const uint8_t *body; // valid until the next frame is asked for
    uint8_t length; // of the body
    struct moment received; // its delimiter
};

// Take the next frame that came whole.
bool frames_take(struct frame *frame);

// What came so far and was no message; wraps.
uint8_t frames_errors(void);
void frames_count_error(void);

// Compose a frame: begin, its numbers and bytes, end. There must be room for FRAME_LONGEST. One that
// was begun may be given up.
void frame_begin(uint8_t type);
void frame_u8(uint8_t value);
void frame_u16(uint16_t value);
void frame_u32(uint32_t value);
void frame_end(void);

uint16_t little_u16(const uint8_t *bytes);
uint32_t little_u32(const uint8_t *bytes);
