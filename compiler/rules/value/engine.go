package value

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Kind says how a rewritten function relates to the one before.
type Kind uint8

// The kinds.
const (
	Equivalence Kind = iota // each refines the other
	Refinement              // the new one refines the old one
)

// String is the name that traces use.
func (k Kind) String() string { return [...]string{"equivalence", "refinement"}[k] }

// Rule describes a rule of the generated table.
type Rule struct {
	Name, Doc, Group string
	Kind             Kind
	Theorem          string   // of its soundness, in Lean
	Axioms           []string // that the theorem rests on
	Experimental     bool     // without a theorem that counts: off unless asked for
	Removes, Adds    int      // instructions of pattern and replacement, constants not counted

	code []string // programs, see package step: one, or one for each order of operands
}

// All lists the rules in the order of the export.
// The slice is a copy, the rules are not to be changed.
func All() []Rule { return slices.Clone(rules) }

// Options configure [Apply].
// The zero value is every proven rule, and facts for whoever listens.
type Options struct {
	Only         map[string]bool      // rules that may fire; nil is all
	Experimental bool                 // rules without a proof may fire too
	Depth        func(b ir.Block) int // the loops around a block; nil takes all blocks to run equally often
	Limit        int                  // firings at most; 0 is no limit but the one against endless rewriting

	// Terse leaves out what was known where a rule fires.
	Terse bool
	// Allow is asked before the function changes; nil allows everything.
	Allow func(Firing) bool
}

// Firing is one application of a rule.
// It is told before the function changes: instructions and values are those that the pattern matched, and are
// good only until Allow returns.
type Firing struct {
	Rule    *Rule
	Func    *ir.Func
	Root    ir.Inst   // whose result is replaced
	Matched []ir.Inst // the root and the instructions below it that the pattern covers
	Kind    Kind      // refinement also where an annotation that the pattern does not know goes away
	Facts   []Fact    // what was known: of the constants and annotations matched, and by preconditions
}

// Result says what [Apply] did.
type Result struct {
	Fired   int
	Counts  map[string]int // by rule
	Endless bool           // stopped by the limit against endless rewriting
}

// A firing never adds instructions, constants apart; but rules that keep their number could take turns for
// ever.
// firingsPerInst and firingsFloor bound the firings against rules that undo each other.
// The limit grows with the function, so that an honest program is not cut short; [Result.Endless]
// says that it was reached.
const (
	firingsPerInst = 16
	firingsFloor   = 1000
)

// Apply rewrites f in place until no rule applies.
// It is a worklist: who reads a replaced value, and what a removed instruction read, is looked at
// again. The matcher's tables are those of an earlier function, cleared.
// f must verify. Each call has a matcher of its own.
func Apply(f *ir.Func, o Options) Result {
	m := matchers.Get().(*matcher)
	defer matchers.Put(m)
	// Facts are collected only where something reads them.
	m.f, m.o, m.listens = f, o, o.Allow != nil && !o.Terse
	// The rules that are off are computed again only if this call or the last one has a choice of
	// its own.
	if all := o.Only == nil && !o.Experimental; !all || !m.all {
		for n := range rules {
			r := &rules[n]
			m.off[n] = r.Experimental && !o.Experimental || o.Only != nil && !o.Only[r.Name]
		}
		m.all = all
	}
	if m.total > 0 {
		clear(m.fires)
	}
	// Live before rewriting: what rules add does not raise their limit.
	m.total, m.limit = 0, firingsFloor+firingsPerInst*f.Live()
	m.classifyAll()
	res := Result{}
	for len(m.queue) > 0 {
		// From the end: the last instruction of the function comes first.
		i := m.queue[len(m.queue)-1]
		m.queue = m.queue[:len(m.queue)-1]
		// One root is rewritten until no rule matches it, as a replacement may be a pattern
		// itself.
		for !f.Deleted(i) && (o.Limit == 0 || m.total < o.Limit) {
			if m.total >= m.limit {
				res.Endless = true
				break
			}
			if !m.root(i) {
				break
			}
		}
	}
	// The pool must not keep the function alive.
	m.f, m.o = nil, Options{}
	res.Fired = m.total
	if m.total > 0 {
		res.Counts = map[string]int{}
		for n, k := range m.fires {
			if k > 0 {
				res.Counts[rules[n].Name] = k
			}
		}
	}
	return res
}

// matchers keeps the memory for the next function.
var matchers = sync.Pool{New: func() any {
	return &matcher{fires: make([]int, len(rules)), off: make([]bool, len(rules))}
}}

// matcher is the state of one [Apply]; the tables are in rules_gen.go.
type matcher struct {
	f     *ir.Func
	o     Options
	off   []bool
	all   bool // off is that of no particular options
	fires []int
	total int
	limit int
	queue []ir.Inst
	// Sized for the values of the function; see classifyAll.
	kinds []uint16 // by value
	annot ir.Annot // the last one that was looked at, and what kinds have of it
	marks uint16
	facts []Fact // of the rule being tried, if there is a listener

	registers registers
	listens   bool
}

// noOp is the opcode of a value that no instruction makes.
const noOp = ir.Op(ir.NumOps)

// op is the opcode of d.
func (m *matcher) op(d ir.Inst) ir.Op {
	if d == ir.NoInst {
		return noOp
	}
	return m.f.Op(d)
}

// constant is the integer constant v, if it is one.
// A claim on the use is not looked at here; rules have steps for annotations of uses. A constant with a claim is
// none: if it violates the claim it is poison.
func (m *matcher) constant(v ir.Value) (c num.Int, ok bool) {
	d := m.f.Def(v)
	if d == ir.NoInst || m.f.Op(d) != ir.OpIConst || m.f.AnnotOf(v) != ir.NoAnnot {
		return c, false
	}
	return m.f.IntConst(d), true
}

// imm is the number in the mnemonic or after the operand of i.
func (m *matcher) imm(i ir.Inst) num.Int {
	a := m.f.Attr(i)
	if m.f.Op(i).Info().Form == ir.FormWidth {
		return num.New(a.Imm)
	}
	return num.New(int64(a.N))
}

// maxImm bounds the widths that a replacement may ask for.
const maxImm = 1 << 16

// fire replaces a result of the root by what code describes; the number of the result is before it. It is
// the only way in which a rule changes a function. It returns false, and changes nothing, if that would
// leave more instructions.
// The order matters: what is asked of the old function is asked before it changes, the uses are listed before
// they move, and what is dropped last is what nothing reads any more.
func (m *matcher) fire(p *pattern, insts int, code string) bool {
	r := &rules[p.rule]
	all := m.registers.matched(insts)
	i := all[0]
	// The replacement may need no more instructions than go, constants apart.
	if r.Adds > m.deadAfter(all) {
		return false
	}
	old := m.f.Result(i, int(code[0]))
	// A rule would fire for ever on a result that nothing reads.
	if !m.f.HasUses(old) {
		return false
	}
	if m.o.Allow != nil {
		x := Firing{Rule: r, Func: m.f, Root: i, Matched: slices.Clone(all), Kind: m.kind(r, all)}
		if !m.o.Terse {
			x.Facts = m.context(all)
		}
		if !m.o.Allow(x) {
			return false
		}
	}
	var origins []ir.Origin
	for _, d := range all {
		if o := m.f.Origin(d); !slices.Contains(origins, o) {
			origins = append(origins, o)
		}
	}
	// The new instructions come from all that was matched, each origin once.
	origin := m.f.Module.Derive(origins...)
	a := m.f.AnnotOf(old)
	v, _ := m.build(m.f.Before(i), code[1:], m.f.TypeOf(m.f.Result(i, 0)), origin)
	// The claim on the old result moves to an instruction that is new. One that was there has
	// other readers, for which the claim would be a check they do not have.
	if code[1] == step.Make {
		// Claims that cannot be met are left as the rule made them.
		if both, err := a.Meet(m.f.AnnotOf(v)); err == nil {
			m.f.SetAnnot(v, both)
			m.classifyNew(m.f.Def(v))
		}
	}
	// The uses are listed before they move.
	for u := range m.f.Uses(old) {
		m.queue = append(m.queue, u.Inst)
	}
	m.f.ReplaceUses(old, v)
	for _, d := range all {
		m.drop(d)
	}
	m.total++
	m.fires[p.rule]++
	return true
}

// context lists what is known where a rule fires: the constants and annotations that the matched
// instructions read, and what its preconditions were told.
func (m *matcher) context(matched []ir.Inst) []Fact {
	var out []Fact
	seen := map[ir.Value]bool{}
	claim := func(v ir.Value, a ir.Annot) {
		if a != ir.NoAnnot {
			out = append(out, Fact{Kind: ClaimFact, Value: v, Annot: a})
		}
	}
	for _, d := range matched {
		for _, v := range m.f.Results(d) {
			claim(v, m.f.AnnotOf(v))
		}
		for _, o := range m.f.Operands(d) {
			if !seen[o.Value] {
				if c, ok := m.constant(o.Value); ok {
					out = append(out, Fact{Kind: ConstFact, Value: o.Value, Low: c})
				} else if _, bits, ok := m.fconst(o.Value); ok {
					out = append(out, Fact{Kind: FloatFact, Value: o.Value, Low: num.FromUint64(bits)})
				}
			}
			seen[o.Value] = true
			claim(o.Value, o.Annot)
		}
	}
	return append(out, m.facts...)
}

// deadAfter counts the instructions that go when the result of the first one is replaced: that one, and
// those below it that nothing else reads and that run as often.
// Those below the root go only if all who read them do, so a shared part counts as one that
// stays. What stands outside of a loop around the root is no gain: its replacement would stand in the loop.
func (m *matcher) deadAfter(matched []ir.Inst) (n int) {
	var buf [8]ir.Inst
	dead := append(buf[:0], matched[0])
	n = 1
	for _, d := range matched[1:] {
		if !slices.Contains(dead, d) && m.onlyReadBy(d, dead) {
			dead = append(dead, d)
			if !m.shallower(d, matched[0]) {
				n++
			}
		}
	}
	return n
}

// shallower reports whether i stands in fewer loops than root.
func (m *matcher) shallower(i, root ir.Inst) bool {
	b, at := m.f.InstBlock(i), m.f.InstBlock(root)
	return b != at && m.o.Depth != nil && m.o.Depth(b) < m.o.Depth(at)
}

// onlyReadBy reports whether nothing but the readers reads a result of i, which may be read
// everywhere.
// Readers may read it more than once.
func (m *matcher) onlyReadBy(i ir.Inst, readers []ir.Inst) bool {
	for n := range m.f.NumResults(i) {
		for u := range m.f.Uses(m.f.Result(i, n)) {
			if !slices.Contains(readers, u.Inst) {
				return false
			}
		}
	}
	return true
}

// kind is that of a rule, weakened by annotations that its pattern may not know.
func (m *matcher) kind(r *Rule, matched []ir.Inst) Kind {
	for _, d := range matched {
		for _, v := range m.f.Results(d) {
			if m.f.AnnotOf(v) != ir.NoAnnot {
				return Refinement
			}
		}
		for n := range m.f.NumOperands(d) {
			if m.f.Operand(d, n).Annot != ir.NoAnnot {
				return Refinement
			}
		}
	}
	return r.Kind
}

// drop removes a pure instruction that nothing reads, and looks again at what it read.
// Constants are dropped at once; other operands may match a rule now that they have one reader
// less.
// It goes down through constants only; deeper instructions wait in the queue, so that the recursion is shallow.
func (m *matcher) drop(i ir.Inst) {
	if m.f.Deleted(i) || !m.f.Op(i).Is(ir.Pure) {
		return
	}
	for _, v := range m.f.Results(i) {
		if m.f.HasUses(v) {
			return
		}
	}
	operands := m.f.Operands(i)
	m.f.RemoveInst(i)
	for _, o := range operands {
		d := m.f.Def(o.Value)
		switch op := m.op(d); {
		case op == noOp:
		case op.IsConst():
			m.drop(d)
		default:
			m.queue = append(m.queue, d)
		}
	}
}
