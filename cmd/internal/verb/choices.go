package verb

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// cChoices are the choices that C leaves open, beside those of a run: --many-seeds makes them, too. A program is translated once
// with operands from left to right, and once from right to left.
type cChoices struct {
	f           *interpFlags
	files       []string
	in          *difftest.Input
	left, right *ir.Module
	places      []orderPlace // where the order is open, in the order of the source
}

// orderPlace is a place where the order of operands is open.
type orderPlace struct {
	file      string
	line, col int
}

func (p orderPlace) String() string { return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.col) }

// choices translates the program from right to left, and notes where that could matter.
func (f *interpFlags) choices(files []string, left *ir.Module, in *difftest.Input) (*cChoices, error) {
	c := &cChoices{f: f, files: files, in: in, left: left}
	seen := map[orderPlace]bool{}
	m, err := c.translate(func(p orderPlace) bool {
		if !seen[p] {
			seen[p] = true
			c.places = append(c.places, p)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	sort.SliceStable(c.places, func(i, j int) bool {
		a, b := c.places[i], c.places[j]
		if a.file != b.file {
			return a.file < b.file
		}
		return a.line < b.line || a.line == b.line && a.col < b.col
	})
	c.right = m
	return c, nil
}

// translate is the program with the order of the places that reverse names from right to left.
func (c *cChoices) translate(reverse func(orderPlace) bool) (*ir.Module, error) {
	old, warn := readC.Reverse, readC.Warn
	defer func() { readC.Reverse, readC.Warn = old, warn }()
	readC.Warn = nil // they have been given
	readC.Reverse = func(file string, line, col int) bool { return reverse(orderPlace{file, line, col}) }
	return loadAll(c.files)
}

// take makes the choices of a seed: those of odd seeds are from right to left.
func (c *cChoices) take(o *interp.Options, seed uint64) *ir.Module {
	if c.f.freeze == "zero" {
		o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: seed}
	}
	if seed%2 == 1 {
		return c.right
	}
	return c.left
}

// sourceVerdict is the outcome on one line, with places of the source.
func sourceVerdict(out *interp.Outcome) string {
	if len(out.Reports) == 0 || out.Reports[0].Source == nil {
		return verdictLine(out)
	}
	s := out.Reports[0].Source
	return fmt.Sprintf("%s at %s: %s", out.Reports[0].Code.ID(), s.At, s.Headline)
}

// behaviour is what a run with these choices does: its outcome and its output.
func (c *cChoices) behaviour(ctx context.Context, m *ir.Module, set func(*interp.Options)) (string, error) {
	o, err := c.f.prepare(m, c.in)
	if err != nil {
		return "", err
	}
	var printed bytes.Buffer
	o.Stdout, o.NoEvents = &printed, true
	set(&o)
	out, err := interp.Run(ctx, m, o)
	if out == nil {
		return "", badInput{err}
	}
	return printed.String() + "\x00" + sourceVerdict(out), nil
}

// maxVaried bounds the seeds that are tried for one choice.
const maxVaried = 16

// varied are the choices of a run by themselves.
var varied = []struct {
	what string
	set  func(o *interp.Options, seed uint64)
}{
	{"the addresses of objects", func(o *interp.Options, s uint64) { o.AddressSeed = s }},
	{"the schedule of threads, or rand", func(o *interp.Options, s uint64) { o.Seed = s }},
	{"bits that have no value", func(o *interp.Options, s uint64) { o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: s} }},
}

// dependence is a choice that the outcome of a program depends on.
type dependence struct {
	On         string `json:"on"`
	At         string `json:"at,omitempty"` // of an order of evaluation the place
	Difference string `json:"difference,omitempty"`
}

// text is the dependence as a sentence.
func (d dependence) text() string {
	s := "the program depends on " + d.On
	if d.At != "" {
		s += " at " + d.At
	}
	if d.Difference != "" {
		s += ": " + quote.Text(d.Difference)
	}
	return s
}

// explain says on which choices the program depends, each varied by itself, and where.
func (c *cChoices) explain(ctx context.Context, lo, hi uint64) (all []dependence, err error) {
	base := func(o *interp.Options) { o.Seed, o.AddressSeed = lo, lo }
	want, err := c.behaviour(ctx, c.left, base)
	if err != nil {
		return nil, err
	}
	for _, v := range varied {
		for s := lo; s <= min(hi, lo+maxVaried); s++ {
			got, err := c.behaviour(ctx, c.left, func(o *interp.Options) { base(o); v.set(o, s) })
			if err != nil {
				return nil, err
			}
			if got != want {
				all = append(all, dependence{On: v.what, Difference: difference(want, got)})
				break
			}
		}
	}
	got, err := c.behaviour(ctx, c.right, base)
	if err != nil {
		return nil, err
	}
	if got != want {
		at, err := c.where(ctx, want, base)
		if err != nil {
			return nil, err
		}
		all = append(all, dependence{"the order of evaluation", at, difference(want, got)})
	}
	if len(all) == 0 {
		all = append(all, dependence{On: "several choices together"})
	}
	return all, nil
}

// where is the first place of the source whose order changes the behaviour, by bisection: with the places before it from right to
// left the behaviour is that of the order from left to right, with it no more.
func (c *cChoices) where(ctx context.Context, want string, base func(*interp.Options)) (string, error) {
	number := map[orderPlace]int{}
	for n, p := range c.places {
		number[p] = n
	}
	lo, hi := 0, len(c.places) // with lo places the behaviour is the same, with hi it is not
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		m, err := c.translate(func(p orderPlace) bool { return number[p] < mid })
		if err != nil {
			return "", err
		}
		got, err := c.behaviour(ctx, m, base)
		if err != nil {
			return "", err
		}
		if got == want {
			lo = mid
		} else {
			hi = mid
		}
	}
	if hi == 0 {
		return "some place", nil
	}
	return c.places[hi-1].String(), nil
}

// difference tells the first line of output that differs, or the ends.
func difference(a, b string) string {
	outA, endA, _ := strings.Cut(a, "\x00")
	outB, endB, _ := strings.Cut(b, "\x00")
	if outA == outB {
		return fmt.Sprintf("it ends with %q or %q", endA, endB)
	}
	la, lb := strings.Split(outA, "\n"), strings.Split(outB, "\n")
	n := 0
	for n < len(la) && n < len(lb) && la[n] == lb[n] {
		n++
	}
	line := func(l []string) string {
		if n < len(l) {
			return l[n]
		}
		return ""
	}
	return fmt.Sprintf("line %d of the output is %q or %q", n+1, line(la), line(lb))
}
