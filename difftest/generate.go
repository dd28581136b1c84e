package difftest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Generator makes inputs for a function: first combinations of values that matter (constants
// of the program and their neighbours, bounds of annotations, powers of two, special floats,
// pointers that alias or do not), poison beside each of them, then random ones, and all there are where they are few.
// Input n is the same for the same seed. A Generator is immutable after it is made: several
// goroutines may ask it for inputs.
type Generator struct {
	name   string
	params []ir.Param
	// No list is empty, see [Generator.values].
	pool    [][]Arg // of each parameter: values that matter
	seed    uint64
	facts   facts   // of the programs
	every   [][]Arg // of each parameter: all values that it may have; nil where they are too many together
	buffer  int     // bytes of memory behind a generated pointer, which may point anywhere into it
	vary    vary
	pointer bool // a parameter has a pointer
}

// vary is what inputs change beside arguments and their memory.
type vary struct {
	data   []*ir.Data // what these hold at the start
	allocs bool       // which allocation of the library fails
	seeds  bool       // the seeds of the run
}

// any reports whether there is anything to change.
func (v *vary) any() bool { return len(v.data) > 0 || v.allocs || v.seeds }

// Sizes of generated buffers: the least, and the most that constant offsets of the programs can make of it.
const (
	leastBuffer = 64
	mostBuffer  = 4096
)

// bufferBytes is the size of buffers in which the constant offsets that the functions add to a pointer
// stay inside. A program that adds more than its buffer has can only leave it, which is undefined on
// every input.
func bufferBytes(name string, modules []*ir.Module) int {
	size := 0
	for _, m := range modules {
		total := 0
		for f, i := range reachedInsts(name, m) {
			if f.Op(i) == ir.OpPtrAdd {
				// Every addition that is reached counts as if all were made to one pointer.
				total += constantOffset(f, f.Arg(i, 1), 8)
			}
		}
		size = max(size, total)
	}
	// 16 bytes of room are for the access itself.
	if size <= leastBuffer-16 {
		return leastBuffer
	}
	return min((size+16+63)/64*64, mostBuffer)
}

// constantOffset is the sum of the constants that v is made of by addition, 0 for others than small
// ones. depth bounds the walk through chains of additions.
func constantOffset(f *ir.Func, v ir.Value, depth int) int {
	i := f.Def(v)
	switch {
	// The depth bounds the work, since each level may double it.
	case i == ir.NoInst || depth == 0:
		return 0
	case f.Op(i) == ir.OpIConst:
		if c := f.IntConst(i); c.FitsUnsigned(12) {
			return int(c.Low64())
		}
	case f.Op(i) == ir.OpAdd:
		return constantOffset(f, f.Arg(i, 0), depth-1) + constantOffset(f, f.Arg(i, 1), depth-1)
	}
	return 0
}

// NewGenerator makes inputs for a function; constants are taken from the functions of that name in the
// modules and from what they reach, so that those of other functions of the file do not crowd them. The
// modules are those of both programs: a constant that only after has is where it may go wrong.
func NewGenerator(f *ir.Func, seed uint64, modules ...*ir.Module) *Generator {
	g := &Generator{name: f.Name, params: f.Params, seed: seed, facts: factsOf(f.Name, modules), buffer: bufferBytes(f.Name, modules)}
	total := 1
	for _, p := range f.Params {
		g.pool = append(g.pool, g.values(p.Type, p.Annot))
		g.pointer = g.pointer || hasPointer(p.Type)
		if all := everyValue(p); all != nil && total <= maxEvery/len(all) {
			total *= len(all)
			g.every = append(g.every, all)
		} else {
			total = maxEvery + 1
		}
	}
	if len(g.every) < len(g.params) {
		g.every = nil
	}
	return g
}

// reachedInsts are the instructions of the functions that one reaches, and its own. The order is that
// of reached, nearest functions first, and that of the text.
func reachedInsts(name string, m *ir.Module) iter.Seq2[*ir.Func, ir.Inst] {
	return func(yield func(*ir.Func, ir.Inst) bool) {
		for _, n := range reached([]string{name}, itemsOf(m)) {
			f := m.Func(n)
			if f == nil {
				continue
			}
			for i := range f.AllInsts() {
				if !yield(f, i) {
					// The loop of the caller may stop early; nothing has to be undone then.
					return
				}
			}
		}
	}
}

// Choices is the number of inputs that walk through values that matter: 1 where there is no choice.
func (g *Generator) Choices() int { return g.systematic() }

// Of the inputs of the walk every fifth, but for the first, has a poison argument beside values that matter.
const (
	poisonEvery = 5
	poisonFirst = 20
)

// Input returns input number n. It depends on seed and n alone: inputs can be made in any order and by
// any worker. Systematic inputs come first, every fifth with a poison argument, then random ones and, every other, the
// next of all there are.
// A stream for each number, seeded by both, is why the order in which inputs are made does not matter.
func (g *Generator) Input(n int) *Input {
	r := rand.New(rand.NewPCG(g.seed, uint64(n)))
	in := &Input{Args: []Arg{}}
	systematic := g.systematic()
	walk := systematic + systematic/(poisonEvery-1)
	switch {
	case len(g.params) == 0:
	case n >= poisonFirst && n < walk && n%poisonEvery == poisonEvery-1:
		g.beside(in, (n-poisonFirst)/poisonEvery)
	case n < walk:
		k := n - max(n-poisonFirst, 0)/poisonEvery
		for i, pool := range g.pool {
			in.Args = append(in.Args, pool[g.mixed(k, i)%len(pool)])
		}
	case g.every != nil && (n-walk)%2 == 0:
		k := (n - walk) / 2
		for _, all := range g.every {
			in.Args = append(in.Args, all[k%len(all)])
			k /= len(all)
		}
	default:
		g.drawn(in, r)
	}
	if g.pointer {
		in.Buffers = g.buffers(r, n)
	}
	g.circumstances(in, r, n)
	return in
}

// beside makes one argument poison, each in turn, and the others values that matter.
func (g *Generator) beside(in *Input, n int) {
	k := len(g.params)
	for i, pool := range g.pool {
		if i == n%k {
			in.Args = append(in.Args, Arg{Poison: true})
		} else {
			in.Args = append(in.Args, pool[g.mixed(n/k, i)%len(pool)])
		}
	}
}

// drawn makes random arguments, every twelfth poison.
func (g *Generator) drawn(in *Input, r *rand.Rand) {
	for i, p := range g.params {
		pool := g.pool[i]
		switch {
		case r.IntN(12) == 0:
			in.Args = append(in.Args, Arg{Poison: true})
		case i > 0 && p.Type == ir.Int && r.IntN(6) == 0:
			in.Args = append(in.Args, g.like(r, in.Args, i))
		case r.IntN(3) == 0:
			in.Args = append(in.Args, g.random(r, p))
		default:
			in.Args = append(in.Args, pool[r.IntN(len(pool))])
		}
	}
}

// circumstances draw what stands in data, which allocation fails and the seeds of the run. The first inputs leave all as
// it is.
func (g *Generator) circumstances(in *Input, r *rand.Rand, n int) {
	if n < 4 || !g.vary.any() {
		return
	}
	for _, d := range g.vary.data {
		if len(d.Relocs) == 0 && r.IntN(2) == 0 {
			if in.Data == nil {
				in.Data = map[string]*string{}
			}
			in.Data[d.Name] = new(g.contents(r, int(d.Size()), r.IntN(bufferKinds), 0))
		}
	}
	if g.vary.allocs && r.IntN(4) == 0 {
		in.FailAlloc = uint64(1 + r.IntN(4))
	}
	if g.vary.seeds && r.IntN(2) == 0 {
		in.Seed = uint64(1 + r.Uint32N(1<<20))
	}
}

// maxSystematic bounds the inputs that walk through the pools; less than [DefaultRuns], so
// that random ones have their share. A walk over all combinations of three parameters would be
// thousands.
const maxSystematic = 300

// systematic is the number of inputs that walk through the pools: all combinations of their
// values where those are few.
func (g *Generator) systematic() int {
	if len(g.pool) == 1 {
		return len(g.pool[0])
	}
	n := 1
	for _, p := range g.pool {
		if n *= len(p); n > maxSystematic {
			return maxSystematic
		}
	}
	return n
}

// mixed is the index into pool i for input n, in the mixed radix of the pool sizes while the
// product is small, and in different strides afterwards. Beyond maxSystematic the strides 2i+1 make
// neighbouring parameters move at different speeds; the term n/7*i breaks the periods.
func (g *Generator) mixed(n, i int) int {
	total := 1
	for _, p := range g.pool {
		if total *= len(p); total > maxSystematic {
			return n*(2*i+1) + n/7*i
		}
	}
	// Digit i of n, with the pool of the first parameter as the fastest digit.
	for k := range i {
		n /= len(g.pool[k])
	}
	return n
}

// random is a value that need not be in the pool. It falls back on the pool after eight values that
// violate the claim.
func (g *Generator) random(r *rand.Rand, p ir.Param) Arg {
	switch p.Type.Kind() {
	case ir.KindInt:
		for range 8 {
			bits := uint(1 + r.IntN(70))
			if n, _, ok := p.Annot.Range(); ok {
				bits = uint(1 + r.IntN(int(n)+1))
			}
			v := num.Int{}
			for v.BitLen() < bits {
				// The lowest bit is set so that the length is what was asked for after the shift.
				v = v.Shl(64).Or(num.FromUint64(r.Uint64() | 1))
			}
			v = v.Shr(v.BitLen() - bits)
			if r.IntN(2) == 0 {
				v = v.Not()
			}
			if p.Annot.Holds(v) {
				return Arg{Int: new(v)}
			}
		}
	case ir.KindFloat:
		if !p.Type.IsWideFloat() {
			return Arg{Fmt: p.Type.String(), Float: fmt.Sprintf("0x%x", r.Uint64()>>(64-p.Type.FloatBits()))}
		}
	case ir.KindPtr:
		b, off := r.IntN(2), int64(r.IntN(g.buffer+1))
		if a := int64(p.Annot.Align()); a != 0 {
			off -= off % a
		}
		return Arg{Buffer: &b, Offset: off}
	}
	if t := p.Type; t.IsAggregate() {
		fields := []Arg{}
		for i := range t.Len() {
			f, _ := t.Field(i)
			fields = append(fields, g.either(r, ir.Param{Type: f, Annot: fieldClaim(f, p.Annot.Field(i))}))
		}
		return Arg{Fields: fields}
	}
	if k := p.Type.Kind(); k == ir.KindByte || k == ir.KindVec {
		n, _ := p.Type.Size(1)
		return Arg{Bytes: new(g.contents(r, int(min(n, 1<<16)), r.IntN(bufferKinds), 0))}
	}
	pool := g.values(p.Type, p.Annot)
	return pool[r.IntN(len(pool))]
}

// either is a random value of a field, or one that matters.
func (g *Generator) either(r *rand.Rand, p ir.Param) Arg {
	if r.IntN(2) == 0 {
		return g.random(r, p)
	}
	pool := g.values(p.Type, p.Annot)
	return pool[r.IntN(len(pool))]
}

// like is a value for int parameter i that is that of an earlier int, or beside it: what two numbers that are equal, or
// close, lead to is rarely met otherwise.
func (g *Generator) like(r *rand.Rand, earlier []Arg, i int) Arg {
	for range 4 {
		if a := earlier[r.IntN(i)]; a.Int != nil {
			if v := a.Int.Add(num.New(int64(max(r.IntN(6)-3, 0)) * int64(1-2*r.IntN(2)))); g.params[i].Annot.Holds(v) {
				return Arg{Int: &v}
			}
		}
	}
	return g.random(r, g.params[i])
}

// Arrays of no elements hold no pointer.
func hasPointer(t ir.Type) bool {
	if t.Kind() == ir.KindPtr {
		return true
	}
	if !t.IsAggregate() {
		return false
	}
	if t.Kind() == ir.KindArray {
		return t.Len() > 0 && hasPointer(t.Elem())
	}
	return slices.ContainsFunc(t.Fields(), hasPointer)
}
