// SPDX-License-Identifier: MIT

package scatter

import "math"

// averages are what one hair does to light, on the mean over where it may go: Zinke et al. 2008, equation 6 and what
// they build on it. Lobes are taken to be narrow along the hair, so that light keeps the size of its inclination.
type averages struct {
	forward, backward       float64 // the parts of the light that go on, and that turn back
	forwardVar, backwardVar float64 // how much they spread along the hair
}

func (h Hair) average(light, absorption float64) (m averages) {
	s, v := h.logistic(), h.variances()
	h.overWidth(light, func(p passage, share float64) {
		for way, a := range p.attenuations(absorption) {
			back := 0.5
			if way < wayRest {
				back = turnedBack(s, p.exit(way))
			}
			m.forward += share * a * (1 - back)
			m.backward += share * a * back
			m.forwardVar += share * a * (1 - back) * v[way]
			m.backwardVar += share * a * back * v[way]
		}
	})
	m.forwardVar /= m.forward
	m.backwardVar /= m.backward
	return m
}

// turnedBack is the share of a lobe around exit that lies less than a quarter turn from the light.
func turnedBack(s, exit float64) float64 {
	low := below(s, -math.Pi)
	upTo := func(a float64) float64 {
		turns := math.Floor((a + math.Pi) / (2 * math.Pi))
		return turns + (below(s, a-turns*2*math.Pi)-low)/(1-2*low)
	}
	return upTo(math.Pi/2-exit) - upTo(-math.Pi/2-exit)
}

// backVar is the spread of light that came back from the hairs behind: Zinke et al. 2008, equation 17, without its factor
// 1 + d_b forward^2, with which it came out twice as wide as in the slabs that the tests trace.
func (m averages) backVar() float64 {
	cube := m.backward * m.backward * m.backward
	forward, backward := math.Sqrt(m.forwardVar), math.Sqrt(m.backwardVar)
	sum := m.backward*math.Sqrt(2*m.forwardVar+m.backwardVar) + cube*math.Sqrt(2*m.forwardVar+3*m.backwardVar)
	return square(sum / (m.backward + cube*(2*forward+3*backward)))
}

// pile is what endlessly many hairs behind each other send back of the light that falls on them, where all between
// them is chance: Kubelka and Munk 1931. Zinke's equation 14 adds up what turns once and three times, in layers without
// gaps; light hair needs all orders, and ours is seen through gaps. lost is 1 - forward - backward.
func pile(lost, backward float64) float64 {
	return backward / (lost + backward + math.Sqrt(lost*(lost+2*backward)))
}

// behind is what a hair seems to send back for the hairs behind it, besides its own light: so much that all hairs that
// are seen in a thick pile, each through the gaps of those in front, and lit through them as well, make up pile.
// A hair of depth n is seen by exp(-n) and lit by exp(-n(1-forward)), so their sum is divided by 2 - forward.
func behind(lost, backward float64) float64 {
	return pile(lost, backward)*(1+lost+backward) - backward
}
