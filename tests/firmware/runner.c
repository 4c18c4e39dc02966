/* Runs the tray controller's ELF on simavr as if it were plugged in: its serial line is a terminal with a stable name, and
 * a socket lets a test be the world around it.
 *
 *   runner --elf FILE --line LINK --control SOCKET [--trace FILE] [--eeprom FILE] [--boot MS] [--reset-on-open]
 *          [--watch NAME=ADDRESS:LENGTH]... [--pass ADDRESS]
 *
 * Simulated time keeps pace with the clock on the wall. `--boot`: so long after a reset by line or power a boot loader has
 * the line, which swallows what comes. `--watch`: memory whose changes are traced; `--pass`: a function whose cycles are
 * counted. Commands on the socket, one a line, each answered by one line of JSON:
 *
 *   adc CHANNEL MV | supply MV | impact MV | noise SHARE SEED | boot MS | reset | power | unplug | plug | wedge
 *   freeze | thaw | garbage HEX | stats | forget | ram ADDRESS COUNT | quit
 *
 * The trace has one JSON object a line, `c` being the cycle, `wall` monotonic seconds: pictures on the ring with the worst times of their pulses, the
 * PWM's duty, watched memory, resets.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_timer.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_interrupts.h>
#include <simavr/sim_io.h>
#include <simavr/sim_irq.h>
#include <simavr/sim_time.h>

#define HZ 16000000ULL
#define LOOK_EVERY 8000 /* cycles between two looks at the world: half a millisecond */
#define RX_VECTOR 18
#define RESET_FLAGS 0x54 /* MCUSR */
#define TCCR1A 0x80
#define OCR1AL 0x88
#define OCR1BL 0x8A
#define WATCHED 8
#define SETTLED 200 /* cycles after a write within which the other half is written as well */

static avr_t *avr;
static elf_firmware_t firmware;
static FILE *trace;

/* ---- small helps ------------------------------------------------------------------------------------------------- */

static void die(const char *what)
{
    fprintf(stderr, "runner: %s: %s\n", what, errno ? strerror(errno) : "failed");
    exit(1);
}

static uint64_t wall_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static void note(const char *format, ...)
{
    va_list list;

    if (!trace)
        return;
    fprintf(trace, "{\"c\": %llu, \"wall\": %.4f, ", (unsigned long long)avr->cycle, (double)wall_ns() / 1e9);
    va_start(list, format);
    vfprintf(trace, format, list);
    va_end(list);
    fputs("}\n", trace);
}

static uint32_t random_state = 1;

static double chance(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state / 4294967296.0;
}

struct range {
    uint64_t least, most, sum, count;
};

static void widen(struct range *range, uint64_t value)
{
    if (!range->count || value < range->least)
        range->least = value;
    if (value > range->most)
        range->most = value;
    range->sum += value;
    range->count++;
}

/* ---- the line -------------------------------------------------------------------------------------------------------- */

static struct {
    const char *link;
    int master;
    bool heard_open, reset_on_open;
    uint8_t to_chip[65536];
    unsigned in, out;
    double noise;
    unsigned long flipped, dropped, doubled, swallowed;
} line = {.master = -1};

static bool chip_takes = true;
static uint64_t boot_until; /* wall clock, ns: until then the boot loader has the line */
static unsigned boot_ms;

static void open_line(void)
{
    struct termios raw;
    int slave;

    line.master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (line.master < 0 || grantpt(line.master) || unlockpt(line.master))
        die("no terminal");
    /* Opened and closed once: from now on the master tells whether somebody has the line open. */
    slave = open(ptsname(line.master), O_RDWR | O_NOCTTY);
    if (slave < 0 || tcgetattr(slave, &raw))
        die("terminal");
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    unlink(line.link);
    if (symlink(ptsname(line.master), line.link))
        die(line.link);
    line.heard_open = false;
    line.in = line.out = 0;
}

static void close_line(void)
{
    if (line.master >= 0)
        close(line.master);
    line.master = -1;
    unlink(line.link);
}

/* How often a byte arrives, once the noise has had its turn: 0, 1 or 2 times. */
static int through_noise(uint8_t *byte)
{
    double kind;

    if (line.noise <= 0 || chance() >= line.noise)
        return 1;
    kind = chance() * 3;
    if (kind < 1) {
        *byte ^= (uint8_t)(1 << (unsigned)(chance() * 8));
        line.flipped++;
        return 1;
    }
    kind < 2 ? line.dropped++ : line.doubled++;
    return kind < 2 ? 0 : 2;
}

static void from_chip(struct avr_irq_t *irq, uint32_t value, void *param)
{
    uint8_t byte = (uint8_t)value;
    int times = through_noise(&byte);

    (void)irq, (void)param;
    while (times-- && line.master >= 0 && line.heard_open)
        if (write(line.master, &byte, 1) != 1)
            return; /* nobody reads: the byte is gone, as on a wire */
}

static void queue_for_chip(uint8_t byte)
{
    int times = through_noise(&byte);

    while (times--) {
        line.to_chip[line.in] = byte;
        line.in = (line.in + 1) % sizeof line.to_chip;
    }
}

static void feed_chip(void)
{
    static avr_irq_t *input;

    if (!input)
        input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    while (chip_takes && line.out != line.in) {
        uint8_t byte = line.to_chip[line.out];

        line.out = (line.out + 1) % sizeof line.to_chip;
        avr_raise_irq(input, byte);
    }
}

static void may_send(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    chip_takes = true;
    feed_chip();
}

static void may_not_send(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value)
        chip_takes = false;
}

static void reset_chip(uint8_t cause);

static void read_line(void)
{
    uint8_t bytes[512];
    ssize_t count;
    struct pollfd look = {.fd = line.master, .events = POLLIN};
    bool open_now;

    if (line.master < 0 || poll(&look, 1, 0) < 0)
        return;
    open_now = !(look.revents & POLLHUP);
    if (open_now && !line.heard_open && line.reset_on_open)
        reset_chip(2);
    line.heard_open = open_now;
    while ((count = read(line.master, bytes, sizeof bytes)) > 0)
        for (ssize_t index = 0; index < count; index++)
            if (wall_ns() < boot_until)
                line.swallowed++;
            else
                queue_for_chip(bytes[index]);
    feed_chip();
}

/* ---- what the chip senses ---------------------------------------------------------------------------------------------- */

static struct {
    unsigned still_mv[8];
    unsigned impact_mv;
    avr_cycle_count_t impact_at;
} sense;

/* A hit rings for some milliseconds and dies away; the piezo's rectifier shows its size. */
static unsigned piezo_mv(void)
{
    double ms = (double)(avr->cycle - sense.impact_at) / (HZ / 1000.0);

    if (!sense.impact_mv || ms > 40)
        return sense.still_mv[0];
    return sense.still_mv[0] + (unsigned)(sense.impact_mv * exp(-ms / 5) * fabs(cos(ms * 2 * M_PI * 1.3)));
}

static void convert(struct avr_irq_t *irq, uint32_t value, void *param)
{
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } asked = {.value = value};
    unsigned channel = asked.mux.src;

    (void)irq, (void)param;
    if (asked.mux.kind == ADC_MUX_SINGLE && channel < 8)
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, (int)channel),
                      channel ? sense.still_mv[channel] : piezo_mv());
}

/* ---- the ring ---------------------------------------------------------------------------------------------------------- */

static struct {
    avr_cycle_count_t rose, fell;
    struct range zero, one, period;
    uint64_t gap;
    uint8_t byte, bytes[256];
    unsigned bits, count;
    bool high;
} ring;

#define LATCH (50 * (HZ / 1000000))

static void end_picture(void)
{
    char hex[2 * sizeof ring.bytes + 1] = "";

    if (!ring.count && !ring.bits)
        return;
    for (unsigned index = 0; index < ring.count; index++)
        sprintf(hex + 2 * index, "%02x", ring.bytes[index]);
    note("\"ring\": \"%s\", \"loose_bits\": %u, \"high0\": [%llu, %llu], \"high1\": [%llu, %llu], "
         "\"period\": [%llu, %llu], \"gap\": %llu",
         hex, ring.bits, (unsigned long long)ring.zero.least, (unsigned long long)ring.zero.most,
         (unsigned long long)ring.one.least, (unsigned long long)ring.one.most,
         (unsigned long long)ring.period.least, (unsigned long long)ring.period.most, (unsigned long long)ring.gap);
    ring.count = ring.bits = 0;
    ring.gap = 0;
    ring.zero = ring.one = ring.period = (struct range){0};
}

static void rise(void)
{
    uint64_t low = avr->cycle - ring.fell;

    if (ring.rose && low < LATCH) {
        /* Between bytes interrupts may come in: that low time is the gap, the others are part of the period. */
        if (ring.bits == 0 && ring.count)
            ring.gap = low > ring.gap ? low : ring.gap;
        else
            widen(&ring.period, avr->cycle - ring.rose);
    }
    ring.rose = avr->cycle;
}

/* What the strip makes of a pulse: its own threshold lies between the two lengths. */
static void fall(void)
{
    uint64_t high = avr->cycle - ring.rose;
    unsigned bit = high > 9;

    ring.fell = avr->cycle;
    widen(bit ? &ring.one : &ring.zero, high);
    ring.byte = (uint8_t)(ring.byte << 1 | bit);
    if (++ring.bits == 8 && ring.count < sizeof ring.bytes) {
        ring.bytes[ring.count++] = ring.byte;
        ring.bits = 0;
    }
}

static void ring_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if ((value != 0) == ring.high)
        return;
    ring.high = value != 0;
    ring.high ? rise() : fall();
}

/* ---- the white light ------------------------------------------------------------------------------------------------------ */

struct half {
    avr_cycle_count_t rose;
    struct range period, high;
    bool on;
};

static struct half halves[2]; /* left, right */
static struct {
    int left, right;
    avr_cycle_count_t look_at;
} pwm = {.left = -1, .right = -1};

static void half_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct half *half = param;
    bool on = value & 0xFF; /* the timer adds a mark above the level */

    (void)irq;
    if (half->on == on)
        return;
    half->on = on;
    if (half->on && half->rose)
        widen(&half->period, avr->cycle - half->rose);
    else if (half->rose)
        widen(&half->high, avr->cycle - half->rose);
    if (half->on)
        half->rose = avr->cycle;
}

static void light_written(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    pwm.look_at = avr->cycle + SETTLED;
}

static int word(unsigned address)
{
    return avr->data[address] | avr->data[address + 1] << 8;
}

/* Cycles of a period for which a pin is high (data sheet 16.9.3): compare value and one, if the pin is the timer's. */
static int high_cycles(unsigned compare, unsigned mode_bit)
{
    return avr->data[TCCR1A] >> mode_bit & 1 ? word(compare) + 1 : 0;
}

static void note_light(void)
{
    int left = high_cycles(OCR1AL, 7), right = high_cycles(OCR1BL, 5);

    pwm.look_at = 0;
    if (left == pwm.left && right == pwm.right)
        return;
    pwm.left = left;
    pwm.right = right;
    note("\"pwm\": [%d, %d]", left, right);
}

/* ---- memory, passes, waits ------------------------------------------------------------------------------------------------ */

static struct watch {
    char name[32];
    unsigned address, length;
    uint8_t last[64];
} watches[WATCHED];
static unsigned watch_count;

static void look_at_memory(void)
{
    for (struct watch *watch = watches; watch < watches + watch_count; watch++) {
        const uint8_t *now = avr->data + watch->address;

        if (!memcmp(now, watch->last, watch->length))
            continue;
        memcpy(watch->last, now, watch->length);
        if (trace) {
            char hex[129] = "";

            for (unsigned index = 0; index < watch->length; index++)
                sprintf(hex + 2 * index, "%02x", now[index]);
            note("\"watch\": \"%s\", \"hex\": \"%s\"", watch->name, hex);
        }
    }
}

static struct {
    unsigned address, back;
    avr_cycle_count_t began;
    struct range cycles;
} pass;
static struct range waits;
static uint64_t slept, counted_from;

static void count_pass(void)
{
    if (!pass.address)
        return;
    if (avr->pc == pass.address && !pass.began) {
        unsigned stack = avr->data[R_SPL] | avr->data[R_SPH] << 8;

        pass.began = avr->cycle;
        pass.back = (unsigned)(avr->data[stack + 1] << 8 | avr->data[stack + 2]) << 1;
    } else if (pass.began && avr->pc == pass.back) {
        widen(&pass.cycles, avr->cycle - pass.began);
        pass.began = 0;
    }
}

static avr_cycle_count_t pending_since;

static void byte_pending(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value && !pending_since)
        pending_since = avr->cycle;
}

static void byte_served(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value && pending_since) {
        widen(&waits, avr->cycle - pending_since);
        pending_since = 0;
    }
}

/* ---- reset, power, time ---------------------------------------------------------------------------------------------------- */

static bool frozen, unplugged, wedge_wanted;
static uint64_t wall_start;
static avr_cycle_count_t cycle_start;

static void keep_pace_from_now(void)
{
    wall_start = wall_ns();
    cycle_start = avr->cycle;
}

static void load_program(void)
{
    memcpy(avr->flash + firmware.flashbase, firmware.flash, firmware.flashsize);
}

#define WATCHDOG 8

static uint8_t reset_cause = WATCHDOG; /* of the next reset: the chip makes only this one by itself */

static void after_reset(struct avr_io_t *io)
{
    (void)io;
    note("\"reset\": %u", reset_cause);
    load_program(); /* what `wedge` has broken is whole again */
    pass.began = pending_since = halves[0].rose = halves[1].rose = 0;
    chip_takes = true;
}

static avr_io_t reset_listener = {.kind = "listener", .reset = after_reset};

static void reset_chip(uint8_t cause)
{
    reset_cause = cause;
    avr_reset(avr);
    reset_cause = WATCHDOG;
    avr->data[RESET_FLAGS] = cause;
    boot_until = wall_ns() + boot_ms * 1000000ULL;
    keep_pace_from_now();
}

static void cut_power(void)
{
    /* Memory forgets; EEPROM does not. */
    memset(avr->data + avr->ioend + 1, 0xFF, (size_t)(avr->ramend - avr->ioend));
    reset_chip(1);
}

/* The program hangs where it is: `rjmp .-2` for the next instruction, while interrupts go on. */
static void wedge_if_wanted(void)
{
    if (!wedge_wanted || avr->state != cpu_Running || !avr->sreg[S_I])
        return;
    wedge_wanted = false;
    avr->flash[avr->pc] = 0xFF;
    avr->flash[avr->pc + 1] = 0xCF;
    note("\"wedged\": %u", avr->pc);
}

static void no_sleep(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    slept += cycles;
}

/* ---- the socket ---------------------------------------------------------------------------------------------------------------- */

static int control = -1, caller = -1;
static const char *eeprom_file;

static void open_control(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    unlink(path);
    control = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (control < 0 || bind(control, (struct sockaddr *)&address, sizeof address) || listen(control, 1))
        die(path);
}

static void save_eeprom(void)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = 1024};
    FILE *file;

    if (!eeprom_file)
        return;
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    file = fopen(eeprom_file, "wb");
    if (!file || fwrite(all.ee, 1, all.size, file) != all.size)
        die(eeprom_file);
    fclose(file);
}

static void load_eeprom(void)
{
    uint8_t bytes[1024];
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = sizeof bytes};
    FILE *file = eeprom_file ? fopen(eeprom_file, "rb") : NULL;

    if (!file)
        return;
    memset(bytes, 0xFF, sizeof bytes);
    all.size = (uint32_t)fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

static void print_range(FILE *to, const char *name, const struct range *range)
{
    fprintf(to, "\"%s\": {\"least\": %llu, \"most\": %llu, \"mean\": %.1f, \"count\": %llu}, ", name,
            (unsigned long long)range->least, (unsigned long long)range->most,
            range->count ? (double)range->sum / (double)range->count : 0.0, (unsigned long long)range->count);
}

static void tell_stats(FILE *to)
{
    fputs("{", to);
    print_range(to, "pass", &pass.cycles);
    print_range(to, "byte_wait", &waits);
    print_range(to, "left_period", &halves[0].period);
    print_range(to, "left_high", &halves[0].high);
    print_range(to, "right_period", &halves[1].period);
    print_range(to, "right_high", &halves[1].high);
    fprintf(to, "\"cycles\": %llu, \"slept\": %llu, \"flipped\": %lu, \"dropped\": %lu, \"doubled\": %lu, "
                "\"swallowed\": %lu}\n",
            (unsigned long long)(avr->cycle - counted_from), (unsigned long long)slept, line.flipped, line.dropped,
            line.doubled, line.swallowed);
}

static void forget_stats(void)
{
    pass.cycles = waits = (struct range){0};
    for (struct half *half = halves; half < halves + 2; half++)
        half->period = half->high = (struct range){0};
    slept = 0;
    counted_from = avr->cycle;
    line.flipped = line.dropped = line.doubled = line.swallowed = 0;
}

static void tell_ram(FILE *to, unsigned address, unsigned count)
{
    fputs("{\"hex\": \"", to);
    for (unsigned index = address; index < address + count && index <= avr->ramend; index++)
        fprintf(to, "%02x", avr->data[index]);
    fputs("\"}\n", to);
}

static void send_garbage(const char *hex)
{
    unsigned value;

    for (; line.master >= 0 && sscanf(hex, "%2x", &value) == 1; hex += 2) {
        uint8_t byte = (uint8_t)value;

        if (write(line.master, &byte, 1) != 1)
            return;
    }
}

static void set_noise(const char *rest)
{
    unsigned seed = 1;

    line.noise = 0;
    sscanf(rest, "%lf %u", &line.noise, &seed);
    random_state = seed * 2654435761u | 1u;
}

/* Commands without an argument. Gives false if it is none. */
static bool obey_word(const char *word)
{
    if (!strcmp(word, "reset")) {
        reset_chip(2);
    } else if (!strcmp(word, "power")) {
        cut_power();
    } else if (!strcmp(word, "unplug")) {
        close_line();
        unplugged = true;
    } else if (!strcmp(word, "plug")) {
        open_line();
        unplugged = false;
        cut_power();
    } else if (!strcmp(word, "wedge")) {
        wedge_wanted = true;
    } else if (!strcmp(word, "freeze")) {
        frozen = true;
    } else if (!strcmp(word, "thaw")) {
        frozen = false;
        keep_pace_from_now();
    } else if (!strcmp(word, "forget")) {
        forget_stats();
    } else if (!strcmp(word, "quit")) {
        save_eeprom();
        close_line();
        exit(0);
    } else {
        return false;
    }
    return true;
}

/* Commands with numbers. Gives false if it is none. */
static bool obey_numbers(const char *word, const char *rest)
{
    unsigned first = 0, second = 0;

    sscanf(rest, "%u %u", &first, &second);
    if (!strcmp(word, "adc"))
        sense.still_mv[first % 8] = second;
    else if (!strcmp(word, "supply"))
        avr->vcc = avr->avcc = avr->aref = first;
    else if (!strcmp(word, "boot"))
        boot_ms = first;
    else if (!strcmp(word, "noise"))
        set_noise(rest);
    else if (!strcmp(word, "garbage"))
        send_garbage(rest);
    else if (!strcmp(word, "impact")) {
        sense.impact_mv = first;
        sense.impact_at = avr->cycle;
        note("\"impact\": %u", first);
    } else
        return false;
    return true;
}

static void obey(char *command, FILE *to)
{
    char word[32] = "";
    const char *rest;
    unsigned address = 0, count = 0;

    sscanf(command, "%31s", word);
    rest = command + strlen(word);
    rest += strspn(rest, " ");
    if (!strcmp(word, "stats"))
        tell_stats(to);
    else if (!strcmp(word, "ram") && sscanf(rest, "%u %u", &address, &count) == 2)
        tell_ram(to, address, count);
    else if (obey_word(word) || obey_numbers(word, rest))
        fprintf(to, "{\"ok\": true, \"c\": %llu}\n", (unsigned long long)avr->cycle);
    else
        fprintf(to, "{\"ok\": false, \"error\": \"unknown command\"}\n");
}

static void listen_to_test(void)
{
    static char text[8192];
    static size_t length;
    ssize_t count;
    char *end;

    if (caller < 0) {
        caller = accept4(control, NULL, NULL, SOCK_NONBLOCK);
        length = 0;
    }
    if (caller < 0)
        return;
    count = read(caller, text + length, sizeof text - 1 - length);
    if (count == 0) {
        close(caller);
        caller = -1;
        return;
    }
    length += count > 0 ? (size_t)count : 0;
    text[length] = 0;
    while ((end = strchr(text, '\n'))) {
        char answer[8192] = "";
        FILE *to = fmemopen(answer, sizeof answer, "w");

        *end = 0;
        obey(text, to);
        fclose(to);
        if (trace)
            fflush(trace);
        if (write(caller, answer, strlen(answer)) < 0)
            return;
        length -= (size_t)(end + 1 - text);
        memmove(text, end + 1, length + 1);
    }
}

/* ---- all together ---------------------------------------------------------------------------------------------------------------- */

/* Waits until the wall clock has caught up with the chip, or something comes. */
static void keep_pace(void)
{
    int64_t ahead = (int64_t)((avr->cycle - cycle_start) * 1000 / 16) - (int64_t)(wall_ns() - wall_start);
    struct pollfd look[3] = {{control, POLLIN, 0}, {caller, POLLIN, 0}, {line.master, POLLIN, 0}};
    struct timespec wait = {0, ahead > 0 ? ahead : 0};

    if (ahead < -200000000) /* this machine is too slow just now: the chip does not run after it */
        keep_pace_from_now();
    if (ahead > 100000)
        ppoll(look, line.heard_open ? 3 : 2, &wait, NULL);
}

static void look_around(void)
{
    static avr_cycle_count_t flushed;

    listen_to_test();
    read_line();
    if (trace && avr->cycle - flushed > HZ / 50) {
        flushed = avr->cycle;
        fflush(trace);
    }
}

/* Nothing runs: frozen, without power, or the boot loader's time. */
static void stand_still(void)
{
    struct pollfd look = {control, POLLIN, 0};

    poll(&look, 1, 1);
    look_around();
    keep_pace_from_now();
}

static void one_step(void)
{
    int state = avr_run(avr);

    if (state == cpu_Done || state == cpu_Crashed) {
        fprintf(stderr, "runner: the program has crashed at %04x\n", avr->pc);
        exit(3);
    }
    count_pass();
    look_at_memory();
    wedge_if_wanted();
    if (pwm.look_at && avr->cycle >= pwm.look_at)
        note_light();
    if (ring.rose && !ring.high && (ring.count || ring.bits) && avr->cycle - ring.fell > LATCH)
        end_picture();
}

static void run(void)
{
    avr_cycle_count_t looked = 0;

    keep_pace_from_now();
    for (;;) {
        if (frozen || unplugged || wall_ns() < boot_until) {
            stand_still();
            continue;
        }
        while (avr->cycle - looked < LOOK_EVERY)
            one_step();
        looked = avr->cycle;
        look_around();
        keep_pace();
    }
}

static void hook_with(avr_irq_t *irq, avr_irq_notify_t what, void *param)
{
    if (!irq)
        die("simavr has changed: a signal is missing");
    avr_irq_register_notify(irq, what, param);
}

static void hook(avr_irq_t *irq, avr_irq_notify_t what)
{
    hook_with(irq, what, NULL);
}

static void connect_chip(void)
{
    uint32_t flags = 0;

    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    hook(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_chip);
    hook(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), may_send);
    hook(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), may_not_send);
    hook(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), convert);
    hook(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), ring_pin);
    for (int side = 0; side < 2; side++)
        hook_with(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 1 + side), half_pin, halves + side);
    hook(avr_iomem_getirq(avr, TCCR1A, NULL, AVR_IOMEM_IRQ_ALL), light_written);
    hook(avr_iomem_getirq(avr, OCR1AL, NULL, AVR_IOMEM_IRQ_ALL), light_written);
    hook(avr_iomem_getirq(avr, OCR1BL, NULL, AVR_IOMEM_IRQ_ALL), light_written);
    hook(avr_get_interrupt_irq(avr, RX_VECTOR) + AVR_INT_IRQ_PENDING, byte_pending);
    hook(avr_get_interrupt_irq(avr, RX_VECTOR) + AVR_INT_IRQ_RUNNING, byte_served);
}

static void make_chip(const char *elf)
{
    if (elf_read_firmware(elf, &firmware))
        die(elf);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        die("atmega328p");
    avr_init(avr);
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->log = LOG_ERROR;
    avr->run_cycle_limit = 1; /* one instruction a step, so that nothing is missed */
    avr->sleep = no_sleep;
    avr_load_firmware(avr, &firmware);
    avr_register_io(avr, &reset_listener);
    connect_chip();
}

static void add_watch(const char *text)
{
    struct watch *watch = watches + watch_count;

    if (watch_count == WATCHED || sscanf(text, "%31[^=]=%u:%u", watch->name, &watch->address, &watch->length) != 3 ||
        watch->length > sizeof watch->last)
        die(text);
    watch_count++;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"elf", 1, 0, 'e'},    {"line", 1, 0, 'l'},   {"control", 1, 0, 'c'}, {"trace", 1, 0, 't'},
        {"eeprom", 1, 0, 'm'}, {"boot", 1, 0, 'b'},   {"watch", 1, 0, 'w'},   {"pass", 1, 0, 'p'},
        {"reset-on-open", 0, 0, 'r'}, {0, 0, 0, 0}};
    const char *elf = NULL, *socket_path = NULL;

    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (option) {
        case 'e': elf = optarg; break;
        case 'l': line.link = optarg; break;
        case 'c': socket_path = optarg; break;
        case 't': trace = fopen(optarg, "w"); break;
        case 'm': eeprom_file = optarg; break;
        case 'b': boot_ms = (unsigned)atoi(optarg); break;
        case 'w': add_watch(optarg); break;
        case 'p': pass.address = (unsigned)atoi(optarg); break;
        case 'r': line.reset_on_open = true; break;
        default: return 2;
        }
    if (!elf || !line.link || !socket_path)
        die("--elf, --line and --control are needed");
    make_chip(elf);
    load_eeprom();
    open_control(socket_path);
    open_line();
    cut_power();
    run();
}
