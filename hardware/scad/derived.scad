// Lengths that follow from the dimensions and are needed by more than one drawing.
include <../dimensions.scad>

outside = felt + 2 * rim_width;                                     // the tray
strip_height = wall_height + felt_thickness - sheet;

bar_bottom = camera_height + lens_below + head_plate + head_gap;    // the cross bar, above the felt
post_length = bar_bottom + table_below;
bar_length = 2 * arch_half + profile;
hood_height = light_gap + opal;

base_left = felt / 2 - base_width / 2;
unit = screen_active / 1920;
picture_left = (base_width - screen_active) / 2;                    // the screen's picture, from the console's left edge
console_back = base_depth - base_front;
panel_y = console_front + panel_depth * cos(panel_rise);            // the panel's upper edge
panel_top = panel_front + panel_depth * sin(panel_rise);
stand_y = panel_y + 12 + screen_depth + 10;                         // the front of the screen's board, at its foot

case_left = felt / 2 - case_width / 2;                              // the electronics case on the base board
case_front = stand_y - 62;
case_floor = 2.4;
case_post = 6;                                                      // what Pi and boards stand on
case_screws = [54, 174];                                            // from the case's left wall, in its middle
pi_at = [case_wall + 6, case_wall + 22];                            // the Pi's corner in the case
lamps_at = [case_wall + 130, 28];                                   // the lamp board, 70 across and 90 deep
tray_at = [case_wall + 6, case_wall + 86];                          // the tray controller behind the Pi, 70 x 50

// Name, middle from the console's left edge, diameter of the hole.
buttons = [["hold1", hold1_at, button_big], ["hold2", hold2_at, button_big], ["hold3", hold3_at, button_big],
           ["hold4", hold4_at, button_big], ["hold5", hold5_at, button_big], ["hold6", hold6_at, button_big],
           ["left", left_at, button_small], ["right", right_at, button_small],
           ["bank", bank_at, button_big], ["confirm", confirm_at, button_big]];
function button_x(button) = picture_left + button[1] * unit;
