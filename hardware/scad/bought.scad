// What is bought, as plain bodies: for the pictures and for the check that nothing collides.
include <derived.scad>

module raspberry_pi() {
    color("seagreen") linear_extrude(1.4) square([85, 56]);
    color("silver") for (y = [2, 20, 39]) translate([66, y, 1.4]) cube([21, y == 2 ? 16 : 15, y == 2 ? 13.5 : 16]);
    color("dimgray") translate([7, 49.5, 1.4]) cube([51, 5, 8]);
    color("lightgray") translate([15, 14, 1.4]) cube([38, 30, 14]);
}

module camera_board() {
    // The lens in the origin, looking down; the board's front (its lower side) lies at z = 0.
    color("seagreen") translate([-12.5, -9.5, 0]) linear_extrude(1.1) square([25, 24]);
    color("black") translate([0, 0, -7.2]) cylinder(d = 7, h = 7.2, $fn = 32);
    color("black") translate([-5.5, -5.5, -4.5]) cube([11, 11, 4.5]);
    color("ivory") translate([-10.5, 9, 1.1]) cube([21, 5, 2.7]);
}

module hole_board(size, content) {
    color("darkgoldenrod") linear_extrude(1.6) square(size);
    color("dimgray") translate([12, 16, 1.6]) cube(content);
}

module screen() {
    // Its lower front edge along x, the picture towards -y, upright.
    side = (screen_width - screen_active) / 2;
    color("black") cube([screen_width, 14, screen_height]);
    color("black") translate([screen_width / 2 - 125, 14, 60]) cube([250, screen_depth - 14, 200]);
    color([0.13, 0.22, 0.18]) translate([side, -0.5, screen_height - side - screen_active * 9 / 16])
        cube([screen_active, 1, screen_active * 9 / 16]);
}

// A lit push button through a panel whose top is z = 0; `hole` its diameter.
module push_button(hole, tint) {
    depth = hole > 25 ? 58 : 40;
    color(tint) cylinder(d = hole * 0.8, h = 5, $fn = 32);
    color([0.25, 0.25, 0.25]) cylinder(d = hole + 3, h = 2.5, $fn = 32);
    color("dimgray") translate([0, 0, -depth]) cylinder(d = hole - 1, h = depth, $fn = 32);
}

module key_switch() {
    color("silver") cylinder(d = 22, h = 3, $fn = 32);
    color("dimgray") translate([0, 0, -28]) cylinder(d = 18.6, h = 28, $fn = 32);
    color("black") translate([-1, -6, 3]) cube([2, 12, 0.6]);
}

module ring_of_leds() {
    color([0.12, 0.12, 0.12]) linear_extrude(1.6) difference() {
        circle(d = ring_outer, $fn = 64);
        circle(d = ring_inner, $fn = 64);
    }
    color("white") for (led = [0:23]) rotate(15 * led) translate([(ring_outer + ring_inner) / 4, 0, 1.6])
        translate([-2.5, -2.5, 0]) cube([5, 5, 1.6]);
}
