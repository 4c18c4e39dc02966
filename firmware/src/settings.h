/* What the controller remembers without power, and how it is written down. Knows no hardware. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    uint8_t level;      /* of the white light while nobody says otherwise, 0 to 255 */
    uint8_t ring_limit; /* no LED of the ring is brighter */
    uint8_t threshold;  /* an impact is that much above the floor, 1 to 255 */
};

#define SETTINGS_SIZE 6 /* a mark, the three values, CRC-16 */

extern const struct settings settings_default;

bool settings_valid(const struct settings *settings);
void settings_pack(const struct settings *settings, uint8_t record[SETTINGS_SIZE]);

/* The settings in `record`; the defaults (and false) if it is not whole. */
bool settings_unpack(struct settings *settings, const uint8_t record[SETTINGS_SIZE]);

#endif
