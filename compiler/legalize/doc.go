// Package legalize rewrites functions, IR to IR, until instruction selection can take every
// instruction as it stands ([Module], [Func]). A function that is legal already is looked at once
// and left alone, but for claims on values whose range followed from their operands only.
//
// # Legal values
//
//   - int: [Container] is 8, 16, 32 or 64 bits. It follows from the claim on the value, or from the
//     opcode alone (iconst, param, load, zext, sext, bswap, …), or for freeze from its operand. A
//     register holds the value modulo 2^container; an instruction that needs more bits extends it
//     by its sign. A value whose claim is :iN, N one of 8, 16, 32, 64, holds the low N bits of a
//     number of any size; nothing looks at the others.
//   - bool, ptr (of any address space), f32, f64
//   - f16 and bf16: 16 bits in a general register. They are constants, moved, loaded, stored,
//     selected, passed, and cast to int and back.
//   - byte(1), byte(2), byte(4), byte(8): as an int of that size. They are moved, loaded, stored
//     and cast.
//   - vec<128>, and with avx2 vec<256> in functions that do with such vectors what long.go lists; vec<16>, vec<32> and vec<64> as the mask of one, made and read by vector instructions
//   - mem
//   - f80 as the result of loads, constants, arithmetic and conversions, and as an operand of these and of stores: the
//     value is in memory, and the x87 computes with it
//
// There are no aggregates, no f80 elsewhere, no f128, no unit and no other vectors: parameters, results, arguments and
// block arguments of these types are several of the legal ones, in the order of their bytes, and
// an int of more than 64 bits several of 64 bits from the lowest to the highest ("limbs").
//
// # Legal instructions
//
// W is the container of the result, J that of the join of the operands' ranges (of icmp, min, max,
// tdiv, trem: [Range.Join]).
//
//   - iconst bconst fconst param symbol_addr freeze select bool_to_int int_to_bool band bor bxor
//   - add sub mul and or xor not: modulo 2^W. There is one product that is not: mul of two operands
//     of 64-bit containers, both unsigned or both signed, whose only use is the split.64 after it:
//     the processor's product of 128 bits. The halves are the results of the split.
//   - shl, shr by an amount of 0 to 63, which may be W or more: then the operand is extended to 64
//     bits, by its sign, and shifted there.
//   - icmp min max: at J. tdiv trem: at J, with a divisor that is not 0, and not -1 where the
//     dividend may be the least number of J: idiv and div do not trap.
//   - zext sext to 1 to 64 bits
//   - count_ones (only with popcnt), count_trailing_zeros, count_leading_zeros.32 and .64,
//     bswap.2 .4 .8, rotate_left and rotate_right .8 .16 .32 .64 by any amount
//   - fadd fsub fmul fdiv fsqrt fcmp fneg fabs of f32 and f64, fma of them with the feature,
//     fp_convert between the two, si_to_fp of a range inside :s64 to them, fp_to_si.N from them,
//     N up to 64, without .sat
//   - fadd fsub fmul fdiv fsqrt fconst of f80, load.10 and store.10 of it, fp_convert between it and f32 and f64,
//     si_to_fp of a range inside :s64 to it
//   - bitcast between two legal types of the same size, int among them
//   - ptradd ptrdiff ptrtoint ptrtoaddr inttoptr: 64-bit arithmetic
//   - stack_slot; load store of 1, 2, 4 or 8 bytes; memcpy memmove memset; fence, and atomic load,
//     store, rmw, cmpxchg of 1, 2, 4 or 8 bytes (a cmpxchg of an int compares the bytes)
//   - vector instructions on vec<128> and vec<256> that have a case in nativeVector (whole.go)
//   - call, landing_pad; br brif ret continue region_yield unreachable trap; switch with cases that
//     are in the container
//
// # Passing
//
// An int that is passed, as an argument or a result, is extended to 64 bits by its range by the side
// that passes it; what a call returns is read at the container of its claim. How many registers a wide
// int takes is what the signature of the callee claims. Of a call through a pointer it is what all functions of the
// module, external ones too, with these types and whose address is taken claim; if they do not agree the call is rejected, if
// there are none it is what the value needs. External functions take one register for an int without a
// claim, and every function for a field without one.
//
// A composite is passed as C passes it (package abi): as what its eightbytes hold, or where it is in
// memory as its leaves. A function and its calls say in [Legalizer.Passings] which values belong together.
//
// # Steps
//
// Each step leaves a program that verifies and that the interpreter runs, and refines what it had:
// tests compare the two on generated programs, after each step. In order:
//
//	open      claims about single bits are used or dropped                 (legalize.go)
//	parts     aggregates, f80, f128, byte(N) and vectors become their parts     (parts.go, whole.go, long.go, chunks.go, vector.go)
//	floats    float operations that the processor does not have            (floats.go)
//	expand    int operations that it does not have, at any width           (expand.go)
//	limbs     ints of more than 64 bits become 64-bit ints                 (limbs*.go)
//	claims    what is known of ranges is written down                      (legalize.go, derive.go)
//
// Division of more than 64 bits, the remainder of floats, and fma become calls of functions
// that this package adds to the module, written in IR and made legal like others ([Helper]).
//
// Poison becomes a number where a step computes with what might be poison: a refinement. Where a
// value is only moved, its bytes are moved as they are, in whatever state.
//
// # Not here
//
// Optimization; placing arguments in registers, which package abi knows; loop
// regions and switch, which stay. Rejected with an [Error]: ints without a finite range of which more than
// some low bits are read, or with one of more than [MaxBits] bits; atomics that are not of 1, 2, 4 or 8
// bytes; values of more than [MaxParts] parts; carry-less products of two numbers of more than 512
// bits; target intrinsics on other operands than vectors of 128 bits.
package legalize
