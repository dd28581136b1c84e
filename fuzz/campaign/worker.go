package campaign

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
)

// result is what became of a program. It is made by one goroutine and handed over whole. Texts are
// only there when somebody needs them.
type result struct {
	number   int64
	kind     interp.OutcomeKind
	steps    int64
	ended    bool // kind and steps are known
	timeout  bool
	ran      []int32 // times each check ran, by the campaign's table; 0 or 1
	failed   []int32
	idle     []int32 // times it ran and had nothing to compare
	failures []failure
	program  *program // if there are failures or news
	text     string   // of the program, likewise
	events   []event  // everything reached, if some of it was new to the worker
}

// task is a program at a worker. Whoever sets over first, the worker when it is done or the
// watchdog when the time is up, sends the result. over is the only thing that the two share besides
// phase, and the exchange of it decides who speaks.
type task struct {
	number  int64
	parents []*entry
	alone   bool         // nothing else runs
	phase   atomic.Int32 // index of the check at work, or one of the constants below
	began   atomic.Int64 // when that began, in nanoseconds since 1970; 0 before the first
	over    atomic.Bool
}

// What a worker does when it runs no check.
const (
	phaseMake = -1 - iota
	phaseCover
)

// slot is a place for a worker; the watchdog puts another one there if it hangs.
type slot struct {
	index int
	task  atomic.Pointer[task]
}

// work runs programs until there are no more, or one of them took too long. One goroutine at a time
// serves a slot. It leaves the slot when the watchdog has spoken for its task, since another worker
// is there by then.
func (c *Campaign) work(s *slot) {
	// The set is large, so each worker has one and clears it.
	scratch := &bitset{}
	for {
		t, ok := c.take()
		if !ok {
			s.task.Store(nil)
			select {
			case c.idle <- s:
			case <-c.quit:
			}
			return
		}
		s.task.Store(t)
		r := c.try(s, t, scratch)
		c.ended(s, t)
		if !t.over.CompareAndSwap(false, true) || !c.send(r) {
			return
		}
	}
}

// send hands a result to the coordinator unless that is gone. It blocks until the coordinator takes
// the result.
func (c *Campaign) send(r *result) bool {
	select {
	case c.results <- r:
		return true
	case <-c.quit:
		return false
	}
}

// try makes a program and runs the checks on it. A program that fails one check is asked all the
// others, so that a bug is seen from all sides. Panics of generators and checks are failures.
func (c *Campaign) try(s *slot, t *task, scratch *bitset) *result {
	if c.deadly[t.number] != "" {
		return c.stepOver(t)
	}
	r := &result{number: t.number, ran: make([]int32, len(c.checks)), failed: make([]int32, len(c.checks)), idle: make([]int32, len(c.checks))}
	c.begins(s, t, phaseMake)
	p := &program{number: t.number, seed: programSeed(c.recipe.seed, t.number)}
	made := check.Check{Name: "generate", Run: func(*check.Subject) *check.Failure {
		p = c.recipe.make(t.number, t.parents)
		return p.refusal()
	}}
	if f := made.Try(nil); f != nil {
		r.program, r.text = p, fmt.Sprintf("// program %d of a campaign with seed %d: %s\n%s", p.number, c.recipe.seed, f, p.source)
		r.failures = append(r.failures, failure{Failure: f, signature: f.Signature(), confirmed: true})
		return r
	}
	sub := p.subject()
	for n := range c.checks {
		row := &c.checks[n]
		if !asked(p.seed, row) && len(r.failures) == 0 {
			continue // of a failure as much is wanted as can be known
		}
		c.begins(s, t, int32(n))
		r.ran[n]++
		f := row.Try(sub)
		if sub.Idle {
			r.idle[n]++
		}
		if f != nil {
			r.failed[n]++
			c.begins(s, t, int32(n)) // once more, with the whole of the time
			r.failures = append(r.failures, c.confirm(row, p, f))
		}
	}
	// Coverage comes last: checks must not run on a subject that coverage has changed.
	c.begins(s, t, phaseCover)
	c.cover(r, sub, scratch)
	if len(r.failures) > 0 || len(r.events) > 0 {
		r.program, r.text = p, p.text()
	}
	return r
}

// confirm asks again about a failure that is not known yet. Asking again costs little, as most
// failures are known.
func (c *Campaign) confirm(row *check.Check, p *program, f *check.Failure) failure {
	out := failure{Failure: f, signature: f.Signature()}
	if state, ok := c.signatures.Load(out.signature); ok && state != Flaky {
		out.confirmed = true
		return out
	}
	again := row.Try(p.subject())
	out.confirmed = again != nil && again.Signature() == out.signature
	return out
}

// cover notes how the program ended and what it reached. A panic of the interpreter is for the
// checks to find: there is no coverage then. Events are only listed if one of them seems new.
func (c *Campaign) cover(r *result, sub *check.Subject, scratch *bitset) {
	quiet := check.Check{Run: func(s *check.Subject) *check.Failure {
		base := s.Base()
		r.kind, r.steps, r.ended = base.Kind, base.Steps, true
		if base.Kind == interp.OutOfFuel || sub.Source != "" {
			return nil // programs in C are not kept for what they reach
		}
		*scratch = bitset{}
		scratch.collect(s)
		if c.known.misses(scratch) {
			r.events = scratch.list()
		}
		return nil
	}}
	if quiet.Try(sub) != nil {
		r.events = nil
	}
}

// watchTick is how often the watchdog looks. Hang times are seconds.
const watchTick = 50 * time.Millisecond

// maxHung is the number of abandoned goroutines after which a campaign gives up: each keeps a
// core busy.
const maxHung = 16

// watch looks for programs that take too long, until the campaign quits. Each is abandoned: its
// goroutine continues, but nothing waits for it, and a new worker takes the slot. A slot whose task
// has not changed for too long is given to a new worker. The abandoned goroutine may still end;
// then it finds over set and goes away.
func (c *Campaign) watch() {
	tick := time.NewTicker(watchTick)
	defer tick.Stop()
	for {
		select {
		case <-c.quit:
			return
		case <-tick.C:
		}
		for _, s := range c.slots {
			t := s.task.Load()
			if t == nil || t.over.Load() || t.began.Load() == 0 || !c.o.hangs(t) {
				continue
			}
			if t.over.CompareAndSwap(false, true) {
				r := c.abandon(t)
				s.task.Store(nil)
				go c.work(s)
				c.send(r)
			}
		}
	}
}

// abandon makes the result of a program that does not end. The program is made anew, since
// the goroutine that hangs may be using it. phase may have moved on meanwhile, which names a later
// check at worst.
func (c *Campaign) abandon(t *task) *result {
	f := &check.Failure{Check: c.phaseName(t.phase.Load()), Rule: "hang", Message: "the check does not end",
		Detail: fmt.Sprintf("It was still running after %v.", c.o.HangTime)}
	r := c.lost(t, f)
	r.timeout, r.failures[0].hung = true, true
	if err := c.keepHang(r.text); err != nil {
		c.fail(err)
	}
	return r
}
