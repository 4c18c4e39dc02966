// One part as it is printed (3D, lying on the bed) or cut (2D): -D 'part="head"'.
include <derived.scad>
use <tray.scad>
use <arch.scad>
use <console.scad>
use <case.scad>

part = "";
$fn = 64;

// printed
if (part == "rail_half") rail_half();
if (part == "foot") foot();
if (part == "corner") corner();
if (part == "head") head();
if (part == "hood") hood();
if (part == "lantern_base") lantern_base();
if (part == "lantern_cap") lantern_cap();
if (part == "staff_cup") staff_cup();
if (part == "case_base") case_base();
if (part == "case_lid") case_lid();

// cut: sheet
if (part == "tray_floor") floor_sheet();
if (part == "tray_rim") rim_sheet();
if (part == "strip_inner_long") strip_sheet(felt + 2 * sheet);
if (part == "strip_inner_short") strip_sheet(felt);
if (part == "strip_outer_long") strip_sheet(outside);
if (part == "strip_outer_short") strip_sheet(outside - 2 * sheet);
if (part == "panel") panel_sheet();
if (part == "fascia") fascia_sheet();
if (part == "rear") rear_sheet();
if (part == "shelf") shelf_sheet();
// cut: board
if (part == "base") base_sheet();
if (part == "cheek") cheek_sheet();
if (part == "stand") stand_sheet();
// cut: opal acrylic, felt
if (part == "opal") opal_sheet();
if (part == "felt_roll") felt_sheet(0, rail_left);
if (part == "felt_lane") felt_sheet(rail_right, felt);
