// Package llvm turns textual LLVM IR into Tuffy IR: what clang and rustc write for programs of x86-64 Linux, of LLVM 14 to 22.
//
// [Compile] reads one module. The text is read into a small tree (lex.go, parse*.go, tree.go), laid out as the data
// layout string says (layout.go), and lowered (lower*.go). docs/reference/llvm.md says of each construct how it is
// translated, or that it is refused.
//
// A value of type iN, N > 1, is an int between -2^(N-1) and 2^(N-1)-1; an i1 is a bool. Where an instruction reads it
// without a sign, a zext stands before it. A vector is an array, and each operation on one an operation for each
// element, so that poison stays in its element. A phi is an argument of its block.
//
// What LLVM calls immediate undefined behaviour is one here: divisions branch to unreachable, and so does poison where
// noundef is written. undef is a fresh freeze for each use.
//
// Non-goals: other targets than little-endian ones with 64-bit pointers, exceptions, scalable vectors.
package llvm
