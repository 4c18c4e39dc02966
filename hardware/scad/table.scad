// The whole table, put together. `spread` pulls it apart (0 to 1), `show` names the groups that are drawn,
// `only` draws one part alone, in its place.
include <derived.scad>
use <tray.scad>
use <arch.scad>
use <console.scad>
use <case.scad>
use <bought.scad>
include <marker_cells.scad>

spread = 0;
show = ["base", "tray", "arch", "head", "console", "buttons", "screen", "electronics"];
only = "";
$fn = 32;

wood = [0.82, 0.68, 0.5];
dark_wood = [0.36, 0.24, 0.17];
print = [0.16, 0.17, 0.19];
metal = [0.75, 0.76, 0.78];
green_felt = [0.13, 0.3, 0.22];

// Bodies that are bought have colours of their own: no tint.
module part(name, tint, apart = [0, 0, 0]) if (only == "" || only == name) translate(spread * apart)
    if (tint == undef) children(); else color(tint) children();
module group(name) if (len([for (shown = show) if (shown == name) 1]) > 0) children();

module over_middle(z) translate([felt / 2, -felt / 2, z]) children();
module on_panel() translate([base_left, console_front, panel_front]) rotate([panel_rise, 0, 0]) children();
module on_fascia() translate([base_left, console_front, -table_below]) rotate([90, 0, 0]) children();
module on_stand() translate([base_left, stand_y, panel_top]) rotate([-screen_tilt, 0, 0]) children();

module base_parts() {
    part("base", wood, [0, 0, -160]) translate([0, 0, -table_below - board]) linear_extrude(board) base_sheet();
}

module tray_parts() {
    part("tray_floor", wood, [0, 0, -60]) translate([0, 0, -felt_thickness - sheet]) linear_extrude(sheet) floor_sheet();
    part("felt_roll", green_felt, [0, 0, 10]) translate([0, 0, -felt_thickness]) linear_extrude(felt_thickness)
        felt_sheet(0, rail_left);
    part("felt_lane", green_felt, [0, 0, 10]) translate([0, 0, -felt_thickness]) linear_extrude(felt_thickness)
        felt_sheet(rail_right, felt);
    part("rail", print, [0, 0, 45]) rail();
    part("inner_strips", wood) inner_strips();
    part("outer_strips", dark_wood) outer_strips();
    part("rim", dark_wood, [0, 0, 85]) translate([0, 0, wall_height - sheet]) linear_extrude(sheet) rim_sheet();
    part("markers", undef, [0, 0, 110]) markers();
}

// Paper with the marker's cells: 1 is white.
module markers() for (id = [0:3]) translate([id == 0 || id == 3 ? -rim_width / 2 : felt + rim_width / 2,
                                              id < 2 ? rim_width / 2 : -felt - rim_width / 2, wall_height]) {
    color("white") linear_extrude(0.1) square(marker_paper, center = true);
    cell = marker / 6;
    color("black") translate([0, 0, 0.1]) linear_extrude(0.1) for (row = [0:5], column = [0:5])
        if (marker_cells[id][row][column] == 0)
            translate([(column - 3) * cell - 0.005, (2 - row) * cell - 0.005]) square(cell + 0.01);
}

module arch_parts() {
    for (side = [-1, 1]) {
        name = side < 0 ? "left" : "right";
        part(str("foot_", name), print, [side * 60, 0, -60]) over_middle(-table_below) translate([side * arch_half, 0, 0]) foot();
        part(str("post_", name), metal, [side * 60, 0, 0]) over_middle(-table_below) translate([side * arch_half, 0, 0])
            profile_bar(post_length);
        part(str("corner_", name), print, [side * 30, 0, 60]) over_middle(bar_bottom) rotate(side < 0 ? 0 : 180)
            translate([-arch_half + profile / 2, profile / 2, 0]) rotate([90, 0, 0]) corner();
    }
    part("bar", metal, [0, 0, 140]) over_middle(bar_bottom + profile / 2) rotate([0, 90, 0])
        translate([0, 0, -arch_half - profile / 2]) profile_bar(bar_length);
}

module head_parts() {
    plate = camera_height + lens_below;
    part("head", print, [0, 0, 50]) over_middle(plate) head();
    part("camera", undef, [0, 0, 85]) over_middle(camera_height + 7.2) camera_board();
    part("light_strips", "lightyellow", [0, 0, 20]) over_middle(plate) light_strips();
    part("hood", print, [0, 0, -10]) over_middle(plate) mirror([0, 0, 1]) hood();
    part("opal", "whitesmoke", [0, 0, -50]) over_middle(plate - light_gap - opal) linear_extrude(opal) opal_sheet();
    part("lantern_base", print, [0, 0, 190]) over_middle(bar_bottom + profile) lantern_base();
    part("led_ring", undef, [0, 0, 225]) over_middle(bar_bottom + profile + 3) ring_of_leds();
    part("lantern_cap", [0.95, 0.94, 0.9], [0, 0, 270]) over_middle(bar_bottom + profile + 30) mirror([0, 0, 1]) lantern_cap();
}

module console_parts() {
    for (x = [base_left, base_left + base_width - board])
        part(x == base_left ? "cheek_left" : "cheek_right", wood, [x == base_left ? -90 : 90, 60, 0]) translate([x, 0, 0]) cheek();
    part("fascia", dark_wood, [0, -30, 20]) translate([0, sheet, 0]) on_fascia() linear_extrude(sheet) fascia_sheet();
    part("panel", dark_wood, [0, 20, 110]) on_panel() linear_extrude(sheet) panel_sheet();
    part("rear", wood, [0, 130, 0]) translate([base_left, console_back, -table_below]) rotate([90, 0, 0])
        linear_extrude(sheet) rear_sheet();
    part("stand", wood, [0, 90, 60]) on_stand() translate([0, board, 0]) rotate([90, 0, 0]) linear_extrude(board) stand_sheet();
    part("staff_cup", print, [0, 40, 0]) translate([base_left + staff_at, console_front + sheet, front_row - table_below]) rotate([-90, 0, 0]) staff_cup();
    part("shelf", dark_wood, [0, 60, 90]) translate([base_left, panel_y, panel_top]) linear_extrude(sheet) shelf_sheet();
}

module screen_parts() {
    part("screen", undef, [0, 40, 160]) on_stand()
        translate([(base_width - screen_width) / 2, -screen_depth, sheet + 2]) screen();
}

module button_parts() {
    for (button = buttons) part(button[0], undef, [0, 20, 170]) on_panel()
        translate([button_x(button), button_row, sheet])
            push_button(button[2], button[0] == "confirm" ? "limegreen" : button[0] == "bank" ? "gold" : "white");
    part("service", undef, [0, -80, 40]) on_fascia() translate([key_at, front_row, 0]) key_switch();
}

module electronics_parts() {
    at = [case_left, case_front, -table_below];
    on_posts = case_floor + case_post;
    part("case", print, [0, 60, -20]) translate(at) case_base();
    part("case_lid", print, [0, 60, 160]) translate(at + [0, case_depth, case_height + 2.4]) rotate([180, 0, 0]) case_lid();
    part("pi", undef, [0, 60, 20]) translate(at + [pi_at[0], pi_at[1], on_posts]) raspberry_pi();
    part("lamp_driver", undef, [0, 60, 20]) translate(at + [lamps_at[0], lamps_at[1], on_posts])
        hole_board([70, 90], [50, 10, 8]);
    part("tray_controller", undef, [0, 60, 20]) translate(at + [tray_at[0], tray_at[1], on_posts])
        hole_board([70, 50], [45, 18, 16]);
}

module table() {
    group("base") base_parts();
    group("tray") tray_parts();
    group("arch") arch_parts();
    group("head") head_parts();
    group("console") console_parts();
    group("buttons") button_parts();
    group("screen") screen_parts();
    group("electronics") electronics_parts();
}
table();
