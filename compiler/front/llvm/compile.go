package llvm

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// Options say how a module is translated.
type Options struct {
	// Takes says how parameter n of a function of the C library takes an integer, and for -1 how its result is given; nil knows of
	// none.
	Takes func(name string, n int) Passing
	// Hosted defines the objects of the C library that host functions stand for (stdout …).
	Hosted bool
	// ReadFile gives the text of a file that debug information names, for reports; nil is none.
	ReadFile func(name string) (string, bool)
}

// Passing is how a function of the C library takes an integer.
type Passing uint8

// The ways: as a number with or without a sign, or as a pointer, as the handles of threads are.
const (
	Signed Passing = iota
	Unsigned
	Pointer
)

// maxText bounds the length of a text in bytes.
const maxText = 1 << 30

// Compile translates the module in a text. An error is an [*Error].
func Compile(file string, text []byte, o Options) (m *ir.Module, err error) {
	if len(text) > maxText {
		return nil, &Error{File: file, Line: 1, Col: 1, Msg: "the file is too long"}
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			m, err = nil, e
		}
	}()
	p := newParser(file, string(text))
	p.module()
	c := newLowering(p, o)
	c.run()
	return c.m, nil
}
