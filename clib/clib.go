// Package clib has the functions of the C library that call back into the program, as Tuffy IR. The interpreter and compiled
// programs have the same text, so that a comparison function is called in the same order in both, and a call through its pointer
// is an instruction like any other.
//
// Non-goals: functions that call nothing of the program. Those are in interp/host and compiler/runtime.
package clib

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

//go:generate go run ../internal/tirgen/cmd src/callbacks.tgo callbacks.tir

// Source is the text of the functions, for a library that they are part of.
//
//go:embed callbacks.tir
var Source string

// Module has the functions. It is shared: nothing may change it.
var Module = sync.OnceValue(func() *ir.Module {
	m, err := parser.Parse("callbacks.tir", []byte(Source))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: the functions that call back: %v", err))
	}
	return m
})
