// A pad of eight buttons on an Arduino Nano (ATmega328P, 16 MHz), without Arduino's framework.
#include "buttons.h"
#include "clock.h"
#include "identity.h"
#include "messages.h"
#include "outputs.h"
#include "reset.h"
#include "stir.h"
#include "usart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/power.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

uint8_t reset_cause __attribute__((section(".noinit")));

// After a watchdog reset the watchdog still runs, at its shortest: it is stopped before anything
// else takes time. Some old Nano bootloaders do not stop it, and hang until the power is cut.
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static void begin(void)
{
    wdt_enable(WDTO_500MS);
    power_adc_disable();
    power_spi_disable();
    power_twi_disable();
    set_sleep_mode(SLEEP_MODE_IDLE);
    outputs_begin();
    buttons_pull_up();
    identity_begin();
    usart_begin();
    clock_begin();
    buttons_begin();
    messages_say_hello();
    sei();
}

// Do what there is to do; tells whether there was anything.
static bool look_around(void)
{
    uint32_t now_us = clock_now_us();
    buttons_look_after(now_us);
    outputs_look_after(now_us);
    bool is_busy = buttons_note();
    is_busy |= messages_hear();
    is_busy |= messages_send(now_us);
    return is_busy;
}

// Sleep until an interrupt leaves work to do, unless one did since the last look around. The
// instruction after sei() is always done before an interrupt, so none can slip in between.
static void rest(void)
{
    sleep_enable();
    cli();
    while (!is_stirred()) {
        sei();
        sleep_cpu();
        cli();
    }
    sei();
    sleep_disable();
}

int main(void)
{
    begin();
    for (;;) {
        wdt_reset();
        calm_down();
        if (!look_around())
            rest();
    }
}
