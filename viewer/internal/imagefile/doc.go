// SPDX-License-Identifier: MIT

// Package imagefile writes images as PNG, JPEG and EXR, with a note of the flags and the model. It
// also checks whether a file is such an image and complete.
package imagefile
