// SPDX-License-Identifier: MIT

// Package motion moves strands on the GPU: wind, gravity, a style that they go back to, a head that they stay out of.
//
//	points, err := model.Moving(margin)                // of a hair.Model; see Motion.Margin
//	m, err := motion.New(dev, set, points, motion.Defaults())
//	err = m.Step(16 * time.Millisecond)                // in the render loop, before Renderer.Frame
//
// Time goes in steps of 1/Rate of a second. Step takes as many as fit in the time that it is told of and keeps the rest,
// exactly, for the next call; it only enqueues, and neither waits nor allocates. The same set, Options and number of
// steps give the same bits on one driver, however time was cut up: gusts come from the seed and the number of steps.
//
// A strand is one invocation. Each step moves its points by gravity and air, then draws them to where the style has them
// and to the distances that points two and three apart have in it. Lengths are then made right for all of a strand at
// once, by a system of equations of three diagonals, and exactly by one more walk from the root, which also keeps points
// out of the head. Roots stand on the head: SetHead moves it.
//
// The set is the style, and is taken to hang under 9.81 m/s2 along -y: without wind it stays as it is. It is as stiff as
// Options.Style and Bend say; short strands are stiffer. With Style below 0.43 it does not hold all of its weight, and at 0
// none.
//
// With Style below 0.25, what hangs over the head or lies on it may tremble by parts of a millimetre: a Rate of 240 helps.
//
// Strands do not touch each other, and the head is the only solid. Points are kept out of it, not all of what lies between
// two points.
//
// Sources: Müller, Kim and Chentanez, "Fast Simulation of Inextensible Hair and Fur", 2012 (the last walk); Han and
// Harada, "Tridiagonal Matrix Formulation for Inextensible Hair Strand Simulation", 2013; Macklin, Müller and Chentanez,
// "XPBD", 2016 (springs that do not depend on the step); AMD's TressFX (springs to the style).
package motion
