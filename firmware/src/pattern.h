/* What the ring of 24 LEDs shows: drawn here, so that the line carries words and not pixels. Knows no hardware. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdint.h>

#define RING_LEDS 24

enum pattern {
    PATTERN_OFF,
    PATTERN_IDLE,      /* warm white that breathes */
    PATTERN_TURN,      /* the player's colour; a lighter part goes round slowly */
    PATTERN_ROLLING,   /* the colour runs round */
    PATTERN_ASK,       /* the colour swells twice, then waits */
    PATTERN_CELEBRATE, /* all hues go round, sparks among them */
    PATTERN_FAULT,     /* red, dim, that blinks slowly */
    PATTERN_COUNT
};

struct colour {
    uint8_t red, green, blue;
};

struct ring {
    uint8_t pattern; /* enum pattern */
    struct colour colour;
    uint8_t limit; /* no LED is brighter than that */
};

/* The colour of LED `led` (0 to RING_LEDS - 1) when the pattern has been shown for `ms` milliseconds. */
struct colour pattern_pixel(const struct ring *ring, uint16_t ms, uint8_t led);

#endif
