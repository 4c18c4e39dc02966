// The tray: a hollow box of sheet with the felt inside. x right, y away from the players, z up from the felt;
// the origin is the felt's far left corner, as in the software (whose y runs towards the players).
include <derived.scad>

module middle() { translate([felt / 2, -felt / 2]) children(); }

module floor_sheet() middle() difference() {
    square(outside, center = true);
    for (x = [-1, 1], y = [-1, 1])          // screws into the base board, inside the hollow walls
        translate([x, y] * (felt / 2 + rim_width / 2)) circle(d = 4.2);
}

module rim_sheet() middle() difference() {
    square(outside, center = true);
    square(felt, center = true);
}

module strip_sheet(length) square([length, strip_height]);

inner_long = felt + 2 * sheet;
inner_short = felt;
outer_long = outside;
outer_short = outside - 2 * sheet;

// Four strips around a square of `inside`, standing on the floor: two long ones, two short ones between them.
module strips(inside, long, short) middle() for (turn = [0, 180]) rotate(turn) {
    translate([-long / 2, inside / 2 + sheet, -felt_thickness]) rotate([90, 0, 0])
        linear_extrude(sheet) strip_sheet(long);
    translate([inside / 2, -short / 2, -felt_thickness]) rotate([90, 0, 90])
        linear_extrude(sheet) strip_sheet(short);
}

module inner_strips() strips(felt, inner_long, inner_short);
module outer_strips() strips(outside - 2 * sheet, outer_long, outer_short);

// One half of the rail, as it is printed: lying along x, its foot on the bed.
module rail_half() {
    width = rail_right - rail_left;
    high = rail_height + felt_thickness;
    rotate([90, 0, 90]) linear_extrude(felt / 2)
        polygon([[0, 0], [width, 0], [width, high - 1], [width - 1, high], [1, high], [0, high - 1]]);
}

module rail() for (half = [0, 1])
    translate([rail_right, -felt + half * felt / 2, -felt_thickness]) rotate(90) rail_half();

module felt_sheet(left, right) translate([left, -felt]) square([right - left, felt]);
