#include "board.h"

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_hex.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MCUSR 0x54
#define TCCR1B 0x81
#define EICRA 0x69
#define PINB 0x23
#define PIND 0x29
#define UCSR0A 0xC0
#define UBRR0L 0xC4
#define RAM_BEGIN 0x100
#define RAM_END 0x8FF
#define UNTOUCHED 0xA5
#define NEVER UINT64_MAX
#define BITS_A_BYTE 10

struct move {
    uint64_t cycle;
    uint8_t pin, level;
};

struct byte {
    uint64_t cycle;
    uint8_t value;
};

// Own lists, in order of time: simavr's pool has only 64 timers, so one timer serves them all.
static struct move *moves;
static size_t moves_begin, moves_end, moves_space;
static struct byte *heard;
static size_t heard_begin, heard_end, heard_space;
static struct byte *said;
static size_t said_begin, said_end, said_space;

static avr_t *avr;
static avr_uart_t *uart;
static avr_run_t usual_run;
static struct listener listener;
static const char *eeprom_file;
static uint8_t levels[2] = {0xFF, 0xFF}; // of ports B and D, outside
static uint64_t run_until, held_until, heard_free, said_free;
static uint64_t idle_cycles, clock_start;

static void *grown(void *list, size_t *space, size_t end, size_t size)
{
    if (end < *space)
        return list;
    *space = *space ? *space * 2 : 256;
    return realloc(list, *space * size);
}

// A byte begins when its time has come and the line is free.
static uint64_t next_byte(void)
{
    if (heard_begin == heard_end)
        return NEVER;
    return heard[heard_begin].cycle > heard_free ? heard[heard_begin].cycle : heard_free;
}

uint64_t board_next(void)
{
    uint64_t next = moves_begin < moves_end ? moves[moves_begin].cycle : NEVER;
    uint64_t byte = next_byte();
    return byte < next ? byte : next;
}

// The level outside is told on every move: else a write to PORT would let the pull-up win.
static void set_level(unsigned pin, unsigned level)
{
    bool is_d = pin < 8;
    unsigned bit = is_d ? pin : pin - 8;
    char port = is_d ? 'D' : 'B';
    levels[is_d] = (levels[is_d] & ~(1 << bit)) | level << bit;
    avr_ioport_external_t outside = {
        .name = port, .mask = is_d ? 0xFC : 0x03, .value = levels[is_d] & (is_d ? 0xFC : 0x03)};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &outside);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), level);
}

static void hear_next(void)
{
    avr_irq_t *line = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    heard_free = next_byte() + uart->cycles_per_byte;
    avr_raise_irq(line, heard[heard_begin++].value);
}

// Do all that is due; asleep, simavr jumps to the next of its timers and never over this one.
static avr_cycle_count_t happen(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)param;
    uint64_t now = chip->cycle > when ? chip->cycle : when;
    while (moves_begin < moves_end && moves[moves_begin].cycle <= now) {
        set_level(moves[moves_begin].pin, moves[moves_begin].level);
        moves_begin++;
    }
    while (next_byte() <= now)
        hear_next();
    // There is always a next time: a chip without one would sleep on, beyond this run's end.
    uint64_t end = run_until > now ? run_until : now + 1;
    uint64_t next = board_next();
    return next < end ? next : end;
}

static void arm(void)
{
    uint64_t next = board_next();
    next = next < run_until ? next : run_until;
    avr_cycle_timer_cancel(avr, happen, NULL);
    avr_cycle_timer_register(avr, next > avr->cycle ? next - avr->cycle : 1, happen, NULL);
}

// simavr's own would let real time pass. And a chip that goes to sleep with an interrupt pending is
// awake at once; simavr would let it sleep until its next timer.
static void sleep_without_waiting(avr_t *chip, avr_cycle_count_t cycles)
{
    if (avr_has_pending_interrupts(chip))
        chip->cycle -= cycles;
    else
        idle_cycles += cycles + 1;
}

static void note_clock_start(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    (void)param;
    if (value & 7)
        clock_start = chip->cycle;
}

// A byte leaves when the shift register has room; it is whole ten bits later.
static void note_said(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    said_free = (said_free > avr->cycle ? said_free : avr->cycle) + uart->cycles_per_byte;
    said = grown(said, &said_space, said_end, sizeof *said);
    said[said_end++] = (struct byte){said_free, value};
}

// simavr tells a change more than once.
static void note_output(avr_irq_t *irq, uint32_t value, void *param)
{
    static uint16_t known;
    unsigned pin = (unsigned)(uintptr_t)param;
    (void)irq;
    if ((known >> pin & 1) == (value & 1))
        return;
    known ^= 1 << pin;
    listener.output(avr->cycle, pin, value & 1);
}

static void listen_to_pin(unsigned pin)
{
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), pin - 8);
    avr_irq_register_notify(irq, note_output, (void *)(uintptr_t)pin);
}

static avr_uart_t *find_uart(void)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            return (avr_uart_t *)io;
    abort();
}

// simavr counts a parity bit that is not there.
static void time_bytes_exactly(void)
{
    unsigned divider = avr->data[UBRR0L] | (avr->data[UBRR0L + 1] & 0xF) << 8;
    unsigned bit = (divider + 1) * (avr->data[UCSR0A] & 2 ? 8 : 16);
    uart->cycles_per_byte = bit * BITS_A_BYTE;
}

static void after_reset(void)
{
    // simavr polls INT0 and INT1 every cycle while D2 or D3 is low, enabled or not, unless they
    // are for edges.
    avr->data[EICRA] = 0x0F;
    avr->data[PINB] = levels[0];
    avr->data[PIND] = levels[1];
    said_free = heard_free = avr->cycle;
}

static void load_eeprom(void)
{
    FILE *file = eeprom_file ? fopen(eeprom_file, "rb") : NULL;
    if (!file)
        return;
    if (fread(board_eeprom(0), 1, 1024, file) != 1024)
        fprintf(stderr, "%s is too short\n", eeprom_file);
    fclose(file);
}

void board_save(void)
{
    FILE *file = eeprom_file ? fopen(eeprom_file, "wb") : NULL;
    if (!file)
        return;
    fwrite(board_eeprom(0), 1, 1024, file);
    fclose(file);
}

static void load_hex(const char *hex)
{
    uint32_t size, start;
    uint8_t *code = read_ihex_file(hex, &size, &start);
    if (!code) {
        fprintf(stderr, "cannot read %s\n", hex);
        exit(1);
    }
    avr_loadcode(avr, code, size, start);
}

void board_begin(const char *hex, const char *eeprom, struct listener told)
{
    listener = told;
    eeprom_file = eeprom;
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = CYCLES_A_US * 1000000;
    avr->log = LOG_ERROR;
    avr->sleep = sleep_without_waiting;
    usual_run = avr->run;
    uart = find_uart();
    uart->flags = 0; // neither prints nor sleeps
    load_hex(hex);
    load_eeprom();
    memset(avr->data + RAM_BEGIN, UNTOUCHED, RAM_END + 1 - RAM_BEGIN);
    avr_register_io_write(avr, TCCR1B, note_clock_start, NULL);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), note_said, NULL);
    listen_to_pin(11);
    listen_to_pin(13);
    for (unsigned pin = 2; pin < 10; pin++)
        set_level(pin, 1);
    avr->data[MCUSR] = 1;
    after_reset();
}

uint64_t board_cycle(void)
{
    return avr->cycle;
}

bool board_is_busy(void)
{
    bool is_on_the_way = said_begin < said_end || heard_begin < heard_end;
    return is_on_the_way || heard_free > avr->cycle || avr->state != cpu_Sleeping;
}

void board_move(uint64_t cycle, unsigned pin, unsigned level)
{
    moves = grown(moves, &moves_space, moves_end, sizeof *moves);
    size_t place = moves_end++;
    for (; place > moves_begin && moves[place - 1].cycle > cycle; place--)
        moves[place] = moves[place - 1];
    moves[place] = (struct move){cycle, pin, level};
}

void board_hear(uint64_t cycle, uint8_t byte)
{
    heard = grown(heard, &heard_space, heard_end, sizeof *heard);
    size_t place = heard_end++;
    for (; place > heard_begin && heard[place - 1].cycle > cycle; place--)
        heard[place] = heard[place - 1];
    heard[place] = (struct byte){cycle, byte};
}

static void tell_said(void)
{
    while (said_begin < said_end && said[said_begin].cycle <= avr->cycle) {
        listener.said(said[said_begin].cycle, said[said_begin].value);
        said_begin++;
    }
}

static void run_once(void)
{
    bool is_reset = avr->run != usual_run;
    time_bytes_exactly();
    avr_run(avr);
    if (is_reset) {
        listener.watchdog(avr->cycle);
        after_reset();
        arm();
    }
    if (avr->state == cpu_Crashed || avr->state == cpu_Done) {
        fprintf(stderr, "the chip crashed at cycle %llu\n", (unsigned long long)avr->cycle);
        exit(1);
    }
}

void board_run(uint64_t cycle)
{
    run_until = cycle;
    if (avr->cycle < held_until)
        avr->cycle = held_until < cycle ? held_until : cycle;
    arm();
    while (avr->cycle < cycle)
        run_once();
    tell_said();
}

void board_reset(uint8_t cause, uint64_t held)
{
    avr_reset(avr);
    avr->data[MCUSR] = cause;
    held_until = avr->cycle + held;
    heard_begin = heard_end; // a bootloader has other ears
    after_reset();
}

uint8_t *board_data(uint16_t address)
{
    return &avr->data[address];
}

uint8_t *board_eeprom(uint16_t address)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = 1024};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    return all.ee + address;
}

uint64_t board_idle_cycles(void)
{
    return idle_cycles;
}

uint64_t board_clock_start(void)
{
    return clock_start;
}

unsigned board_stack_bytes(void)
{
    unsigned untouched = 0, address = RAM_END;
    for (; address > RAM_BEGIN && untouched < 16; address--)
        untouched = avr->data[address] == UNTOUCHED ? untouched + 1 : 0;
    return RAM_END - address - untouched;
}
