package llvm

import (
	_ "embed"
	"strings"
	"sync"
)

// Compilers call functions that no program defines and that the C library of the interpreter lacks: complex arithmetic, what
// glibc's <ctype.h> reads its tables with, what rustc makes for a whole program, what C++ has in its library. They are LLVM IR themselves, translated into the
// modules that call them.

//go:embed runtime-complex.ll
var complexText string

//go:embed runtime-ctype.ll
var ctypeText string

//go:embed runtime-rust.ll
var rustText string

//go:embed runtime-cxx.ll
var cxxText string

//go:embed runtime-posix.ll
var posixText string

// runtimeTexts are the modules with such functions.
var runtimeTexts = []string{complexText, ctypeText, rustText, cxxText, posixText}

// runtimeNames are the functions that a text defines.
var runtimeNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, text := range runtimeTexts {
		for _, line := range strings.Split(text, "\n") {
			if !strings.HasPrefix(line, "define ") {
				continue
			}
			_, rest, _ := strings.Cut(line, "@")
			name, _, _ := strings.Cut(rest, "(")
			names[name] = text
		}
	}
	return names
})

// inRuntime reports whether a function is one of those.
func inRuntime(name string) bool { return runtimeNames()[name] != "" }

// addRuntime translates the functions that are called and not defined.
func (c *lowering) addRuntime() {
	for _, text := range runtimeTexts {
		var wanted []string
		for _, f := range c.mod.funcs {
			if name := libraryName(f.name); !f.defined && runtimeNames()[name] == text {
				wanted = append(wanted, name)
			}
		}
		if len(wanted) == 0 {
			continue
		}
		p := newParser("runtime.ll", text)
		p.module()
		r := newLowering(p, c.o)
		r.m, r.apart, r.uninit = c.m, true, c.uninit
		for len(wanted) > 0 {
			name := wanted[0]
			wanted = wanted[1:]
			f, ok := p.mod.byName[name].(*function)
			if !ok || !f.defined || c.m.Func(name) != nil || c.mod.defines(name) {
				continue
			}
			f.linkage = "internal"
			p.body(f)
			for _, x := range f.insts {
				for _, a := range x.args {
					if a.c != nil && a.c.kind == vGlobal {
						wanted = append(wanted, a.c.name)
					}
				}
			}
			r.function(f)
		}
		for _, g := range p.mod.globals {
			r.global(g)
		}
		c.uninit = r.uninit
	}
}

// defines reports whether the module defines a symbol.
func (m *module) defines(name string) bool {
	switch x := m.byName[name].(type) {
	case *function:
		return x.defined
	case *global:
		return x.init != nil
	}
	return false
}

// rustPanic reports whether a function of Rust's libraries ends the program: what it would print is not translated.
func rustPanic(name string) bool {
	if !strings.HasPrefix(name, "_ZN") && !strings.HasPrefix(name, "_R") {
		return false
	}
	return strings.Contains(name, "panic") || strings.Contains(name, "_failed") || strings.Contains(name, "slice_") && strings.Contains(name, "fail") ||
		strings.Contains(name, "handle_alloc_error") || strings.Contains(name, "handle_error") || strings.Contains(name, "capacity_overflow")
}
