package main

import (
	"fmt"
	"math/big"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// This is a gate against single rules only. Rules that undo each other pass it; the engine bounds its
// firings against those.
// endless rejects a rule whose replacement its own pattern matches again, at the root and for
// all that is known: it would be applied for ever. Constants are tried: the rule is fine if no
// sample that satisfies the conditions on constants satisfies them again after the step.
func endless(r *schema.Rule, commutes []string) error {
	for _, v := range variants(r, commutes) {
		u := &unifier{vars: map[string]*schema.Term{}, consts: map[string]*schema.Expr{}}
		rhs := bare(r.RHS)
		// A replacement that is an operand or a constant makes no new root, so the rule cannot start over there.
		if rhs.Op == "" || !u.match(bare(v.lhs), rhs) {
			continue
		}
		if again(r, u) {
			return fmt.Errorf("its own pattern matches its replacement, so that it would be applied for ever: give it a condition that the replacement does not meet, or turn it round")
		}
	}
	return nil
}

// unifier matches a pattern with a replacement whose variables are opaque.
type unifier struct {
	// By the names of the pattern: those of the replacement are other names, although they are spelled alike.
	vars   map[string]*schema.Term
	consts map[string]*schema.Expr
	lits   [][2]*schema.Expr // pairs that must be equal
}

// match reports whether pattern p matches term t, with t's variables as they are: it binds p's variables and
// constants, and notes pairs of constant expressions that would have to be equal, for the caller to decide.
func (u *unifier) match(p, t *schema.Term) bool {
	t = bare(t)
	for p.Of != nil {
		p = p.Of
	}
	switch {
	case p.Var != "":
		if old, ok := u.vars[p.Var]; ok {
			return same(old, t)
		}
		u.vars[p.Var] = t
		return true
	case p.Calc != nil:
		if t.Calc == nil {
			return false
		}
		if p.Calc.Const == "" {
			u.lits = append(u.lits, [2]*schema.Expr{p.Calc, t.Calc})
			return true
		}
		if old, ok := u.consts[p.Calc.Const]; ok {
			u.lits = append(u.lits, [2]*schema.Expr{old, t.Calc})
			return true
		}
		u.consts[p.Calc.Const] = t.Calc
		return true
	case p.Bool != nil:
		return t.Bool != nil && *t.Bool == *p.Bool
	case p.Float != "":
		return t.Float == p.Float && t.Type == p.Type
	}
	if t.Op != p.Op || t.N != p.N || t.To != p.To || len(t.Args) != len(p.Args) {
		return false
	}
	for n := range p.Args {
		if !u.match(p.Args[n], t.Args[n]) {
			return false
		}
	}
	return true
}

// Equal text is equal value, not the other way round: two expressions that always agree count as different, so that
// the check may miss an endless rule, and never refuses one that ends for this reason.
// same compares replacements without annotations.
func same(a, b *schema.Term) bool {
	a, b = bare(a), bare(b)
	if a.Var != b.Var || a.Float != b.Float || a.Recip != b.Recip || a.Op != b.Op || a.To != b.To || a.N != b.N || len(a.Args) != len(b.Args) || (a.Calc == nil) != (b.Calc == nil) || (a.Bool == nil) != (b.Bool == nil) {
		return false
	}
	if a.Bool != nil && *a.Bool != *b.Bool {
		return false
	}
	if a.Calc != nil && text(a.Calc) != text(b.Calc) {
		return false
	}
	for n := range a.Args {
		if !same(a.Args[n], b.Args[n]) {
			return false
		}
	}
	return true
}

// text is an expression without ambiguity: each argument stands in brackets of its own.
func text(e *schema.Expr) string {
	s := e.Const + e.Lit + e.Fn
	for _, a := range e.Args {
		s += "(" + text(a) + ")"
	}
	return s
}

// Small ones of both signs, and powers of two with their neighbours up to 2^33: the edges that conditions on widths
// and masks have.
// samples are the constants tried.
var samples = func() []*big.Int {
	var out []*big.Int
	for n := int64(-9); n <= 9; n++ {
		out = append(out, big.NewInt(n))
	}
	for k := uint(4); k <= 33; k += 3 {
		p := new(big.Int).Lsh(big.NewInt(1), k)
		out = append(out, p, new(big.Int).Sub(p, big.NewInt(1)), new(big.Int).Neg(p))
	}
	return out
}()

// The cost is the square of the number of samples for each variant of a rule, paid when files are generated.
// again reports whether constants exist with which the rule applies, and then applies to what
// it made. Up to two constants are tried together, others follow the first. A constant that
// does not change has reached an end too: nothing new is made from it.
func again(r *schema.Rule, u *unifier) bool {
	names := constants(r)
	env := map[string]*big.Int{}
	try := func() bool {
		if !holds(r.Pre, env) {
			return false
		}
		next := map[string]*big.Int{}
		for _, n := range names {
			next[n] = env[n]
		}
		for n, e := range u.consts {
			v := eval(e, env)
			if v == nil {
				return false
			}
			next[n] = v
		}
		for _, l := range u.lits {
			a, b := eval(l[0], next), eval(l[1], env)
			if a == nil || b == nil || a.Cmp(b) != 0 {
				return false
			}
		}
		return holds(r.Pre, next)
	}
	for _, a := range samples {
		for _, b := range samples {
			for n, name := range names {
				env[name] = []*big.Int{a, b}[n%2]
			}
			if try() {
				return true
			}
			if len(names) < 2 {
				break
			}
		}
	}
	return false
}

// constants lists the constants of a rule in order.
func constants(r *schema.Rule) []string {
	var out []string
	seen := map[string]bool{}
	var expr func(e *schema.Expr)
	expr = func(e *schema.Expr) {
		if e.Const != "" && !seen[e.Const] {
			seen[e.Const] = true
			out = append(out, e.Const)
		}
		for _, a := range e.Args {
			expr(a)
		}
	}
	var term func(t *schema.Term)
	term = func(t *schema.Term) {
		if t.Calc != nil {
			expr(t.Calc)
		}
		for _, c := range []*schema.Claims{t.Use, t.Res} {
			if c == nil {
				continue
			}
			for _, k := range c.Claims {
				for _, e := range k.Args {
					expr(e)
				}
			}
		}
		for _, a := range t.Args {
			term(a)
		}
		if t.Of != nil {
			term(t.Of)
		}
	}
	term(r.LHS)
	for _, p := range r.Pre {
		for _, e := range p.Args {
			expr(e)
		}
	}
	return out
}

// Taking an unknown fact for true refuses too much rather than too little.
// holds looks at the conditions on constants; facts about variables may always hold.
func holds(pre []*schema.Pre, env map[string]*big.Int) bool {
	for _, p := range pre {
		if yes, known := condition(p, env); known && !yes {
			return false
		}
	}
	return true
}

// condition decides one condition. With known false nothing can be said, as it is about a variable; a
// constant that means nothing makes a comparison known to fail, as the engine would not fire.
func condition(p *schema.Pre, env map[string]*big.Int) (yes, known bool) {
	switch p.Fn {
	case "cmp":
		a, b := eval(p.Args[0], env), eval(p.Args[1], env)
		if a == nil || b == nil {
			return false, true
		}
		n := a.Cmp(b)
		return map[string]bool{"eq": n == 0, "ne": n != 0, "lt": n < 0, "le": n <= 0, "gt": n > 0, "ge": n >= 0}[p.Pred], true
	case "isPow2":
		a := eval(p.Args[0], env)
		return a != nil && a.Sign() > 0 && a.TrailingZeroBits() == uint(a.BitLen()-1), true
	case "not":
		yes, known = condition(p.Of[0], env)
		return !yes, known
	case "and", "or":
		x, kx := condition(p.Of[0], env)
		y, ky := condition(p.Of[1], env)
		if p.Fn == "and" {
			// Three values: a false part decides a conjunction, a true one an alternative, whatever the other is.
			return x && y, kx && ky || kx && !x || ky && !y
		}
		return x || y, kx && ky || kx && x || ky && y
	}
	return false, false
}

// eval computes a constant; nil if it is too large or means nothing.
func eval(e *schema.Expr, env map[string]*big.Int) *big.Int {
	switch {
	case e.Const != "":
		return env[e.Const]
	case e.Lit != "":
		v, _ := new(big.Int).SetString(e.Lit, 10)
		return v
	}
	var args []*big.Int
	for _, a := range e.Args {
		v := eval(a, env)
		if v == nil {
			return nil
		}
		args = append(args, v)
	}
	return calc.Eval(e.Fn, args...)
}
