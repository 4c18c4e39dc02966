// Base board and console: the slope with the buttons, the screen behind it, room for the electronics below.
// x and z as in tray.scad; y away from the players.
include <derived.scad>

module base_sheet() difference() {
    translate([base_left, -base_front]) square([base_width, base_depth]);
    translate([felt / 2, -felt / 2]) {
        circle(d = 40, $fn = 48);                                               // the piezo hangs free
        translate([-4, 0]) square([8, outside / 2 + 30]);                       // its wire
        for (x = [-1, 1], y = [-1, 1]) translate([x, y] * (felt / 2 + rim_width / 2)) circle(d = 3, $fn = 16);
        for (side = [-1, 1], x = [-23, 23], y = [-23, 23])
            translate([side * 190 + x, y]) circle(d = 4.5, $fn = 16);           // the arch's feet
    }
    translate([base_left, 0]) for (x = [board / 2, base_width - board / 2], y = [90, 180, 270])
        translate([x, y]) circle(d = 4.5, $fn = 16);                            // the cheeks, from below
    for (x = case_screws) translate([case_left + x, case_front + case_depth / 2]) circle(d = 2, $fn = 16);   // the case
}

// In the plane of y (to the right) and z (up), its lowest edge on the base board.
// The screen's board stands on it and leans against it.
module cheek_sheet() {
    along = [sin(screen_tilt), cos(screen_tilt)];                               // the board upwards
    foot = [stand_y + board * cos(screen_tilt), panel_top - board * sin(screen_tilt)];
    polygon([[console_front + sheet, -table_below],
             [console_front + sheet, panel_front + sheet * tan(panel_rise)],
             [panel_y, panel_top], [stand_y, panel_top], foot, foot + 240 * along, foot + 240 * along + [20, 0],
             [console_back - sheet, rear_height - table_below], [console_back - sheet, -table_below]]);
}

module cheek() rotate([90, 0, 90]) linear_extrude(board) cheek_sheet();

// The panel seen from above, its lower edge along y = 0.
module panel_sheet() difference() {
    square([base_width, panel_depth]);
    for (button = buttons) translate([button_x(button), button_row]) circle(d = button[2], $fn = 64);
    for (x = [board / 2, base_width - board / 2], y = [14, panel_depth - 14])
        translate([x, y]) circle(d = 4, $fn = 16);
}

wire_gates = [felt / 2 - arch_half - base_left, staff_at - 40];                 // behind the left post; beside STAFF

module fascia_sheet() difference() {
    square([base_width, panel_front + table_below]);
    translate([staff_at, front_row]) circle(d = staff_hole, $fn = 48);
    translate([key_at, front_row]) circle(d = key_hole, $fn = 48);
    translate([light_at, front_row]) circle(d = light_hole, $fn = 24);
    for (side = [-1, 1], y = [-1, 1]) translate([staff_at + side * 15, front_row + y * 15]) circle(d = 3.2, $fn = 16);
    for (x = wire_gates) translate([x - 12, -1]) square([24, 15]);              // the arch's wires, along the base board
}

module rear_sheet() difference() {
    square([base_width, rear_height]);
    for (x = [60:20:500]) translate([x, 36]) hull() for (y = [-10, 10]) translate([0, y]) circle(d = 6, $fn = 16);
    translate([base_width / 2 - 60, -1]) square([120, 16]);                     // cables
    for (x = [board / 2, base_width - board / 2], y = [14, rear_height - 14]) translate([x, y]) circle(d = 4, $fn = 16);
}

// Closes the gap between panel and screen.
module shelf_sheet() difference() {
    square([base_width, stand_y - panel_y]);
    for (x = [board / 2, base_width - board / 2], y = [16, stand_y - panel_y - 16]) translate([x, y]) circle(d = 4, $fn = 16);
}

module stand_sheet() difference() {
    square([base_width, stand_height]);
    translate([base_width / 2, screen_height / 2 + sheet + 2]) {
        for (x = [-1, 1], y = [-1, 1]) translate([x, y] * vesa / 2) circle(d = 4.5, $fn = 16);
        square([50, 50], center = true);                                        // cables
    }
    for (x = [board / 2, base_width - board / 2], y = [30, 120, 210]) translate([x, y]) circle(d = 4.5, $fn = 16);
}

// Behind the fascia: holds STAFF so far back that nobody presses it by leaning. Printed flange down.
module staff_cup() difference() {
    union() {
        linear_extrude(3) square(38, center = true);
        cylinder(d = staff_hole + 5, h = staff_depth, $fn = 64);
    }
    translate([0, 0, -1]) {
        cylinder(d = staff_hole, h = staff_depth - 2, $fn = 64);
        cylinder(d = staff_button, h = staff_depth + 2, $fn = 48);
        for (x = [-1, 1], y = [-1, 1]) translate([15 * x, 15 * y, 0]) cylinder(d = 3.2, h = 6, $fn = 16);
    }
}
