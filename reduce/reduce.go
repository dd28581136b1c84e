package reduce

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Case is the files that shrink together: one module, or the two sides of a comparison. The modules
// verify at all times between edits. All edits of a step are applied to all files together where
// they have the same key.
type Case []*ir.Module

// Clone returns a deep copy with the same handles.
func (c Case) Clone() Case {
	out := make(Case, len(c))
	for n, m := range c {
		out[n] = m.Clone()
	}
	return out
}

// Text is the canonical text of all files; two cases with the same text are the same. The separator
// cannot occur in a text.
func (c Case) Text() string {
	s := ""
	for n, m := range c {
		if n > 0 {
			s += "\x00"
		}
		s += m.Canonical()
	}
	return s
}

// Insts is the number of instructions of all files.
func (c Case) Insts() int {
	n := 0
	for _, m := range c {
		for _, f := range m.Funcs {
			n += f.Live()
		}
	}
	return n
}

// Predicate says whether a case is still interesting. It must not change the case, must be
// safe for concurrent calls, and should give up soon after ctx is done. An error ends the
// reduction: it is for what makes every answer worthless, such as a full disk. The answers should
// be the same for the same text: they are cached by its hash.
type Predicate interface {
	Interesting(ctx context.Context, c Case) (bool, error)
}

// PredicateFunc is a function as a [Predicate].
type PredicateFunc func(ctx context.Context, c Case) (bool, error)

// Interesting calls f.
func (f PredicateFunc) Interesting(ctx context.Context, c Case) (bool, error) { return f(ctx, c) }

// Observer is a [Predicate] that can also tell what happens in a run, which suggests what to
// drop first. Facts suggest, the predicate decides: wrong facts cost time only.
type Observer interface {
	Facts(ctx context.Context, c Case) []Facts // of each file; nil if nothing is known
}

// Options configure [Run]. The zero value reduces with all processors and no limits.
// All fields may be left empty.
type Options struct {
	Keep       []string         // functions that stay, with their signatures
	Jobs       int              // predicates asked at a time; 0 is one a processor
	Save       func(Case) error // called for the start and after every success; an error ends the reduction
	Progress   func(s *Stats)   // called after every answer
	Time       time.Duration    // of the search; 0 is no limit
	Transforms []Transform      // nil is [Transforms]
}

// Stats counts what a reduction did. The counts are the same whatever [Options.Jobs] is. It is
// passed to Progress by pointer and must not be kept.
type Stats struct {
	Start, Size int // instructions
	Round       int
	Current     string // the transformation at work
	Tests       int    // predicate runs
	Hits        int    // answers known from the same text before
	Invalid     int    // candidates that do not verify
	Useless     int    // candidates that are no smaller
	Elapsed     time.Duration
	Transforms  []TransformStats
}

// TransformStats counts for one transformation.
type TransformStats struct {
	Name            string
	Tests, Accepted int
	Removed         int // instructions
	Elapsed         time.Duration
}

// Result is the end of a reduction.
type Result struct {
	Best     Case
	Stats    Stats
	Complete bool // nothing more can be removed; false if the time was up
	Flaky    bool // asked again, the predicate did not find the result interesting; nothing asks when ctx is done
}

// ErrUninteresting is returned when the start is not interesting.
var ErrUninteresting = errors.New("the program is not interesting to begin with: the predicate says no")

// ErrFlaky is returned when the predicate does not say the same about the start each time.
var ErrFlaky = errors.New("the predicate is flaky: asked several times about the same program it did not always say the same")

// initialAsks is how often the start is asked about.
const initialAsks = 3

// It is used by one goroutine; only calls of the predicate run beside each other.
type reducer struct {
	ctx context.Context
	o   Options
	p   Predicate
	// text and cost are those of best and change with it.
	// After an edit was adopted best is not canonical until normalize.
	best Case
	text string
	cost cost
	// Keyed by the hash of the text. It grows with every answer and is kept until the reduction ends.
	cache map[[32]byte]*answer
	stats Stats
	keep  map[string]bool
	start time.Time
	// What the predicate or Save returned; it ends the search.
	failed   error
	patience int  // failures in a row that end a row of the table
	gaveUp   bool // one ended that way in this round
	trying   bool // the best case is one that grew
	lost     int  // instructions by which the last trial ended smaller
}

// answer is what the predicate said about a text; counted once the search came by. An answer that
// was asked ahead of its turn counts when the search gets there, which keeps the statistics
// independent of the number of jobs.
type answer struct{ yes, counted bool }

// Run reduces a case. When ctx is done it ends with the best case so far, and the error is the cause of ctx.
// Otherwise the error is that a module does not verify, ErrUninteresting, ErrFlaky, or what the predicate or Save returned; a
// result is returned with the cause and with the latter two as well. start is not changed. The predicate is asked at
// least initialAsks times about the start and once more about the result.
// The caller keeps ownership of start; the result is new.
func Run(ctx context.Context, start Case, p Predicate, o Options) (*Result, error) {
	for _, m := range start {
		if err := ir.Verified(m); err != nil {
			return nil, err
		}
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Transforms == nil {
		o.Transforms = Transforms()
	}
	// The start is read back from its text first, so that what is asked about is what a file of it would
	// hold.
	r := &reducer{ctx: ctx, o: o, p: p, best: canonical(start), cache: map[[32]byte]*answer{}, keep: map[string]bool{}, start: time.Now()}
	for _, k := range o.Keep {
		r.keep[k] = true
	}
	for _, t := range o.Transforms {
		r.stats.Transforms = append(r.stats.Transforms, TransformStats{Name: t.Name})
	}
	// adopt fills text, cost and size.
	r.adopt(r.best)
	r.stats.Start = r.stats.Size
	if err := r.check(); err != nil {
		return nil, err
	}
	// The start's answer is known, so that edits without an effect cost nothing.
	r.cache[sha256.Sum256([]byte(r.text))] = &answer{yes: true}
	if r.failed = r.save(); r.failed != nil {
		return &Result{Best: r.best, Stats: r.stats}, r.failed
	}
	if o.Time > 0 {
		var cancel context.CancelFunc
		r.ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	// The time limit is that of the search alone: the last question is asked under the caller's context.
	complete := r.rounds()
	res := &Result{Best: r.best, Complete: complete && r.failed == nil}
	// A result that does not hold up is reported as flaky and not taken back: it was interesting
	// once.
	if r.failed == nil && ctx.Err() == nil {
		yes, err := p.Interesting(ctx, r.best)
		if ctx.Err() == nil {
			r.failed, res.Flaky = err, !yes
		}
	}
	r.stats.Elapsed = time.Since(r.start)
	res.Stats = r.stats
	return res, cmp.Or(r.failed, context.Cause(ctx))
}

// check asks about the start. Answers of three asks that differ are worse than none: the reduction
// would end anywhere.
func (r *reducer) check() error {
	yes := 0
	for range initialAsks {
		ok, err := r.p.Interesting(r.ctx, r.best)
		if err = cmp.Or(err, context.Cause(r.ctx)); err != nil {
			return err
		}
		if ok {
			yes++
		}
	}
	switch yes {
	case initialAsks:
		return nil
	case 0:
		return ErrUninteresting
	}
	return fmt.Errorf("%w (%d of %d times interesting)", ErrFlaky, yes, initialAsks)
}

// rounds runs all transformations until none changes anything, then the sweep, then those that
// grow, and reports whether it came to an end. Each row runs to its end before the next; rows that
// grow are tried only when no other changes anything.
func (r *reducer) rounds() bool {
	// every runs all rows, also after one changed something.
	every := func(run func(n int) bool) (changed bool) {
		for n := range r.o.Transforms {
			if !r.over() {
				changed = run(n) || changed
			}
		}
		return changed
	}
	for !r.over() {
		r.stats.Round++
		// Rows give up after patience failures in a row, which grows fourfold with the rounds.
		r.patience, r.gaveUp = firstPatience<<(2*min(r.stats.Round-1, 12)), false
		// The stages are tried in this order, and a later one only if no earlier one changed anything: rows
		// in subsets, then each edit alone, then rows that grow.
		changed := every(func(n int) bool { return !r.o.Transforms[n].grows && r.transform(n, false) }) || r.gaveUp ||
			every(func(n int) bool { return r.o.Transforms[n].Removes && r.transform(n, true) }) ||
			every(func(n int) bool { return r.o.Transforms[n].grows && r.grow(n) })
		if !changed && !r.over() {
			return true
		}
	}
	return false
}

// firstPatience is how many failures in a row end a row of the table in the first round; in each
// round it is four times as many. What is coarse rarely fits while the program is large, and
// other rows make it small in the meantime. A sweep or the last rounds have no such limit in
// effect, so the end is still 1-minimal.
const firstPatience = 16

// maxGrow is the size above which programs are not made larger, and growRounds bounds how long
// such a program may take to become smaller than it was.
const (
	maxGrow    = 60
	growRounds = 3
)

// grow tries the edits of a row that make the case larger, each alone: one counts if what the
// other rows make of it costs less than before. Only small programs are made larger: the gain there
// is worth many tests.
// The limit is per file of the case, so that a pair is no larger problem than one program.
func (r *reducer) grow(n int) bool {
	t, s := r.o.Transforms[n], &r.stats.Transforms[n]
	if r.stats.Size > maxGrow*len(r.best) {
		return false
	}
	begin := time.Now()
	defer func() { s.Elapsed += time.Since(begin) }()
	edits := r.list(t, -1)
	for k := range edits {
		r.stats.Current = t.Name
		if r.over() {
			return false
		}
		// grow is set, so the candidate may cost more.
		a := r.prepare(t, edits, []int{k}, true)
		r.askAll([]*attempt{a})
		if r.over() || !r.count(a, s) {
			continue
		}
		if r.trial(a.c) {
			s.Accepted++
			s.Removed += r.lost
			r.failed = r.save()
			return true
		}
	}
	return false
}

// trial looks what becomes of c, which is interesting, and takes it back if that is no better
// than the best so far. The state before is kept and put back, statistics of acceptance included.
// Nothing is saved to the user's file while it is tried.
// Tests, hits and time of a trial stay counted: they were spent.
func (r *reducer) trial(c Case) bool {
	best, text, cost, size := r.best, r.text, r.cost, r.stats.Size
	before := slices.Clone(r.stats.Transforms)
	r.trying = true
	r.adopt(c)
	r.normalize()
	for range growRounds {
		changed := false
		for n := range r.o.Transforms {
			if !r.o.Transforms[n].grows && !r.over() {
				changed = r.transform(n, false) || changed
			}
		}
		if !changed {
			break
		}
	}
	r.trying = false
	for n := range before {
		x := &r.stats.Transforms[n]
		x.Accepted, x.Removed = before[n].Accepted, before[n].Removed
	}
	r.lost = size - r.stats.Size
	if r.cost.less(cost) {
		return true
	}
	r.best, r.text, r.cost, r.stats.Size = best, text, cost, size
	return false
}

// It is asked between any two steps.
func (r *reducer) over() bool { return r.failed != nil || r.ctx.Err() != nil }

// transform runs one row of the table on all files together, then on each alone. All files together
// first keeps the files of a pair alike; then each alone.
func (r *reducer) transform(n int, single bool) bool {
	t := r.o.Transforms[n]
	s := &r.stats.Transforms[n]
	r.stats.Current = t.Name
	begin := time.Now()
	changed := false
	// -1 is all files together. The number of files does not change.
	for which := -1; which < len(r.best) && !r.over(); which++ {
		if len(r.best) == 1 && which >= 0 {
			break
		}
		if r.pass(t, s, r.list(t, which), single) {
			changed = true
			// Handles of the listed edits are worthless from here on.
			r.normalize()
		}
	}
	s.Elapsed += time.Since(begin)
	return changed
}

// list makes the edits of a case: those of one file, or for -1 those of all, where edits with
// the same key are one. Edits with one key in one file stay apart: keys are unique per file up to
// what a list repeats.
func (r *reducer) list(t Transform, which int) []func(Case) {
	var facts []Facts
	if ob, ok := r.p.(Observer); ok && t.facts {
		facts = ob.Facts(r.ctx, r.best)
	}
	var out []func(Case)
	var parts [][]edit
	byKey := map[string]int{}
	for n, m := range r.best {
		x := &listing{m: m, keep: r.keep}
		if n < len(facts) {
			x.facts = facts[n]
		}
		if which >= 0 && which != n {
			continue
		}
		t.list(x)
		for _, e := range x.edits {
			e.file = n
			// Two edits with one key in one file are two edits: they are never applied as one.
			k, known := byKey[e.key]
			if !known || which >= 0 || e.file == parts[k][len(parts[k])-1].file {
				k = len(parts)
				parts = append(parts, nil)
				byKey[e.key] = k
			}
			parts[k] = append(parts[k], e)
		}
	}
	for _, p := range parts {
		out = append(out, func(c Case) {
			for _, e := range p {
				e.do(c[e.file])
			}
		})
	}
	return out
}

// attempt is a candidate on its way. kind is ask for those that need an answer; others are decided
// without the predicate.
type attempt struct {
	// set are indices of the list of edits, c the candidate, kind is set by prepare.
	set   []int
	c     Case
	text  string
	cost  cost
	kind  attemptKind
	hash  [32]byte
	yes   bool
	err   error
	known bool
}

type attemptKind uint8

const (
	ask attemptKind = iota
	unchanged
	invalid
	useless
)

// pass tries the edits in subsets, or one at a time, each on top of those that succeeded.
// Several candidates are made as if those before them had failed, and asked together; the
// first success in order counts, so that the result does not depend on their number. Guessing that
// all before failed is right most of the time, so the batch is seldom wasted. The order of
// consumption is that of the batch, whatever came back first.
func (r *reducer) pass(t Transform, s *TransformStats, edits []func(Case), single bool) bool {
	// The model lives for one pass: what was needed in one round may not be in the next.
	m := newModel(len(edits))
	changed := false
	for failures := 0; !r.over(); {
		if r.tired(failures, single) {
			r.gaveUp = true
			break
		}
		var batch []*attempt
		// The guess is a copy of the model in which the candidates of the batch have failed.
		guess := append(model(nil), m...)
		for len(batch) < r.o.Jobs {
			set := guess.next()
			if len(set) == 0 {
				break
			}
			// One at a time: the probability orders the edits then.
			if single {
				set = set[:1]
			}
			a := r.prepare(t, edits, set, false)
			batch = append(batch, a)
			if a.kind == unchanged {
				guess.settle(set)
			} else {
				guess.fail(set)
			}
		}
		if len(batch) == 0 {
			break
		}
		r.askAll(batch)
		for _, a := range batch {
			if r.over() || r.tired(failures, single) {
				break
			}
			if r.consume(a, s) {
				m.settle(a.set)
				changed, failures = true, 0
				break
			}
			// Failures are answers of the predicate; candidates that do not verify cost little and do not
			// tire.
			if a.kind == ask {
				failures++
			}
			if a.kind == unchanged {
				m.settle(a.set)
			} else {
				m.fail(a.set)
			}
		}
	}
	return changed
}

// tired reports whether a row of the table has failed too often for this round. A trial and a sweep
// are never tired.
func (r *reducer) tired(failures int, single bool) bool {
	return failures >= r.patience && !single && !r.trying
}

// prepare makes the candidate for a subset, which must cost less unless it may grow. Candidates are
// verified first, then compared by text and cost, and looked up in the cache, since all that is
// cheaper than asking.
func (r *reducer) prepare(t Transform, edits []func(Case), set []int, grow bool) *attempt {
	a := &attempt{set: set, c: r.best.Clone()}
	var before [][][]bool
	// What was unreachable before must stay: other rows remove it on purpose.
	if t.flow {
		// Reachability of all files before the edits.
		before = reachAll(a.c)
	}
	for _, k := range set {
		edits[k](a.c)
	}
	if t.flow {
		sweepAll(a.c, before)
	}
	for _, m := range a.c {
		if ir.Verify(m) != nil {
			a.kind = invalid
			return a
		}
	}
	a.text = a.c.Text()
	if a.text == r.text {
		a.kind = unchanged
		return a
	}
	if a.cost = measure(a.c, a.text); !grow && !a.cost.less(r.cost) {
		a.kind = useless
		return a
	}
	a.hash = sha256.Sum256([]byte(a.text))
	if e := r.cache[a.hash]; e != nil {
		a.yes, a.known = e.yes, true
	}
	return a
}

// askAll asks about all candidates of a batch that need it. Equal texts in a batch are asked about
// once. When the time is up nothing is cached, as answers may be cut short.
func (r *reducer) askAll(batch []*attempt) {
	var open []*attempt
	asked := map[[32]byte]*attempt{}
	for _, a := range batch {
		if a.kind == ask && !a.known && asked[a.hash] == nil {
			open = append(open, a)
			asked[a.hash] = a
		}
	}
	var wg sync.WaitGroup
	for _, a := range open {
		// Each goroutine writes to its own attempt. The predicate gets a copy of its own.
		wg.Go(func() { a.yes, a.err = r.p.Interesting(r.ctx, canonical(a.c)) })
	}
	wg.Wait()
	if r.ctx.Err() != nil {
		return
	}
	for _, a := range open {
		if a.err == nil {
			// The cache is changed by the search's goroutine only.
			r.cache[a.hash] = &answer{yes: a.yes}
		}
	}
	for _, a := range batch {
		if first := asked[a.hash]; first != nil {
			a.yes, a.err = first.yes, first.err
		}
	}
}

// count counts an answer and returns it. Answers from the cache count as hits, each text as a test
// once.
func (r *reducer) count(a *attempt, s *TransformStats) bool {
	switch a.kind {
	case invalid:
		r.stats.Invalid++
	case useless:
		r.stats.Useless++
	case ask:
		// An error of an answer that was asked ahead counts only when its turn comes.
		if a.err != nil {
			r.failed = a.err
			return false
		}
		if e := r.cache[a.hash]; e.counted {
			r.stats.Hits++
		} else {
			e.counted = true
			r.stats.Tests++
			s.Tests++
		}
	}
	r.stats.Elapsed = time.Since(r.start)
	if r.o.Progress != nil {
		r.o.Progress(&r.stats)
	}
	return a.kind == ask && a.yes
}

// consume counts an answer and adopts the candidate if it is yes. The candidate becomes the best
// case, and is saved.
func (r *reducer) consume(a *attempt, s *TransformStats) bool {
	if !r.count(a, s) {
		return false
	}
	before := r.stats.Size
	r.adopt(a.c)
	s.Accepted++
	s.Removed += before - r.stats.Size
	r.failed = r.save()
	return true
}

// Saving is left out while a trial may be taken back.
func (r *reducer) save() error {
	if r.o.Save == nil || r.trying {
		return nil
	}
	return r.o.Save(r.best)
}

// adopt is the only place where best changes; the candidate belongs to the reducer from here on.
func (r *reducer) adopt(c Case) {
	r.best, r.text = c, c.Text()
	r.cost = measure(c, r.text)
	r.stats.Size = c.Insts()
}

// normalize frees what edits left in the arenas of the best case. Handles change, so this
// happens between passes only. It invalidates all listed edits.
func (r *reducer) normalize() { r.best = canonical(r.best) }

// canonical reads a case back from its text, with the numbers of its author. Predicates are asked about that: what a module
// still knows of what was removed, such as the order of symbols, may change where things are
// in memory, and nothing could repeat the answer with the file. A text that does not read back is a
// bug of printer or parser, not of the reduced program.
// The files keep their names, by which diagnostics refer to them.
func canonical(c Case) Case {
	out := make(Case, len(c))
	for n, m := range c {
		text := m.String()
		back, err := parser.Parse(m.File, []byte(text))
		if err != nil {
			panic(fmt.Sprintf("BUG: the text of a verified module does not read back: %v\n%s", err, text))
		}
		out[n] = back
	}
	return out
}

// Reachability is asked before the edits and after.
func reachAll(c Case) [][][]bool {
	out := make([][][]bool, len(c))
	for n, m := range c {
		for _, f := range m.Funcs {
			out[n] = append(out[n], reachable(f))
		}
	}
	return out
}

// sweepAll removes the blocks that were reachable and are no longer. Blocks that were dead before
// are not its business: deadBlocks removes them one by one.
func sweepAll(c Case, before [][][]bool) {
	for n, m := range c {
		// was becomes the set of blocks to remove.
		for k, f := range m.Funcs {
			now, was := reachable(f), before[n][k]
			lost := false
			for b := range was {
				was[b] = was[b] && !now[b]
				lost = lost || was[b]
			}
			if lost {
				sweep(f, was)
			}
		}
	}
}
