// The arch: two posts and a cross bar of aluminium profile, printed feet and corners, the head with camera and lights.
include <derived.scad>

foot_width = 60;
foot_tube = 60;
tube_wall = 5;
slot_screw = 5.4;

module profile_bar(length) linear_extrude(length) difference() {
    square(profile, center = true);
    for (turn = [0:90:270]) rotate(turn) translate([profile / 2 - 6, -3.1]) square([7, 6.2]);
    circle(d = 4.3);
}

// Stands on the base board, holds a post; printed as it stands.
module foot() difference() {
    union() {
        linear_extrude(6) square(foot_width, center = true);
        linear_extrude(foot_tube) square(profile + 2 * tube_wall, center = true);
    }
    translate([0, 0, -1]) linear_extrude(foot_tube + 2) square(profile + fit, center = true);
    for (x = [-1, 1], y = [-1, 1]) translate([23 * x, 23 * y, -1]) cylinder(d = 4.5, h = 10, $fn = 24);
    for (z = [20, 45]) translate([0, 0, z]) rotate([90, 0, 0]) cylinder(d = slot_screw, h = 60, center = true, $fn = 24);
}

corner_arm = 60;
corner_plate = 6;

// Inside corner between a post and the cross bar: two plates and two ribs. Printed lying on its side.
module corner() difference() {
    union() {
        linear_extrude(profile) polygon([[0, 0], [corner_arm, 0], [corner_arm, -corner_plate],
            [corner_plate, -corner_plate], [corner_plate, -corner_arm], [0, -corner_arm]]);
        for (z = [0, profile - 3]) translate([0, 0, z]) linear_extrude(3)
            polygon([[0, 0], [corner_arm, 0], [corner_arm, -corner_plate], [corner_plate, -corner_arm], [0, -corner_arm]]);
    }
    for (at = [25, 48]) {
        translate([at, 1, profile / 2]) rotate([90, 0, 0]) cylinder(d = slot_screw, h = corner_plate + 2, $fn = 24);
        translate([-1, -at, profile / 2]) rotate([0, 90, 0]) cylinder(d = slot_screw, h = corner_plate + 2, $fn = 24);
        // room for a screw's head and the key
        translate([at, -corner_plate, profile / 2]) rotate([90, 0, 0]) cylinder(d = 10, h = corner_arm, $fn = 32);
        translate([corner_plate, -at, profile / 2]) rotate([0, 90, 0]) cylinder(d = 10, h = corner_arm, $fn = 32);
    }
}

camera_holes = [21, 12.5];   // Camera Module 3: spacing of its four M2 holes; the lens lies between two
pillar_at = 48;

// The head's plate, printed with its light side on the bed. Lens in the origin, the camera's cable leaves to +y.
module head() difference() {
    union() {
        linear_extrude(head_plate) circle(head_radius, $fn = 96);
        for (side = [-1, 1]) translate([side * pillar_at, 0, 0]) linear_extrude(head_plate + head_gap)
            square(profile, center = true);
        for (x = [-1, 1], y = [0, 1]) translate([x * camera_holes[0] / 2, y * camera_holes[1], 0])
            linear_extrude(head_plate + 2) square([5, 7], center = true);
    }
    translate([0, 0, -1]) {
        cylinder(d = 17, h = 20, $fn = 48);                                  // the lens
        for (x = [-1, 1], y = [0, 1])                                        // slots: the lens can be centred
            translate([x * camera_holes[0] / 2, y * camera_holes[1], 0]) linear_extrude(20) hull()
                for (move = [-1.5, 1.5]) translate([0, move]) circle(d = 2.3, $fn = 16);
        for (side = [-1, 1]) translate([side * pillar_at, 0, 0]) {
            cylinder(d = slot_screw, h = 60, $fn = 24);
            cylinder(d = 10, h = 9, $fn = 32);                               // the screw's head, from below: 16 mm are left
        }
        for (turn = [45:90:315]) rotate(turn) translate([head_radius - 5, 0, 0]) cylinder(d = 3.3, h = 20, $fn = 24);
        for (side = [-1, 1]) {
            translate([0, side * 20, 0]) cylinder(d = 2.3, h = 20, $fn = 16);          // the hood
            translate([side * 14, -36, 0]) cylinder(d = 6, h = 20, $fn = 24);          // wires of each half ring
        }
    }
}

// Keeps the lights out of the lens. Printed standing on its flange.
module hood() difference() {
    union() {
        linear_extrude(1.6) square([2 * hood_outer, 48], center = true);
        linear_extrude(hood_height) circle(hood_outer, $fn = 64);
    }
    translate([0, 0, -1]) {
        cylinder(r = hood_inner, h = hood_height + 2, $fn = 64);
        for (side = [-1, 1]) translate([0, side * 20, 0]) cylinder(d = 2.3, h = 4, $fn = 16);
    }
}

module opal_sheet() difference() {
    circle(head_radius, $fn = 96);
    circle(hood_outer + 0.4, $fn = 64);
    for (turn = [45:90:315]) rotate(turn) translate([head_radius - 5, 0]) circle(d = 3.3, $fn = 24);
}

// The strips of both half rings, below the plate: left half first. For pictures and the check of room.
module light_strips() for (piece = [0:light_pieces - 1]) rotate(360 / light_pieces * (piece + 0.5))
    translate([light_radius, 0, -2]) linear_extrude(2) square([8, light_piece], center = true);

lantern_radius = 44;

// Carries the WS2812 ring on top of the cross bar; printed flat.
module lantern_base() difference() {
    union() {
        linear_extrude(3) circle(lantern_radius - 1.5, $fn = 96);
        linear_extrude(6) difference() {
            circle(ring_inner / 2 - fit, $fn = 64);
            circle(ring_inner / 2 - 3, $fn = 64);
        }
    }
    translate([0, 0, -1]) {
        for (side = [-1, 1]) translate([side * 14, 0, 0]) cylinder(d = slot_screw, h = 10, $fn = 24);
        translate([0, 16, 0]) cylinder(d = 6, h = 10, $fn = 24);             // wires
    }
}

// White and thin, so that it glows; printed upside down.
module lantern_cap() difference() {
    cylinder(r = lantern_radius, h = 30, $fn = 96);
    translate([0, 0, 1.2]) cylinder(r = lantern_radius - 1.2, h = 30, $fn = 96);
}
