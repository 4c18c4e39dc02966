#include "controller.h"

#ifndef VERSION_MAJOR
#error "the version comes from the build: VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH, VERSION_BUILD"
#endif

/* ---- bytes ------------------------------------------------------------------------------------------------- */

static uint8_t put16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
    return 2;
}

static uint8_t put32(uint8_t *at, uint32_t value)
{
    put16(at, (uint16_t)(value >> 16));
    put16(at + 2, (uint16_t)value);
    return 4;
}

/* Who this is: the same bytes in HELLO and in the answer to IDENTIFY. */
static uint8_t put_identity(const struct controller *controller, uint8_t *at)
{
    at[0] = 'R';
    at[1] = 'B';
    at[2] = PROTOCOL_VERSION;
    at[3] = VERSION_MAJOR;
    at[4] = VERSION_MINOR;
    at[5] = VERSION_PATCH;
    put32(at + 6, VERSION_BUILD);
    at[10] = controller->reset_cause;
    return 11;
}

static bool send(const struct controller *controller, const uint8_t *payload, uint8_t count)
{
    uint8_t wire[FRAME_WIRE_MAX];

    return controller->board->send(wire, frame_encode(payload, count, wire));
}

/* ---- the state of the light -------------------------------------------------------------------------------- */

static void set_ring(struct controller *controller, uint8_t pattern, struct colour colour)
{
    controller->ring.pattern = pattern;
    controller->ring.colour = colour;
    controller->ring_since = controller->now;
}

static void plain_white(struct controller *controller)
{
    controller->light.left = controller->light.right = controller->settings.level;
    set_ring(controller, PATTERN_OFF, (struct colour){0, 0, 0});
}

static void use_settings(struct controller *controller, const struct settings *settings)
{
    controller->settings = *settings;
    controller->ring.limit = settings->ring_limit;
}

/* ---- commands: each writes its answer's data and gives its length, or a status ------------------------------ */

struct outcome {
    uint8_t status, length;
};

static struct outcome done(uint8_t length)
{
    return (struct outcome){STATUS_DONE, length};
}

static struct outcome refused(uint8_t status)
{
    return (struct outcome){status, 0};
}

static struct outcome set_light(struct controller *controller, const uint8_t *data, uint8_t *out)
{
    controller->light.left = out[0] = data[0];
    controller->light.right = out[1] = data[1];
    return done(2);
}

static struct outcome show_ring(struct controller *controller, const uint8_t *data, uint8_t *out)
{
    if (data[0] >= PATTERN_COUNT)
        return refused(STATUS_VALUE);
    set_ring(controller, data[0], (struct colour){data[1], data[2], data[3]});
    out[0] = data[0];
    return done(1);
}

static uint8_t put_settings(const struct settings *settings, uint8_t *out)
{
    out[0] = settings->level;
    out[1] = settings->ring_limit;
    out[2] = settings->threshold;
    return 3;
}

static struct outcome store(struct controller *controller, const uint8_t *data, uint8_t *out)
{
    struct settings wanted = {.level = data[0], .ring_limit = data[1], .threshold = data[2]};
    uint8_t record[SETTINGS_SIZE];

    if (!settings_valid(&wanted))
        return refused(STATUS_VALUE);
    settings_pack(&wanted, record);
    controller->board->store(record);
    use_settings(controller, &wanted);
    return done(put_settings(&wanted, out));
}

static struct outcome tell_status(const struct controller *controller, uint8_t *out)
{
    struct measured measured = controller->board->measure();
    uint8_t length = 0;

    length += put32(out + length, controller->now);
    length += put16(out + length, measured.ambient);
    length += put16(out + length, measured.supply_mv);
    length += put16(out + length, measured.stack_free);
    length += put16(out + length, measured.lost_bytes);
    length += put16(out + length, controller->decoder.bad);
    length += put16(out + length, controller->done);
    out[length++] = controller->light.left;
    out[length++] = controller->light.right;
    out[length++] = controller->ring.pattern;
    return done(length);
}

static struct outcome echo(const uint8_t *data, uint8_t length, uint8_t *out)
{
    for (uint8_t index = 0; index < length; index++)
        out[index] = data[index];
    return done(length);
}

#define PING_MAX 8

/* How many bytes of data a command has; PING may have up to PING_MAX. */
static bool fits(uint8_t command, uint8_t length)
{
    switch (command) {
    case COMMAND_PING:
        return length <= PING_MAX;
    case COMMAND_LIGHT:
        return length == 2;
    case COMMAND_RING:
        return length == 4;
    case COMMAND_STORE:
        return length == 3;
    default:
        return length == 0;
    }
}

static struct outcome carry_out(struct controller *controller, uint8_t command, const uint8_t *data, uint8_t length,
                                uint8_t *out)
{
    if (command < COMMAND_IDENTIFY || command > COMMAND_STATUS)
        return refused(STATUS_UNKNOWN);
    if (!fits(command, length))
        return refused(STATUS_LENGTH);
    if (!controller->host && command != COMMAND_IDENTIFY)
        return refused(STATUS_STRANGER);
    switch (command) {
    case COMMAND_IDENTIFY:
        controller->host = true;
        return done(put_identity(controller, out));
    case COMMAND_PING:
        return echo(data, length, out);
    case COMMAND_LIGHT:
        return set_light(controller, data, out);
    case COMMAND_RING:
        return show_ring(controller, data, out);
    case COMMAND_STORE:
        return store(controller, data, out);
    case COMMAND_RECALL:
        return done(put_settings(&controller->settings, out));
    default:
        return tell_status(controller, out);
    }
}

/* ---- answers and repeats ----------------------------------------------------------------------------------- */

/* The same command once more, because our answer was lost: it is answered again and not done again. */
static bool repeated(const struct controller *controller, uint8_t command, uint8_t number, uint16_t sum)
{
    return controller->answered && command != COMMAND_IDENTIFY && number == controller->number &&
           sum == controller->sum;
}

static void do_command(struct controller *controller, const uint8_t *payload, uint8_t count, uint16_t sum)
{
    uint8_t *answer = controller->answer;
    struct outcome outcome = carry_out(controller, payload[0], payload + 2, (uint8_t)(count - 2), answer + 3);

    answer[0] = (uint8_t)(payload[0] | 0x80);
    answer[1] = payload[1];
    answer[2] = outcome.status;
    controller->answer_length = (uint8_t)(3 + outcome.length);
    controller->answered = outcome.status != STATUS_STRANGER;
    controller->number = payload[1];
    controller->sum = sum;
    if (outcome.status == STATUS_DONE)
        controller->done++;
}

static void take(struct controller *controller, const uint8_t *payload, uint8_t count)
{
    uint16_t sum = frame_crc(payload, count);

    if (payload[0] & 0xC0) /* no command: our own words, sent back by somebody */
        return;
    controller->heard = controller->now;
    if (!repeated(controller, payload[0], payload[1], sum))
        do_command(controller, payload, count, sum);
    send(controller, controller->answer, controller->answer_length);
}

void controller_feed(struct controller *controller, uint8_t byte)
{
    uint8_t count = frame_feed(&controller->decoder, byte);

    if (count)
        take(controller, controller->decoder.body, count);
}

/* ---- events ------------------------------------------------------------------------------------------------ */

static bool tell(struct controller *controller, uint8_t *payload, uint8_t event, uint8_t length)
{
    payload[0] = event;
    payload[1] = controller->event_number++;
    return send(controller, payload, (uint8_t)(2 + length));
}

static void tell_impact(struct controller *controller)
{
    uint8_t payload[8];

    put16(payload + 2, controller->impact.strength);
    put32(payload + 4, controller->impact.began);
    tell(controller, payload, EVENT_IMPACT, 6);
}

static void tell_ambient(struct controller *controller)
{
    struct measured measured = controller->board->measure();
    uint8_t payload[6];

    put16(payload + 2, measured.ambient);
    put16(payload + 4, measured.supply_mv);
    tell(controller, payload, EVENT_AMBIENT, 4);
    controller->reported = controller->now;
}

static void tell_hello(struct controller *controller)
{
    uint8_t payload[2 + 11];
    uint8_t length = put_identity(controller, payload + 2);

    tell(controller, payload, EVENT_HELLO, length);
}

/* ---- time -------------------------------------------------------------------------------------------------- */

void controller_begin(struct controller *controller, const struct board *board,
                      const uint8_t record[SETTINGS_SIZE], uint8_t reset_cause)
{
    struct settings settings;

    *controller = (struct controller){.board = board, .reset_cause = reset_cause};
    frame_begin(&controller->decoder);
    settings_unpack(&settings, record);
    use_settings(controller, &settings);
    plain_white(controller);
    tell_hello(controller);
}

bool controller_tick(struct controller *controller, uint16_t peak)
{
    bool changed = light_step(&controller->light);

    controller->now++;
    if (impact_feed(&controller->impact, peak, controller->settings.threshold, controller->now))
        tell_impact(controller);
    if (controller->now - controller->reported >= REPORT_MS)
        tell_ambient(controller);
    if (controller->host && controller->now - controller->heard >= HOST_SILENT_MS) {
        controller->host = false;
        plain_white(controller);
    }
    return changed;
}

bool controller_ring_due(const struct controller *controller)
{
    return controller->now % RING_MS == 0;
}

void controller_draw_ring(const struct controller *controller, uint8_t grb[3 * RING_LEDS])
{
    uint16_t shown = (uint16_t)(controller->now - controller->ring_since);

    for (uint8_t led = 0; led < RING_LEDS; led++) {
        struct colour colour = pattern_pixel(&controller->ring, shown, led);

        *grb++ = colour.green;
        *grb++ = colour.red;
        *grb++ = colour.blue;
    }
}
