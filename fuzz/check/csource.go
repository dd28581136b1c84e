package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	cgen "github.com/tuffy-ir/tuffy/fuzz/gen/c"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// csmithHeaders is where Debian has csmith.h, which csmith's programs include.
const csmithHeaders = "/usr/include/csmith"

// OfC is the table of checks of C programs: those of the interpreter, the backend's, and one for each setting of other
// compilers. A compiler that is not there is an error.
func OfC(compilers []string) ([]Check, error) {
	rows := []Check{
		{Name: "c/known", Share: 100, Run: knownC, Doc: "the interpreter prints what the generator knows, reports what it planted, and nothing else"},
	}
	for _, r := range All() {
		switch r.Name {
		case "engines":
			r.Share = 10
		case "text", "backend/O1", "backend/O3":
			r.Share = 5
		case "backend/any":
			r.Share = 20
		case "backend/O0", "backend/O2":
			r.Share = 50
		default:
			continue
		}
		rows = append(rows, r)
	}
	for _, name := range compilers {
		peers, err := peersOf(name)
		if err != nil {
			return nil, err
		}
		for _, p := range peers {
			if missing := p.missing(); missing != "" {
				return nil, fmt.Errorf("--cc %s needs %s, which is not installed", name, missing)
			}
			rows = append(rows, p.check())
		}
	}
	return rows, nil
}

// CompileC is the module of a C program as checks look at it.
func CompileC(text string) (*ir.Module, error) { return compileC(text, false) }

// compileC is CompileC, with checks that only the interpreter makes if they are asked for.
func compileC(text string, checks bool) (*ir.Module, error) {
	o := c.Options{Freeform: true, Hosted: true, Checks: checks}
	if strings.Contains(text, `#include "csmith.h"`) {
		o.Include = []string{csmithHeaders}
	}
	return c.Compile([]c.File{{Name: "program.c", Text: []byte(text)}}, o)
}

// cRun is the run of a C program in the interpreter, as a user of C sees it, to the first report.
func (s *Subject) cRun() (*interp.Outcome, string) {
	if s.cOutcome == nil {
		var out bytes.Buffer
		o := s.Options()
		o.SourceUB, o.Stdout = true, &out
		m, err := compileC(s.Source, true)
		if err != nil {
			panic("BUG: a program that compiles without checks does not with them: " + err.Error())
		}
		s.cOutcome = run(m, o)
		s.cOutput = out.String()
	}
	return s.cOutcome, s.cOutput
}

// knownC holds the interpreter to what the generator knows. Of a smaller program nothing is known: gcc says what it prints, if
// its programs agree and its sanitizers find nothing.
func knownC(s *Subject) *Failure {
	if s.Source == "" {
		s.Idle = true
		return nil
	}
	want, item, known := cgen.Known(s.Source)
	out, got := s.cRun()
	if out.Kind == interp.OutOfFuel || out.Kind == interp.Unsupported {
		s.Idle = true
		return nil
	}
	reported := len(out.Reports) > 0
	switch {
	case s.Reduced:
		if want, known = judged(s.Source); !known {
			s.Idle = true
			return nil
		}
	case item != "":
		if reported || unseen(item) {
			return nil
		}
		return &Failure{Cause: "the interpreter misses: " + item, Message: "not reported: " + item, Detail: s.Source}
	}
	switch {
	case reported && !known && strings.HasPrefix(out.Reports[0].Message, endless):
		s.Idle = true
		return nil
	case reported:
		u := out.Reports[0]
		return &Failure{Cause: "a false alarm: " + u.Code.ID() + " at " + opcode(u.Where.Inst), Rule: u.Code.ID(), Message: "a defined program is reported: " + firstLine(u.Text(false)), Detail: u.Text(true) + "\n\n" + s.Source}
	case out.Kind != interp.Returned:
		return &Failure{Rule: out.Kind.String(), Message: "a defined program " + firstLine(out.Text()), Detail: s.Source}
	case known && got != want:
		return &Failure{Rule: "output", Message: "the interpreter prints something else than is known", Detail: differing(got, want) + "\n\n" + s.Source}
	}
	return nil
}

// endless begins the report of a loop that does not end, which csmith does not promise not to make.
const endless = "the loop does not end"

// unseen reports whether the interpreter need not report a planted item.
func unseen(item string) bool {
	n := slices.IndexFunc(cgen.Plants, func(p cgen.Plant) bool { return item == p.Name+", "+p.Section })
	return n >= 0 && cgen.Plants[n].Unseen != ""
}

// judged is what gcc's programs print, if they agree and its sanitizers find nothing.
func judged(text string) (output string, ok bool) {
	var all []peer
	for _, name := range []string{"gcc", "gcc+sanitize"} {
		peers, err := peersOf(name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		all = append(all, peers...)
	}
	for n, p := range all {
		r, err := p.try(text)
		if err != nil || r.refused != "" || r.crashed != "" || r.late || r.status < 0 || r.found != "" || n > 0 && r.output != output {
			return "", false
		}
		output = r.output
	}
	return output, true
}

// check is the row of a peer.
func (p peer) check() Check {
	doc := "its program prints what is known, or what the interpreter prints where it reports nothing"
	if p.finds != nil {
		doc = "it reports what the generator planted, and nothing in defined programs"
	}
	return Check{Name: p.name, Share: 100, Idles: true, Run: p.compare, Doc: doc}
}

// compare runs a program by a peer. Only programs are compared that the interpreter finds nothing in, which also keeps
// undefined behaviour out of smaller ones.
func (p peer) compare(s *Subject) *Failure {
	s.Idle = true
	if s.Source == "" {
		return nil
	}
	want, item, known := cgen.Known(s.Source)
	if s.Reduced {
		known, item = false, ""
	}
	if item != "" && p.finds == nil {
		return nil
	}
	if !known && item == "" {
		out, got := s.cRun()
		if out.Kind != interp.Returned || len(out.Reports) > 0 {
			return nil
		}
		want = got
	}
	r, err := p.try(s.Source)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	s.Idle = false
	detail := "\n\n" + strings.Join(p.compile, " ") + "\n\n" + s.Source
	switch {
	case r.crashed != "":
		return &Failure{Rule: "crash", Message: "the compiler crashes: " + r.crashed, Detail: r.crashed + detail}
	case r.refused != "" && !p.complete:
		s.Idle = true
		s.Rejected = append(s.Rejected, p.name+": "+r.refused)
		return nil
	case r.refused != "":
		return &Failure{Rule: "refused", Message: "what Tuffy compiles is refused: " + r.refused, Detail: r.refused + detail}
	case item != "" && r.found == "" && r.status >= 0:
		return &Failure{Cause: p.name + " misses: " + item, Message: "not reported: " + item, Detail: detail}
	case item != "":
		return nil
	case r.found != "":
		return &Failure{Rule: "false alarm", Message: r.found, Detail: detail}
	case r.late:
		return &Failure{Rule: "hang", Message: "its program does not end", Detail: detail}
	case r.status != 0:
		return &Failure{Rule: "status", Message: fmt.Sprintf("its program ends with %d", r.status), Detail: detail}
	case r.output != want:
		return &Failure{Rule: "output", Message: "its program prints something else", Detail: differing(r.output, want) + detail}
	}
	return nil
}

// differing shows the first lines in which two outputs differ.
func differing(got, want string) string {
	a, b := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for n := range max(len(a), len(b)) {
		var x, y string
		if n < len(a) {
			x = a[n]
		}
		if n < len(b) {
			y = b[n]
		}
		if x != y {
			return fmt.Sprintf("line %d is %q, expected %q", n+1, x, y)
		}
	}
	return "the outputs are the same"
}

// namedC is the row of that name for C programs.
func namedC(name string) (Check, bool) {
	rest, ok := strings.CutPrefix(name, "c/")
	if !ok {
		return Check{}, false
	}
	var compilers []string
	if compiler, _, found := strings.Cut(rest, "/"); found {
		compilers = []string{compiler}
	}
	rows, err := OfC(compilers)
	if err != nil {
		return Check{}, false
	}
	for _, r := range rows {
		if r.Name == name {
			return r, true
		}
	}
	return Check{}, false
}
