// Package headers holds the texts that every C program is read with. Each is embedded by a directive of its own and lies beside it, since go-fuzz-build
// copies no folders and no patterns.
//
// Non-goals: what a header means; which one a name finds (package c).
package headers

import _ "embed"

// Musl is an archive of the headers of musl 1.2.3: MIT, and in its words usable without attribution.
//
//go:embed musl.zip
var Musl []byte

// Predefined is what gcc predefines for x86-64 Linux, without what says that there are vector instructions, and decimal floats.
//
//go:embed predefined.h
var Predefined string

// Builtin has the functions and macros that the compiler itself provides.
//
//go:embed builtin.h
var Builtin string

// StdAtomic is <stdatomic.h>.
//
//go:embed stdatomic.h
var StdAtomic []byte

// Intrinsics is <immintrin.h>, and the content of the headers that Intel has for single extensions.
//
//go:embed immintrin.h
var Intrinsics []byte

// CType is <ctype.h> without macros, whose calls are checked.
//
//go:embed ctype.h
var CType []byte

// CPUID is <cpuid.h>.
//
//go:embed cpuid.h
var CPUID []byte

//go:embed float.h
var floatHeader []byte

//go:embed iso646.h
var iso646Header []byte

//go:embed limits.h
var limitsHeader []byte

// MMMalloc is <mm_malloc.h>.
//
//go:embed mm_malloc.h
var MMMalloc []byte

//go:embed stdalign.h
var stdalignHeader []byte

//go:embed stdarg.h
var stdargHeader []byte

//go:embed stdbool.h
var stdboolHeader []byte

//go:embed stddef.h
var stddefHeader []byte

//go:embed stdnoreturn.h
var stdnoreturnHeader []byte

// Unwind is <unwind.h>.
//
//go:embed unwind.h
var Unwind []byte

// Compiler has the headers that belong to the compiler and not to the library, by name.
var Compiler = map[string][]byte{
	"float.h":       floatHeader,
	"iso646.h":      iso646Header,
	"limits.h":      limitsHeader,
	"stdalign.h":    stdalignHeader,
	"stdarg.h":      stdargHeader,
	"stdbool.h":     stdboolHeader,
	"stddef.h":      stddefHeader,
	"stdnoreturn.h": stdnoreturnHeader,
}
