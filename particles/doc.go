// SPDX-License-Identifier: MIT

// Package particles simulates particle systems on the GPU. A Go struct is the record of a particle;
// a few lines of GLSL say how a particle begins and how it moves.
//
//	type Spark struct { // laid out as std430 lays out vec3, float, vec3, float
//		Position [3]float32
//		Age      float32
//		Velocity [3]float32
//		Life     float32
//	}
//
//	s, err := particles.New(dev, particles.Options{
//		Capacity: 1 << 20,
//		Record:   Spark{},
//		Init: `void init(inout Particle p, Birth b) {
//			p.position = b.position;
//			p.velocity = randomDirection();
//			p.life = 2.0;
//		}`,
//		Update: `bool update(inout Particle p) {
//			p.velocity += vec3(0.0, -9.8, 0.0) * dt;
//			p.position += p.velocity * dt;
//			p.age += dt;
//			return p.age < p.life;
//		}`,
//		Emitters: []particles.Emitter{
//			{Shape: particles.Sphere, Size: [3]float32{0.1}, Rate: 300_000},
//		},
//		Sort: particles.Sort{By: particles.ByDepth},
//	})
//	s.SetCamera(particles.Camera{View: view, Projection: projection, Near: 0.1, Far: 100})
//	n, err := s.Advance(seconds) // or s.Step(dt): emit, update, compact, sort; it only enqueues
//
// Then draw: package particles/draw does it, or a program of yours calls glDrawArraysIndirect with
// [System.DrawArgs] and reads [System.Records] in the order of [System.Order].
// particles/examples has whole programs. Package particles/grid finds neighbours.
//
// # Guarantees
//
// The number of living particles stays on the GPU: [System.Alive] is a gpu.Count for other
// operations, and [System.Stats] reach the host some frames late. Compaction is stable, so
// particles stay in the order of their birth and blended ones do not flicker. Particles emitted
// beyond Capacity are dropped and counted.
//
// The same options, seed and steps give the same bits on one device and driver, also after
// [System.Snapshot] and [System.Restore]. Random numbers are a function of the seed, the particle's
// ID, the step and the number of draws, not of execution order. Float results may differ between
// drivers.
//
// # What GLSL sees
//
// Init, Update and Functions may read these names. Cull and Sort.Key may use the record and u only.
// Sort.Key may share a kernel with the other three: do not define one name in both.
//
//	Particle           the record: field Position is p.position, ID is p.id
//	u                  the uniforms: field Gravity is u.gravity
//	float dt           seconds of this step
//	float time         seconds at its beginning; after 36 hours it has steps of 1/64 s
//	uint step_number   0 in the first step
//	uint slot          index of the record in its buffer; with Options.Slots it never changes
//	uint seed          Options.Seed
//	vec4 fade(float t) Options.Curves, one function for each: the value at t from 0 to 1
//
// Functions, Init and Update must not define the names of the section Reserved names.
//
// Init gets a Birth:
//
//	vec3 position   where the emitter's shape puts the particle
//	vec3 direction  of length 1: outwards for Sphere and Surface, random for Point and Box
//	float fraction  age in parts of the step, spread evenly over an emitter's newborns; 0 for an
//	                emitter with Events or Count
//	uint id         number of the particle, over all that were ever born, modulo 2^32
//	uint emitter    index in Options.Emitters
//	uint index      index among the emitter's newborns of this step
//	uint parent     index of the event or counted item, for an emitter with Events or Count
//	parentOf(b)     the record that emitted the event, of type Parent (emitters with Events)
//
// Events (Init, Update):
//
//	void emit(uint channel)  adds the record, as update leaves it, to a channel of
//	                         Options.Channels, once per step
//
// Random numbers (Init, Update):
//
//	float random()                         from 0 to below 1; also random2(), random3(), random4()
//	float randomBetween(float low, float high)
//	uint randomBelow(uint n)
//	vec3 randomDirection()                 on the unit sphere
//	vec3 randomInBall()                    in the unit ball
//	vec3 randomInCone(vec3 axis, float angle)  a direction at most angle radians from axis
//	uvec4 pcg4d(uvec4 v)                   a hash, for random numbers of your own
//
// Forces. All take dt into account; soft bounds the force near the centre. axis here and in
// randomInCone may have any length; without one vortex is 0 and the cone is around y:
//
//	vec3 drag(vec3 velocity, float rate)   the new velocity: velocity * exp(-rate * dt)
//	vec3 wind(vec3 velocity, vec3 air, float grip)  change of velocity towards air
//	vec3 attract(vec3 at, vec3 centre, float strength, float soft)  change, by inverse square
//	vec3 vortex(vec3 at, vec3 centre, vec3 axis, float strength, float soft)  change, around axis
//	vec3 curlNoise(vec3 p)                 a divergence-free field with eddies of size 1
//	vec3 smoothNoise(vec3 p)               three numbers from -1 to 1, smooth
//
// Colliders push a ball out of a solid, change its velocity and return whether it touched. bounce
// is the share of the normal speed that is reflected, slip the share of the tangential speed that
// is kept. All begin with (inout vec3 at, inout vec3 velocity, float radius) and end with (float
// bounce, float slip); between those:
//
//	bool hitPlane(..., vec4 plane, ...)    solid where dot(plane.xyz, p) < plane.w; any length
//	bool hitSphere(..., vec4 sphere, ...)  centre and radius
//	bool hitCapsule(..., vec3 from, vec3 to, float around, ...)  around is its radius
//	bool hitBox(..., vec3 middle, vec3 extent, ...)  extent is half its size
//	bool hitDepth(...)    the scene of System.SetDepth, with DepthCollider
//
// Cull may call bool inView(vec3 place, float radius): whether a ball may be visible to the camera.
//
// # Reserved names
//
// A kernel has names of comb's besides those above. Which ones depends on the driver, Slots, Sort
// and the emitters. So Functions, Init and Update must not define these outside of functions, even
// where a driver accepts it, nor names in capitals such as ROWS. New refuses curves and channels
// with such a name, or with one of package draw.
//
//	Chain Count Events Dst Fault Frame Index Keys Mask Parents Records State Tables Totals
//	Uniforms advance alive beginRandom beginStep birthOf bitsIn born_now capacity chain
//	chainAggregate chainCount chainIsPrefix chainIsSilent chainPrefix chainSum chain_other
//	chain_set chain_silent chain_spins chain_stale channel_begin channel_room checkCount
//	checkSource clearBits collectBits combine count_exceeded count_max count_word count_word_at
//	curveAt deferTile defer_every deferredAt deferredBitsAt deferredCountAt depth_keys depth_row
//	died directionOf dispatch_x dispatch_y dispatch_z draw_base_instance draw_each draw_first
//	draw_instanced draw_instances draw_vertices dropped dst emit_count emit_each emitted
//	emitted_channels emitter_end emitter_place emitter_size event_count event_overflow events
//	fault_bits firstLane from_clip groupReduce groupTotal group_items groups hasEvent idOf index
//	indexHalf isFirstLane isFree isOld isSet isWhole itemCount itemShuffle items itemsToVisit key
//	keys laneBallot laneBit laneIndex lane_bits lanesBelow lanesReduce lanesTotal lastLane
//	lastPlacedAt latticeNoise lookFurther look_after look_end look_missing look_prefix look_stuck
//	main maskAt maskCount mask_stride mask_words most_alive most_groups newbornOf nextTile next_id
//	noParticle numbersAt packParent packParticle parents parents_at pickOnMesh placeTile
//	place_base place_stuck publish publishAggregate publishItem pushOut putEvent putEventPart
//	putKey randomWords random_drawn random_id random_step rankOf readItem records row_now sceneAt
//	scene_depth screen setBit setId shareOf side slotOf slotsEnd slots_used sourceCount
//	statusPlace steps_done subgroupIndex sync tables tables_at takeTile threadIndex ticket
//	ticketAt tileCount totals unitOf unpackParent unpackParticle view_projection wanted_now
//	wordBelow wordBit workers workgroupIndex
//
// # Limits
//
// Capacity is at most MaxCapacity, and a record at most MaxRecordBytes. The driver's largest
// storage block bounds their product. The package opens no window, does not simulate on the CPU and
// does not spread a system over several devices.
//
// Sources: Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 2020 (pcg4d); Bridson et
// al., "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007. docs/a-step-of-particles.md explains
// the kernels.
package particles
