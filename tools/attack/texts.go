package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// attackTexts reads, verifies, prints and runs mutated texts by the Go packages.
func attackTexts(s *session) {
	s.inProcess("input.tir", func() (func(i int) (string, string), trial) {
		m := newMutator(s.corpusTexts(".tir"), irText)
		return func(i int) (string, string) { return m.text(s.rng(i)) }, tryText
	})
}

// verifyPlace is a line and a column, both from 1: the program came from a text, so that each mistake
// has a place.
var verifyPlace = regexp.MustCompile(`:[1-9][0-9]*:[1-9][0-9]*: `)

var memoryLimit = regexp.MustCompile(`^unsupported: memory limit`)

// largeType is a guess by the text of a type: a number of five digits, or an array of arrays.
var largeType = regexp.MustCompile(`[0-9]{5,}|\[.*\[`)

// tryText takes a text as far as it goes; word is how far that is. The first cause is kept. A text
// that verifies must survive printing: what is printed parses, verifies and prints the same. Up to
// three functions are run on both engines, which must agree on outcome, message and steps.
func tryText(text string, word, cause, detail *string) {
	bad := func(c, format string, args ...any) {
		if *cause == "" {
			*cause, *detail = c, fmt.Sprintf(format, args...)
		}
	}
	*word = "parse"
	m, err := parser.Parse("p.tir", []byte(text))
	if err != nil {
		*word = "rejected by the parser"
		var list parser.ErrorList
		if !errors.As(err, &list) || len(list.Errors) == 0 {
			bad("error without a place", "%v", err)
			return
		}
		lines := strings.Count(text, "\n") + 1
		for _, e := range list.Errors {
			if e.Pos.Line < 1 || e.Pos.Col < 1 || int(e.Pos.Line) > lines+1 || e.Msg == "" {
				bad("error at no place", "%v", e)
			}
		}
		if s := err.Error(); len(s) > 1<<20 {
			bad("error too long", "%d bytes", len(s))
		}
		return
	}
	*word = "verify"
	if err := ir.Verify(m); err != nil {
		if first := firstLine(err.Error()); !verifyPlace.MatchString(first) {
			bad("verifier's error without a place", "%v", err)
		}
		_ = m.Canonical() // whatever was built can be printed
		*word = "rejected by the verifier"
		return
	}
	*word = "print"
	printed := m.Canonical()
	m2, err := parser.Parse("printed.tir", []byte(printed))
	if err != nil {
		bad("printed text does not parse", "%v\n%s", err, printed)
		return
	}
	if err := ir.Verify(m2); err != nil {
		bad("printed text does not verify", "%v\n%s", err, printed)
		return
	}
	if again := m2.Canonical(); again != printed {
		bad("printed text prints otherwise", "%s\n---\n%s", printed, again)
	}
	*word = "run"
	runs := 0
	for _, f := range m.Funcs {
		if runs == 3 {
			break
		}
		var args []interp.Value
		large := false
		for _, p := range f.Params {
			if large = large || largeType.MatchString(p.Type.String()); large {
				break // whoever makes such an argument needs the memory for it
			}
			args = append(args, interp.PoisonInput(p.Type, 1))
		}
		if large {
			continue
		}
		runs++
		// Little of everything: the texts are many, and a mutant may be endless.
		o := interp.Options{Entry: f.Name, Args: args, Fuel: 20_000, MemLimit: 64 << 20, MaxDepth: 1000, PoisonResult: true, Strict: runs%2 == 0}
		runBoth(m, o, bad)
	}
	*word = "run"
}
