package creduce

import (
	"context"
	"crypto/sha256"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/reduce"
)

// Predicate says whether a text is interesting. It is called by several goroutines. An error ends the reduction.
type Predicate func(ctx context.Context, text string) (bool, error)

// Options configure [Run]. The zero value is usable.
type Options struct {
	// Valid is asked before the predicate, and should be cheap; nil takes every text.
	Valid    func(ctx context.Context, text string) bool
	Jobs     int                   // texts asked about at a time; 0 is one a processor. The result does not depend on it
	Time     time.Duration         // 0 is no limit
	Save     func(string) error    // called for the start and after every success
	Progress func(s *reduce.Stats) // called after every answer
}

// Result is the end of a reduction. The sizes of its statistics are in tokens.
type Result struct {
	Text     string
	Stats    reduce.Stats
	Complete bool // nothing more can be removed
	Flaky    bool // asked again, the predicate did not find the result interesting
}

type reducer struct {
	ctx   context.Context
	o     Options
	p     Predicate
	best  []tok
	cache map[[32]byte]bool
	stats reduce.Stats
	start time.Time
	err   error
	rows  []pass
}

// Run reduces a text. When ctx is done or the time is up it ends with the best text so far. The errors are
// reduce.ErrUninteresting, reduce.ErrFlaky, what the predicate or Save returned, and the cause of ctx.
func Run(ctx context.Context, start string, p Predicate, o Options) (*Result, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Valid == nil {
		o.Valid = func(context.Context, string) bool { return true }
	}
	r := &reducer{ctx: ctx, o: o, p: p, cache: map[[32]byte]bool{}, start: time.Now(), rows: table()}
	// Without comments and in a layout of its own it must be interesting as well, or it is taken as it is.
	for n, s := range []string{tidy(scan(start)), text(scan(start))} {
		first, err := p(ctx, s)
		if err != nil {
			return nil, err
		}
		if r.best = scan(s); first {
			break
		}
		if n == 1 {
			return nil, reduce.ErrUninteresting
		}
	}
	if again, err := p(ctx, text(r.best)); err != nil || !again {
		return nil, orErr(err, reduce.ErrFlaky)
	}
	for _, row := range r.rows {
		r.stats.Transforms = append(r.stats.Transforms, reduce.TransformStats{Name: row.name})
	}
	r.stats.Start, r.stats.Size = len(r.best), len(r.best)
	if err := r.save(); err != nil {
		return nil, err
	}
	if o.Time > 0 {
		var cancel context.CancelFunc
		r.ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	complete := r.rounds()
	r.stats.Elapsed = time.Since(r.start)
	res := &Result{Text: text(r.best), Stats: r.stats, Complete: complete && r.err == nil}
	if r.err != nil {
		return res, r.err
	}
	if ctx.Err() != nil {
		return res, context.Cause(ctx)
	}
	return r.finish(ctx, res)
}

func orErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// finish asks about the result once more, in a layout for people if that is interesting, too.
func (r *reducer) finish(ctx context.Context, res *Result) (*Result, error) {
	for _, s := range []string{tidy(r.best), text(r.best)} {
		yes, err := r.p(ctx, s)
		if err != nil {
			return res, err
		}
		if res.Flaky = !yes; yes {
			res.Text, r.best = s, scan(s)
			return res, r.save()
		}
	}
	return res, nil
}

func (r *reducer) save() error {
	if r.o.Save == nil {
		return nil
	}
	return r.o.Save(text(r.best))
}

// rounds runs the passes until none finds anything, and reports whether it came to that.
func (r *reducer) rounds() bool {
	for {
		r.stats.Round++
		size := r.weight()
		for n, row := range r.rows {
			r.stats.Current = row.name
			began, had := time.Now(), len(r.best)
			tests := r.stats.Tests
			row.run(r)
			s := &r.stats.Transforms[n]
			s.Elapsed += time.Since(began)
			s.Removed += had - len(r.best)
			s.Tests += r.stats.Tests - tests
			if r.stopped() {
				return false
			}
		}
		if r.weight() == size {
			return true
		}
	}
}

// weight is what a success makes less: tokens, then characters.
func (r *reducer) weight() [2]int { return weigh(r.best) }

func weigh(list []tok) [2]int {
	n := 0
	for _, t := range list {
		n += len(t.text)
	}
	return [2]int{len(list), n}
}

func (r *reducer) stopped() bool { return r.err != nil || r.ctx.Err() != nil }

// edit is a candidate: a list of tokens, nil if the edit does not apply.
type edit func() []tok

// any tries edits in their order, several at a time, and adopts the first that is interesting. It returns its number, -1
// for none.
func (r *reducer) any(edits []edit) int {
	for at := 0; at < len(edits) && !r.stopped(); at += r.o.Jobs {
		batch := edits[at:min(at+r.o.Jobs, len(edits))]
		lists, yes := make([][]tok, len(batch)), make([]bool, len(batch))
		var wg sync.WaitGroup
		var mu sync.Mutex
		for n, e := range batch {
			list := e()
			if list == nil || !less(weigh(list), r.weight()) {
				continue
			}
			if _, ok := partners(list); !ok {
				continue
			}
			lists[n] = list
			wg.Go(func() {
				answer, err := r.ask(text(list), &mu)
				mu.Lock()
				defer mu.Unlock()
				yes[n] = answer
				if err != nil && r.ctx.Err() == nil {
					r.err = err
				}
			})
		}
		wg.Wait()
		if r.o.Progress != nil {
			r.stats.Elapsed = time.Since(r.start)
			r.o.Progress(&r.stats)
		}
		if n := slices.Index(yes, true); n >= 0 && !r.stopped() {
			r.adopt(lists[n])
			return at + n
		}
	}
	return -1
}

func less(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

func (r *reducer) adopt(list []tok) {
	r.best = list
	r.stats.Size = len(list)
	for n, row := range r.rows {
		if row.name == r.stats.Current {
			r.stats.Transforms[n].Accepted++
		}
	}
	if err := r.save(); err != nil {
		r.err = err
	}
}

// ask asks about a text, once. mu guards the cache and the counts.
func (r *reducer) ask(s string, mu *sync.Mutex) (bool, error) {
	key := sha256.Sum256([]byte(s))
	mu.Lock()
	answer, known := r.cache[key]
	if known {
		r.stats.Hits++
	}
	mu.Unlock()
	if known {
		return answer, nil
	}
	if !r.valid(s) {
		mu.Lock()
		r.stats.Invalid++
		r.cache[key] = false
		mu.Unlock()
		return false, nil
	}
	answer, err := r.p(r.ctx, s)
	mu.Lock()
	defer mu.Unlock()
	r.stats.Tests++
	if err == nil && r.ctx.Err() == nil {
		r.cache[key] = answer
	}
	return answer, err
}

// valid asks about a text before the predicate is. A front end that panics of it has no say in what is reduced.
func (r *reducer) valid(s string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return r.o.Valid(r.ctx, s)
}

// ddmin takes away as many of the parts as it can, in runs that become shorter. The parts are ranges that do not overlap, in
// order.
func (r *reducer) ddmin(parts []span) {
	for size := len(parts); size > 0 && len(parts) > 0 && !r.stopped(); size = next(size, len(parts)) {
		// From the end, since what is used stands before its uses.
		for at := len(parts); at > 0 && !r.stopped(); {
			// A few runs at a time: the first that can go does.
			var edits []edit
			for hi := at; hi > 0 && len(edits) < r.o.Jobs; hi -= size {
				run := parts[max(hi-size, 0):hi]
				edits = append(edits, func() []tok { return without(r.best, run) })
			}
			n := r.any(edits)
			if n < 0 {
				at -= len(edits) * size
				continue
			}
			hi := at - n*size
			lo := max(hi-size, 0)
			parts = shifted(parts, lo, hi)
			at = lo
		}
	}
}

func next(size, n int) int {
	if size == 1 {
		return 0
	}
	return max(min(size, n)/2, 1)
}

// without is a list without the parts.
func without(list []tok, parts []span) []tok {
	out := make([]tok, 0, len(list))
	at := 0
	for _, p := range parts {
		out = append(out, list[at:p.lo]...)
		at = p.hi
	}
	return append(out, list[at:]...)
}

// shifted are the parts that are left when parts[lo:hi] are gone, where they are then.
func shifted(parts []span, lo, hi int) []span {
	out := slices.Clone(parts[:lo])
	gone := 0
	for _, p := range parts[lo:hi] {
		gone += p.len()
	}
	for _, p := range parts[hi:] {
		out = append(out, span{p.lo - gone, p.hi - gone})
	}
	return out
}
