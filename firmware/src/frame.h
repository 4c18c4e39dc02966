/* Frames on a serial line: 0x00, COBS of payload and CRC, 0x00. Knows no hardware. See PROTOCOL.md. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define FRAME_PAYLOAD_MAX 28
#define FRAME_PAYLOAD_MIN 2 /* type and sequence number */
#define FRAME_CRC_SIZE 2
#define FRAME_BODY_MAX (FRAME_PAYLOAD_MAX + FRAME_CRC_SIZE)
#define FRAME_WIRE_MAX (FRAME_BODY_MAX + 3) /* one code byte (a body is shorter than 254), two zeros */

struct frame_decoder {
    uint8_t body[FRAME_BODY_MAX];
    uint8_t length;  /* bytes of body so far */
    uint8_t left;    /* bytes until the next code byte */
    bool zero_due;   /* the block that ends stands for a zero as well */
    bool broken;     /* too long: the rest up to the next zero is passed over */
    uint16_t bad;    /* frames that were thrown away, stays at its maximum */
};

/* CRC-16/CCITT-FALSE: polynomial 0x1021, begins with 0xFFFF, nothing reflected. */
uint16_t frame_crc(const uint8_t *bytes, uint8_t count);

void frame_begin(struct frame_decoder *decoder);

/* One byte from the line. Gives the length of the payload in `body` when it completes a good frame, else 0. */
uint8_t frame_feed(struct frame_decoder *decoder, uint8_t byte);

/* Writes the frame of `count` payload bytes (at most FRAME_PAYLOAD_MAX) to `wire`; gives its length. */
uint8_t frame_encode(const uint8_t *payload, uint8_t count, uint8_t wire[FRAME_WIRE_MAX]);

#endif
