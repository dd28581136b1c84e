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

// describe is what the outside is told of a rule.
func describe(h *schema.Header, kind string, applied bool) Rule {
	k := value.Refinement
	if kind == "equivalence" {
		k = value.Equivalence
	}
	return Rule{Name: h.Name, Doc: h.Doc, Theorem: h.Theorem, Kind: k, Applied: applied}
}

// All lists the rules about memory.
func All() (out []Rule) {
	for n := range prepared {
		out = append(out, prepared[n].info)
	}
	return out
}

// rule is a rule of the table with what is worked out once.
// Strings of the schema are looked up here and not for each instruction of a program.
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

// none is the place of an operand that an instruction does not have.
const none = -1

// form is what the engine knows of a kind of instruction; operands are counted from 0.
// Matching and building both go by this row, so that they cannot disagree on where an operand stands.
type form struct {
	name, op string
	weight   int // the cost in a pattern or replacement; an operation in a term costs 1
	// Which operand is what a store writes or the byte of a memset, the address, where a copy reads, and how much.
	value, at, from, length int
}

// The order of operands is also that in which a replacement makes what they need.
var forms = [numKinds]form{
	load:    {"load", "load", 3, none, 0, none, none},
	store:   {"store", "store", 3, 0, 1, none, none},
	memset:  {"memset", "memset", 6, 1, 0, none, 2},
	memcpy:  {"memcpy", "memcpy", 8, none, 0, 1, 2},
	memmove: {"memmove", "memmove", 9, none, 0, 1, 2},
	slot:    {"stack_slot", "stack_slot", 2, none, none, none, none},
	free:    {"free", "", 1, none, 1, none, none},
}

// kindNamed is the kind of an instruction of a rule; value and poison are plain, and cost nothing.
func kindNamed(inst string) kind {
	for k := barrier + 1; k < numKinds; k++ {
		if forms[k].name == inst {
			return k
		}
	}
	return plain
}

// kinds are those of opcodes, calls apart.
var kinds = func() (out [ir.NumOps]kind) {
	for n := range out {
		op := ir.Op(n)
		if !op.Is(ir.Pure) {
			out[n] = barrier
		}
		for k := barrier + 1; k < numKinds; k++ {
			if forms[k].op == op.String() {
				out[n] = k
			}
		}
	}
	return out
}()

// weight is what a pattern or a replacement costs.
func weight(list []schema.MemInst) (n int) {
	for k := range list {
		n += forms[kindNamed(list[k].Inst)].weight + list[k].Value.Ops()
	}
	return n
}

// kept says which instruction of the pattern each one of the replacement is, -1 for a new one. Those
// that stay keep their order, and new ones come before the last of the pattern.
// The order of what stays and what is new is that of the chain of memory. Where a new instruction would have to come
// after the last one of the pattern, everything is made anew.
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

// bytesOfPointers says that what is read of a stored pointer as a number is poison. It is right, and not applied: programs in C
// read the bytes of pointers, and the front end has them read plainly where code is to be fast.
const bytesOfPointers = "store_load_ptr_int"

func init() {
	for _, r := range table {
		p := rule{MemRule: r, info: describe(&r.Header, r.Kind, weight(r.RHS) < weight(r.LHS) && r.Name != bytesOfPointers)}
		p.first, p.last = kindNamed(r.LHS[0].Inst), kindNamed(r.LHS[len(r.LHS)-1].Inst)
		p.kept = kept(r)
		prepared = append(prepared, p)
	}
	// Lists by kind: an instruction is compared only with patterns that have its kind in its place.
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
// A call is a barrier, unless it is one of the C library's free, which the program does not define itself.
func kindOf(f *ir.Func, i ir.Inst) kind {
	k := kinds[f.Op(i)]
	if f.Op(i) == ir.OpCall && f.NumOperands(i) == 3 && f.NumResults(i) == 1 {
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst && f.Op(d) == ir.OpSymbolAddr {
			if name := f.Module.SymbolName(f.SymbolOf(d)); name == "free" && f.Module.Func(name) == nil {
				return free
			}
		}
	}
	return k
}
