// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"strings"

	"github.com/combgl/comb/hair/groom"
)

// ErrHelpAll is the error of -help-all.
var ErrHelpAll = errors.New("help on all flags")

// Usage is the text of -h. It fits a screen of 80 columns and 50 rows.
func Usage() string {
	return `usage: viewer [flags] [file]             hair, or a groom when there is no file
       viewer -convert [flags] file to   to .hair, .data, .npy or .ply

  -headless            no window: an image, or a sequence
  -o FILE              the image's name: .png, .jpg or .exr (out.png)
  -size WxH            pixels (1280x720)
  -camera AZ,EL,DIST   degrees around, up, times the framing distance (auto)
  -transparency METHOD blend, tiles, weighted, lists8, lists16, occupancy, exact
  -order ORDER         of blend and tiles: sorted, strands, unsorted
  -keybits N           bits of depth to sort by (16)
  -shadow METHOD       volume, slices, deep, deep-8, deep-16, occupancy, none
  -lights LIST, -env NAME, -exposure X|auto, -shading METHOD, -tone CURVE
  -color COLOR         black, blond, brown, red, white, #rrggbb (the file's own)
  -lod SHARE           of the strands to draw, or auto (1)
  -style NAME          ` + strings.Join(groom.Styles(), ", ") + `
  -groom LIST          changes to the style: length=0.3,curl=0.02
  -strands N           to grow, or to keep of a file (0: all)
  -wind SPEED[:FROM]   metres a second, and degrees around (0:60)
  -settings FILE       as a window saved them (F2)
  -turntable N         once around in N frames
  -frames A-B          headless: these frames of a sequence (all)
  -of PATTERN          their names; finished ones are skipped (f%04d.png)
  -target-ms N         in a window: of a frame while something moves (33)
  -compare METHOD      measure against it: exact
  -stats FILE          counts and times as JSON
  -quiet               no progress
  -help-all            all flags, exit codes, environment

in the window: left drag orbits, right drag pans, the wheel dollies,
a dropped file is shown; and the keys
` + keyLines(3, false)
}

// UsageAll is the text of -help-all.
func UsageAll() string { return allFlags() + "\nkeys in the window:\n" + keyLines(3, true) }

func allFlags() string {
	return `viewer shows hair: a file of strands (.hair, .tfx, .data, .bin, .npy, .ply, .obj), or a procedural groom when none is given.

usage: viewer [flags] [file]
       viewer -convert [flags] file to

  -settings FILE       read flags and the model's name from a file that a window saved; what the command line says wins
  -view N              the settings' saved view N; 0: the camera they were saved with (0)
  -headless            render without a window, through EGL: one image, or a sequence
  -o FILE              where the image goes: .png, .jpg (quality 95), or .exr for linear light before exposure and tone,
                       with alpha: 1 before a backdrop, else the coverage (headless: out.png; in a window: the screenshot key's name)
  -size WxH            of the image or window, in pixels (1280x720)
  -camera AZ,EL,DIST[,X,Y,Z]
                       degrees around, degrees up, distance in framing distances, and where it
                       looks, in metres from the middle; 0,0,1 is the front; 90,0,1 the side; 180,0,1 the back;
                       auto: the front, or the side for hair that is narrow from the front, such as a mohawk (auto)
  -order ORDER         of blend and tiles alone: sorted (far to near), strands (whole ones far to near) or unsorted (as in
                       the file) (sorted)
  -transparency METHOD blend or tiles (in that order), or in no order weighted, lists8, lists16, occupancy,
                       exact (tiles)
  -keybits N           bits of depth to sort by, 1 to 32, where -order sorts (16)
  -shadow METHOD       how hair shadows itself and the head: volume, slices, deep, deep-8, deep-16, occupancy, exact or
                       none (volume)
  -lod SHARE           level of detail, 0.02 to 1: draw less hair where other hair hides it; auto: by how wide hairs are on the screen (1)
  -lod-report LIST     headless: measure shares with commas between, or auto, against all strands, as a table and in the stats
  -cull on|off         leave out what the image or the head hides and what is next to nothing; off: draw all of it (on)
  -width MM            all hairs so many millimetres wide at the root; 0: the file's own, or 0.07 and more (0)
  -width-tip X         their width at the tip, as a part of the root's, 0 to 10; -1: as it is, or 0.35 for hair of a
                       file that has no widths along its strands (-1)
  -width-scale X       all hairs so many times as wide, 0.01 to 100 (1)
  -width-px W          all hairs W pixels wide, at most 1024; 0: their own widths (0)
  -alpha A             all hairs of opacity A, at most 1; 0: their own (0)
  -subdivide N         cut each segment into N parts, 1 to 1024: closer to the right order (1)
  -core                draw what is nearly opaque first, with depth: for thick opaque hairs. -core=off does not;
                       -core=auto does where it helps, by blend, weighted and occupancy (auto)
  -strands N           grow N strands, 1,000 to 1,000,000 (groom), or keep N (file); 0: all of a file, the groom's own
  -style NAME          of the groom: ` + oneOf(groom.Styles()) + ` (` + groom.Styles()[0] + `)
  -seed N              of the groom, of the choice of strands, of hairs around those of a file and of gusts of wind (1)
  -groom LIST          changes to the style: NAME=VALUE with commas between, of length, variation, parting, crown, cut, fringe,
                       tuck, curl, wave, coil, hold, noise, clump, frizz, stray, lift and thickness (go doc ./hair/groom Options)
  -head HEAD           under the hair: on, the groom's own and the scalp of a file; scalp, a surface that closes under the
                       roots; none; milliner, the groom's, in its own size around the origin; or the faces of FILE.obj, in the
                       unit and with the axes of the hair's file (metres and y up for a groom) (on)
  -shading METHOD      dual (Marschner with dual scattering), marschner (light between hairs simplified) or kajiya, the simplest (dual)
  -fragment-light      find the light for each fragment, slowly, as a reference; without it at the points of the hairs
  -color COLOR         black, blond, brown, red, white or #rrggbb for all hairs, each as much darker or lighter as it is in
                       the file: what thick hair shows in even white light, before exposure and tone curve; without
                       it the file's colours, turned into what a fibre of that colour absorbs
  -melanin M           in place of -color: 0 (white) to 1 (black)
  -redness R           the red part of it, 0 to 1 (0)
  -roughness B         along the hair, 0.05 to 1 (0.2)
  -azimuthal B         around it, 0.1 to 1 (0.3)
  -tilt DEG            of the hair's scales, 0 to 11: how far apart its two highlights lie (3)
  -exposure X          a factor on the light, 0.01 to 100: 2 is one stop more; auto: by the light of hair and head in the
                       image, found on the GPU; a window follows it smoothly while something moves (1)
  -tone CURVE          aces (Hill's fit), agx (Wrensch's fit) or none: light above 1 is cut off (aces)
  -backdrop NAME       studio, horizon (sky and ground, which also light the hair unless -env is given), or none: black,
                       and in .exr the alpha of hair and head alone (studio)
  -samples N           samples a pixel, for the edges of the head, and with blend those of hairs; 0: 4, or what the driver
                       has for the size (0)
  -shadow-size N       texels on a side of a light's map, 16 to 8192; 0: 512 (0)
  -shadow-share SHARE  of the strands that shade others, 0.05 to 1: faster with more noise, which -shadow-error
                       measures; 0: by a groom's style and strands (0.45 of 60,000 wavy ones), 1 for a file (0)
  -shadow-error        headless: compare the shadow with the exact one: its mean error at 20,000 points goes to the stats
  -shadows all         headless: compare the light on the hair by all of them, in a table and in the stats
  -lights LIST         up to 4 of KIND,X,Y,Z,STRENGTH[,R,G,B] with semicolons between, or none. KIND is camera (towards
                       the light: right, up, back), sun (towards the light, in the world) or point (its place in metres)
                       ("camera,-0.55,0.65,0.75,2.8;camera,0.75,0.45,-0.75,0.9,1,0.86,0.7"; a window fixes them to the
                       world as they stand for the first view)
  -env NAME[,X]        light from all around, and its strength: studio, sky, horizon, even or none (studio)
  -wind SPEED[:FROM]   metres a second, at most 40, and the degrees around that it blows from, as in -camera (0:60)
  -gravity G           m/s2 (9.81)
  -stiffness S         how firmly hair keeps its style, 0 to 1 (0.5)
  -guides N            simulate at most about N hairs that move, one for 24 or more; each other one follows the one that is
                       most like it, so locks stay together; 0: simulate all (2000)
  -steps N             move the hair by N steps of 1/120 s before the image, at most 1,000,000 (0; 240 headless with -wind)
  -convert             write the file in another format, that the second name ends in: .hair, .data, .npy or .ply
  -unit U              the file's unit: m, cm, mm, in, 0.1in, or a number of metres; auto: as the file says, or by its size (auto)
  -up AXIS             the file's axis that points up: x, y, z, -x, -y, -z; auto: as the format has it, or as hair hangs (auto)
  -points N            points a strand, where a .ply, .npy or .obj file lists points alone; 0: found by the gaps (0)
  -follow N            grow N hairs around each of the file's; -seed changes them. auto: around those of .tfx files and of files
                       without widths, as many as the file asks for, or until roots are 1.5 mm apart; 0 with -convert (auto)
  -spread M            so many metres around, 0 to 1000; 0: half the way to the next guides, or with -follow N a hundredth
                       of the model (0)
  -spread-tip X        and X times as far more at the tip, 0 to 1000 (0)
  -smooth DEG          bend the file's strands to curves through their points, in parts that turn by about DEG degrees, at
                       most 180; 0: straight between points; auto: 10, or 0 with -convert and above 4,194,304 points (auto)
  -raw                 show just what the file says: no scalp unless -head asks for it, no hairs around guides, no smooth
                       strands, no thinner tips
  -resample N          give each of the file's strands N points, evenly, 2 to 65,536; 0: as they are (0)
  -write-unit U        of the file written by -convert; auto: 0.1in for .hair, m for .data and .npy, as it was for .ply (auto)
  -write-up AXIS       likewise; auto: z for .hair, y for the others (auto)
  -stats FILE          headless: write one JSON object: counts, order, the time of each stage, and what is compared
  -compare METHOD      measure against this method, exact for example, and write its image, the difference and a heat map
                       beside -o: NAME-exact.png, NAME-diff.png (8 times as strong), NAME-heat.png (FLIP, black to bright
                       from 0 to 0.25); in a window: begin with a wipe
  -turn DEG            headless, with -compare, -methods or -lod-report: turn the camera so far for a second frame, and
                       report what flickers (0)
  -recede X            likewise: move the camera to X times the distance, 0.1 to 10; 0: leave it (0)
  -methods all         headless: measure every method, order and number of key bits against -compare (exact), as a table
  -turntable N         once around in N frames: headless a sequence, in a window at 30 frames a second from the beginning (0)
  -frames A-B          headless: frames A to B of a sequence, or A alone (all of -turntable's). A frame depends on its number alone
  -of PATTERN          their names, with one %d or %04d for the number (f%04d.png). Finished ones are skipped. One that was
                       drawn with other flags or of another model is an error
  -overwrite           draw finished ones again
  -close-after N       in a window: close after N frames, writing -o if given; 0: stay open (0)
  -target-ms N         in a window: draw less of each frame while something moves, so that it takes N milliseconds, and the
                       full frame in steps once nothing moves, at most 10,000; 0: full frames alone (33). Off with -close-after
  -quiet               no progress on the terminal
  -h, -help            the usual flags, and the keys
  -help-all            this text

In a wipe the line is moved with the mouse; left of it is the chosen method, right of it exact. A plate shows the figures.

With -convert: -strands, -seed, -subdivide, -quiet and the flags of files above; no OpenGL is needed.

inputs: a file of strands is a regular file, or a pipe or FIFO, of which at most 1 GiB is read. Settings are a regular file of
at most 64 MB. Devices are refused.

outputs: all are tried before anything is drawn. A file is written whole or not at all, and keeps its permissions. A link
stays, and its target is written. A device or FIFO is written in place. A folder is refused, and so is a name that
is the same file as an input or another output.

exit codes: 0 done, 1 failed (a display that cannot be opened, no OpenGL 4.3, out of memory, a GPU that was reset, a file
that cannot be written), 2 a bad flag or input file, no display given, 130 interrupted. The first SIGINT or SIGTERM
stops the program within a second and leaves no part of a file. The second one ends it at once.

environment: COMB_CACHE is the folder for compiled programs, off for none (comb in the user's cache folder). A folder that
others can write to is refused, since a program in it can run code; COMB_CACHE_SHARED=1 allows it.
`
}
