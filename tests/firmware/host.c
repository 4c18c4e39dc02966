/* The core of the firmware as a filter for tests: one command a line on standard input, answers on standard output.
 *
 *   begin CAUSE [RECORD]   a reset, with this record in memory          feed HEX    bytes from the host
 *   tick N [PEAK]          N milliseconds; the piezo shows PEAK          encode HEX  the frame of a payload
 *   state                  what the controller is doing                  ring        the picture on the ring
 *
 * Whatever the controller sends comes as `wire HEX`; each command ends with `ok`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controller.h"

#define LINE 65536

static struct controller controller;
static uint8_t memory[SETTINGS_SIZE];

static void print_hex(const char *name, const uint8_t *bytes, size_t count)
{
    printf("%s ", name);
    while (count--)
        printf("%02x", *bytes++);
    printf("\n");
}

static bool send(const uint8_t *wire, uint8_t count)
{
    print_hex("wire", wire, count);
    return true;
}

static void store(const uint8_t record[SETTINGS_SIZE])
{
    memcpy(memory, record, SETTINGS_SIZE);
    print_hex("store", record, SETTINGS_SIZE);
}

static struct measured measure(void)
{
    return (struct measured){.ambient = 300, .supply_mv = 5000, .stack_free = 1000, .lost_bytes = 0};
}

static const struct board board = {.send = send, .store = store, .measure = measure};

static size_t from_hex(const char *text, uint8_t *bytes, size_t most)
{
    size_t count = 0;
    unsigned value;

    while (count < most && sscanf(text + 2 * count, "%2x", &value) == 1)
        bytes[count++] = (uint8_t)value;
    return count;
}

static void begin(const char *rest)
{
    unsigned cause = 0;
    int read = 0;

    sscanf(rest, "%u %n", &cause, &read);
    if (rest[read])
        from_hex(rest + read, memory, sizeof memory);
    controller_begin(&controller, &board, memory, (uint8_t)cause);
}

static void feed(const char *rest)
{
    static uint8_t bytes[LINE];
    size_t count = from_hex(rest, bytes, sizeof bytes);

    for (size_t index = 0; index < count; index++)
        controller_feed(&controller, bytes[index]);
}

static void tick(const char *rest)
{
    unsigned count = 1, peak = 0;

    sscanf(rest, "%u %u", &count, &peak);
    while (count--)
        controller_tick(&controller, (uint16_t)peak);
}

static void encode(const char *rest)
{
    uint8_t payload[FRAME_PAYLOAD_MAX], wire[FRAME_WIRE_MAX];
    uint8_t count = (uint8_t)from_hex(rest, payload, sizeof payload);

    print_hex("frame", wire, frame_encode(payload, count, wire));
}

static void ring(void)
{
    uint8_t grb[3 * RING_LEDS];

    controller_draw_ring(&controller, grb);
    print_hex("ring", grb, sizeof grb);
}

static void state(void)
{
    const struct light *light = &controller.light;
    const struct ring *shown = &controller.ring;

    printf("state {\"left\": %u, \"right\": %u, \"left_now\": %u, \"right_now\": %u, \"pattern\": %u, "
           "\"colour\": [%u, %u, %u], \"limit\": %u, \"threshold\": %u, \"done\": %u, \"bad\": %u, \"host\": %s, "
           "\"now\": %u}\n",
           light->left, light->right, light->left_now, light->right_now, shown->pattern, shown->colour.red,
           shown->colour.green, shown->colour.blue, shown->limit, controller.settings.threshold, controller.done,
           controller.decoder.bad, controller.host ? "true" : "false", controller.now);
}

static void obey(char *line)
{
    char *rest = line + strcspn(line, " \n");

    if (*rest)
        *rest++ = 0;
    rest[strcspn(rest, "\n")] = 0;
    if (!strcmp(line, "begin"))
        begin(rest);
    else if (!strcmp(line, "feed"))
        feed(rest);
    else if (!strcmp(line, "tick"))
        tick(rest);
    else if (!strcmp(line, "encode"))
        encode(rest);
    else if (!strcmp(line, "ring"))
        ring();
    else if (!strcmp(line, "state"))
        state();
    else
        printf("error unknown command\n");
}

int main(void)
{
    static char line[2 * LINE];

    while (fgets(line, sizeof line, stdin)) {
        obey(line);
        printf("ok\n");
        fflush(stdout);
    }
    return 0;
}
