// SPDX-License-Identifier: MIT
// How a kernel reads buffers that it does not write (slot READS): vectorAt, pairAt, wordAt
// and floatAt of buffers that readsVectors, readsPairs, readsWords and readsFloats declare.
// scene.Reads fills the slot.

#part blocks
// As storage blocks.
#define readsVectors(block, name, at, unit) layout(std430, binding = at) readonly buffer block { vec4 name[]; };
#define readsPairs(block, name, at, unit) layout(std430, binding = at) readonly buffer block { uvec2 name[]; };
#define readsWords(block, name, at, unit) layout(std430, binding = at) readonly buffer block { uint name[]; };
#define readsFloats(block, name, at, unit) layout(std430, binding = at) readonly buffer block { float name[]; };
#define vectorAt(name, i) name[i]
#define pairAt(name, i) name[i]
#define wordAt(name, i) name[i]
#define floatAt(name, i) name[i]

#part texels
// As buffer textures, for software renderers. Mesa's loads of storage blocks are a loop over the
// lanes for each word. Texels are gathered for all lanes at once: a vec4 takes a thirtieth of the
// time.
#define readsVectors(block, name, at, unit) layout(binding = unit) uniform samplerBuffer name;
#define readsPairs(block, name, at, unit) layout(binding = unit) uniform usamplerBuffer name;
#define readsWords(block, name, at, unit) layout(binding = unit) uniform usamplerBuffer name;
#define readsFloats(block, name, at, unit) layout(binding = unit) uniform samplerBuffer name;
#define vectorAt(name, i) texelFetch(name, int(i))
#define pairAt(name, i) texelFetch(name, int(i)).xy
#define wordAt(name, i) texelFetch(name, int(i)).x
#define floatAt(name, i) texelFetch(name, int(i)).x
