// An emulated Nano under commands on its standard input, a line each; what it tells goes out the
// same way. Without --paced time is virtual: T is cycles, and passes only by `run`. With it the
// chip follows CLOCK_MONOTONIC, its serial line is a pseudo-terminal, and T is ns of that clock.
//
//   pin T PIN LEVEL   move a contact of D2 to D9 (0: closed)
//   hear T HEX        bytes to the chip, one after the other (virtual time)
//   run T             run up to there, tell `said`, `output`, `watchdog`, then `at T` (virtual time)
//   reset CAUSE       reset it, with MCUSR so
//   peek ADDRESS      a byte of registers or memory; `eepeek`: of the EEPROM
//   poke ADDRESS BYTE, eepoke ADDRESS BYTE
//   figures           idle cycles, cycle of the clock's start, bytes of stack
//   quit              save the EEPROM and end; so does the end of the input
#define _GNU_SOURCE
#include "board.h"
#include "paced.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_paced;

static void tell_said(uint64_t cycle, uint8_t byte)
{
    printf("said %" PRIu64 " %02x\n", cycle, byte);
}

static void tell_output(uint64_t cycle, unsigned pin, unsigned level)
{
    if (!is_paced)
        printf("output %" PRIu64 " %u %u\n", cycle, pin, level);
}

static void tell_watchdog(uint64_t cycle)
{
    printf("watchdog %" PRIu64 "\n", cycle);
}

static void hear(uint64_t cycle, const char *hex)
{
    unsigned byte;
    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        board_hear(cycle, byte);
}

static void move(uint64_t time, unsigned pin, unsigned level)
{
    if (is_paced)
        paced_move(time, pin, level);
    else
        board_move(time, pin, level);
}

static void tell_figures(void)
{
    printf("figures %" PRIu64 " %" PRIu64 " %u\n", board_idle_cycles(), board_clock_start(),
           board_stack_bytes());
}

static void obey(const char *line)
{
    uint64_t time;
    unsigned a, b;
    int at;
    if (sscanf(line, "pin %" SCNu64 " %u %u", &time, &a, &b) == 3)
        move(time, a, b);
    else if (sscanf(line, "hear %" SCNu64 " %n", &time, &at) == 1)
        hear(time, line + at);
    else if (sscanf(line, "run %" SCNu64, &time) == 1) {
        board_run(time);
        printf("at %" PRIu64 "\n", board_cycle());
    } else if (sscanf(line, "reset %u", &a) == 1)
        board_reset(a, 0);
    else if (sscanf(line, "peek %u", &a) == 1)
        printf("byte %u\n", *board_data(a));
    else if (sscanf(line, "eepeek %u", &a) == 1)
        printf("byte %u\n", *board_eeprom(a));
    else if (sscanf(line, "poke %u %u", &a, &b) == 2)
        *board_data(a) = b;
    else if (sscanf(line, "eepoke %u %u", &a, &b) == 2)
        *board_eeprom(a) = b;
    else if (!strncmp(line, "figures", 7))
        tell_figures();
    else if (!strncmp(line, "quit", 4))
        exit(0);
    else
        fprintf(stderr, "not understood: %s", line);
    if (line[0] != 'p' && line[0] != 'h')
        fflush(stdout);
    else if (line[1] == 'e')
        fflush(stdout);
}

static void follow_commands(void)
{
    char *line = NULL;
    size_t space = 0;
    while (getline(&line, &space, stdin) > 0)
        obey(line);
}

static const char *value_of(const char *name, int count, char **words)
{
    for (int at = 2; at + 1 < count; at++)
        if (!strcmp(words[at], name))
            return words[at + 1];
    return NULL;
}

// nano HEX [--eeprom FILE] [--paced PPM] [--resets-on-open MS]
int main(int count, char **words)
{
    if (count < 2)
        return 2;
    const char *ppm = value_of("--paced", count, words);
    const char *boot_ms = value_of("--resets-on-open", count, words);
    is_paced = ppm;
    struct listener told = {
        .said = is_paced ? paced_said : tell_said, .output = tell_output, .watchdog = tell_watchdog};
    board_begin(words[1], value_of("--eeprom", count, words), told);
    atexit(board_save);
    if (is_paced)
        paced_follow(atol(ppm), boot_ms ? atol(boot_ms) : -1, obey);
    else
        follow_commands();
    return 0;
}
