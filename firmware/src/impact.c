#include "impact.h"

/* The floor follows slowly what is no impact: warmth and damp move a piezo's rest. */
static void follow(struct impact *impact, uint16_t peak)
{
    if (impact->settled)
        impact->floor = (uint16_t)(impact->floor + peak - impact->floor / 64);
    else
        impact->floor = (uint16_t)(peak * 64u);
    impact->settled = true;
}

static void begin(struct impact *impact, uint16_t above, uint32_t now)
{
    impact->strength = above;
    impact->began = now;
    impact->rising = IMPACT_RISE_MS;
    impact->quiet = IMPACT_QUIET_MS;
}

static bool rise(struct impact *impact, uint16_t above)
{
    if (above > impact->strength)
        impact->strength = above;
    return --impact->rising == 0;
}

bool impact_feed(struct impact *impact, uint16_t peak, uint8_t threshold, uint32_t now)
{
    uint16_t floor = impact->floor / 64;
    uint16_t above = impact->settled && peak > floor ? (uint16_t)(peak - floor) : 0;

    if (impact->rising)
        return rise(impact, above);
    if (impact->quiet) {
        impact->quiet = (uint8_t)(above * 2u >= threshold ? IMPACT_QUIET_MS : impact->quiet - 1);
        return false;
    }
    if (above >= threshold)
        begin(impact, above, now);
    else
        follow(impact, peak);
    return false;
}
