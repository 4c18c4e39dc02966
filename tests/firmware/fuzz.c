/* libFuzzer on all that bytes from the line can reach: the decoder, the commands, the answers.
 *
 * The input is a list of steps: 0xFD and a byte lets so many milliseconds pass, 0xFE and a command with its data (first
 * a length) is framed well, anything else goes to the decoder as it is. After each step the core has to be sound, and
 * what it sends has to be a good frame.
 */
#include <stdlib.h>
#include <string.h>

#include "controller.h"

static struct controller controller;
static struct frame_decoder host;

#define MUST(what) \
    do { \
        if (!(what)) \
            abort(); \
    } while (0)

static bool send(const uint8_t *wire, uint8_t count)
{
    uint8_t payload = 0;

    MUST(count >= 2 && count <= FRAME_WIRE_MAX && wire[0] == 0 && wire[count - 1] == 0);
    for (uint8_t index = 0; index < count; index++) {
        MUST(wire[index] || index == 0 || index == count - 1);
        payload = frame_feed(&host, wire[index]);
    }
    MUST(payload >= FRAME_PAYLOAD_MIN && host.bad == 0);
    return true;
}

static void store(const uint8_t record[SETTINGS_SIZE])
{
    struct settings settings;

    MUST(settings_unpack(&settings, record));
}

static struct measured measure(void)
{
    return (struct measured){0};
}

static const struct board board = {.send = send, .store = store, .measure = measure};

static void sound(void)
{
    uint8_t grb[3 * RING_LEDS];

    MUST(controller.ring.pattern < PATTERN_COUNT);
    MUST(controller.decoder.length <= FRAME_BODY_MAX);
    MUST(controller.answer_length <= FRAME_PAYLOAD_MAX);
    MUST(settings_valid(&controller.settings));
    controller_draw_ring(&controller, grb);
    for (size_t index = 0; index < sizeof grb; index++)
        MUST(grb[index] <= controller.ring.limit);
}

static void feed_framed(const uint8_t *payload, uint8_t count)
{
    uint8_t wire[FRAME_WIRE_MAX];
    uint8_t length = frame_encode(payload, count, wire);

    for (uint8_t index = 0; index < length; index++)
        controller_feed(&controller, wire[index]);
}

/* Carries out the step at the beginning of `data`; gives how many bytes it was. */
static size_t step(const uint8_t *data, size_t size)
{
    size_t count;

    if (size >= 2 && data[0] == 0xFD) {
        for (uint8_t left = data[1]; left; left--)
            controller_tick(&controller, (uint16_t)(data[1] * 4u));
        return 2;
    }
    if (size >= 2 && data[0] == 0xFE) {
        count = data[1] % (FRAME_PAYLOAD_MAX + 1u);
        count = count < size - 2 ? count : size - 2;
        feed_framed(data + 2, (uint8_t)count);
        return 2 + count;
    }
    controller_feed(&controller, data[0]);
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t record[SETTINGS_SIZE] = {0};

    frame_begin(&host);
    controller_begin(&controller, &board, record, 1);
    while (size) {
        size_t taken = step(data, size);

        data += taken;
        size -= taken;
        sound();
    }
    return 0;
}
