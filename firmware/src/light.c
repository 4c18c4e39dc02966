#include "light.h"

static uint8_t nearer(uint8_t now, uint8_t wanted)
{
    if (now < wanted)
        return (uint8_t)(wanted - now > LIGHT_STEP ? now + LIGHT_STEP : wanted);
    return (uint8_t)(now - wanted > LIGHT_STEP ? now - LIGHT_STEP : wanted);
}

bool light_step(struct light *light)
{
    bool still = light->left_now == light->left && light->right_now == light->right;

    light->left_now = nearer(light->left_now, light->left);
    light->right_now = nearer(light->right_now, light->right);
    return !still;
}
