#include "frame.h"

static uint16_t crc_with(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)((uint16_t)byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : crc << 1);
    return crc;
}

static uint16_t crc_of(uint16_t crc, const uint8_t *bytes, uint8_t count)
{
    while (count--)
        crc = crc_with(crc, *bytes++);
    return crc;
}

uint16_t frame_crc(const uint8_t *bytes, uint8_t count)
{
    return crc_of(0xFFFF, bytes, count);
}

/* The length belongs to it: without it a zero behind a good frame would make another good frame. */
static uint16_t payload_crc(const uint8_t *payload, uint8_t count)
{
    return crc_of(crc_with(0xFFFF, count), payload, count);
}

static void next_frame(struct frame_decoder *decoder)
{
    decoder->length = 0;
    decoder->left = 0;
    decoder->zero_due = false;
    decoder->broken = false;
}

void frame_begin(struct frame_decoder *decoder)
{
    next_frame(decoder);
    decoder->bad = 0;
}

static void push(struct frame_decoder *decoder, uint8_t byte)
{
    if (decoder->length == FRAME_BODY_MAX)
        decoder->broken = true;
    else
        decoder->body[decoder->length++] = byte;
}

static void code(struct frame_decoder *decoder, uint8_t byte)
{
    if (decoder->zero_due)
        push(decoder, 0);
    decoder->left = (uint8_t)(byte - 1);
    decoder->zero_due = byte != 0xFF;
}

/* Whether the body holds a payload whose CRC, last and high byte first, is right. */
static bool good(const struct frame_decoder *decoder)
{
    const uint8_t *body = decoder->body;
    uint8_t payload = (uint8_t)(decoder->length - FRAME_CRC_SIZE);

    if (decoder->broken || decoder->left || decoder->length < FRAME_PAYLOAD_MIN + FRAME_CRC_SIZE)
        return false;
    return payload_crc(body, payload) == (uint16_t)((uint16_t)body[payload] << 8 | body[payload + 1]);
}

static uint8_t end(struct frame_decoder *decoder)
{
    bool empty = !decoder->zero_due && !decoder->left && !decoder->length && !decoder->broken;
    uint8_t payload = good(decoder) ? (uint8_t)(decoder->length - FRAME_CRC_SIZE) : 0;

    if (!payload && !empty && decoder->bad != UINT16_MAX)
        decoder->bad++;
    next_frame(decoder);
    return payload;
}

uint8_t frame_feed(struct frame_decoder *decoder, uint8_t byte)
{
    if (byte == 0)
        return end(decoder);
    if (decoder->left == 0) {
        code(decoder, byte);
    } else {
        push(decoder, byte);
        decoder->left--;
    }
    return 0;
}

uint8_t frame_encode(const uint8_t *payload, uint8_t count, uint8_t wire[FRAME_WIRE_MAX])
{
    uint16_t crc = payload_crc(payload, count);
    uint8_t at = 1, length = 2; /* where the present block's code stands; the next free place */

    wire[0] = 0;
    for (uint8_t index = 0; index < count + FRAME_CRC_SIZE; index++) {
        uint8_t byte = index < count ? payload[index] : (uint8_t)(index == count ? crc >> 8 : crc);

        if (byte) {
            wire[length++] = byte;
        } else {
            wire[at] = (uint8_t)(length - at);
            at = length++;
        }
    }
    wire[at] = (uint8_t)(length - at);
    wire[length++] = 0;
    return length;
}
