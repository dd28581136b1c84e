// Package clib has functions of the C library as Tuffy IR. Those that call back into the program are one text for the interpreter and for
// compiled programs, so that a comparison function is called in the same order in both, and a call through its pointer
// is an instruction like any other. Threads and locks are C, on a few functions that the interpreter has for them alone, and so are signals, wide characters and complex functions.
//
// Non-goals: what has a contract that package interp/host states better.
package clib

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

//go:generate go run ../internal/cgen/cmd shared.tir src sort.c signals.c wide.c multibyte.c wideio.c stdlib.c
//go:generate go run ../internal/cgen/cmd complex.tir src complex.c
//go:generate go run ../internal/cgen/cmd threads.tir src threads.c locks.c widetime.c widescan.c fenv.c checked.c checkedsignals.c

// Source is the text of the functions that compiled programs have, too, for a library that they are part of.
//
//go:embed shared.tir
var Source string

//go:embed complex.tir
var complexSource string

//go:embed threads.tir
var threadsSource string

// Module has the functions. It is shared: nothing may change it.
var Module = sync.OnceValue(func() *ir.Module {
	m, err := parser.Parse("clib.tir", []byte(Source+complexSource+threadsSource))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: the functions that call back: %v", err))
	}
	return m
})
