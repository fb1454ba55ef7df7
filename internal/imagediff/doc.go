// SPDX-License-Identifier: MIT

// Package imagediff measures the difference of two images over the pixels of a mask. In hair the
// mask has the pixels that hair covers: the others are equal and would improve every figure.
//
//	figures, err := imagediff.Measure(got, reference, mask)  // figures.PSNR, .SSIM, .FLIP, ...
//	rms, err := imagediff.TemporalRMS(a0, a1, r0, r1, mask)  // flicker while the camera turns
//	heat := imagediff.Heat(errors, 1)  // errors from FLIP or Errors
//
// Images are what a screen shows: 8 bits of sRGB a channel. Alpha is ignored. A mask has one bool a
// pixel, row by row from the top. Errors of values are parts of the whole range, 0 to 1.
//
// The package needs no GPU. Results are the same on every machine but for the last bits of floating
// point.
//
// Sources: Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to
// Structural Similarity", 2004; Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström, Fairchild,
// "FLIP: A Difference Evaluator for Alternating Images", HPG 2020, with its constants.
package imagediff
