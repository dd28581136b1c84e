package reduce

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
)

// eachInst lists an edit for each instruction that is no terminator, the last one first, so
// that in a chunk the users go before what they use. make returns nil for instructions that it
// leaves alone. Listing looks at the module as it is; the edit looks again, since the instruction
// may be gone.
func eachInst(x *listing, make func(s site) func(f *ir.Func)) {
	all := sites(x.m)
	slices.Reverse(all)
	for _, s := range all {
		if s.f.Op(s.i).IsTerminator() {
			continue
		}
		if do := make(s); do != nil {
			x.at(s, "", do)
		}
	}
}

// dropUnused removes only instructions without uses; drop gives up on others.
// It needs no facts: a use is a use also in code that does not run.
func dropUnused(x *listing) {
	eachInst(x, func(s site) func(f *ir.Func) {
		return func(f *ir.Func) { drop(f, s.i, func(ir.Value) ir.Value { return ir.NoValue }) }
	})
}

// toZero is the replacement of the row "to zero" and of calls of which nothing is known.
func toZero(f *ir.Func, v ir.Value) ir.Value { return zero(f, f.TypeOf(v)) }

// dropTo removes instructions that are no constants already. Zeros that stand in the entry block
// are what it would make, so they are left out.
func dropTo(replace func(f *ir.Func, v ir.Value) ir.Value) func(x *listing) {
	return func(x *listing) {
		eachInst(x, func(s site) func(f *ir.Func) {
			// A zero elsewhere is moved to the entry, where it is shared.
			if isConst(s.f, s.i) && isZero(s.f, s.i, s.f.TypeOf(s.f.Result(s.i, 0))) && s.b == s.f.Entry() {
				return nil
			}
			return func(f *ir.Func) {
				drop(f, s.i, func(v ir.Value) ir.Value { return replace(f, v) })
			}
		})
	}
}

// toOperand replaces an instruction by each of its operands that has the type. An instruction with
// two operands of its type has two edits: which operand keeps the program interesting is unknown.
// A memory token is handled by drop and is no choice here.
func toOperand(x *listing) {
	all := sites(x.m)
	slices.Reverse(all)
	for _, s := range all {
		if s.f.NumResults(s.i) == 0 {
			continue
		}
		for n := range s.f.NumOperands(s.i) {
			t := s.f.TypeOf(s.f.Arg(s.i, n))
			if t == ir.Mem || !slices.ContainsFunc(s.f.Results(s.i), func(v ir.Value) bool { return s.f.TypeOf(v) == t }) {
				continue
			}
			x.at(s, fmt.Sprint(n), func(f *ir.Func) {
				if n >= f.NumOperands(s.i) {
					return
				}
				// The operand is read before the instruction is removed.
				o := f.Arg(s.i, n)
				drop(f, s.i, func(v ir.Value) ir.Value {
					if f.TypeOf(v) == f.TypeOf(o) {
						return o
					}
					return ir.NoValue
				})
			})
		}
	}
}

// toValue replaces an instruction by the nearest value above it that has its type. The nearest
// value is the likeliest to be of the same kind, and makes the one replaced unused.
func toValue(x *listing) {
	// A tree of dominators is made once a function that needs one.
	scopes := map[*ir.Func]*scope{}
	// with has what each result becomes. A tree of the listed module serves the clone, as handles are the
	// same.
	eachInst(x, func(s site) func(f *ir.Func) {
		with := map[ir.Value]ir.Value{}
		for _, v := range s.f.Results(s.i) {
			if !s.f.HasUses(v) || s.f.TypeOf(v) == ir.Mem {
				continue
			}
			if scopes[s.f] == nil {
				scopes[s.f] = newScope(s.f)
			}
			above := scopes[s.f].before(s.b, s.i, s.f.TypeOf(v))
			if len(above) == 0 {
				// If one result has no value above, the instruction stays as a whole.
				return nil
			}
			with[v] = above[0]
		}
		if len(with) == 0 {
			return nil
		}
		return func(f *ir.Func) {
			drop(f, s.i, func(v ir.Value) ir.Value {
				// The value that was chosen may have gone with an earlier edit of the subset.
				if w, ok := with[v]; ok && present(f, w) {
					return w
				}
				return ir.NoValue
			})
		}
	})
}

// toNextConstant replaces a constant by the next one of its type in its block. It merges equal
// constants, and those that differ where it does not matter.
func toNextConstant(x *listing) {
	eachInst(x, func(s site) func(f *ir.Func) {
		if !isConst(s.f, s.i) {
			return nil
		}
		t := s.f.TypeOf(s.f.Result(s.i, 0))
		// The next constant is moved up, so that it stands before the uses of the one that goes.
		for next := s.f.NextInst(s.i); next != ir.NoInst; next = s.f.NextInst(next) {
			if !isConst(s.f, next) || s.f.TypeOf(s.f.Result(next, 0)) != t {
				continue
			}
			return func(f *ir.Func) {
				if !f.Deleted(next) {
					f.MoveInst(next, s.b, s.i)
					drop(f, s.i, func(ir.Value) ir.Value { return f.Result(next, 0) })
				}
			}
		}
		return nil
	})
}

// replaceInst puts what build makes in the place of i, which must have one result. The new
// instruction stands before the old one, so it dominates the same uses.
// Claims on the old result go with it.
func replaceInst(f *ir.Func, i ir.Inst, build func(b *ir.Builder) ir.Value) {
	if f.NumResults(i) != 1 {
		return
	}
	v := build(f.Before(i))
	f.ReplaceUses(f.Result(i, 0), v)
	f.RemoveInst(i)
}

// toObserved replaces instructions by the constant that they were in the run. It usually keeps the
// program interesting, since the run does not change; the operands become unused.
func toObserved(x *listing) {
	eachInst(x, func(s site) func(f *ir.Func) {
		if isConst(s.f, s.i) || s.f.NumResults(s.i) != 1 {
			return nil
		}
		// Constants are of int and bool only; others are not recorded.
		c := x.facts.Constant[s.f.Name][s.f.Result(s.i, 0)]
		if c == nil {
			return nil
		}
		return func(f *ir.Func) {
			replaceInst(f, s.i, func(b *ir.Builder) ir.Value {
				if f.TypeOf(f.Result(s.i, 0)) == ir.Bool {
					return b.BConst(c.Sign() != 0, ir.Synthetic)
				}
				return b.IConst(*c, ir.Synthetic)
			})
		}
	})
}

// toConstant replaces instructions by 0, 1, true, false or poison in place. Each choice is a list
// of its own, so that a subset tries one kind of constant at a time.
func toConstant(x *listing) {
	// 0: zero or false or poison by type; 1: one or true; 2: poison.
	for choice := range 3 {
		from := len(x.edits)
		eachInst(x, func(s site) func(f *ir.Func) {
			if isConst(s.f, s.i) || s.f.NumResults(s.i) != 1 {
				return nil
			}
			t := s.f.TypeOf(s.f.Result(s.i, 0))
			if t == ir.Mem || choice == 1 && t != ir.Int && t != ir.Bool {
				return nil
			}
			return func(f *ir.Func) {
				replaceInst(f, s.i, func(b *ir.Builder) ir.Value {
					switch {
					case choice == 1 && t == ir.Int:
						return b.Int64(1, ir.Synthetic)
					case choice == 1:
						return b.BConst(true, ir.Synthetic)
					}
					return makeZero(b, t, choice == 2)
				})
			}
		})
		for n := range x.edits[from:] {
			// The key has the kind, so that two files of a pair take the same one.
			x.edits[from+n].key += strconv.Itoa(choice)
		}
	}
}

// liftOperands reads the uppermost value of the type that dominates instead. Reading the uppermost
// value frees those below of their uses.
func liftOperands(x *listing) {
	scopes := map[*ir.Func]*scope{}
	for _, s := range sites(x.m) {
		if s.f.NumOperands(s.i) > 0 && scopes[s.f] == nil {
			scopes[s.f] = newScope(s.f)
		}
		for n := range s.f.NumOperands(s.i) {
			old := s.f.Operand(s.i, n)
			// The list is from near to far; the last is the uppermost.
			above := scopes[s.f].before(s.b, s.i, s.f.TypeOf(old.Value))
			if len(above) == 0 || above[len(above)-1] == old.Value {
				continue
			}
			top := above[len(above)-1]
			x.at(s, fmt.Sprint(n), func(f *ir.Func) {
				if n < f.NumOperands(s.i) && present(f, top) {
					f.SetOperand(s.i, n, ir.Operand{Value: top, Annot: f.Operand(s.i, n).Annot})
				}
			})
		}
	}
}
