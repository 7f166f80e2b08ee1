#define _GNU_SOURCE
#include "paced.h"

#include "board.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define SLICE_CYCLES (200 * CYCLES_A_US)
#define MARGIN_CYCLES 100 // no instruction and no step out of sleep is longer
#define NAP_NS 400000
#define BUSY_NAP_NS 40000
#define EXTERNAL_RESET 2

static uint64_t start_ns;
static long rate_ppm;
static int terminal;
static bool is_open;

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static uint64_t cycle_at(uint64_t host_ns)
{
    __int128 cycles = (__int128)(host_ns - start_ns) * CYCLES_A_US * (1000000 + rate_ppm);
    return host_ns < start_ns ? 0 : cycles / 1000000000;
}

void paced_said(uint64_t cycle, uint8_t byte)
{
    (void)cycle;
    // A full terminal loses bytes, as a USB chip that nobody reads does.
    if (is_open && write(terminal, &byte, 1) < 1)
        fprintf(stderr, "a byte was lost: nobody reads\n");
}

void paced_move(uint64_t host_ns, unsigned pin, unsigned level)
{
    uint64_t cycle = cycle_at(host_ns);
    if (cycle < board_cycle()) {
        printf("late %" PRIu64 " %" PRIu64 "\n", host_ns, (board_cycle() - cycle) / CYCLES_A_US);
        fflush(stdout);
    }
    board_move(cycle, pin, level);
}

static void begin_terminal(bool is_held)
{
    terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    grantpt(terminal);
    unlockpt(terminal);
    int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    struct termios settings;
    tcgetattr(end, &settings);
    cfmakeraw(&settings);
    tcsetattr(end, TCSANOW, &settings);
    is_open = is_held;
    // While this end is held open the terminal lives on, whoever closes the other.
    if (!is_held)
        close(end);
    printf("terminal %s\n", ptsname(terminal));
    fflush(stdout);
}

static void listen_to_terminal(void)
{
    uint8_t bytes[256];
    ssize_t count = read(terminal, bytes, sizeof bytes);
    uint64_t cycle = cycle_at(now_ns());
    for (ssize_t at = 0; at < count; at++)
        board_hear(cycle, bytes[at]);
}

// However far the board lags, its bootloader begins now.
static void notice_opening(bool is_hung_up, long boot_ms)
{
    if (!is_hung_up && !is_open) {
        uint64_t lag = cycle_at(now_ns()) - board_cycle();
        board_reset(EXTERNAL_RESET, lag + (uint64_t)boot_ms * 1000 * CYCLES_A_US);
    }
    is_open = !is_hung_up;
}

// Take whole lines of what stands in standard input; false at its end.
static bool listen_to_commands(void (*obey)(const char *line))
{
    static char text[4096];
    static size_t length;
    ssize_t count = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
    if (count <= 0)
        return false;
    length += count;
    text[length] = 0;
    char *line = text, *end;
    while ((end = strchr(line, '\n'))) {
        *end = 0;
        obey(line);
        line = end + 1;
    }
    length -= line - text;
    memmove(text, line, length);
    return true;
}

// Wait for bytes or commands, but not longer than the board may be left alone.
static void nap(struct pollfd *ends, bool is_caught_up)
{
    uint64_t soon = board_cycle() + NAP_NS / 1000 * CYCLES_A_US;
    bool is_busy = board_is_busy() || board_next() < soon;
    struct timespec none = {0};
    struct timespec span = {.tv_nsec = !is_caught_up ? 0 : is_busy ? BUSY_NAP_NS : NAP_NS};
    // A terminal that is hung up would wake us at once.
    ends[1].fd = is_open ? terminal : -1;
    ppoll(ends, 2, &span, NULL);
    ends[1].fd = terminal;
    if (!is_open)
        ppoll(ends + 1, 1, &none, NULL);
}

// Run up to now, or a slice when there is more to make up for; tells whether it caught up.
static bool catch_up(void)
{
    uint64_t now = cycle_at(now_ns());
    uint64_t target = now > MARGIN_CYCLES ? now - MARGIN_CYCLES : 0;
    uint64_t slice = board_cycle() + SLICE_CYCLES;
    board_run(target < slice ? target : slice);
    return target <= slice;
}

void paced_follow(long ppm, long boot_ms, void (*obey)(const char *line))
{
    rate_ppm = ppm;
    start_ns = now_ns();
    begin_terminal(boot_ms < 0);
    struct pollfd ends[2] = {{STDIN_FILENO, POLLIN, 0}, {terminal, POLLIN, 0}};
    for (;;) {
        ends[0].revents = ends[1].revents = 0;
        nap(ends, catch_up());
        if (boot_ms >= 0)
            notice_opening(ends[1].revents & POLLHUP, boot_ms);
        if (ends[1].revents & POLLIN)
            listen_to_terminal();
        if (ends[0].revents && !listen_to_commands(obey))
            exit(0);
    }
}
