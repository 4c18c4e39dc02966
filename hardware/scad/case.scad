// The case of the electronics: the Pi on the left, its sockets for power and screen towards the players, behind it the
// tray controller; the lamp board on the right. Open below the lid's edge only at the sides: what drips on the lid
// runs off.
include <derived.scad>

pi_holes = [[3.5, 3.5], [61.5, 3.5], [3.5, 52.5], [61.5, 52.5]];

// The four holes of a board, 3 mm from its edges.
function corners(size) = [for (x = [3, size[0] - 3], y = [3, size[1] - 3]) [x, y]];

module posts(at, holes, hole) for (place = holes) translate([at[0] + place[0], at[1] + place[1], 0]) difference() {
    cylinder(d = 6, h = case_floor + case_post, $fn = 32);
    translate([0, 0, case_floor]) cylinder(d = hole, h = case_post + 1, $fn = 16);
}

module case_base() {
    inside = case_width - 2 * case_wall;
    front = -1;                                      // where a wall's opening begins
    right = case_width - case_wall - 1;
    back = case_depth - case_wall - 1;
    through = case_wall + 2;
    difference() {
        cube([case_width, case_depth, case_height]);
        translate([case_wall, case_wall, case_floor]) cube([inside, case_depth - 2 * case_wall, case_height]);
        translate([pi_at[0] + 4, front, case_floor + case_post - 2]) cube([68, through, 20]);     // power, screen, camera
        translate([-1, pi_at[1] + 2, case_floor + case_post - 1]) cube([through, 54, 20]);        // memory card
        translate([122, front, case_floor + 12]) cube([80, through, 12]);                         // panel's wires
        for (y = [14, 90]) translate([right, y, case_floor + 12]) cube([through, 40, 12]);        // lights, piezo
        translate([20, back, case_floor + 12]) cube([80, through, 16]);                           // network, keyboard
        for (x = [132:10:202]) translate([x, back, 22]) cube([4, through, 18]);
        for (x = [14:20:194]) translate([x, case_depth / 2, -1]) cylinder(d = 4.5, h = 10, $fn = 16);
    }
    posts(pi_at, pi_holes, 2.2);
    posts(lamps_at, corners([70, 90]), 2.6);
    posts(tray_at, corners([70, 50]), 2.6);
}

module case_lid() {
    inner = [case_width - 2 * case_wall - 2 * fit, case_depth - 2 * case_wall - 2 * fit];
    translate([-2, -2, 0]) cube([case_width + 4, case_depth + 4, 2.4]);       // overhangs: a drip edge
    translate([case_wall + fit, case_wall + fit, 2.4]) difference() {
        cube([inner[0], inner[1], 4]);
        translate([2, 2, -1]) cube([inner[0] - 4, inner[1] - 4, 6]);
    }
}
