// SPDX-License-Identifier: MIT

// Package slots is the table of all slots of comb's shaders, with the definitions that the fill of
// each slot must have.
//
// A folder of shaders registers its part of the table with its files, so a program contains only
// the contracts of the packages that it imports. ./dev slots writes the whole table to
// docs/slots.md.
package slots

import "slices"

// Contract lists the definitions that the fill of a slot must have.
type Contract struct {
	Slot    string   // the name in #include <SLOT>
	Openers []string // the files with that line
	Says    string   // the slot's purpose, in a sentence or two
	// Defines are the definitions: "uint f(uint i)", "const uint N", "struct S", "#define M" or
	// "#define M(x)". A macro with the name may replace a function or a constant.
	Defines []string
}

// All returns the whole table.
func All() []Contract {
	return slices.Concat(Shared, GPU, Reduce, Scan, Compact, Radix, Merge, Expand, Particles, Grid, Fluid, Hair, Bench)
}

// Shared has the contracts of slots that files of more than one folder open.
var Shared = []Contract{
	{"OPERATOR", []string{
		"reduce/image_combine.comp.glsl", "reduce/image_tiles.comp.glsl", "reduce/long_reduce.comp.glsl", "reduce/reduce_chunk.comp.glsl", "reduce/segments_few.comp.glsl", "reduce/segments_reduce.comp.glsl",
		"scan/scan_chain.comp.glsl#ends", "scan/scan_chain.comp.glsl#plain", "scan/scan_chain.comp.glsl#results",
		"scan/scan_chunk.comp.glsl#ends", "scan/scan_chunk.comp.glsl#plain", "scan/scan_total.comp.glsl",
	},
		"The operator: it combines two values. A caller's operator fills it with GLSL of its own.",
		[]string{"VALUE combine(VALUE a, VALUE b)"}},
	{"SOURCE", []string{
		"reduce/long_reduce.comp.glsl", "reduce/reduce_chunk.comp.glsl", "reduce/runs.glsl", "reduce/segments_few.comp.glsl", "reduce/segments_reduce.comp.glsl", "scan/histogram_count.comp.glsl", "scan/histogram_sum.comp.glsl", "scan/scan_total.comp.glsl", "scan/tile.glsl#items", "scan/tile.glsl#runs", "scan/tile.glsl#segments", "scan/tile_wide.glsl#one", "scan/tile_wide.glsl#segments",
	},
		"The input: it reads item i as a value.",
		[]string{"VALUE valueAt(uint i)"}},
	{"INPUT", []string{"lib/input.glsl#mapped", "lib/input.glsl#record", "lib/input.glsl#words_at", "merge/source.glsl#chosen", "merge/source.glsl#chosen_mapped"},
		"The record of Src from which item i is made.",
		[]string{"uint recordOf(uint i)"}},
	{"PUT", []string{
		"reduce/finish.glsl#value", "scan/sink_items.glsl#ends", "scan/sink_items.glsl#plain", "scan/sink_items.glsl#start",
	},
		"The output of whole values: it writes a value to index i of Dst.",
		[]string{"void putValue(uint i, VALUE v)"}},
	{"FINISH", []string{
		"reduce/image_combine.comp.glsl", "reduce/image_tiles.comp.glsl", "reduce/long_reduce.comp.glsl", "reduce/reduce_chunk.comp.glsl", "reduce/segments_few.comp.glsl", "reduce/segments_reduce.comp.glsl",
		"reduce/runs.glsl", "scan/tile.glsl#runs", "scan/tile.glsl#segments",
	},
		"The last step of a reduction: it writes the result of n items, such as a mean, an index or the value.",
		[]string{"void putResult(uint at, VALUE v, uint n)"}},
	{"KEY", []string{"scan/bin.glsl#edges", "radix/keys.glsl#word", "merge/keys.glsl#word"},
		"The order of keys of one word: it maps a key to an unsigned number with the same order.",
		[]string{"uint sortable(uint key)"}},
	{"ELEMENTS", []string{"compact/args.glsl#args", "compact/args.glsl#ends", "compact/args.glsl#split", "particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl",
		"particles/slots_keep.comp.glsl"},
		"The arguments of an indexed draw call, or nothing.",
		[]string{"void writeElements(uint indices, uint instances)"}},
	{"INIT", []string{"particles/advance.glsl", "bench/particles_append.comp.glsl"},
		"The caller's code for a particle that is born.",
		[]string{"void init(inout Particle p, Birth b)"}},
	{"UPDATE", []string{"particles/advance.glsl", "bench/particles_append.comp.glsl"},
		"The caller's code for one step of a particle. It returns whether the particle lives.",
		[]string{"bool update(inout Particle p)"}},
	{"DECLARATIONS", []string{
		"particles/ribbon_draw.vert.glsl", "particles/sprite_draw.vert.glsl", "sph/fluid_drop.vert.glsl",
	},
		"The record and the uniforms of a particle system, for shaders that draw it. Go generates them.",
		[]string{"struct Particle"}},
}

// GPU are the contracts of the folder gpu.
var GPU = []Contract{
	{"SIZE", []string{"gpu/lanes_probe.comp.glsl"},
		"The built-in variables and ballots of one lane tier, for the probe of the subgroup layout.",
		[]string{"uint lane()", "uint laneCount()", "uint laneGroup()", "bool ballotNamesMe()"}},
}

// Reduce are the contracts of the folder reduce.
var Reduce = []Contract{
	{"JOIN", []string{"reduce/reduce_chunk.comp.glsl"},
		"The step that combines the values of all workers into one result.",
		[]string{"void joinShares(uint worker, uint n, ITEM sum)"}},
	{"SOURCE", []string{"reduce/image_tiles.comp.glsl"},
		"The input of an image reduction: it makes a value of one texel.",
		[]string{"VALUE texelValue(vec4 texel, ivec2 at)"}},
	{"TEAM", []string{"reduce/image_tiles.comp.glsl"},
		"The reduction of one tile by the invocations that share it: a whole workgroup or a part of one.",
		[]string{"ITEM teamReduce(ITEM v)"}},
	{"SHARE", []string{"reduce/segments_reduce.comp.glsl"},
		"The items of a segment that a lane of a team reduces, and their reduction.",
		[]string{"ITEM laneShare(uint from, uint to, uint lane, uint team)"}},
	{"BINS", []string{"reduce/image_tiles.comp.glsl"},
		"The histogram that an image reduction also computes, or functions that do nothing.",
		[]string{"void binsClear()", "void binsCount(vec4 texel)", "void binsAdd()"}},
}

// Compact are the contracts of the folder compact.
var Compact = []Contract{
	{"KEEP", []string{
		"compact/compact_chain.comp.glsl", "compact/compact_count.comp.glsl", "compact/compact_move.comp.glsl",
		"compact/rows.glsl#hold_item", "compact/rows.glsl#hold_item_split", "compact/serial.glsl#plain", "compact/serial.glsl#runs", "compact/serial.glsl#ends", "compact/serial.glsl#split", "compact/serial_count.comp.glsl",
	},
		"The predicate: the class of record i. Class 0 comes first. Where CLASSES is 1, class 0 is kept and class 1 is the rest.",
		[]string{"uint classOf(uint i)"}},
	{"KEEP", []string{"compact/rows.glsl#held_key", "compact/serial.glsl#keyed"},
		"The predicate with a key: the key + 1 of a record that is kept, and 0 for other records.",
		[]string{"uint keyWord(uint key)", "uint keyedOf(uint i)"}},
	{"KEEP", []string{"compact/rows.glsl#decided"},
		"The predicate of a record of one word.",
		[]string{"bool keepsWord(uint word)"}},
	{"PREDICATE", []string{"compact/keep.glsl#user", "compact/keep.glsl#word"},
		"The caller's predicate of a record: keep, or part with three classes. With Options.Result also what makes results.",
		[]string{"DECIDED DECIDE(RECORD r)", "RESULT FINISH(RECORD r, uint index)"}},
	{"PREDICATE", []string{"compact/keep.glsl#index"},
		"The caller's predicate of an index: keep, or part with three classes. With Options.Result also what makes results.",
		[]string{"DECIDED DECIDE(uint i)", "RESULT FINISH(uint index)"}},
	{"PREDICATE", []string{"compact/keep.glsl#same"},
		"The caller's comparison of neighbours, for runs of equal records. With Options.Result also what makes results.",
		[]string{"bool same(RECORD a, RECORD b)", "RESULT FINISH(RECORD r, uint index)"}},
	{"PREDICATE", []string{"compact/sink.glsl#results_apart"},
		"The caller's function that makes results of records, where flags or a mask decide.",
		[]string{"RESULT FINISH(RECORD r, uint index)"}},
	{"PREDICATE", []string{"compact/sink.glsl#results_index_apart"},
		"The caller's function that makes results of indices, where flags or a mask decide.",
		[]string{"RESULT FINISH(uint index)"}},
	{"PREDICATE", []string{"compact/keep.glsl#user_keyed"},
		"The caller's predicate of a record, which computes its key too.",
		[]string{"bool keep(RECORD r, out uint key)"}},
	{"PREDICATE", []string{"compact/keep.glsl#index_keyed"},
		"The caller's predicate of an index, which computes its key too.",
		[]string{"bool keep(uint i, out uint key)"}},
	{"PREDICATE", []string{"compact/keep.glsl#fetch_keyed"},
		"The caller's predicate in two parts: fetch reads memory, keep computes. All reads of a tile then come first.",
		[]string{"FETCH fetch(RECORD r)", "bool keep(FETCH f, out uint key)"}},
	{"TILE", []string{"compact/compact_count.comp.glsl", "compact/tile.glsl#move", "compact/tile.glsl#ends", "compact/tile.glsl#split"},
		"The items of a tile that one invocation handles, and their classes.",
		[]string{
			"uint tileItem(uint tile, uint end, uint k)",
			"void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])",
		}},
	{"SINK", []string{
		"compact/rows.glsl#held_key", "compact/rows.glsl#hold_item", "compact/rows.glsl#hold_item_split", "compact/serial.glsl#keyed", "compact/serial.glsl#plain",
		"compact/serial.glsl#runs", "compact/serial.glsl#ends", "compact/serial.glsl#split", "compact/tile.glsl#move", "compact/tile.glsl#ends", "compact/tile.glsl#split",
	},
		"The output: it copies record item, or its index, to index to of Dst. With two destinations, indices from OTHERS on are of Others.",
		[]string{"void putItem(uint to, uint item)"}},
	{"TAKE", []string{"compact/serial_move.comp.glsl"},
		"The decision about a record, and its move with what belongs to it, where an invocation moves its records one by one.",
		[]string{"uint take(uint i, out uint word)", "void put(uint to, uint i, uint word)", "void putEnd(uint kept, uint n)"}},
	{"STAGED", []string{"compact/tile.glsl#move", "compact/tile.glsl#ends", "compact/tile.glsl#split"},
		"The copy of a tile's large records through shared memory, word by word or 16 bytes at a time.",
		[]string{
			"#define STAGED_EACH",
			"void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])",
		}},
	{"ALSO", []string{"compact/tile.glsl#move"},
		"The second output, written with the records: keys, starts of runs, or nothing.",
		[]string{
			"void putAlso(uint to, uint item, uint k)", "void moveAlso(uint to, uint tile, uint items)",
			"void moveEnd(uint kept, uint n)",
		}},
	{"ARGS", []string{"compact/rows.glsl#decided", "compact/rows.glsl#ends", "compact/rows.glsl#rows", "compact/rows.glsl#split", "compact/rows.glsl#unique", "compact/serial_move.comp.glsl", "compact/tile.glsl#move", "compact/tile.glsl#ends", "compact/tile.glsl#split"},
		"The result of a compaction, to one destination or to two: arguments for indirect calls and counts, written from the number of kept records.",
		[]string{"uint writeFound(uint found)"}},
	{"DST", []string{"compact/rows.glsl#decided", "compact/rows.glsl#ends", "compact/rows.glsl#rows", "compact/rows.glsl#split", "compact/rows.glsl#unique", "compact/serial_move.comp.glsl", "compact/tile.glsl#move", "compact/tile.glsl#ends", "compact/tile.glsl#split"},
		"The buffer of the destination, or only where it begins: then SINK has the buffer, of results of the caller's type.",
		nil},
	{"MOVE", []string{"compact/compact_chain.comp.glsl", "compact/compact_move.comp.glsl"},
		"The move of a tile's records through shared memory, to one destination or to two.",
		[]string{
			"bool isAlone()", "uint voteTile(uint tile, uint end)",
			"void moveTile(uint tile, uint end, uint voted, inout uint base[CLASSES])", "void finish(uint n, uint base[CLASSES])",
		}},
	{"ROWS", []string{"compact/compact_rows_chain.comp.glsl", "compact/compact_rows_move.comp.glsl", "compact/split_turns.comp.glsl"},
		"The move of a tile's records by lanes that move theirs alone, to one destination or to two.",
		[]string{
			"bool isKept(uint i)",
			"void putRows(uint tile, uint at, uint held[ITEMS_PER_THREAD], LaneMask kept[ITEMS_PER_THREAD])",
		}},
	{"HOLD", []string{"compact/rows.glsl#ends", "compact/rows.glsl#rows"},
		"The word of each record that an invocation keeps from the predicate to the write.",
		[]string{
			"uint hold(uint i)", "void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])",
			"void putHeld(uint to, uint i, uint held)",
		}},
	{"HOLD", []string{"compact/rows.glsl#split"},
		"The same with two destinations: putOther writes a record that is not kept to the second.",
		[]string{
			"uint hold(uint i)", "void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])",
			"void putHeld(uint to, uint i, uint held)", "void putOther(uint to, uint i, uint held)",
		}},
}

// Particles are the contracts of the folder particles.
var Particles = []Contract{
	{"RECORD", []string{
		"particles/records_chain.comp.glsl", "particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl",
		"particles/records_update.comp.glsl", "particles/slots_keep.comp.glsl",
		"particles/trails_keep.comp.glsl",
	},
		"The caller's record as GLSL: the struct, and macros that load and store its parts. Go generates it.",
		[]string{
			"struct Particle", "#define PARTICLE_PARTS", "#define ParticlePart", "#define LOAD_PARTICLE(b, at)",
			"#define STORE_PARTICLE(b, at, w)", "Particle noParticle()", "uint idOf(Particle p, uint i)",
			"void setId(inout Particle p, uint id)", "void packParticle(Particle p, out ParticlePart w[PARTICLE_PARTS])",
		}},
	{"UNIFORMS", []string{
		"particles/records_chain.comp.glsl", "particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl",
		"particles/records_update.comp.glsl", "particles/slots_keep.comp.glsl",
	},
		"The caller's uniform block as GLSL, or nothing. Go generates it.", nil},
	{"NAMES", []string{"particles/advance.glsl"},
		"Constants of the event channels and functions of the curves. Go generates them.", nil},
	{"FUNCTIONS", []string{"particles/advance.glsl"},
		"The caller's own functions, which Init and Update call.", nil},
	{"SLOT", []string{"particles/advance.glsl"},
		"The places of records: dense, with new particles behind the others, or slots that particles keep.",
		[]string{
			"uint itemsToVisit(uint before, uint born)", "bool isOld(uint q, uint before)",
			"bool isFree(uint q)", "uint newbornOf(uint q, uint before)", "uint slotOf(uint q, uint before)",
		}},
	{"BITS", []string{"particles/records_update.comp.glsl"},
		"Where the bits of a tile's items go.",
		[]string{"#define COUNTED", "uint maskAt(uint row, uint tile)"}},
	{"SOURCE", []string{"particles/advance.glsl"},
		"The number of particles to emit, if the GPU computes it: a count, the events of another system, or 0.",
		[]string{"uint sourceCount()"}},
	{"PARENT", []string{"particles/source.glsl#events"},
		"The record of the system whose events emit particles. Go generates it.",
		[]string{"struct Parent", "#define ParentPart", "#define LOAD_PARENT(b, at)"}},
	{"DEPTH", []string{"particles/advance.glsl"},
		"The collision with the scene, from its depth image, or nothing.",
		[]string{"bool hitDepth(inout vec3 at, inout vec3 velocity, float radius, float bounce, float slip)"}},
	{"EVENTS", []string{
		"particles/records_chain.comp.glsl", "particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl",
		"particles/slots_keep.comp.glsl",
	},
		"The copy of a record to the event channels, or nothing.",
		[]string{
			"bool hasEvent(uint i)", "void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS])",
			"void putEvent(uint i, ParticlePart w[PARTICLE_PARTS], uint base[ROWS])",
		}},
	{"KEYS", []string{
		"particles/records_chain.comp.glsl", "particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl",
		"particles/slots_keep.comp.glsl",
	},
		"The sort key of a particle that stays alive, or nothing.",
		[]string{"void putKey(uint to, Particle p)"}},
	{"KEY", []string{"particles/keys.glsl#put"},
		"The sort key: the depth, or the caller's own.",
		[]string{"uint key(Particle p)"}},
	{"CULL", []string{"particles/records_deferred.comp.glsl", "particles/records_keep.comp.glsl"},
		"The caller's bool visible(Particle p), or nothing. It is compiled here so that errors have the line numbers of the caller's text.", nil},
	{"LOOK", []string{"particles/sprite_draw.vert.glsl"},
		"The caller's code for the sprite of a particle.",
		[]string{"Sprite look(Particle p)"}},
	{"SHADE", []string{"particles/sprite_draw.frag.glsl"},
		"The factor of a sprite's light and alpha at a point of the sprite.",
		[]string{"float shade(vec2 at)"}},
	{"RIBBON", []string{"particles/ribbon_draw.vert.glsl"},
		"The caller's code for the ribbon behind a particle, at part t of it.",
		[]string{"Ribbon ribbon(Particle p, float t)"}},
}

// Grid are the contracts of the folder grid.
var Grid = []Contract{
	{"CELLS", []string{"grid/places_key.comp.glsl"},
		"The cells of a neighbour search: a box of cells, or cells of all space that share hashed buckets.",
		[]string{"bool gridOutside(vec3 place)", "ivec3 gridCell(vec3 place)", "uint gridKey(ivec3 cell)"}},
}

// Fluid are the contracts of the folder sph.
var Fluid = []Contract{
	{"GRID", []string{"sph/fluid.glsl"},
		"The neighbour search of package grid. Go generates it.",
		[]string{
			"#define forCells(w, place, radius)", "uint gridCount()", "uint gridRecord(uint slot)", "vec3 gridPlace(uint slot)",
		}},
}

// Hair are the contracts of the folder hair.
var Hair = []Contract{
	{"ADD", []string{"hair/light_map.frag.glsl#add", "hair/ribbons_trace.comp.glsl#loops", "hair/ribbons_trace.comp.glsl#turns"},
		"The write to a shadow map: it adds the optical depth of one covered texel.",
		[]string{"void add(uvec2 texel, uint tau, float depth)"}},
	{"TAUS", []string{"hair/places_light.comp.glsl"},
		"The look-up in a shadow map: the optical depths in front of a point (x) and behind it (y).",
		[]string{"vec2 tausAt(uvec2 at, float depth)"}},
	{"SHADING", []string{"hair/hair_light.glsl"},
		"The shading model: the light that a hair scatters to the eye, from one lamp and from the environment. massOf computes what all lamps share.",
		[]string{
			"struct HairMass", "HairMass massOf(HairFrame f)",
			"vec3 lampScattering(HairFrame f, HairMass m, LampAngles l, float through)",
			"vec3 environmentScattering(HairFrame f, HairMass m, float open)",
		}},
	{"RIBBON_OUT", []string{"hair/ribbon_draw.vert.glsl"},
		"The outputs of a ribbon's vertex: light, or the inputs from which each fragment computes light.",
		[]string{"void ribbonOut(uint q, vec3 place_there, vec3 tangent_there)"}},
	{"RIBBON_IN", []string{
		"hair/oit_exact.frag.glsl#emit", "hair/oit_lists.frag.glsl#collect", "hair/oit_occupancy.frag.glsl#mark",
		"hair/oit_occupancy.frag.glsl#range", "hair/oit_occupancy.frag.glsl#weigh", "hair/oit_weighted.frag.glsl#draw",
		"hair/ribbon_draw.frag.glsl#blend", "hair/ribbon_draw.frag.glsl#core", "hair/ribbon_draw.frag.glsl#sum",
	},
		"The light and the opacity of a fragment, from the interpolated outputs of the vertices.",
		[]string{"float ribbonOpacity()", "vec3 ribbonLight()"}},
	{"RIBBON_IN", []string{"hair/tiles_compose.comp.glsl#points", "hair/tiles_compose.comp.glsl#records", "hair/tiles_compose_table.comp.glsl"},
		"The light and the opacity of a fragment in a kernel, without a rasterizer. The kernel first calls loadEnds for the segment, then interpolateEnds for each fragment.",
		[]string{"void loadEnds(uint segment)", "void interpolateEnds(float far)", "float ribbonOpacity()", "vec3 ribbonLight()"}},
	{"SCENE_DEPTH", []string{"hair/tiles_compose.comp.glsl#points", "hair/tiles_compose.comp.glsl#records", "hair/tiles_compose_table.comp.glsl", "hair/tiles_depth.comp.glsl"},
		"The depth of the scene behind the hair, at sample k of a pixel.",
		[]string{"float sceneDepth(ivec2 pixel, int k)"}},
	{"READS", []string{
		"hair/front_hair.comp.glsl#thin", "hair/head_find.comp.glsl#pairs", "hair/head_find.comp.glsl#words", "hair/head_shade.comp.glsl#pair",
		"hair/head_shade.comp.glsl#pairs", "hair/head_shade.comp.glsl#words", "hair/places_light.comp.glsl", "hair/points_shade.comp.glsl#expanded",
		"hair/points_shade.comp.glsl#kept", "hair/ribbons_trace.comp.glsl#loops", "hair/ribbons_trace.comp.glsl#turns",
		"hair/tiles_compose_table.comp.glsl", "hair/tiles_depth.comp.glsl", "hair/tiles_list.comp.glsl#count",
		"hair/tiles_list.comp.glsl#list", "hair/volume_column.comp.glsl", "hair/volume_light.comp.glsl", "hair/volume_mark.comp.glsl",
	},
		"How a kernel reads buffers that it does not write: as storage blocks, or as textures in software.",
		[]string{
			"#define readsVectors(block, name, at, unit)", "#define readsPairs(block, name, at, unit)",
			"#define readsWords(block, name, at, unit)", "#define readsFloats(block, name, at, unit)",
			"#define vectorAt(name, i)", "#define pairAt(name, i)", "#define wordAt(name, i)", "#define floatAt(name, i)",
		}},
	{"LIGHT_SCENE", []string{"hair/tone_count.comp.glsl"},
		"The scene of a pixel before the tone curve, premultiplied, averaged over the samples.",
		[]string{"vec4 sceneLight(ivec2 p)"}},
	{"TONE_SCENE", []string{"hair/tone_map.comp.glsl"},
		"The colour of a pixel after the tone curve: the hair (over) in front of the scene and the backdrop, averaged over the samples.",
		[]string{"vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)"}},
}

// Bench are the contracts of the folder bench.
var Bench = []Contract{
	{"TREE", []string{"bench/reduce_level.comp.glsl", "bench/reduce_tile.comp.glsl"},
		"The reduction inside a workgroup, one rung of the ladder.",
		[]string{"VALUE treeReduce(uint t, VALUE v)"}},
	{"LANES_REDUCE", []string{"bench/tree.glsl#subgroup"},
		"The reduction inside a subgroup.",
		[]string{"VALUE lanesReduce(VALUE v)"}},
	{"SCOPE", []string{"bench/reduce_atomic.comp.glsl"},
		"The memory of the atomics: the device's alone, or a workgroup's first and then the device's.",
		[]string{"void combineKey(uint channel, uint key)"}},
	{"FINISH", []string{"bench/texels_finish.comp.glsl"},
		"The conversion of a pyramid's last value to the result.",
		[]string{"RESULT resultOf(VALUE v)"}},
	{"TEXELS", []string{"bench/pyramid_first.frag.glsl"},
		"The input of an image pyramid: it computes the value of texel i from items.",
		[]string{"VALUE texelOf(uint i)"}},
	{"RECORD", []string{"bench/particles_append.comp.glsl"},
		"The record of the naive particle step.",
		[]string{"struct Particle"}},
	{"GRID", []string{"bench/fluid.glsl"},
		"The neighbour search of package grid. Go generates it.",
		[]string{
			"#define forNeighbours(w, place, radius)", "uint gridCount()", "uint gridRecord(uint slot)", "vec3 gridPlace(uint slot)",
		}},
}
