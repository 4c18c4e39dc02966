// All dimensions of the table in one place: millimetres, plain numbers, one a line.
// The drawings include this file, the tests compare it with what the camera's software believes.
// Measure your sheets and your screen, put the figures in here, run `make`: everything follows.

// ---- the tray: the camera's software relies on these. Change them only together with it. ----
felt = 260;             // the felt's width and depth
wall_height = 30;       // the rim's top above the felt; the markers lie there
rim_width = 28;
rail_left = 214;        // the hold lane's rail
rail_right = 220;
rail_height = 8;
marker = 24;            // edge of a marker's black square
marker_paper = 28;      // edge of the paper it is printed on
camera_height = 490;    // from the felt to the lens
table_below = 8;        // how far the base board's top lies below the felt
d6 = 16;                // edge of a white die
d12 = 20;               // across the flats of a black die

// ---- materials: measure yours ----
sheet = 6;              // birch plywood: tray, panel
board = 12;             // birch plywood: base, cheeks, screen's board
felt_thickness = 2;
opal = 3;               // opal acrylic in front of the lights
profile = 20;           // aluminium profile 20 x 20 with slot 6 (M5)

// ---- the screen ----
screen_active = 527;    // width of the picture itself: 23.8 inch, 16:9
screen_width = 540;     // outside
screen_height = 322;
screen_depth = 50;
screen_tilt = 10;       // degrees it leans back
vesa = 100;

// ---- base and console ----
base_width = 560;
base_depth = 612;
base_front = 300;       // from the felt's far edge to the base's front edge
console_front = 40;     // from the felt's far edge to the console's front
panel_depth = 112;      // along its slope
panel_rise = 26.565;    // degrees
panel_front = 40;       // height of its lower edge above the felt
button_row = 62;        // from the panel's lower edge up its slope
hold1_at = 106;         // the buttons' middles from the picture's left edge, in units: the picture is 1920 wide;
hold2_at = 270;         // each HOLD lies under the die that the screen draws above it
hold3_at = 434;
hold4_at = 598;
hold5_at = 762;
hold6_at = 926;
left_at = 1090;
right_at = 1190;
bank_at = 1424;
confirm_at = 1750;
button_big = 30;        // hole of HOLD, BANK, CONFIRM
button_small = 19.2;    // hole of LEFT, RIGHT
staff_hole = 22;        // hole in front of the recessed STAFF button
staff_button = 16.2;
staff_depth = 14;       // how far STAFF lies back
key_hole = 19.2;        // key switch SERVICE
light_hole = 5.5;       // photoresistor
staff_at = 480;         // from the console's left edge
key_at = 525;
light_at = 50;
front_row = 24;         // height of these three above the base board
rear_height = 68;
stand_height = 290;     // the screen's board

// ---- arch ----
arch_half = 190;        // from the tray's middle to the middle of a post
head_gap = 20;          // between head plate and cross bar: the camera's board and cable
head_radius = 82;
head_plate = 4;
lens_below = 1;         // how far the lens ends below the head plate
light_radius = 64;      // from the lens to the middle of each straight piece of light strip
light_pieces = 8;       // half of them for each half ring
light_piece = 50;       // length of one piece: six LEDs
light_gap = 8;          // from the plate to the opal
hood_inner = 13;        // radius
hood_outer = 15;
ring_outer = 66;        // WS2812 ring of 24
ring_inner = 52;

// ---- electronics case ----
case_width = 214;       // a USB plug fits between the Pi and the boards
case_depth = 146;
case_height = 50;
case_wall = 2.4;

// ---- printing ----
bed_width = 220;
bed_depth = 220;
bed_height = 250;
fit = 0.3;              // play between what is printed and what goes into it
