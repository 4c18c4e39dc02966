/* ATmega328P at 16 MHz: a Nano. Pins and wiring are listed in README.md; section numbers are of the data sheet DS40002061B. */
#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#define LEFT_PIN PB1  /* D9, OC1A */
#define RIGHT_PIN PB2 /* D10, OC1B */
#define RING_PIN PD6  /* D6 */
#define PIEZO 0       /* A0 */
#define AMBIENT 1     /* A1 */
#define BANDGAP 14    /* 1.1 V against the supply: tells the supply */

/* ---- start --------------------------------------------------------------------------------------------------- */

#define STACK_PAINT 0xA5

static uint8_t reset_cause __attribute__((section(".noinit")));
extern uint8_t _end; /* the first byte that no variable has: the linker's */

/* Before anything else: why we started. A boot loader (Optiboot) has read and cleared MCUSR and hands it on in r2.
 * The watchdog stays on after its own reset and must be stopped before it strikes again (10.8.2). */
__attribute__((naked, used, section(".init3"))) static void note_reset(void)
{
    uint8_t handed_on;

    __asm__ volatile("mov %0, r2" : "=r"(handed_on));
    reset_cause = MCUSR ? MCUSR : handed_on;
    MCUSR = 0;
    wdt_disable();
}

/* All memory between the variables and the end of the stack gets one colour: what has lost it was used. Written in
 * assembly because there is no stack and no zero register yet (r2 is kept for note_reset). */
__attribute__((naked, used, section(".init1"))) static void paint_stack(void)
{
    __asm__ volatile("ldi r30, lo8(_end)\n"
                     "ldi r31, hi8(_end)\n"
                     "ldi r24, %0\n"
                     "ldi r25, hi8(__stack)\n"
                     "1: st Z+, r24\n"
                     "cpi r30, lo8(__stack)\n"
                     "cpc r31, r25\n"
                     "brlo 1b\n"
                     "breq 1b\n" ::"M"(STACK_PAINT));
}

static uint16_t stack_free(void)
{
    uint16_t first = (uint16_t)&_end, at = first;

    while (at <= RAMEND && *(const uint8_t *)at == STACK_PAINT)
        at++;
    return at - first;
}

uint8_t board_reset_cause(void)
{
    return reset_cause & 0x0F;
}

/* ---- serial line ------------------------------------------------------------------------------------------------ */

#define BAUD_DIVIDER 16 /* 115,200 with U2X: 117,647, 2.1 % fast (20.11) */
#define RECEIVED 64     /* powers of two */
#define TO_SEND 128

static volatile uint8_t received[RECEIVED], to_send[TO_SEND];
static volatile uint8_t received_in, received_out, send_in, send_out;
static volatile uint16_t lost_bytes;

static void begin_serial(void)
{
    UBRR0 = BAUD_DIVIDER;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect)
{
    uint8_t overrun = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((received_in + 1) % RECEIVED);

    if (overrun)
        lost_bytes++;
    if (next == received_out) {
        lost_bytes++;
        return;
    }
    received[received_in] = byte;
    received_in = next;
}

ISR(USART_UDRE_vect)
{
    if (send_in == send_out) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = to_send[send_out];
    send_out = (uint8_t)((send_out + 1) % TO_SEND);
}

bool board_receive(uint8_t *byte)
{
    if (received_in == received_out)
        return false;
    *byte = received[received_out];
    received_out = (uint8_t)((received_out + 1) % RECEIVED);
    return true;
}

/* A whole frame or nothing: half a frame would only spoil the next one. */
static bool send(const uint8_t *wire, uint8_t count)
{
    uint8_t room = (uint8_t)(TO_SEND - 1 - (uint8_t)(send_in - send_out) % TO_SEND);

    if (count > room)
        return false;
    for (uint8_t index = 0; index < count; index++) {
        to_send[send_in] = wire[index];
        send_in = (uint8_t)((send_in + 1) % TO_SEND);
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        UCSR0B |= _BV(UDRIE0);
    }
    return true;
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

static volatile uint8_t ticks;
static uint8_t counted;

static void begin_time(void)
{
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00); /* clock / 64 */
}

ISR(TIMER0_COMPA_vect)
{
    ticks++;
}

bool board_tick(void)
{
    if (ticks == counted)
        return false;
    counted++;
    return true;
}

/* ---- white light ------------------------------------------------------------------------------------------------- */

/* Timer 1, fast PWM of nine bits (mode 6, 16.9.3): 512 cycles, 31.25 kHz. A line of the camera's rolling shutter is open
 * for milliseconds, some hundred periods: no bands. The compare registers change only at the end of a period, so that
 * none is cut short. */
static void begin_light(void)
{
    DDRB |= _BV(LEFT_PIN) | _BV(RIGHT_PIN);
    TCCR1A = _BV(WGM11);
    TCCR1B = _BV(WGM12) | _BV(CS10);
}

/* A level is on for twice as many cycles, the highest without a break. A compare value is on for one cycle more than it
 * says and so cannot mean "never": at 0 the pin is taken from the timer and stays low. */
static void set_half(uint8_t level, volatile uint16_t *compare, uint8_t connected)
{
    if (level) {
        *compare = level == 255 ? 511 : (uint16_t)(2u * level - 1);
        TCCR1A |= connected;
    } else {
        TCCR1A &= (uint8_t)~connected;
    }
}

void board_set_light(uint8_t left, uint8_t right)
{
    set_half(left, &OCR1A, _BV(COM1A1));
    set_half(right, &OCR1B, _BV(COM1B1));
}

/* ---- ring ----------------------------------------------------------------------------------------------------------- */

/* Eight bits of WS2812: each 20 cycles (1.25 us), high for 6 (0.375 us) or 13 (0.81 us). */
static inline void ring_byte(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits = 8;

    __asm__ volatile("1: out %[port], %[high]\n" /*  0: up */
                     "rjmp .+0\n"
                     "rjmp .+0\n"
                     "sbrs %[byte], 7\n"
                     "out %[port], %[low]\n" /*  6: down after a 0 */
                     "lsl %[byte]\n"
                     "rjmp .+0\n"
                     "rjmp .+0\n"
                     "nop\n"
                     "out %[port], %[low]\n" /* 13: down after a 1 */
                     "rjmp .+0\n"
                     "nop\n"
                     "dec %[bits]\n"
                     "brne 1b\n"
                     : [byte] "+r"(byte), [bits] "+d"(bits)
                     : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

/* Interrupts wait for one byte (10 us) at most, far less than a byte on the line takes (87 us). Between bytes they may
 * stretch the low time: a strip takes what comes as long as it is not low for 50 us. */
void board_show_ring(const uint8_t *grb, uint8_t count)
{
    uint8_t low = PORTD & (uint8_t)~_BV(RING_PIN), high = PORTD | _BV(RING_PIN);

    while (count--) {
        cli();
        ring_byte(*grb++, high, low);
        sei();
    }
}

/* ---- what is measured ------------------------------------------------------------------------------------------- */

#define FIRST_GOOD 9 /* conversions until a channel that was just chosen shows its own value: the bandgap takes 1 ms */
#define LOOK_EVERY 2000 /* conversions (0.2 s) between two looks away from the piezo */

static volatile uint16_t piezo_peak, ambient, bandgap = 225;
static volatile uint8_t channel = PIEZO;

static void choose(uint8_t next)
{
    channel = next;
    ADMUX = _BV(REFS0) | next;
}

static void begin_converter(void)
{
    choose(PIEZO);
    DIDR0 = _BV(ADC0D) | _BV(ADC1D);
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADSC) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0); /* 9,615 a second */
}

/* Mostly the piezo; now and then the room's light and the supply. */
ISR(ADC_vect)
{
    static uint16_t until_look = LOOK_EVERY;
    static uint8_t wait;
    uint16_t sample = ADC;

    if (wait) {
        wait--;
    } else if (channel == PIEZO) {
        if (sample > piezo_peak)
            piezo_peak = sample;
        if (--until_look == 0) {
            choose(AMBIENT);
            wait = FIRST_GOOD;
        }
    } else if (channel == AMBIENT) {
        ambient = sample;
        choose(BANDGAP);
        wait = FIRST_GOOD;
    } else {
        bandgap = sample;
        choose(PIEZO);
        wait = 1;
        until_look = LOOK_EVERY;
    }
    ADCSRA |= _BV(ADSC);
}

uint16_t board_piezo_peak(void)
{
    uint16_t peak;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        peak = piezo_peak;
        piezo_peak = 0;
    }
    return peak;
}

static struct measured measure(void)
{
    struct measured measured;
    uint16_t reference;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        measured.ambient = ambient;
        measured.lost_bytes = lost_bytes;
        reference = bandgap;
    }
    measured.supply_mv = reference ? (uint16_t)(1100UL * 1024UL / reference) : 0;
    measured.stack_free = stack_free();
    return measured;
}

/* ---- memory without power ------------------------------------------------------------------------------------------ */

void board_recall(uint8_t record[SETTINGS_SIZE])
{
    eeprom_read_block(record, (const void *)0, SETTINGS_SIZE);
}

/* 3.4 ms for each byte that changes: 20 ms in all, an eighth of the watchdog's patience. */
static void store(const uint8_t record[SETTINGS_SIZE])
{
    eeprom_update_block(record, (void *)0, SETTINGS_SIZE);
}

/* ---- all together ---------------------------------------------------------------------------------------------------- */

const struct board board = {.send = send, .store = store, .measure = measure};

void board_begin(void)
{
    DDRD |= _BV(RING_PIN);
    begin_light();
    begin_serial();
    begin_time();
    begin_converter();
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_250MS);
    sei();
}

void board_alive(void)
{
    wdt_reset();
}

/* The instruction after `sei` is always carried out: nothing can come between the last look and sleep. The converter
 * wakes the chip ten times a millisecond for nothing that concerns the loop. */
void board_rest(void)
{
    cli();
    while (ticks == counted && received_in == received_out) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
        cli();
    }
    sei();
}
