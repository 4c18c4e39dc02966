/* Dice hit the felt: out of the piezo's peaks, one a millisecond, come impacts. Knows no hardware. */
#ifndef IMPACT_H
#define IMPACT_H

#include <stdbool.h>
#include <stdint.h>

#define IMPACT_RISE_MS 4   /* the peak comes within this time of the first sign */
#define IMPACT_QUIET_MS 30 /* so long below half the threshold before another impact can begin */

struct impact {
    uint16_t floor;    /* what the piezo shows when nothing happens, times 64 */
    uint16_t strength; /* the highest peak so far above the floor, 0 to 1023 */
    uint32_t began;    /* when the impact began, milliseconds */
    uint8_t rising;    /* milliseconds until it is told; 0: none is being measured */
    uint8_t quiet;     /* milliseconds of quiet still wanted */
    bool settled;      /* the floor is known */
};

/* The highest sample (0 to 1023) of the millisecond `now`. Gives true once for each impact: read `strength`, `began`. */
bool impact_feed(struct impact *impact, uint16_t peak, uint8_t threshold, uint32_t now);

#endif
