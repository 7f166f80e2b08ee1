#include "messages.h"

#include "buttons.h"
#include "entries.h"
#include "frames.h"
#include "identity.h"
#include "outputs.h"
#include "protocol.h"
#include "reset.h"
#include "usart.h"

#define PROBES 8

_Static_assert(2 + ENTRIES_A_FRAME * 5 <= BODY_LONGEST, "ENTRIES must fit a frame");
_Static_assert(12 + NAME_LONGEST <= BODY_LONGEST, "HELLO must fit a frame");

struct probe {
    uint8_t n;
    uint32_t received_us;
};

static bool is_hello_due;
static struct probe probes[PROBES]; // not answered yet, the oldest first
static uint8_t probes_waiting;

void messages_say_hello(void)
{
    is_hello_due = true;
}

// A probe too many is not answered: the host must expect that of any.
static void hear_probe(const struct frame *frame)
{
    entries_received(little_u16(frame->body + 1));
    if (probes_waiting < PROBES)
        probes[probes_waiting++] = (struct probe){frame->body[0], clock_us_up(frame->received)};
}

static void hear_output(const uint8_t *body)
{
    outputs_set(body[0], little_u16(body + 1), little_u16(body + 3), clock_now_us());
}

static void hear_name(const struct frame *frame)
{
    identity_rename(little_u32(frame->body), frame->body + 4, frame->length - 4);
    is_hello_due = true;
}

static void hear(const struct frame *frame)
{
    uint8_t length = frame->length;
    if (frame->type == WHO && length == 1)
        is_hello_due = true;
    else if (frame->type == PROBE && length == 3)
        hear_probe(frame);
    else if (frame->type == ACK && length == 2)
        entries_received(little_u16(frame->body));
    else if (frame->type == OUTPUT && length == 5)
        hear_output(frame->body);
    else if (frame->type == NAME && length >= 4 && length <= 4 + NAME_LONGEST)
        hear_name(frame);
    else
        frames_count_error();
}

bool messages_hear(void)
{
    struct frame frame;
    if (!frames_take(&frame))
        return false;
    hear(&frame);
    return true;
}

static void send_hello(void)
{
    const struct identity *self = identity();
    frame_begin(HELLO);
    frame_u8(PROTOCOL);
    frame_u8(FIRMWARE_MAJOR);
    frame_u8(FIRMWARE_MINOR);
    frame_u8(reset_cause);
    frame_u32(self->id);
    frame_u16(self->boot);
    frame_u16(entries_oldest());
    for (uint8_t at = 0; at < self->name_length; at++)
        frame_u8(self->name[at]);
    frame_end();
    is_hello_due = false;
}

static void send_entries(uint32_t now_us)
{
    struct entry entries[ENTRIES_A_FRAME];
    uint16_t first;
    uint8_t count = entries_take(entries, ENTRIES_A_FRAME, &first, now_us);
    frame_begin(ENTRIES);
    frame_u16(first);
    for (uint8_t at = 0; at < count; at++) {
        frame_u8(entries[at].code);
        frame_u32(entries[at].stamp_us);
    }
    frame_end();
}

// The watermark: time, levels and the newest number belong together. They are read as late as can
// be, for what passes until the first byte goes out makes the host less certain.
static bool send_answer(void)
{
    struct moment now;
    uint8_t levels;
    frame_begin(ANSWER);
    frame_u8(probes[0].n);
    frame_u32(probes[0].received_us);
    if (!buttons_at(&now, &levels))
        return false;
    frame_u32(clock_us(now));
    frame_u16(entries_newest());
    frame_u8(levels);
    frame_u8(frames_errors());
    frame_end();
    probes_waiting--;
    for (uint8_t at = 0; at < probes_waiting; at++)
        probes[at] = probes[at + 1];
    return true;
}

bool messages_send(uint32_t now_us)
{
    if (usart_room() < FRAME_LONGEST)
        return false;
    if (is_hello_due) {
        send_hello();
        return true;
    }
    if (entries_are_due(now_us)) {
        send_entries(now_us);
        return true;
    }
    // An answer waits until its bytes can follow at once: what it says is as fresh as can be.
    return probes_waiting && usart_is_idle() && send_answer();
}
