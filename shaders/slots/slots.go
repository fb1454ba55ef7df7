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
	Says    string   // the slot's purpose, in one sentence
	// Defines are the definitions: "uint f(uint i)", "const uint N", "struct S", "#define M" or
	// "#define M(x)". A macro with the name may replace a function or a constant.
	Defines []string
}

// All returns the whole table.
func All() []Contract {
	return slices.Concat(Shared, GPU, Reduce, Scan, Compact, Radix, Particles, Grid, Fluid, Hair, Bench)
}

// Shared has the contracts of slots that files of more than one folder open.
var Shared = []Contract{
	{"OPERATOR", []string{
		"reduce/image_combine.comp.glsl", "reduce/image_tiles.comp.glsl", "reduce/reduce_chunk.comp.glsl",
		"scan/scan_chain.comp.glsl", "scan/scan_chunk.comp.glsl", "scan/scan_total.comp.glsl",
	},
		"The operator: it combines two values. A caller's operator fills it with GLSL of its own.",
		[]string{"VALUE combine(VALUE a, VALUE b)"}},
	{"SOURCE", []string{
		"reduce/reduce_chunk.comp.glsl", "scan/scan_total.comp.glsl", "scan/tile.glsl", "scan/tile_wide.glsl",
	},
		"The input: it reads item i as a value.",
		[]string{"VALUE valueAt(uint i)"}},
	{"PUT", []string{"reduce/finish.glsl#value", "scan/sink_items.glsl"},
		"The output of whole values: it writes one to place i of Dst.",
		[]string{"void putValue(uint i, VALUE v)"}},
	{"KEY", []string{"scan/bin.glsl#edges", "radix/keys.glsl#word"},
		"The order of keys of one word: an unsigned number that sorts as the key does.",
		[]string{"uint sortable(uint key)"}},
	{"ELEMENTS", []string{"compact/args.glsl", "particles/records_keep.comp.glsl", "particles/slots_keep.comp.glsl"},
		"The arguments of an indexed draw call, or nothing.",
		[]string{"void writeElements(uint indices, uint instances)"}},
	{"INIT", []string{"particles/records_update.comp.glsl", "bench/particles_append.comp.glsl"},
		"The caller's code for a particle that is born.",
		[]string{"void init(inout Particle p, Birth b)"}},
	{"UPDATE", []string{"particles/records_update.comp.glsl", "bench/particles_append.comp.glsl"},
		"The caller's code for one step of a particle. It returns whether the particle lives.",
		[]string{"bool update(inout Particle p)"}},
	{"DECLARATIONS", []string{
		"particles/ribbon_draw.vert.glsl", "particles/sprite_draw.vert.glsl", "sph/fluid_drop.vert.glsl",
	},
		"The record and the uniforms of a particle system, for shaders that draw it. Go writes them.",
		[]string{"struct Particle", "uint idOf(Particle p, uint i)"}},
}

// GPU are the contracts of the folder gpu.
var GPU = []Contract{
	{"SIZE", []string{"gpu/lanes_probe.comp.glsl"},
		"The built-in variables and ballots of one kind of subgroup, for the probe.",
		[]string{"uint lane()", "uint laneCount()", "uint laneGroup()", "bool ballotNamesMe()"}},
}

// Reduce are the contracts of the folder reduce.
var Reduce = []Contract{
	{"FINISH", []string{
		"reduce/image_combine.comp.glsl", "reduce/image_tiles.comp.glsl", "reduce/reduce_chunk.comp.glsl",
		"reduce/sink_segments.glsl",
	},
		"The last step of a reduction: it writes the result of n items, such as a mean, an index or the value.",
		[]string{"void putResult(uint at, VALUE v, uint n)"}},
	{"JOIN", []string{"reduce/reduce_chunk.comp.glsl"},
		"The step that combines the workers' values into one result.",
		[]string{"void joinShares(uint worker, uint n, ITEM sum)"}},
	{"SOURCE", []string{"reduce/image_tiles.comp.glsl"},
		"The input of an image reduction: it makes a value of one texel.",
		[]string{"VALUE texelValue(vec4 texel, ivec2 at)"}},
	{"TEAM", []string{"reduce/image_tiles.comp.glsl"},
		"The reduction of one tile by the invocations that share it: a whole workgroup or a part of one.",
		[]string{"ITEM teamReduce(ITEM v)"}},
	{"BINS", []string{"reduce/image_tiles.comp.glsl"},
		"The histogram beside an image reduction, or functions that do nothing.",
		[]string{"void binsClear()", "void binsCount(vec4 texel)", "void binsAdd()"}},
}

// Scan are the contracts of the folder scan.
var Scan = []Contract{
	{"ITEM", []string{"scan/scan_chain.comp.glsl", "scan/scan_chunk.comp.glsl", "scan/scan_total.comp.glsl"},
		"The item that lanes exchange: a value, or a value with the flag that a segment begins in it.",
		[]string{
			"#define ITEM", "#define ITEM_IDENTITY", "#define ITEM_SHUFFLES", "#define ITEM_ADDS", "#define ITEM_HEADS",
			"ITEM itemOf(VALUE v, bool head)", "VALUE valueOf(ITEM item)", "VALUE exclusiveOf(ITEM before, ITEM here)",
			"uint headOf(ITEM item)",
		}},
	{"HEADS", []string{"scan/scan_chain.comp.glsl", "scan/scan_chunk.comp.glsl", "scan/scan_total.comp.glsl"},
		"The heads of segments: which items begin one.",
		[]string{"void checkHeads()", "void tileBegin(uint tile, uint end)", "bool isHead(uint tile, uint i)"}},
	{"TILE", []string{"scan/scan_chain.comp.glsl", "scan/scan_chunk.comp.glsl"},
		"The way a tile is read and written: item by item, or 16 bytes at a time.",
		[]string{
			"ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)",
			"void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])",
		}},
	{"SINK", []string{"scan/tile.glsl", "scan/tile_wide.glsl"},
		"The output of a scan: each item's value, or the last value of each segment.",
		[]string{"bool sinkBegin(uint worker)", "void putScanned(uint tile, uint i, uint n, VALUE v)"}},
	{"BIN", []string{"scan/histogram_count.comp.glsl"},
		"The bin of an item: by equal widths or by edges.",
		[]string{"uint binOf(uint item)"}},
	{"BINS", []string{"scan/histogram_count.comp.glsl"},
		"The place where a histogram counts: shared memory, or the result itself when there are too many bins.",
		[]string{"void binsClear()", "void binsCount(uint bin)", "void binsAdd()"}},
}

// Compact are the contracts of the folder compact.
var Compact = []Contract{
	{"KEEP", []string{
		"compact/compact_chain.comp.glsl", "compact/compact_count.comp.glsl", "compact/compact_move.comp.glsl",
		"compact/hold.glsl#item",
	},
		"The decision: the class of record i. Class 0 comes first, and CLASSES is the class of what is dropped.",
		[]string{"uint classOf(uint i)"}},
	{"KEEP", []string{"compact/held_key.glsl"},
		"The decision with a key: one more than the key of a record that is kept, and 0 for others.",
		[]string{"uint keyWord(uint key)", "uint keyedOf(uint i)"}},
	{"PREDICATE", []string{"compact/keep.glsl#user"},
		"The caller's predicate of a record: keep, or part with three classes.",
		[]string{"DECIDED DECIDE(RECORD r)"}},
	{"PREDICATE", []string{"compact/keep_index.glsl"},
		"The caller's predicate of an index: keep, or part with three classes.",
		[]string{"DECIDED DECIDE(uint i)"}},
	{"PREDICATE", []string{"compact/keep.glsl#same"},
		"The caller's comparison of neighbours, for runs of equal records.",
		[]string{"bool same(RECORD a, RECORD b)"}},
	{"PREDICATE", []string{"compact/keep.glsl#user_keyed"},
		"The caller's predicate of a record, which computes its key too.",
		[]string{"bool keep(RECORD r, out uint key)"}},
	{"PREDICATE", []string{"compact/keep.glsl#index_keyed"},
		"The caller's predicate of an index, which computes its key too.",
		[]string{"bool keep(uint i, out uint key)"}},
	{"PREDICATE", []string{"compact/keep_fetch_keyed.glsl"},
		"The caller's predicate in two parts: fetch reads memory, keep computes. All reads of a tile then come first.",
		[]string{"FETCH fetch(RECORD r)", "bool keep(FETCH f, out uint key)"}},
	{"TILE", []string{"compact/compact_count.comp.glsl", "compact/move_tile.glsl"},
		"The items of a tile that an invocation has, and their classes.",
		[]string{
			"uint tileItem(uint tile, uint end, uint k)",
			"void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])",
		}},
	{"SINK", []string{"compact/held_key.glsl", "compact/hold.glsl#item", "compact/move_tile.glsl"},
		"The output: it copies record item, or its index, to place to.",
		[]string{"void putItem(uint to, uint item)"}},
	{"STAGED", []string{"compact/move_tile.glsl"},
		"The move of a tile's large records by way of shared memory, word by word or 16 bytes at a time.",
		[]string{
			"#define STAGED_EACH",
			"void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])",
		}},
	{"ALSO", []string{"compact/move_tile.glsl"},
		"The output beside the records: the keys, the starts of runs, or nothing.",
		[]string{
			"void putAlso(uint to, uint item, uint k)", "void moveAlso(uint to, uint tile, uint items)",
			"void moveEnd(uint kept, uint n)",
		}},
	{"HOLD", []string{"compact/rows.glsl"},
		"The word that an invocation holds of each record between the vote and the move.",
		[]string{
			"uint hold(uint i)", "void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])",
			"void putHeld(uint to, uint i, uint held)",
		}},
}

// Radix are the contracts of the folder radix.
var Radix = []Contract{
	{"KEYS", []string{
		"radix/digit.glsl#bits", "radix/digit.glsl#class", "radix/digit.glsl#planned", "radix/radix_histogram.comp.glsl",
		"radix/radix_order.comp.glsl",
	},
		"Keys of one or two words: how they are read, compared, cut into digits and put together.",
		[]string{
			"#define KEY", "#define KEY_WORDS", "#define KEY_WORD(key, w)", "#define KEY_OF(low, high)", "KEY keyAt(uint i)",
			"uint keyBits(KEY key, uint shift)", "KEY keyPart(KEY key, uint low, uint high)",
			"KEY keyMask(KEY sorted, uint low, uint high)", "bool keyLess(KEY a, KEY b)", "uvec2 keyWords(KEY key)",
		}},
	{"KEY", []string{"radix/keys.glsl#pair"},
		"The order of keys of two words: an unsigned number, low word first, that sorts as the key does.",
		[]string{"uvec2 sortable(uvec2 key)"}},
	{"DIGIT", []string{"radix/radix_count.comp.glsl", "radix/rank_tile.glsl"},
		"The digit of a key in this pass, and where the counts of a digit lie.",
		[]string{"uint digitOf(KEY key)", "uint digitPlace(uint d)"}},
	{"PAYLOAD", []string{"radix/rank_tile.glsl"},
		"The payload beside each key: a word, the index of the key, or nothing.",
		[]string{"const bool HAS_PAYLOAD", "uint payloadAt(uint i)", "void putPayload(uint i, uint v)"}},
	{"PUT", []string{"radix/rank_tile.glsl"},
		"The output of keys, or nothing when only the payload is wanted.",
		[]string{"void putKey(uint i, KEY key)"}},
}

// Particles are the contracts of the folder particles.
var Particles = []Contract{
	{"RECORD", []string{
		"particles/records_keep.comp.glsl", "particles/records_update.comp.glsl", "particles/slots_keep.comp.glsl",
		"particles/trails_keep.comp.glsl",
	},
		"The caller's record as GLSL: the struct, and how its parts are loaded. Go writes it.",
		[]string{
			"struct Particle", "#define PARTICLE_PARTS", "#define ParticlePart", "#define LOAD_PARTICLE(b, at)",
			"#define STORE_PARTICLE(b, at, w)", "Particle noParticle()", "uint idOf(Particle p, uint i)",
			"void setId(inout Particle p, uint id)", "void packParticle(Particle p, out ParticlePart w[PARTICLE_PARTS])",
		}},
	{"UNIFORMS", []string{
		"particles/records_keep.comp.glsl", "particles/records_update.comp.glsl", "particles/slots_keep.comp.glsl",
	},
		"The caller's uniform block as GLSL, or nothing. Go writes it.", nil},
	{"NAMES", []string{"particles/records_update.comp.glsl"},
		"Constants for the event channels and functions for the curves. Go writes them.", nil},
	{"FUNCTIONS", []string{"particles/records_update.comp.glsl"},
		"The caller's own functions, which Init and Update call.", nil},
	{"SLOT", []string{"particles/records_update.comp.glsl"},
		"The order of records: dense, the newborn behind the living, or in slots that a particle keeps.",
		[]string{
			"#define COUNTED", "uint itemsToVisit(uint before, uint born)", "bool isOld(uint q, uint before)",
			"bool isFree(uint q)", "uint newbornOf(uint q, uint before)", "uint slotOf(uint q, uint before)",
			"uint maskAt(uint row, uint tile)",
		}},
	{"SOURCE", []string{"particles/records_update.comp.glsl"},
		"The number of particles to emit that only the GPU knows: a count, the events of another system, or none.",
		[]string{"uint sourceCount()"}},
	{"PARENT", []string{"particles/source.glsl#events"},
		"The record of the system whose events emit particles. Go writes it.",
		[]string{"struct Parent", "#define ParentPart", "#define LOAD_PARENT(b, at)"}},
	{"DEPTH", []string{"particles/records_update.comp.glsl"},
		"The collision with the scene by its depth image, or nothing.",
		[]string{"bool hitDepth(inout vec3 at, inout vec3 velocity, float radius, float bounce, float slip)"}},
	{"EVENTS", []string{"particles/records_keep.comp.glsl", "particles/slots_keep.comp.glsl"},
		"The copy of a record to the event channels, or nothing.",
		[]string{"bool hasEvent(uint i)", "void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS])"}},
	{"KEYS", []string{"particles/records_keep.comp.glsl", "particles/slots_keep.comp.glsl"},
		"The sort key of a particle that lives on, or nothing.",
		[]string{"void putKey(uint to, Particle p)"}},
	{"KEY", []string{"particles/keys.glsl#put"},
		"The sort key: the depth, or the caller's own.",
		[]string{"uint key(Particle p)"}},
	{"CULL", []string{"particles/records_keep.comp.glsl"},
		"The caller's bool visible(Particle p), or nothing. It is compiled here so that errors have the caller's lines.", nil},
	{"LOOK", []string{"particles/sprite_draw.vert.glsl"},
		"The caller's code for the sprite of a particle.",
		[]string{"Sprite look(Particle p)"}},
	{"SHADE", []string{"particles/sprite_draw.frag.glsl"},
		"The share of a sprite's light and alpha at a point of it.",
		[]string{"float shade(vec2 at)"}},
	{"RIBBON", []string{"particles/ribbon_draw.vert.glsl"},
		"The caller's code for the ribbon behind a particle, at part t of it.",
		[]string{"Ribbon ribbon(Particle p, float t)"}},
}

// Grid are the contracts of the folder grid.
var Grid = []Contract{
	{"CELLS", []string{"grid/places_key.comp.glsl"},
		"The cells of a neighbour search: a box of them, or a hash of all space.",
		[]string{"bool gridOutside(vec3 place)", "ivec3 gridCell(vec3 place)", "uint gridKey(ivec3 cell)"}},
}

// Fluid are the contracts of the folder sph.
var Fluid = []Contract{
	{"GRID", []string{"sph/fluid.glsl"},
		"The neighbour search of package grid. Go writes it.",
		[]string{
			"#define forCells(w, place, radius)", "uint gridCount()", "uint gridRecord(uint slot)", "vec3 gridPlace(uint slot)",
		}},
}

// Hair are the contracts of the folder hair.
var Hair = []Contract{
	{"ADD", []string{"hair/ribbons_trace.comp.glsl"},
		"The entry of one covered texel into a shadow's map.",
		[]string{"void add(uvec2 texel, uint tau, float depth)"}},
	{"TAUS", []string{"hair/places_light.comp.glsl"},
		"The look-up of a shadow's map: the optical depth before a point.",
		[]string{"vec2 tausAt(uvec2 at, float depth)"}},
	{"SHADING", []string{"hair/hair_light.glsl"},
		"The shading model: the light of one lamp and the light from all around that a hair sends to the eye.",
		[]string{
			"struct HairMass", "HairMass massOf(HairFrame f)",
			"vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through)",
			"vec3 environmentScattering(HairFrame f, HairMass m, float open)",
		}},
	{"RIBBON_OUT", []string{"hair/ribbon_draw.vert.glsl"},
		"The values that a ribbon's vertex passes on: light, or what light is computed from in each fragment.",
		[]string{"void ribbonOut(uint q, vec3 place_there, vec3 tangent_there)"}},
	{"RIBBON_IN", []string{
		"hair/lists_collect.frag.glsl", "hair/occupancy_mark.frag.glsl", "hair/occupancy_range.frag.glsl",
		"hair/occupancy_weigh.frag.glsl", "hair/ribbon_core.frag.glsl", "hair/ribbon_draw.frag.glsl",
		"hair/ribbon_emit.frag.glsl", "hair/ribbon_sum.frag.glsl", "hair/weighted_draw.frag.glsl",
	},
		"The light and the opacity of a fragment, from the vertices' values.",
		[]string{"float ribbonOpacity()", "vec3 ribbonLight()"}},
	{"RIBBON_IN", []string{"hair/tiles_compose.comp.glsl"},
		"The light and the opacity of a fragment where no rasterizer passes values on: loadFragment comes first.",
		[]string{"void loadFragment(uint segment, float far)", "float ribbonOpacity()", "vec3 ribbonLight()"}},
	{"SCENE_DEPTH", []string{"hair/tiles_compose.comp.glsl", "hair/tiles_depth.comp.glsl"},
		"The depth of the scene behind the hair, in one sample of a pixel.",
		[]string{"float sceneDepth(ivec2 pixel, int k)"}},
	{"TONE_SCENE", []string{"hair/tone_map.comp.glsl"},
		"The scene behind the hair, toned.",
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
		"The memory where atomics meet: the device's, or a workgroup's first.",
		[]string{"void combineKey(uint channel, uint key)"}},
	{"FINISH", []string{"bench/texels_finish.comp.glsl"},
		"The result of a pyramid of images from its last value.",
		[]string{"RESULT resultOf(VALUE v)"}},
	{"TEXELS", []string{"bench/pyramid_first.frag.glsl"},
		"The input of a pyramid of images: it computes a texel's value from items.",
		[]string{"VALUE texelOf(uint i)"}},
	{"RECORD", []string{"bench/particles_append.comp.glsl"},
		"The record of the naive particle step.",
		[]string{"struct Particle"}},
}
