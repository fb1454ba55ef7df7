// SPDX-License-Identifier: MIT

// Package scatter is how hair scatters light: the model in float64, and the tables and the uniform block by which
// shaders/hair/scatter.glsl does the same for each pixel. No GL.
//
//	h := scatter.Defaults()
//	blond, _ := scatter.Preset("blond")
//	absorption, _ := blond.Absorption()
//	h.Direct(scatter.Angles{Light: 0.2, Eye: -0.2, Azimuth: 3.1}, absorption[0])   // one fibre, exactly
//	t, err := scatter.NewTables(h)
//	t.Light(a, absorption, 0.6)       // with what other hairs do, of which 60 % of the light meets none
//	h.Tint(absorption).Shown()        // the colour for a strands.Set
//
// One fibre: the ways R, TT, TRT of Marschner et al. 2003, the rest as a fourth; attenuations, roughness and colour after
// Chiang et al. 2016; lobes along the hair of d'Eon et al. 2011. The white furnace holds to 2e-4, by the tables to 4e-3;
// drawn hair that absorbs nothing is within half a percent of even light around it.
// Light and eye may change places up to the width of the lobes, as in the papers: see the tests. Many fibres: dual
// scattering, Zinke et al. 2008, with three changes that path traced hair called for (dual.go, Tables.Back): all orders of
// what comes back, no factor on its spread, and a cosine around the hair. Thick hair is then as bright as traced, within
// 25 %; light from the side counts up to half too much. Left out: elliptical fibres and the medulla, caustics narrower
// than the roughness, the mean shift along the hair of light that was scattered often. Spreads are the mean of the colours'.
// The fast choice is Kajiya and Kay 1989, with two highlights after Scheuermann 2004.
//
// Convention: results are radiance for a light that brings irradiance 1 to a surface across its beam. A light for which a
// white matt surface that faces it has the radiance 1 brings pi.
//
// Sources, with numbers of equations by memory: Marschner, Jensen, Cammarano, Worley, Hanrahan, "Light Scattering from Human
// Hair Fibers", 2003; Zinke, Yuksel, Weber, Keyser, "Dual Scattering Approximation for Fast Multiple Scattering in Hair",
// 2008; d'Eon, Francois, Hill, Letteri, Aubry, "An Energy-Conserving Hair Reflectance Model", 2011; Chiang, Bitterli, Tappan,
// Burley, "A Practical and Controllable Hair and Fur Model for Production Path Tracing", 2016; Pharr, "The Implementation of
// a Hair Scattering Model", 2016; Kubelka and Munk, "Ein Beitrag zur Optik der Farbanstriche", 1931.
package scatter
