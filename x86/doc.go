// Package x86 describes x86-64 machine code, one row an encoding: from the row come the encoder,
// the decoder, the printers in Intel's and AT&T's spelling, and what an instruction reads and
// writes.
//
// The table covers what the backend emits and what start-up and run-time code need: integer,
// bit-manipulation, conditional, atomic and string instructions, SSE to SSE4.1, carry-less
// multiplication, AVX, AVX2, FMA and F16C of scalars and vectors, and what long double needs of the
// x87. A row says in which mode it is valid; [Append32] and [Decode32] work in 32-bit mode. Sources: Intel 64 and IA-32 Architectures
// Software Developer's Manual, volume 2.
//
// To add an instruction:
//
//  1. write its row in the table_*.go file of its group, in the manual's notation (type row says how
//     the operands are written);
//  2. go generate ./x86, which writes its constant;
//  3. go test ./x86 compares it with objdump, GNU as, x86asm and the processor;
//  4. go test ./x86 -run TestGolden -update.
//
// Non-goals: the rest of the x87, MMX, AVX-512, system instructions, segment overrides, addresses of 32 bits in
// 64-bit mode.
package x86
