// Package c turns C into Tuffy IR: C11 with the GNU extensions that real programs use, for x86-64 Linux.
//
// [Compile] reads one translation unit. The parser and the typer are those of modernc.org/cc/v4; conversions,
// layout, constants that are addresses, and the meaning are this package's. Every object is a stack slot or a data
// symbol and every expression that is not an object a value, so a later pass makes the SSA form.
//
// An rvalue of integer type is the mathematical value, which lies in the range of its type. Unsigned arithmetic is
// the exact operation and then zext; signed arithmetic the exact operation with the claim of the type, so that an
// overflow is poison. A pointer is a ptr, compared by ptrtoaddr for equality and by ptrdiff for order, a struct the
// pointer to its bytes.
//
// Objects of a block end where control leaves it, so that a use after its scope is found (scope.go). Arrays of
// variable length and alloca are slots of computed sizes (vla.go).
//
// Non-goals: this package knows no pass, no target and no interpreter.
package c
