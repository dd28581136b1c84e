package difftest

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
)

// Bisection is the answer of [Bisect].
type Bisection struct {
	// Guilty is the first rewrite, from 1, with which the program no longer refines the original;
	// 0 if all of them together are fine.
	Guilty int
	Result *Result // of the comparison with the guilty rewrite, or with all
	Tests  int     // comparisons made
}

// Bisect finds the rewrite that breaks a program: after(n) is the program with the first n of
// total rewrites. The program with none must be fine and the one with all broken; then there is a
// rewrite before which it is fine and after which it is broken, and a binary search finds one.
func Bisect(before *ir.Module, total int, after func(n int) (*ir.Module, error), c Config) (*Bisection, error) {
	b := &Bisection{}
	broken := func(n int) (bool, error) {
		m, err := after(n)
		if err != nil {
			return false, fmt.Errorf("with %d rewrites: %w", n, err)
		}
		b.Tests++
		res, err := Check(before, m, c)
		if err != nil {
			return false, err
		}
		if res.Verdict() == Diverged || b.Result == nil {
			b.Result = res
		}
		return res.Verdict() == Diverged, nil
	}
	bad, err := broken(total)
	if err != nil || !bad {
		return b, err
	}
	good, guilty := 0, total
	for guilty-good > 1 {
		n := good + (guilty-good)/2
		bad, err := broken(n)
		if err != nil {
			return b, err
		}
		if bad {
			guilty = n
		} else {
			good = n
		}
	}
	b.Guilty = guilty
	return b, nil
}
