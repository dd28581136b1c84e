package campaign

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/reduce/predicate"
)

// reduction is what came of reducing a finding. It is a message from the goroutine of a reduction
// to the coordinator.
type reduction struct {
	hash     string
	stopped  bool // the campaign ended first: nothing was decided
	failure  *check.Failure
	text     string // of the reduced program; empty if it could not be reduced
	insts    int
	shape    string // signature after reduction
	note     string
	suspects string // of the reduced program, or of the whole one if it could not be reduced
}

// reduceNext starts the reduction of the oldest queued finding unless one is going on. The
// queue is the database: nothing is lost when the process ends. One reduction at a time leaves the
// other cores to the search for bugs. The goroutine works on a copy of the finding.
func (c *Campaign) reduceNext(ctx context.Context) {
	if c.reducing || ctx.Err() != nil || c.suspicious() {
		return
	}
	f := c.findings.queued(c.row)
	if f == nil {
		return
	}
	if err := c.reduces(f); err != nil {
		c.fail(err)
		return
	}
	c.reducing = true
	row, copied := c.row(f.Check), *f
	go func() {
		r := c.reduce(ctx, row, &copied)
		r.stopped = ctx.Err() != nil
		select {
		case c.reductions <- r:
		case <-c.quit:
		}
	}()
}

// row finds a check of this run, or of package check's table. A finding of an earlier run may be of
// a check that this run does not ask.
func (c *Campaign) row(name string) *check.Check {
	for n := range c.checks {
		if c.checks[n].Name == name {
			return &c.checks[n]
		}
	}
	if row, err := check.Named(name); err == nil {
		return &row
	}
	return nil
}

// reduced takes the outcome of a reduction into the state. A stopped reduction leaves the finding
// queued, and it is begun anew next time. A reduction that shows an earlier bug makes this finding
// a reference to that.
func (c *Campaign) reduced(r *reduction) {
	if r.stopped {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.findings[r.hash]
	f.Note, f.State, f.Suspects = r.note, Whole, r.suspects
	if r.text != "" {
		f.State, f.Reduced, f.ReducedInsts, f.ReducedHash = Reduced, address(r.text), r.insts, r.shape
		// All that is said stands beside the reduced program. The signature stays that of the whole one, by which it is found.
		f.Rule, f.Message, f.Detail = r.failure.Rule, r.failure.Message, r.failure.Detail
		c.batch.texts = append(c.batch.texts, r.text)
	}
	changed := []*finding{f}
	if f.Suspects != "" {
		changed = append(changed, c.findings.regroup()...)
	} else if old := c.findings.earlier(f); old != nil && r.text != "" {
		f.State, f.SameAs = Same, old.Hash
	}
	for _, g := range changed {
		c.signatures.Store(g.Hash, g.State)
		c.changed(g)
		c.folders = append(c.folders, g)
		// The report of a bug lists what it showed as, too.
		if bug := c.findings.bugOf(g.Hash); bug != g {
			c.folders = append(c.folders, bug)
		}
	}
	c.gauge()
}

// reduce shrinks a finding's program while the same check fails with the same signature. Each early
// return leaves a note that says why, in a sentence for the report. The reducer may panic like any
// code under test.
func (c *Campaign) reduce(ctx context.Context, row *check.Check, f *finding) (r *reduction) {
	r = &reduction{hash: f.Hash}
	defer func() {
		if v := recover(); v != nil {
			*r = reduction{hash: f.Hash, note: fmt.Sprintf("The reducer panicked: %v", v)}
		}
	}()
	p := &stillFails{row: row, f: f, leaked: &c.leaked, limit: c.o.HangTime / 4, fuel: f.Fuel}
	// A program that cannot be reduced is suspicious, too.
	defer func() {
		if r.text == "" && p.whole != nil && ctx.Err() == nil {
			p.reduced = false
			r.suspects = p.suspects(p.whole)
		}
	}()
	text, err := c.programs.text(f.Program)
	if err != nil {
		r.note = fmt.Sprintf("The program is gone: %v", err)
		return r
	}
	if f.c {
		return c.reduceC(ctx, p, r, text)
	}
	m, err := parser.Parse("original.tir", []byte(text))
	if err != nil {
		r.note = fmt.Sprintf("The text of the program does not read back: %v", err)
		// The original must fail before anything is removed, and it must fail as a program of which
		// nothing is promised.
		return r
	}
	if !p.ask(m) {
		r.note = "The program fails as it was made, and not when it is read back from its text."
		return r
	}
	p.whole = m
	if p.reduced = true; !p.ask(m) {
		r.note = "The failure is about what the generator promises of this program; a smaller one need not keep the promise."
		return r
	}
	// bound is called before the search, since most candidates are bad in the same way.
	p.bound(m)
	res, err := reduce.Run(ctx, reduce.Case{m}, p, reduce.Options{Keep: []string{"main"}, Jobs: 1, Time: c.o.ReduceTime})
	switch {
	case errors.Is(err, reduce.ErrFlaky) || err == nil && res.Flaky:
		r.note = "The failure comes and goes while the program is reduced."
		return r
	case err != nil && (res == nil || ctx.Err() == nil):
		r.note = fmt.Sprintf("Reducing ended with: %v", err)
		return r
	}
	// The result is judged with the fuel of the finding, not with that of candidates.
	p.fuel = f.Fuel
	return p.result(r, res)
}

// result reads the best program back from its text, and looks at it once more. What is kept is
// text, so the text must fail.
func (p *stillFails) result(r *reduction, res *reduce.Result) *reduction {
	text := res.Best[0].String() // with the numbers of the original
	m, err := parser.Parse("reduced.tir", []byte(text))
	if err != nil {
		r.note = fmt.Sprintf("The text of the reduced program does not read back: %v", err)
		return r
	}
	if !p.ask(m) {
		r.note = "The reduced program fails in memory, and not when it is read back from its text."
		return r
	}
	r.failure = p.row.Try(p.subject(m))
	r.text, r.insts, r.shape = text, instructions(m), r.failure.ReducedSignature(m)
	r.suspects = p.suspects(m)
	if !res.Complete {
		r.note = "The time of the reduction was up before nothing more could be removed."
	}
	return r
}

// stillFails is the predicate of a finding: the same check fails with the same signature. It is
// asked from one goroutine (Jobs is 1).
type stillFails struct {
	row    *check.Check
	f      *finding
	fuel   int64 // of a candidate's run
	limit  time.Duration
	leaked *atomic.Int32

	reduced bool       // ask as of a smaller program, of which nothing is promised
	whole   *ir.Module // the finding's program, if it fails when it is read back
	source  string     // of the candidate, if it is one in C
}

// subject looks at a candidate as at the finding's own program, or as at a smaller one, under the
// fuel of candidates.
func (p *stillFails) subject(m *ir.Module) *check.Subject {
	s := p.f.subject(m, p.source)
	if p.reduced {
		s = p.f.reducedSubject(m, p.source)
	}
	s.Fuel = p.fuel
	return s
}

// maxLeaked is after how many candidates that hang reductions give up. Each keeps a core busy for
// good.
const maxLeaked = 8

// errLeaked ends a reduction.
var errLeaked = errors.New("too many smaller programs hang")

// Interesting asks the check. A candidate that hangs is not interesting, and its goroutine is
// left running. It must not depend on anything but the candidate: the reducer caches answers.
func (p *stillFails) Interesting(ctx context.Context, c reduce.Case) (bool, error) {
	if p.leaked.Load() >= maxLeaked {
		return false, errLeaked
	}
	return p.ask(c[0]), nil
}

// ask gives the check a limit of time of its own.
func (p *stillFails) ask(m *ir.Module) bool {
	if check.Runnable(m) != nil {
		return false
	}
	yes, _ := inTime(p, p.limit, func() bool {
		f := p.row.Try(p.subject(m))
		return f != nil && f.Signature() == p.f.Hash
	})
	return yes
}

// suspects are those of the check for a program that fails, as a column. There are none if they take too long.
func (p *stillFails) suspects(m *ir.Module) string {
	if p.row.Suspects == nil {
		return ""
	}
	text, _ := inTime(p, 4*p.limit, func() (text string) {
		quiet := check.Check{Run: func(s *check.Subject) *check.Failure {
			if f := p.row.Try(s); f != nil {
				text = packSuspects(p.row.Suspects(p.subject(m), f))
			}
			return nil
		}}
		quiet.Try(p.subject(m))
		return text
	})
	return text
}

// inTime is what do returns within the limit of time; the answer channel has room, so that an abandoned goroutine can end.
func inTime[T any](p *stillFails, limit time.Duration, do func() T) (answer T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- do() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case answer = <-done:
		return answer, true
	case <-timer.C:
		p.leaked.Add(1)
		return answer, false
	}
}

// bound makes candidates that loop end soon. Four times the steps of the original is enough for any
// program that is smaller. It is not asked if the base run itself panics.
func (p *stillFails) bound(m *ir.Module) {
	quiet := check.Check{Run: func(s *check.Subject) *check.Failure {
		if base := s.Base(); base.Kind != interp.OutOfFuel {
			p.fuel = min(max(4*base.Steps, 1000), s.Options().Fuel)
		}
		return nil
	}}
	if quiet.Try(p.f.subject(m, p.source)) != nil {
		p.fuel = p.f.Fuel // the interpreter panics: nothing is known
	}
}

// Facts says what a run of the program executes. They steer the order of what the reducer tries
// first.
func (p *stillFails) Facts(ctx context.Context, c reduce.Case) []reduce.Facts {
	return (&predicate.Program{Options: p.subject(c[0]).Options()}).Facts(ctx, c)
}
