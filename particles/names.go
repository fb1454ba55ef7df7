// SPDX-License-Identifier: MIT

package particles

import (
	"strings"
	"sync"
)

func setOf(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		all := map[string]bool{}
		for _, word := range strings.Fields(words) {
			all[word] = true
		}
		return all
	})
}

// keywords are the keywords of GLSL 4.30 that glslName matches, also those reserved for the future.
// Types of samplers and images are left to the compiler.
var keywords = setOf(`
	attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly
	atomic_uint layout centroid flat smooth noperspective patch sample break continue do for while
	switch case default if else subroutine in out inout float double int void bool true false
	invariant precise discard return uint lowp mediump highp precision struct
	mat2 mat3 mat4 dmat2 dmat3 dmat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4
	vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uvec2 uvec3 uvec4 dvec2 dvec3 dvec4
	common partition active asm class union enum typedef template this resource goto inline noinline
	public static extern external interface long short half fixed unsigned superp input output
	hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using row_major`)

// builtinNames are the built-in functions that a compute shader may call, without those of textures
// and images.
var builtinNames = setOf(`
	radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
	pow exp log exp2 log2 sqrt inversesqrt abs sign floor trunc round roundEven ceil fract mod modf
	min max clamp mix step smoothstep isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat
	uintBitsToFloat fma frexp ldexp length distance dot cross normalize faceforward reflect refract
	matrixCompMult outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan
	greaterThanEqual equal notEqual any all not uaddCarry usubBorrow umulExtended imulExtended
	bitfieldExtract bitfieldInsert bitfieldReverse bitCount findLSB findMSB texture texelFetch
	atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap
	barrier memoryBarrier memoryBarrierBuffer memoryBarrierShared groupMemoryBarrier`)

// helpers are comb's names that the caller's init and update may use.
var helpers = setOf(`
	Birth Parent Particle attract curlNoise drag dt emit hitBox hitCapsule hitDepth hitPlane
	hitSphere init parentOf pcg4d random random2 random3 random4 randomBelow randomBetween
	randomDirection randomInBall randomInCone seed slot smoothNoise step_number time u update vortex
	wind`)

// reserved are comb's other names in the kernels that contain the caller's init and update. Which
// of them a kernel has depends on its form: the driver, Slots, Sort and the emitters. The package
// comment lists them.
var reserved = setOf(`
	Chain Count Dst Events Fault Frame Index Keys Mask Parents Records State Tables Totals Uniforms
	advance alive beginRandom beginStep birthOf bitsIn born_now capacity chain chainAggregate
	chainCount chainIsPrefix chainIsSilent chainPrefix chainSum chain_other chain_set chain_silent
	chain_spins chain_stale channel_begin channel_room checkCount checkSource clearBits collectBits
	combine count_exceeded count_max count_word count_word_at curveAt deferTile defer_every
	deferredAt deferredBitsAt deferredCountAt depth_keys depth_row died directionOf dispatch_x
	dispatch_y dispatch_z draw_base_instance draw_each draw_first draw_instanced draw_instances
	draw_vertices dropped dst emit_count emit_each emitted emitted_channels emitter_end
	emitter_place emitter_size event_count event_overflow events fault_bits firstLane from_clip
	groupReduce groupTotal group_items groups hasEvent idOf index indexHalf isFirstLane isFree isOld
	isSet isWhole itemCount itemShuffle items itemsToVisit key keys laneBallot laneBit laneIndex
	lane_bits lanesBelow lanesReduce lanesTotal lastLane lastPlacedAt latticeNoise lookFurther
	look_after look_end look_missing look_prefix look_stuck main maskAt maskCount mask_stride
	mask_words most_alive most_groups newbornOf nextTile next_id noParticle numbersAt packParent
	packParticle parents parents_at pickOnMesh placeTile place_base place_stuck publish
	publishAggregate publishItem pushOut putEvent putEventPart putKey randomWords random_drawn
	random_id random_step rankOf readItem records row_now sceneAt scene_depth screen setBit setId
	shareOf side slotOf slotsEnd slots_used sourceCount statusPlace steps_done subgroupIndex sync
	tables tables_at takeTile threadIndex ticket ticketAt tileCount totals unitOf unpackParent
	unpackParticle view_projection wanted_now wordBelow wordBit workers workgroupIndex`)

// drawNames are the names of package draw's vertex shaders, which contain the curves too.
var drawNames = setOf(`
	Order Ribbon Sprite Trails drawFinite drawPlaced drawTint draw_corner draw_depth draw_exposure
	draw_indexed draw_newest draw_order draw_tint draw_trails projection trailPlace view`)
