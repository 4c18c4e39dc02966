#include "pattern.h"

static const struct colour warm_white = {255, 170, 90};
static const struct colour red = {255, 0, 0};
static const struct colour black = {0, 0, 0};

/* `value` of 255 parts of `of`, rounded down. */
static uint8_t part(uint8_t value, uint8_t of)
{
    return (uint8_t)((uint16_t)value * (of + 1u) >> 8);
}

static struct colour dimmed(struct colour colour, uint8_t level)
{
    return (struct colour){part(colour.red, level), part(colour.green, level), part(colour.blue, level)};
}

/* Up and down again once in 256 steps. Squared, because eyes see ratios: a straight ramp seems to stand still above. */
static uint8_t breath(uint8_t phase)
{
    uint8_t ramp = (uint8_t)(phase < 128 ? phase * 2 : (255 - phase) * 2);

    return part(ramp, ramp);
}

/* The place of an LED on the ring as a phase of 256. */
static uint8_t place(uint8_t led)
{
    return (uint8_t)((uint16_t)led * 256u / RING_LEDS);
}

static struct colour hue(uint8_t angle)
{
    uint8_t third = (uint8_t)(angle / 86), up = (uint8_t)((angle - third * 86) * 3), down = (uint8_t)(255 - up);

    switch (third) {
    case 0:
        return (struct colour){down, up, 0};
    case 1:
        return (struct colour){0, down, up};
    default:
        return (struct colour){up, 0, down};
    }
}

/* A fixed scatter of bytes: which LEDs spark at a moment. */
static uint8_t scatter(uint8_t seed)
{
    seed = (uint8_t)(seed * 73u + 41u);
    return (uint8_t)((seed ^ seed >> 3) * 29u);
}

static struct colour turn(const struct ring *ring, uint16_t ms, uint8_t led)
{
    uint8_t phase = (uint8_t)(place(led) - (uint8_t)(ms >> 4)); /* once round in 4.1 s */

    return dimmed(ring->colour, (uint8_t)(80 + part(breath(phase), 175)));
}

static struct colour rolling(const struct ring *ring, uint16_t ms, uint8_t led)
{
    uint8_t behind = (uint8_t)((uint8_t)(ms >> 1) - place(led)); /* twice round in a second */
    uint8_t tail = (uint8_t)(255 - behind);

    return dimmed(ring->colour, part(tail, tail));
}

static struct colour ask(const struct ring *ring, uint16_t ms)
{
    uint8_t beat = (uint8_t)(ms >> 1 & 0xFF); /* half a second each; the third and the fourth wait */
    uint8_t wait = (uint8_t)(ms >> 10 & 1);

    return dimmed(ring->colour, (uint8_t)(40 + (wait ? 0 : part(breath(beat), 215))));
}

static struct colour celebrate(uint16_t ms, uint8_t led)
{
    if (scatter((uint8_t)(led * 7u + (uint8_t)(ms >> 6))) > 235)
        return (struct colour){255, 255, 255};
    return hue((uint8_t)(place(led) + (uint8_t)(ms >> 3)));
}

static struct colour full(const struct ring *ring, uint16_t ms, uint8_t led)
{
    switch (ring->pattern) {
    case PATTERN_IDLE:
        return dimmed(warm_white, (uint8_t)(24 + part(breath((uint8_t)(ms >> 4)), 150)));
    case PATTERN_TURN:
        return turn(ring, ms, led);
    case PATTERN_ROLLING:
        return rolling(ring, ms, led);
    case PATTERN_ASK:
        return ask(ring, ms);
    case PATTERN_CELEBRATE:
        return celebrate(ms, led);
    case PATTERN_FAULT:
        return ms & 0x0400 ? dimmed(red, 40) : dimmed(red, 120);
    default:
        return black;
    }
}

struct colour pattern_pixel(const struct ring *ring, uint16_t ms, uint8_t led)
{
    return dimmed(full(ring, ms, led), ring->limit);
}
