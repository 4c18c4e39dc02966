#include "settings.h"

#include "frame.h"

#define MARK 0x52 /* of this layout */

/* Dark would leave people without light when the table's computer is away. */
#define LEVEL_LEAST 16

const struct settings settings_default = {.level = 160, .ring_limit = 96, .threshold = 40};

bool settings_valid(const struct settings *settings)
{
    return settings->level >= LEVEL_LEAST && settings->threshold > 0;
}

void settings_pack(const struct settings *settings, uint8_t record[SETTINGS_SIZE])
{
    uint16_t crc;

    record[0] = MARK;
    record[1] = settings->level;
    record[2] = settings->ring_limit;
    record[3] = settings->threshold;
    crc = frame_crc(record, 4);
    record[4] = (uint8_t)(crc >> 8);
    record[5] = (uint8_t)crc;
}

bool settings_unpack(struct settings *settings, const uint8_t record[SETTINGS_SIZE])
{
    uint8_t again[SETTINGS_SIZE];
    struct settings read = {.level = record[1], .ring_limit = record[2], .threshold = record[3]};
    bool whole = settings_valid(&read);

    settings_pack(&read, again);
    for (uint8_t index = 0; index < SETTINGS_SIZE; index++)
        whole = whole && again[index] == record[index];
    *settings = whole ? read : settings_default;
    return whole;
}
