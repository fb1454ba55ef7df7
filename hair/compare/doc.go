// SPDX-License-Identifier: MIT

// Package compare says how far one picture is from another, over the pixels of a mask: in hair, those that hair covers,
// as the rest is the same in both and would only flatter the figures.
//
//	figures, err := compare.Measure(picture, reference, mask)   // figures.PSNR, .SSIM, .FLIP, …
//	rms, err := compare.TemporalRMS(a0, a1, r0, r1, mask)       // what flickers when the camera turns a little
//	heat := compare.Heat(errors, 1)                             // errors from compare.FLIP or compare.Errors
//
// Pictures are what a screen shows: 8 bits of sRGB a channel. Alpha is not looked at. A mask has one bool a pixel, row
// by row from the top. Errors of values are in parts of the whole range, 0 to 1.
//
// It needs no GPU. Results are the same on every machine but for the last bits of floating point.
//
// Sources: Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity",
// 2004; Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström, Fairchild, "FLIP: A Difference Evaluator for Alternating
// Images", HPG 2020, with its constants.
package compare
