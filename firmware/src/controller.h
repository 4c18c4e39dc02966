/* The tray controller without its hardware: commands in, answers and events out, light as a consequence. */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "impact.h"
#include "light.h"
#include "pattern.h"
#include "settings.h"

#define PROTOCOL_VERSION 1
#define HOST_SILENT_MS 3000 /* then: plain white light */
#define REPORT_MS 5000      /* between two reports of light and supply */
#define RING_MS 20          /* between two pictures on the ring */

enum command {
    COMMAND_IDENTIFY = 0x01,
    COMMAND_PING = 0x02,
    COMMAND_LIGHT = 0x03,
    COMMAND_RING = 0x04,
    COMMAND_STORE = 0x05,
    COMMAND_RECALL = 0x06,
    COMMAND_STATUS = 0x07,
};

enum status {
    STATUS_DONE,
    STATUS_UNKNOWN,    /* no such command */
    STATUS_LENGTH,     /* not as many bytes as the command has */
    STATUS_VALUE,      /* a value out of its range */
    STATUS_STRANGER,   /* IDENTIFY first: the controller was reset or the host was silent */
};

enum event {
    EVENT_HELLO = 0xC0,
    EVENT_IMPACT = 0xC1,
    EVENT_AMBIENT = 0xC2,
};

/* What the board measures about itself. */
struct measured {
    uint16_t ambient;    /* 0 to 1023 */
    uint16_t supply_mv;
    uint16_t stack_free; /* bytes that the stack has never touched */
    uint16_t lost_bytes; /* bytes from the line that came too fast */
};

/* What the core asks of the board. `send` gives false, and sends nothing, when there is no room for the whole frame. */
struct board {
    bool (*send)(const uint8_t *wire, uint8_t count);
    void (*store)(const uint8_t record[SETTINGS_SIZE]);
    struct measured (*measure)(void);
};

struct controller {
    const struct board *board;
    struct settings settings;
    struct light light;
    struct ring ring;
    struct impact impact;
    struct frame_decoder decoder;
    uint32_t now;        /* milliseconds since the start */
    uint32_t heard;      /* when the host was heard last */
    uint32_t reported;   /* when light and supply were told last */
    uint32_t ring_since; /* when the ring's pattern began */
    uint16_t done;       /* commands carried out */
    uint8_t reset_cause;
    uint8_t event_number;
    bool host;           /* the host has identified us and is not silent */
    bool answered;       /* `answer` belongs to the command with the number and sum below */
    uint8_t number;
    uint16_t sum;
    uint8_t answer[FRAME_PAYLOAD_MAX];
    uint8_t answer_length;
};

/* All as after a reset: plain white light at the stored level; says hello. `record`: what the board has stored. */
void controller_begin(struct controller *controller, const struct board *board,
                      const uint8_t record[SETTINGS_SIZE], uint8_t reset_cause);

/* One byte from the host. */
void controller_feed(struct controller *controller, uint8_t byte);

/* A millisecond has passed, in which the piezo's highest sample was `peak`. Gives whether the white light changes. */
bool controller_tick(struct controller *controller, uint16_t peak);

/* Whether the ring is due for a new picture now. */
bool controller_ring_due(const struct controller *controller);

/* The picture: RING_LEDS times green, red, blue, the order in which WS2812 take them. */
void controller_draw_ring(const struct controller *controller, uint8_t grb[3 * RING_LEDS]);

#endif
