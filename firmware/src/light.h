/* The two white half rings: levels that glide to where they are wanted. Knows no hardware. */
#ifndef LIGHT_H
#define LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#define LIGHT_STEP 2 /* levels a millisecond: from dark to full in 128 ms, without a jump that eyes notice */

struct light {
    uint8_t left, right;              /* wanted, 0 to 255 */
    uint8_t left_now, right_now;      /* shown */
};

/* One millisecond passes. Gives whether what is shown has changed. */
bool light_step(struct light *light);

#endif
