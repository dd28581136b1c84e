// Package runtime is what a native program needs besides itself: start-up, and the host functions of
// package interp/host with the same results.
//
// Most of it is Tuffy IR, compiled like every other program; the few bytes that no IR can say belong to the target
// (compiler/amd64/routines). Only what a program uses is linked into it. The texts strings.tir and stdlib_c.tir (from C, by package
// internal/cgen), stdlib.tir and scan.tir are generated from src; library.tir, elementary.tir and sandbox.tir are edited by hand, and
// package clib has the functions that call back into the program, signals and wide characters.
//
// Non-goals: threads, files other than the three standard streams, a C library for others.
package runtime

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

//go:generate go run ../../internal/tirgen/cmd src/stdlib.tgo stdlib.tir
//go:generate go run ../../internal/tirgen/cmd src/scan.tgo scan.tir
//go:generate go run ../../internal/cgen/cmd strings.tir src ctype.c string.c
//go:generate go run ../../internal/cgen/cmd stdlib_c.tir src numbers.c process.c errors.c heap.c print.c stream.c random.c

//go:embed library.tir
var source string

//go:embed strings.tir
var stringsSource string

//go:embed stdlib_c.tir
var stdlibCSource string

//go:embed stdlib.tir
var stdlibSource string

//go:embed scan.tir
var scanSource string

//go:embed elementary.tir
var elementarySource string

//go:embed sandbox.tir
var sandboxSource string

// Entry is the symbol that a program starts at; it calls [Main].
const Entry = "_start"

// Main is the function that the start-up code calls, with the number and the addresses of the
// arguments. Its result is the exit status. [Start] makes it.
const Main = "__tuffy_main"

var library = sync.OnceValue(func() *ir.Module {
	m, err := parser.Parse("library.tir", []byte(source+stringsSource+stdlibCSource+stdlibSource+scanSource+elementarySource+sandboxSource+clib.Source))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: the run-time library: %v", err))
	}
	return m
})

// Library is a copy of the library in Tuffy IR.
func Library() *ir.Module { return library().Clone() }

// Threads are host functions that native programs do not have: there is one thread.
var Threads = map[string]bool{"thread_spawn": true, "thread_join": true, "thread_id": true, "thread_yield": true}

// Start is a module with [Main]: a function that calls the @main of m and makes an exit status of
// what it returns, the low byte of an int as in C, 0 for anything else. A confined one first calls
// [Confine]. An error says what is wrong with @main.
func Start(m *ir.Module, confined bool) (*ir.Module, error) {
	f := m.Func("main")
	if f == nil {
		return nil, fmt.Errorf("there is no function @main to start a program with")
	}
	s := ir.NewModule()
	s.AddExtern(&ir.Extern{Name: f.Name, Params: f.Params, Returns: f.Returns})
	argc, argv := ir.Param{Type: ir.Int, Annot: ir.Signed(32)}, ir.Param{Type: ir.Ptr}
	g := s.AddFunc(Main, []ir.Param{argc, argv}, []ir.Param{{Type: ir.Int, Annot: ir.Unsigned(8)}})
	b := g.AddBlock(ir.Body)
	mem := g.AddArg(b, ir.Mem, ir.NoAnnot)
	at := g.At(b)
	if confined {
		s.AddExtern(&ir.Extern{Name: Confine, Params: []ir.Param{{Type: ir.Ptr}, {Type: ir.Ptr}}})
		mem = g.Result(at.Call(at.SymbolAddr(Confine, ir.Synthetic),
			[]ir.Value{at.SymbolAddr(SandboxLimits, ir.Synthetic), at.SymbolAddr(SandboxFilter, ir.Synthetic)}, mem, nil, ir.Synthetic), 0)
	}
	var args []ir.Value
	for n, p := range f.Params {
		want := ir.Int
		if n > 0 {
			want = ir.Ptr
		}
		if n > 2 || p.Type != want {
			return nil, fmt.Errorf("@main takes parameters that no program is started with: none, (int), (int, ptr) or (int, ptr, ptr) are")
		}
		if n < 2 {
			args = append(args, at.Param(n, ir.Synthetic))
			continue
		}
		// The environment stands behind the null pointer at the end of argv (System V ABI 3.4.1).
		past := at.Binary(ir.OpMul, at.Binary(ir.OpAdd, args[0], at.Int64(1, ir.Synthetic), ir.Synthetic), at.Int64(8, ir.Synthetic), ir.Synthetic)
		args = append(args, at.Binary(ir.OpPtrAdd, args[1], past, ir.Synthetic))
	}
	var results []ir.Type
	for _, r := range f.Returns {
		results = append(results, r.Type)
	}
	call := at.Call(at.SymbolAddr("main", ir.Synthetic), args, mem, results, ir.Synthetic)
	for n, r := range f.Returns {
		g.SetAnnot(g.Result(call, n+1), r.Annot)
	}
	mem = RunExits(at, m, g.Result(call, 0))
	status := at.Int64(0, ir.Synthetic)
	if len(results) > 0 && results[0] == ir.Int {
		status = at.Extend(ir.OpZExt, g.Result(call, 1), 8, ir.Synthetic)
	}
	g.SetAnnot(status, ir.Unsigned(8))
	at.Ret(ir.Synthetic, status, mem)
	return s, nil
}

// RunExits calls, behind the token, what the program m gave to atexit, and gives the token after it: where @main returned. Nothing is
// added for a program that does not know atexit.
func RunExits(at *ir.Builder, m *ir.Module, mem ir.Value) ir.Value {
	if !UsesExits(m) {
		return mem
	}
	at.F.Module.AddExtern(&ir.Extern{Name: runExits})
	return at.F.Result(at.Call(at.SymbolAddr(runExits, ir.Synthetic), nil, mem, nil, ir.Synthetic), 0)
}

// UsesExits reports whether a program refers to the atexit of the library.
func UsesExits(m *ir.Module) bool {
	if m.Func("atexit") != nil || m.DataNamed("atexit") != nil {
		return false
	}
	for s := range m.NumSymbols() {
		if m.SymbolName(ir.Symbol(s)) == "atexit" {
			return true
		}
	}
	return false
}

// runExits is the function of the library that calls what atexit was given.
const runExits = "__tuffy_run_exits"
