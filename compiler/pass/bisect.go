package pass

import (
	"context"
	"errors"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// Bisection is the answer of [Bisect].
type Bisection struct {
	// Guilty are rewrites with which the program is wrong when no other fires, and without any of
	// which it is not, in the order in which they fire. With all but the last the program is still
	// right: the last is the one that breaks it, the others are what it needs.
	Guilty []trace.Entry
	Choice *Pattern // of the guilty
	Total  int      // rewrites that fire when all may
	Tests  int      // programs that were judged
}

// Bisect finds out which rewrites of a run of the pipeline on m make it wrong: it judges what
// comes out when only those fire whose hashes end in some bits, and so divides them until few are
// left. If the program with all is right, nothing is guilty; if that with none is wrong, the error is
// [ErrWithout]. wrong judges a program, and is given what the run did that made it; what it answers
// must depend on the program and on which passes changed it alone, or the error may be [ErrUnsteady].
func Bisect(ctx context.Context, m *ir.Module, table []Pass, o Options, wrong func(after *ir.Module, rep *Report) (bool, error)) (*Bisection, error) {
	o.Record, o.Trace, o.After, o.Time = nil, trace.None, nil, false
	b := &Bisection{}
	run := func(o Options) (bool, []trace.Hash, error) {
		b.Tests++
		var fired []trace.Hash
		after := m.Clone()
		o.Record = func(e *trace.Entry) { fired = append(fired, e.Hash) }
		rep, err := Run(ctx, after, table, o)
		if err != nil {
			return false, nil, err
		}
		bad, err := wrong(after, rep)
		return bad, fired, err
	}
	s := &hashSearch{
		test: func(p *Pattern) (bool, []trace.Hash, error) {
			o := o
			o.Choose = p
			return run(o)
		},
		first: func(fired []trace.Hash) ([]trace.Hash, error) {
			n, err := firstWrong(len(fired), func(n int) (bool, error) {
				o := o
				o.Choose, o.Limit = nil, n
				bad, _, err := run(o)
				return bad, err
			})
			if err != nil || n == len(fired) {
				return fired, err
			}
			fired = fired[:n]
			allow, early := o.Allow, map[trace.Hash]bool{}
			for _, h := range fired {
				early[h] = true
			}
			o.Allow = func(e *trace.Entry) bool { return early[e.Hash] && (allow == nil || allow(e)) }
			return fired, nil
		},
	}
	found, total, err := s.all()
	b.Total = total
	if err != nil || found == nil {
		return b, err
	}
	b.Choice = s.pattern(found)
	o.Choose, o.Trace = b.Choice, trace.Full
	o.Record = func(e *trace.Entry) { b.Guilty = append(b.Guilty, *e) }
	_, err = Run(ctx, m.Clone(), table, o)
	return b, err
}

// hashSearch looks for a smallest set of hashes that fails a test.
//
// The method is that of the Go project's bisect: to divide what fails by a bit of the hashes; if
// neither half fails alone, to reduce one beside the whole of the other, and then the other beside
// what is left of it. It keeps a pattern that fails at each step, so that it needs no assumption
// about which sets fail: that a rewrite only shows up when another fired is no different from one
// that only fails together with another. In the end each hash is tried to be left out once more,
// since what was needed beside a half may not be needed beside less.
type hashSearch struct {
	// test judges the program that a pattern chooses, and says what fired.
	test func(p *Pattern) (bad bool, fired []trace.Hash, err error)
	// first shortens all that fired to the rewrites up to the one that first breaks the program, and has no
	// other fire from then on; nil leaves all.
	first func(fired []trace.Hash) ([]trace.Hash, error)
}

// firstWrong finds a number of rewrites with which the program is wrong, and with one less it is not.
// With none it is right and with all it is wrong, so that there is one; no order among others is assumed.
func firstWrong(all int, wrong func(n int) (bool, error)) (int, error) {
	right := 0
	for all-right > 1 {
		n := (right + all) / 2
		bad, err := wrong(n)
		if err != nil {
			return 0, err
		}
		if bad {
			all = n
		} else {
			right = n
		}
	}
	return all, nil
}

// pattern chooses the hashes of a set.
func (s *hashSearch) pattern(set []trace.Hash) *Pattern {
	p := &Pattern{}
	for _, h := range set {
		p.terms = append(p.terms, term{64, h, true})
	}
	if len(set) == 0 {
		return chooseNone()
	}
	return p
}

// chooseNone chooses no hash.
func chooseNone() *Pattern { return &Pattern{[]term{{0, 0, true}, {0, 0, false}}} }

// ErrUnsteady is what a bisection ends with if the same program is right and wrong.
var ErrUnsteady = errors.New("the same program was found right and wrong: give the comparisons more time")

// ErrWithout is what a bisection ends with if no rewrite is needed for the program to be wrong.
var ErrWithout = errors.New("the program is found wrong without any rewrite, so that none is at fault")

// all searches among all hashes. It returns nil if they do not fail, and how many there are.
func (s *hashSearch) all() (set []trace.Hash, total int, err error) {
	bad, fired, err := s.test(&Pattern{[]term{{on: true}}})
	if err != nil || !bad {
		return nil, len(fired), err
	}
	total = len(fired)
	none, _, err := s.test(chooseNone())
	switch {
	case err != nil:
		return nil, total, err
	case none:
		return nil, total, ErrWithout
	}
	if s.first != nil {
		fired, err = s.first(fired)
	}
	if err == nil {
		set, err = s.divide(nil, term{on: true}, fired)
	}
	if err == nil {
		set, err = s.leaveOut(set)
	}
	if err != nil {
		return nil, total, err
	}
	// What was found is judged as such, and not only among what does not fire with it.
	if bad, fired, err = s.test(s.pattern(set)); err == nil && (!bad || len(fired) == 0) {
		err = ErrUnsteady
	}
	if err != nil {
		return nil, total, err
	}
	return set, total, nil
}

// divide reduces the hashes that end in suffix, where beside and suffix together fail, and fired
// is what fired then.
// beside must fail with the whole of suffix and is not changed.
func (s *hashSearch) divide(beside []term, suffix term, fired []trace.Hash) ([]trace.Hash, error) {
	var here []trace.Hash
	for _, h := range fired {
		if suffix.matches(h) && !slices.Contains(here, h) {
			here = append(here, h)
		}
	}
	if len(here) < 2 {
		return here, nil
	}
	var half [2]term
	for {
		var n [2]int
		for _, h := range here {
			n[h>>suffix.bits&1]++
		}
		for k := range half {
			half[k] = term{suffix.bits + 1, suffix.hash | trace.Hash(k)<<suffix.bits, true}
		}
		if n[0] > 0 && n[1] > 0 {
			break
		}
		suffix = half[min(n[1], 1)] // nothing ends in the other: the same program
	}
	for k := range half {
		bad, fired, err := s.test(&Pattern{append(slices.Clip(beside), half[k])})
		if err != nil {
			return nil, err
		}
		if bad {
			return s.divide(beside, half[k], fired)
		}
	}
	first, err := s.divide(append(slices.Clip(beside), half[1]), half[0], here)
	if err != nil {
		return nil, err
	}
	for _, h := range first {
		beside = append(slices.Clip(beside), term{64, h, true})
	}
	bad, fired, err := s.test(&Pattern{append(slices.Clip(beside), half[1])})
	if err != nil {
		return nil, err
	}
	if !bad {
		return nil, ErrUnsteady
	}
	second, err := s.divide(beside, half[1], fired)
	return append(first, second...), err
}

// leaveOut takes hashes out of a set that fails until it does not without any of them.
// Each round tests every hash once, and another round follows only if one was left out.
func (s *hashSearch) leaveOut(set []trace.Hash) ([]trace.Hash, error) {
	for again := true; again && len(set) > 1; {
		again = false
		for k := len(set) - 1; k >= 0; k-- {
			less := slices.Delete(slices.Clone(set), k, k+1)
			bad, fired, err := s.test(s.pattern(less))
			if err != nil {
				return nil, err
			}
			if bad {
				set, again = slices.DeleteFunc(less, func(h trace.Hash) bool { return !slices.Contains(fired, h) }), true
				k = min(k, len(set))
			}
		}
	}
	return set, nil
}
