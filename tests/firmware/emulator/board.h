// An emulated Nano: simavr's ATmega328P, with contacts on its pins and a serial line of exact
// timing. Times are cycles of its 16 MHz since the start.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CYCLES_A_US 16

// What is told of the chip while it runs.
struct listener {
    void (*said)(uint64_t cycle, uint8_t byte); // the end of a byte's stop bit
    void (*output)(uint64_t cycle, unsigned pin, unsigned level); // D11 and D13
    void (*watchdog)(uint64_t cycle);
};

void board_begin(const char *hex, const char *eeprom, struct listener listener);
void board_save(void);

uint64_t board_cycle(void);
bool board_is_busy(void); // awake, or with bytes on their way

// Move a contact: `pin` as on the board, 2 to 9, `level` 0 closed.
void board_move(uint64_t cycle, unsigned pin, unsigned level);

// Let a byte begin on the line into the chip, then or when the line is free.
void board_hear(uint64_t cycle, uint8_t byte);

// The next cycle at which a contact moves or a byte begins; UINT64_MAX: none.
uint64_t board_next(void);

// Run up to that cycle; a byte that is still on its way out then is told later.
void board_run(uint64_t cycle);

// Reset it, with MCUSR telling `cause`; it is held there for so many cycles.
void board_reset(uint8_t cause, uint64_t held);

uint8_t *board_data(uint16_t address);
uint8_t *board_eeprom(uint16_t address);

uint64_t board_idle_cycles(void);
uint64_t board_clock_start(void); // when timer1 was started
unsigned board_stack_bytes(void); // the most that the stack has had
