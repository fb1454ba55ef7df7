// SPDX-License-Identifier: MIT

// Package scatter models how hair scatters light. It has the model in float64, and the tables and
// the uniform block with which shaders/hair/scatter.glsl computes the same for each pixel. It does
// not use OpenGL.
//
//	h := scatter.Defaults()
//	blond, _ := scatter.Preset("blond")
//	absorption, _ := blond.Absorption()
//	a := scatter.Angles{Light: 0.2, Eye: -0.2, Azimuth: 3.1}
//	h.Direct(a, absorption[0])   // one fibre, exact
//	t, err := scatter.NewTables(h)
//	t.Light(a, absorption, 0.6)  // a fibre among others: 60 % of the light passes the others
//	h.Tint(absorption).Shown()   // the colour for a strands.Set
//
// # One fibre
//
// The paths are R, TT and TRT of Marschner et al. 2003, and all longer ones as a fourth.
// Attenuation, roughness and colour follow Chiang et al. 2016, lobes along the hair d'Eon et al.
// 2011. The white furnace test holds to 2e-4, with the tables to 4e-3. Rendered hair without
// absorption is within half a percent of uniform light around it. The model is reciprocal up to the
// width of the lobes, as in the papers.
//
// # Many fibres
//
// Dual scattering (Zinke et al. 2008) with three changes, which comparisons with path tracing
// required (dual.go, Tables.Back): all orders of backward scattering, no factor on its spread, and
// a cosine around the hair. Thick hair is then within 25 % of the path tracer; light from the side
// is up to 50 % too bright.
//
// Not modelled are elliptical fibres, the medulla, caustics narrower than the roughness, and the
// mean shift along the hair of light after many scatterings. Spreads are means over the three
// colours.
//
// Two simpler models have the same energy, so that hair keeps its brightness and hue. Tables.Single
// has the lobes of one fibre, and light between fibres in two broad lobes. Tables.Kajiya has two
// highlights after Kajiya and Kay 1989 and Scheuermann 2004 over the same broad lobes.
//
// # Units
//
// Results are radiance for a light with irradiance 1 on a surface across its beam. A light has
// irradiance pi if a white diffuse surface that faces it has radiance 1.
//
// # Sources
//
// Numbers of equations are from memory.
//
//   - Marschner, Jensen, Cammarano, Worley, Hanrahan, "Light Scattering from Human Hair Fibers",
//     2003.
//   - Zinke, Yuksel, Weber, Keyser, "Dual Scattering Approximation for Fast Multiple Scattering in
//     Hair", 2008.
//   - d'Eon, Francois, Hill, Letteri, Aubry, "An Energy-Conserving Hair Reflectance Model", 2011.
//   - Chiang, Bitterli, Tappan, Burley, "A Practical and Controllable Hair and Fur Model for
//     Production Path Tracing", 2016.
//   - Pharr, "The Implementation of a Hair Scattering Model", 2016.
//   - Kubelka and Munk, "Ein Beitrag zur Optik der Farbanstriche", 1931.
package scatter
