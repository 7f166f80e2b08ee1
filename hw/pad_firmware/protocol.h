// All that the host relies on: wires, messages, codes, bounds. docs/pad-protocol.md tells it in words.
#pragma once

#define PROTOCOL 1
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0

#define BAUD 500000UL

// An edge's stamp is never early, and at most so late. The tests measure it.
#define STAMP_LATE_US 10

// Buttons to ground, with the chip's own pull-ups: c1 c2 c3 c4 left right draw ready on D2 to D9.
// Buttons 0 to 5 are PD2 to PD7, buttons 6 and 7 are PB0 and PB1.
#define BUTTONS 8
#define PORT_D_FIRST 2
#define PORT_D_PINS 0xFC
#define PORT_B_PINS 0x03
#define PORT_D_BUTTONS 0x3F
#define PORT_B_BUTTONS 0xC0

#define LED_PIN 5 // PB5, D13: the board's own
#define BUZZER_PIN 3 // PB3, D11: OC2A

enum to_pad { WHO = 0x01, PROBE = 0x02, ACK = 0x03, OUTPUT = 0x04, NAME = 0x05 };
enum to_host { HELLO = 0x81, ENTRIES = 0x82, ANSWER = 0x83 };

enum entry_code {
    EDGE_OPEN = 0x00, // + button
    EDGE_CLOSED = 0x08, // + button
    BLIP_PORT_B = 0x10,
    BLIP_PORT_D = 0x11,
    OVERFLOW = 0x20,
    CHATTERS = 0x30, // + button
    CALM = 0x38, // + button
};

#define NAME_LONGEST 24
#define ENTRIES_KEPT 64
#define ENTRIES_A_FRAME 8
#define RESEND_US 10000UL

// A button that changes more often than this in one window is masked; it is calm again when so many
// windows saw no change of its level.
#define CHATTER_EDGES 32
#define CHATTER_WINDOW_US 16000UL
#define CALM_WINDOWS 8

// Of the blips of one port, at most one in so long is noted.
#define BLIP_EVERY_US 1000UL
