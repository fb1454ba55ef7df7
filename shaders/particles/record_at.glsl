// SPDX-License-Identifier: MIT
// Record at of Src, opened. Of the parts that a caller looks at nothing of, compilers leave out the loads.
Particle recordAt(uint at)
{
    ParticlePart w[PARTICLE_PARTS];
    for (uint part = 0u; part < PARTICLE_PARTS; part++) w[part] = src[at * PARTICLE_PARTS + part];
    return unpackParticle(w);
}
