package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// textTime is for reading, verifying, printing and up to six runs of one text with little fuel.
const textTime = 5 * time.Second

// attackTexts reads, verifies, prints and runs mutated texts by the Go packages. The texts are tried
// in children of this process, since some crashes of a Go process cannot be caught; the one that a
// child was at is then known by its file.
func attackTexts(s *session) {
	if os.Getenv("ATTACK_TEXTS") != "" {
		s.tryTexts()
		return
	}
	self, err := os.Executable()
	s.must(err)
	journal := filepath.Join(s.scratch, "journal")
	// 2000 texts a child, so that starting children costs little; after a crash the next child starts
	// behind the text.
	for at, end := s.first, s.first+s.count; at < end; {
		n := min(2000, end-at)
		o := run(limits{wall: 30 * time.Minute, env: []string{"ATTACK_TEXTS=" + journal}}, ".", self, "texts",
			"--seed", fmt.Sprint(s.seed), "--first", itoa(at), "--count", itoa(n), "--corpus", s.corpus, "--out", filepath.Join(s.out, itoa(at)))
		lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
		for _, l := range lines {
			if strings.HasPrefix(l, "FAIL") {
				fmt.Println(l)
			}
		}
		var sum struct {
			Tried, Failed    int
			Counts, Failures map[string]int
		}
		if json.Unmarshal([]byte(lines[len(lines)-1]), &sum) == nil && sum.Tried > 0 {
			s.tried += sum.Tried
			s.failed += sum.Failed
			for k, v := range sum.Counts {
				s.counts[k] += v
			}
			for k, v := range sum.Failures {
				s.causes[k] += v
			}
		}
		if o.status == 0 || o.status == 1 {
			at += n
			continue
		}
		// The child died of a text, whose number is in the journal file's first line.
		b, err := os.ReadFile(journal)
		s.must(err)
		num, text, _ := strings.Cut(string(b), "\n")
		fmt.Sscan(num, &at)
		s.tried += at % 2000 // not exact: its summary is lost
		s.fail(fmt.Sprintf("%06d", at), "the process died", firstLine(o.stderr)+"\n"+o.report(), map[string]string{"input.tir": text})
		at++
	}
}

// tryTexts is the child's side: it gives texts to reader, verifier and interpreter, each in a
// goroutine with a limit of time. The text at hand is written to a file first, so that the parent
// knows which one ended the process.
func (s *session) tryTexts() {
	// It makes the collector work harder near 1 GiB; it refuses nothing.
	debug.SetMemoryLimit(1 << 30)
	m := newMutator(s.corpusTexts())
	journal := os.Getenv("ATTACK_TEXTS")
	for i := s.first; i < s.first+s.count; i++ {
		text, origin := m.text(s.rng(i))
		s.must(os.WriteFile(journal, []byte(fmt.Sprintf("%d\n%s", i, text)), 0o644))
		type verdict struct{ word, cause, detail string }
		done := make(chan verdict, 1)
		start := time.Now()
		// The deferred function runs for a panic of this goroutine only; others, and errors of the
		// runtime that cannot be recovered, end the child.
		go func() {
			var v verdict
			defer func() {
				if p := recover(); p != nil {
					v.cause, v.detail = "panic in "+v.word, fmt.Sprintf("%v\n%s", p, debug.Stack())
				}
				done <- v
			}()
			tryText(text, &v.word, &v.cause, &v.detail)
		}()
		var v verdict
		select {
		case v = <-done:
			if v.cause == "" && time.Since(start) > textTime {
				v.cause = "slow " + v.word
			}
		case <-time.After(4 * textTime):
			// The goroutine cannot be ended: the process is.
			// 70 makes the parent read the journal file, as after any other crash.
			fmt.Fprintf(os.Stderr, "attack: text %d does not end\n", i)
			os.Exit(70)
		}
		s.saw(v.word)
		if v.cause != "" {
			s.fail(fmt.Sprintf("%06d", i), v.cause, "from "+origin+"\n"+v.detail, map[string]string{"input.tir": text})
		}
	}
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
		fast, err1 := interp.Run(context.Background(), m, o)
		o.Exact = true
		reference, err2 := interp.Run(context.Background(), m, o)
		if err1 != nil || err2 != nil {
			if (err1 == nil) != (err2 == nil) {
				bad("engines differ", "%v, %v", err1, err2)
			}
			continue
		}
		if fast.Kind == interp.OutOfFuel && reference.Kind == interp.OutOfFuel {
			continue // where, they need not agree on
		}
		if memoryLimit.MatchString(fast.Text()) && memoryLimit.MatchString(reference.Text()) {
			continue // each counts what it keeps itself
		}
		if fast.Kind != reference.Kind || fast.Text() != reference.Text() || fast.Steps != reference.Steps {
			bad("engines differ", "@%s: %s (%d steps)\n%s (%d steps)", f.Name, fast.Text(), fast.Steps, reference.Text(), reference.Steps)
		}
	}
	*word = "run"
}
