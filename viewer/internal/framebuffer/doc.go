// SPDX-License-Identifier: MIT

// Package framebuffer has render targets and reads them back as images.
package framebuffer
