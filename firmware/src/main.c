/* The tray controller: one loop; the core decides (controller.c), the board does (board_m328p.c). */
#include "board.h"

static struct controller controller;

static void millisecond(void)
{
    if (controller_tick(&controller, board_piezo_peak()))
        board_set_light(controller.light.left_now, controller.light.right_now);
    if (controller_ring_due(&controller)) {
        static uint8_t grb[3 * RING_LEDS];

        controller_draw_ring(&controller, grb);
        board_show_ring(grb, sizeof grb);
    }
}

/* One pass of the loop: all that has come, all that is due. Kept apart so that its cycles can be counted. */
__attribute__((noinline)) static void pass(void)
{
    uint8_t byte;

    board_alive();
    while (board_receive(&byte))
        controller_feed(&controller, byte);
    if (board_tick())
        millisecond();
}

int main(void)
{
    uint8_t record[SETTINGS_SIZE];

    board_begin();
    board_recall(record);
    controller_begin(&controller, &board, record, board_reset_cause());
    for (;;) {
        pass();
        board_rest();
    }
}
