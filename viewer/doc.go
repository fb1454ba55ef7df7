// SPDX-License-Identifier: MIT

// Command viewer shows hair: a file (.hair, .tfx, .data, .bin, .npy, .ply, .obj) or a procedural
// groom, in a window or headless.
//
//	viewer                                        the groom, in a window
//	viewer wig.hair                               a file
//	viewer -headless -o wig.png -stats wig.json wig.hair
//	viewer -headless -wind 2.5:60 -o windy.png     the groom after two seconds of wind
//	viewer -headless -turntable 240 -frames 0-59 -of 'f%04d.png' wig.hair
//	viewer -settings comb-settings.json           as a window saved it
//	viewer -convert wig.hair wig.ply
//
// See viewer -h for the usual flags and the keys, and README.md for the guide. Built with the tag
// "headless" it has no window and needs no X libraries. With the tag "egl" it needs no libGL.
//
// Data flows one way through viewer/internal: flags reads the command line, input loads the model,
// scene uploads it to the GPU. still, sequence and window each draw it. README.md has the table.
package main
