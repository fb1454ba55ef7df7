// SPDX-License-Identifier: MIT

package groom

import "github.com/go-gl/mathgl/mgl32"

// HeadDistance is the signed distance in metres to the head of NewHead, negative inside: near its surface exact to a
// few percent, further away less than the true one.
func HeadDistance(p mgl32.Vec3) float32 { return headDistance(p) }

// HeadBox is a box with all of the head in it.
func HeadBox() (low, high mgl32.Vec3) {
	n := headGrid
	return headLow, headLow.Add(vec{float32(n[0]), float32(n[1]), float32(n[2])}.Mul(headCell))
}
