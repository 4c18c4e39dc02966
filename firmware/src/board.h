/* What the main loop needs of the chip. One file implements it for each chip: board_m328p.c. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "controller.h"

extern const struct board board;

/* Pins, timers, serial line, converter, watchdog; interrupts run from here on. */
void board_begin(void);

/* Why the chip started: the bits of MCUSR (1 power, 2 reset line, 4 supply too low, 8 watchdog). */
uint8_t board_reset_cause(void);

void board_recall(uint8_t record[SETTINGS_SIZE]);

/* Tells the watchdog that all is well. */
void board_alive(void);

/* The next byte from the line, if there is one. */
bool board_receive(uint8_t *byte);

/* Whether a millisecond has passed since the last one that was counted. */
bool board_tick(void);

/* The highest sample of the piezo since the last call, 0 to 1023. */
uint16_t board_piezo_peak(void);

/* Brightness of the two white halves, 0 to 255. */
void board_set_light(uint8_t left, uint8_t right);

/* Sends the picture to the ring: `count` bytes. Takes 0.75 ms; interrupts are served between bytes. */
void board_show_ring(const uint8_t *grb, uint8_t count);

/* Sleeps until something happens, if nothing has. */
void board_rest(void);

#endif
