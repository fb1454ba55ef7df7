// SPDX-License-Identifier: MIT

// Package input reads strands from files, grows the groom and converts files. It needs no OpenGL.
package input
