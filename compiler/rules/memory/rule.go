package memory

import (
	"reflect"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/ir"
)

// Rule describes a rule of the table.
type Rule struct {
	Name, Doc string
	Kind      value.Kind
	Theorem   string // of its soundness, in Lean
	Applied   bool   // by [Apply]; the others would undo each other
}

// rule is a rule of the table with what is worked out once.
type rule struct {
	*schema.MemRule
	info        Rule
	first, last kind  // of the pattern; equal if it has one instruction
	kept        []int // by instruction of the replacement: the one of the pattern that it is, -1 for a new one
}

// kind is what an instruction is to the rules.
type kind uint8

const (
	plain   kind = iota // neither reads nor writes memory, and comes to its end
	barrier             // none of the others
	load
	store
	memset
	memcpy
	memmove
	slot
	free
	numKinds
)

var kindNames = map[string]kind{"load": load, "store": store, "memset": memset, "memcpy": memcpy, "memmove": memmove, "stack_slot": slot, "free": free}

// weights is what the instructions of a pattern or replacement cost; an operation in a term costs 1.
var weights = map[string]int{"memmove": 9, "memcpy": 8, "memset": 6, "store": 3, "load": 3, "stack_slot": 2, "free": 1}

func weight(list []schema.MemInst) int {
	n := 0
	var term func(t *schema.Term)
	term = func(t *schema.Term) {
		if t == nil {
			return
		}
		if t.Op != "" {
			n++
		}
		for _, a := range t.Args {
			term(a)
		}
	}
	for k := range list {
		n += weights[list[k].Inst]
		term(list[k].Value)
	}
	return n
}

// kept says which instruction of the pattern each one of the replacement is, -1 for a new one. Those
// that stay keep their order, and new ones come before the last of the pattern.
func kept(r *schema.MemRule) []int {
	out := make([]int, len(r.RHS))
	from, last := 0, len(r.LHS)-1
	for k := range r.RHS {
		out[k] = -1
		value := r.RHS[k].Inst == "value" || r.RHS[k].Inst == "poison"
		if j := slices.IndexFunc(r.LHS[from:], func(i schema.MemInst) bool { return reflect.DeepEqual(i, r.RHS[k]) }); j >= 0 {
			out[k] = from + j
			from += j + 1
		} else if from > last && !value {
			return slices.Repeat([]int{-1}, len(r.RHS))
		}
	}
	return out
}

var (
	prepared []rule
	singles  [numKinds][]*rule
	pairs    [numKinds][numKinds][]*rule
)

func init() {
	for _, r := range table {
		p := rule{MemRule: r, info: Rule{Name: r.Name, Doc: r.Doc, Theorem: r.Theorem, Kind: value.Refinement, Applied: weight(r.RHS) < weight(r.LHS)}}
		if r.Kind == "equivalence" {
			p.info.Kind = value.Equivalence
		}
		p.first, p.last = kindNames[r.LHS[0].Inst], kindNames[r.LHS[len(r.LHS)-1].Inst]
		p.kept = kept(r)
		prepared = append(prepared, p)
	}
	for n := range prepared {
		switch r := &prepared[n]; {
		case !r.info.Applied:
		case len(r.LHS) == 1:
			singles[r.first] = append(singles[r.first], r)
		case len(r.LHS) == 2:
			pairs[r.first][r.last] = append(pairs[r.first][r.last], r)
		default:
			panic("BUG: memory rule " + r.Name + " has more than two instructions")
		}
	}
}

// kindOf says what i is to the rules.
func kindOf(f *ir.Func, i ir.Inst) kind {
	switch op := f.Op(i); op {
	case ir.OpLoad:
		return load
	case ir.OpStore:
		return store
	case ir.OpMemSet:
		return memset
	case ir.OpMemCpy:
		return memcpy
	case ir.OpMemMove:
		return memmove
	case ir.OpStackSlot:
		return slot
	case ir.OpCall:
		d := f.Def(f.Arg(i, 0))
		if d != ir.NoInst && f.Op(d) == ir.OpSymbolAddr && f.NumOperands(i) == 3 && f.NumResults(i) == 1 {
			if name := f.Module.SymbolName(f.SymbolOf(d)); name == "free" && f.Module.Func(name) == nil {
				return free
			}
		}
		return barrier
	default:
		if op.Is(ir.Pure) {
			return plain
		}
		return barrier
	}
}
