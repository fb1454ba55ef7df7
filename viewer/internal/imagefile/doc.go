// SPDX-License-Identifier: MIT

// Package imagefile writes images as PNG, JPEG and EXR, with a note of what they were drawn with. It
// checks whether a file is such an image from its beginning to its end.
package imagefile
