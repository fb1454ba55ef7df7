// SPDX-License-Identifier: MIT

package scatter

import "math"

// averages are the means of one hair's scattering over all directions: Zinke et al. 2008, equation
// 6 and the quantities that follow from it. They assume narrow lobes along the hair, so that light
// keeps the size of its inclination.
type averages struct {
	forward, backward       float64 // shares of the light scattered forward and backward
	forwardVar, backwardVar float64 // variances of their inclinations
}

// averaged is a passage, and the part of each path that leaves backward.
type averaged struct {
	passage
	share float64
	back  [paths]float64
}

// passages returns what the averages of all absorptions share.
func (h Hair) passages(light float64) (all []averaged) {
	s := h.logistic()
	h.overWidth(light, func(p passage, share float64) {
		one := averaged{passage: p, share: share}
		for path := range one.back {
			one.back[path] = 0.5
			if path < pathRest {
				one.back[path] = turnedBack(s, p.exit(path))
			}
		}
		all = append(all, one)
	})
	return all
}

// average returns the averages of a hair with that absorption.
func (h Hair) average(passages []averaged, absorption float64) (m averages) {
	v := h.variances()
	for i := range passages {
		p := &passages[i]
		for path, a := range p.attenuations(absorption) {
			back := p.back[path]
			m.forward += p.share * a * (1 - back)
			m.backward += p.share * a * back
			m.forwardVar += p.share * a * (1 - back) * v[path]
			m.backwardVar += p.share * a * back * v[path]
		}
	}
	m.forwardVar /= m.forward
	m.backwardVar /= m.backward
	return m
}

// turnedBack returns the share of a lobe around exit within a quarter turn of the light.
func turnedBack(s, exit float64) float64 {
	low := below(s, -math.Pi)
	upTo := func(a float64) float64 {
		turns := math.Floor((a + math.Pi) / (2 * math.Pi))
		return turns + (below(s, a-turns*2*math.Pi)-low)/(1-2*low)
	}
	return upTo(math.Pi/2-exit) - upTo(-math.Pi/2-exit)
}

// backVar returns the variance of light from the hairs behind: Zinke et al. 2008, equation 17,
// without its factor 1 + d_b forward^2. With the factor the spread was twice that of the slabs that
// the tests trace.
func (m averages) backVar() float64 {
	cube := m.backward * m.backward * m.backward
	forward, backward := math.Sqrt(m.forwardVar), math.Sqrt(m.backwardVar)
	sum := m.backward*math.Sqrt(2*m.forwardVar+m.backwardVar) + cube*math.Sqrt(2*m.forwardVar+3*m.backwardVar)
	return square(sum / (m.backward + cube*(2*forward+3*backward)))
}

// pile returns the reflectance of infinitely many randomly placed hairs behind each other: Kubelka
// and Munk 1931. Zinke's equation 14 adds up light that turns once and three times, in layers
// without gaps. Light-coloured hair needs all orders, and this hair has gaps. lost is 1 - forward -
// backward.
func pile(lost, backward float64) float64 {
	return backward / (lost + backward + math.Sqrt(lost*(lost+2*backward)))
}

// behind returns the light of the hairs behind a hair that is added to the hair's own. The sum over
// all visible hairs of a thick pile, each seen and lit through the gaps of those in front, equals
// pile. A hair at depth n is seen with weight exp(-n) and lit with exp(-n(1-forward)), so the sum
// is divided by 2 - forward.
func behind(lost, backward float64) float64 {
	return pile(lost, backward)*(1+lost+backward) - backward
}
