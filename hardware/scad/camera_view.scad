// What the camera sees: eye at the lens, straight down, 66 degrees across a 16:9 picture, the head itself away.
include <derived.scad>
include <table.scad>

show = ["base", "tray", "arch", "console"];
$vpr = [0, 0, 0];
$vpt = [felt / 2, -felt / 2, 0];
$vpd = camera_height;
$vpf = 2 * atan(tan(33) * 9 / 16);
