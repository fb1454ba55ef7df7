// SPDX-License-Identifier: MIT

package groom

import "github.com/go-gl/mathgl/mgl32"

// HeadDistance returns the signed distance to the head of NewHead in metres, negative inside. Near
// the surface it is exact to a few percent; farther away it is a lower bound.
func HeadDistance(p mgl32.Vec3) float32 { return headDistance(p) }

// HeadBox returns the corners of a box that contains the head.
func HeadBox() (low, high mgl32.Vec3) {
	n := headGrid
	return headLow, headLow.Add(vec{float32(n[0]), float32(n[1]), float32(n[2])}.Mul(headCell))
}
