// The case of the electronics: the Pi on the left, the two home-made boards on the right. Open below the lid's edge
// only at the sides: what drips on the lid runs off.
include <derived.scad>

pi_at = [case_wall + 6, case_wall + 22];            // the Pi's corner; its sockets for power and screen face -y
pi_holes = [[3.5, 3.5], [61.5, 3.5], [3.5, 52.5], [61.5, 52.5]];
boards_at = [[case_wall + 112, case_wall + 4], [case_wall + 112, case_wall + 60]];
board_holes = [[3, 3], [67, 3], [3, 47], [67, 47]];  // hole board 70 x 50
floor = 2.4;
post = 6;

module posts(at, holes, hole) for (place = holes) translate([at[0] + place[0], at[1] + place[1], 0]) difference() {
    cylinder(d = 6, h = floor + post, $fn = 32);
    translate([0, 0, floor]) cylinder(d = hole, h = post + 1, $fn = 16);
}

module case_base() {
    difference() {
        cube([case_width, case_depth, case_height]);
        translate([case_wall, case_wall, floor]) cube([case_width - 2 * case_wall, case_depth - 2 * case_wall, case_height]);
        translate([pi_at[0] + 4, -1, floor + post - 2]) cube([60, case_wall + 2, 14]);             // power, screens
        translate([-1, pi_at[1] + 2, floor + post - 1]) cube([case_wall + 2, 54, 20]);             // memory card
        translate([104, -1, floor + 12]) cube([80, case_wall + 2, 12]);                            // panel's wires
        translate([case_width - case_wall - 1, 14, floor + 12]) cube([case_wall + 2, 40, 12]);     // lights, tray
        translate([case_width - case_wall - 1, 70, floor + 12]) cube([case_wall + 2, 40, 12]);     // Nano's USB
        translate([20, case_depth - case_wall - 1, floor + 12]) cube([80, case_wall + 2, 16]);     // camera, USB
        for (x = [112:10:182]) translate([x, case_depth - case_wall - 1, 22]) cube([4, case_wall + 2, 18]);
        for (x = [14:20:184]) translate([x, case_depth / 2, -1]) cylinder(d = 4.5, h = 10, $fn = 16);
    }
    posts(pi_at, pi_holes, 2.2);
    for (at = boards_at) posts(at, board_holes, 2.6);
}

module case_lid() {
    inner = [case_width - 2 * case_wall - 2 * fit, case_depth - 2 * case_wall - 2 * fit];
    translate([-2, -2, 0]) cube([case_width + 4, case_depth + 4, 2.4]);       // overhangs: a drip edge
    translate([case_wall + fit, case_wall + fit, 2.4]) difference() {
        cube([inner[0], inner[1], 4]);
        translate([2, 2, -1]) cube([inner[0] - 4, inner[1] - 4, 6]);
    }
}
