// What the host asks and the pad answers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Say hello once there is room.
void messages_say_hello(void);

// Do what the next message says; false if none has come.
bool messages_hear(void);

// Send what is due next, if there is room; tells whether anything was.
bool messages_send(uint32_t now_us);
