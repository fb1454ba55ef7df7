// SPDX-License-Identifier: MIT

package shaders

import (
	"strings"
	"sync"
)

// builtins returns the names of the built-in functions of GLSL 4.30 that a compute, vertex or
// fragment shader may call, and of those that the lane tiers' extensions add. A caller's function
// with such a name would replace or hide the built-in in comb's own text, whatever its parameters
// are. noise1 to noise4 are not in the list: comb's text does not call them.
var builtins = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(`
		radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
		pow exp log exp2 log2 sqrt inversesqrt
		abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep
		isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat fma frexp ldexp
		packUnorm2x16 packSnorm2x16 packUnorm4x8 packSnorm4x8 packHalf2x16 packDouble2x32
		unpackUnorm2x16 unpackSnorm2x16 unpackUnorm4x8 unpackSnorm4x8 unpackHalf2x16 unpackDouble2x32
		length distance dot cross normalize faceforward reflect refract
		matrixCompMult outerProduct transpose determinant inverse
		lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not
		uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract bitfieldInsert bitfieldReverse
		bitCount findLSB findMSB

		textureSize textureQueryLod textureQueryLevels texture textureProj textureLod textureOffset
		texelFetch texelFetchOffset textureProjOffset textureLodOffset textureProjLod
		textureProjLodOffset textureGrad textureGradOffset textureProjGrad textureProjGradOffset
		textureGather textureGatherOffset textureGatherOffsets

		atomicCounterIncrement atomicCounterDecrement atomicCounter
		atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap
		imageSize imageLoad imageStore imageAtomicAdd imageAtomicMin imageAtomicMax imageAtomicAnd
		imageAtomicOr imageAtomicXor imageAtomicExchange imageAtomicCompSwap

		dFdx dFdy fwidth interpolateAtCentroid interpolateAtSample interpolateAtOffset
		barrier memoryBarrier memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierShared
		memoryBarrierImage groupMemoryBarrier

		packInt2x32 packUint2x32 unpackInt2x32 unpackUint2x32
		doubleBitsToInt64 doubleBitsToUint64 int64BitsToDouble uint64BitsToDouble
		ballotARB readInvocationARB readFirstInvocationARB
		anyInvocationARB allInvocationsARB allInvocationsEqualARB

		subgroupBarrier subgroupMemoryBarrier subgroupMemoryBarrierBuffer subgroupMemoryBarrierShared
		subgroupMemoryBarrierImage subgroupElect subgroupAll subgroupAny subgroupAllEqual
		subgroupBroadcast subgroupBroadcastFirst subgroupBallot subgroupInverseBallot
		subgroupBallotBitExtract subgroupBallotBitCount subgroupBallotInclusiveBitCount
		subgroupBallotExclusiveBitCount subgroupBallotFindLSB subgroupBallotFindMSB
		subgroupShuffle subgroupShuffleXor subgroupShuffleUp subgroupShuffleDown
		subgroupAdd subgroupMul subgroupMin subgroupMax subgroupAnd subgroupOr subgroupXor
		subgroupInclusiveAdd subgroupInclusiveMul subgroupInclusiveMin subgroupInclusiveMax
		subgroupInclusiveAnd subgroupInclusiveOr subgroupInclusiveXor
		subgroupExclusiveAdd subgroupExclusiveMul subgroupExclusiveMin subgroupExclusiveMax
		subgroupExclusiveAnd subgroupExclusiveOr subgroupExclusiveXor`) {
		all[name] = true
	}
	return all
})
