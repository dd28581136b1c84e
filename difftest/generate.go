package difftest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Generator makes inputs for a function: first combinations of values that matter (constants
// of the program and their neighbours, bounds of annotations, powers of two, special floats,
// pointers that alias or do not), then random ones, poison among
// them. Input n is the same for the same seed. A Generator is immutable after it is made: several
// goroutines may ask it for inputs.
type Generator struct {
	name   string
	params []ir.Param
	// No list is empty, see [Generator.values].
	pool   [][]Arg // of each parameter: values that matter
	seed   uint64
	ints   []num.Int // constants of the programs
	buffer int       // bytes of memory behind a generated pointer, which may point anywhere into it
}

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
	g := &Generator{name: f.Name, params: f.Params, seed: seed, ints: constants(f.Name, modules), buffer: bufferBytes(f.Name, modules)}
	for _, p := range f.Params {
		g.pool = append(g.pool, g.values(p.Type, p.Annot))
	}
	return g
}

// constants collects the integer constants of what a function reaches in the modules, each once, in
// order. 400 constants of up to 4096 bits bound the pool. The base 62 text is only a key.
func constants(name string, modules []*ir.Module) []num.Int {
	var out []num.Int
	seen := map[string]bool{}
	// The key holds the number in text, as numbers have any length.
	add := func(v num.Int) {
		if s := v.Text(62); !seen[s] && v.BitLen() <= 4096 && len(out) < 400 {
			seen[s] = true
			out = append(out, v)
		}
	}
	for _, m := range modules {
		for f, i := range reachedInsts(name, m) {
			switch f.Op(i) {
			case ir.OpIConst:
				add(f.IntConst(i))
			case ir.OpSwitch:
				for n := range f.NumTargets(i) - 1 {
					add(f.TargetCase(i, n))
				}
			}
		}
	}
	return out
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

// fieldClaim is what holds of a field that is claimed to be a: of an int that is not bounded, that the bytes
// which the field has in memory hold it. Other fields are claimed as they are. Without it, an input
// could not be stored at all.
func fieldClaim(t ir.Type, a ir.Annot) ir.Annot {
	if _, _, ok := a.Bounds(); !ok && t == ir.Int {
		// A claim that contradicts the bytes of the field stays as it is.
		if m, err := a.Meet(ir.Unsigned(8 * ir.IntBytes)); err == nil {
			return m
		}
	}
	return a
}

// values lists the values of a type that matter, the most telling first. The list is never empty.
// Values that violate the annotation are left out: poison is chosen elsewhere.
func (g *Generator) values(t ir.Type, an ir.Annot) []Arg {
	switch t.Kind() {
	case ir.KindInt:
		return g.intValues(an)
	case ir.KindBool:
		yes, no := true, false
		return []Arg{{Bool: &no}, {Bool: &yes}}
	case ir.KindFloat:
		return floatValues(t)
	case ir.KindPtr:
		return g.pointerValues(an)
	case ir.KindUnit:
		return []Arg{{Fields: []Arg{}}}
	case ir.KindByte, ir.KindVec:
		return bytesValues(t)
	}
	var fields [][]Arg
	// n is the length of the longest pool of a field.
	n := 1
	for i := range t.Len() {
		f, _ := t.Field(i)
		fields = append(fields, g.values(f, fieldClaim(f, an.Field(i))))
		n = max(n, len(fields[i]))
	}
	var out []Arg
	// Aggregates take their fields from the pools in different strides, so that neighbours do not
	// repeat together; 40 are enough beside the random ones.
	for k := range min(n, 40) {
		a := Arg{Fields: []Arg{}}
		for i, f := range fields {
			a.Fields = append(a.Fields, f[(k*(2*i+1)+i)%len(f)])
		}
		out = append(out, a)
	}
	return out
}

// Zero, the bounds, the constants, powers of two around the widths of machines, and their neighbours
// and negations. The most telling come first, since a systematic walk may end early.
func (g *Generator) intValues(an ir.Annot) []Arg {
	var out []Arg
	seen := map[string]bool{}
	// What violates the claim is not in the pool.
	add := func(v num.Int) {
		if s := v.Text(62); an.Holds(v) && !seen[s] {
			seen[s] = true
			out = append(out, Arg{Int: new(v)})
		}
	}
	near := func(v num.Int) {
		for d := int64(-1); d <= 1; d++ {
			add(v.Add(num.New(d)))
		}
	}
	near(num.Int{})
	lo, hi, bounded := an.Bounds()
	if bounded {
		near(lo)
		near(hi)
	}
	for _, c := range g.ints {
		near(c)
		near(c.Neg())
	}
	for _, n := range []uint{1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128} {
		p := num.Pow2(n)
		near(p)
		near(p.Neg())
	}
	// Known bits have few values at their ends, so single bits are set and cleared.
	if k := an.Known(); k != nil { // all free bits clear, all set, one set, one clear
		all := k.Zeros.Not()
		add(k.Ones)
		add(all)
		for n := range min(max(all.BitLen(), k.Ones.BitLen()), 128) {
			add(k.Ones.Or(num.Pow2(n)))
			add(all.AndNot(num.Pow2(n)))
		}
	}
	// A claim may exclude everything above; then 0 is passed, and is poison.
	if len(out) == 0 {
		return []Arg{{Int: new(num.Int)}}
	}
	return out
}

// specialFloats are decimal so that they mean the same in every format; the bit patterns below are
// denormals, limits, and NaNs with payloads, quiet and signalling.
var specialFloats = []string{"0.0", "-0.0", "1.0", "-1.0", "1.5", "0.1", "inf", "-inf", "nan", "3.0", "1e10", "-2.5"}

// floatValues are given as text or bits, exactly as an input file would have them.
func floatValues(t ir.Type) []Arg {
	var out []Arg
	if t == ir.F128 {
		for _, s := range []string{"0x0", "0x3fff0000000000000000000000000000", "0x7fff8000000000000000000000000000"} {
			out = append(out, Arg{Fmt: "f128", Float: s})
		}
		return out
	}
	for _, s := range specialFloats {
		out = append(out, Arg{Fmt: t.String(), Float: s})
	}
	bits := map[ir.Type][]string{
		// The least number, the subnormal and normal limits, a pseudo-denormal, NaNs, an unnormal, 2^63-0.5.
		ir.F80:  {"0x1", "0x00007fffffffffffffff", "0x00018000000000000000", "0x7ffeffffffffffffffff", "0x00008000000000000001", "0x7fffc000000000000001", "0xffffc000000000000000", "0x7fff8000000000000001", "0x3fff4000000000000000", "0x403dffffffffffffffff"},
		ir.F64:  {"0x1", "0x000fffffffffffff", "0x0010000000000000", "0x7fefffffffffffff", "0x7ff8000000000001", "0xfff8000000000000", "0x7ff0000000000001", "0x433fffffffffffff"},
		ir.F32:  {"0x1", "0x007fffff", "0x00800000", "0x7f7fffff", "0x7fc00001", "0xffc00000", "0x7f800001", "0x4b7fffff"},
		ir.F16:  {"0x1", "0x03ff", "0x0400", "0x7bff", "0x7e01", "0x7c01"},
		ir.BF16: {"0x1", "0x007f", "0x0080", "0x7f7f", "0x7fc1", "0x7f81"},
	}
	for _, s := range bits[t] {
		out = append(out, Arg{Fmt: t.String(), Float: s})
	}
	return out
}

// pointerValues: buffers 0 and 1 are disjoint, so that two pointer parameters meet in every
// way: apart, equal, overlapping. The offsets lie at the start, at the end and beyond the last element,
// aligned and not.
func (g *Generator) pointerValues(an ir.Annot) []Arg {
	// The address after the last byte is legal to have and not to access.
	var out []Arg
	for _, p := range []struct {
		buf int
		off int64
	}{{0, 0}, {1, 0}, {0, 8}, {0, 4}, {1, 8}, {0, 1}, {0, int64(g.buffer) - 8}, {0, int64(g.buffer)}} {
		if a := int64(an.Align()); a != 0 && p.off%a != 0 {
			continue
		}
		out = append(out, Arg{Buffer: &p.buf, Offset: p.off})
	}
	return append(out, Arg{Null: true})
}

// Patterns repeat over the whole value, of which at most 64 KiB are made.
func bytesValues(t ir.Type) []Arg {
	n, _ := t.Size(1)
	n = min(n, 1<<16)
	var out []Arg
	for _, pat := range [][]string{{"00"}, {"01", "00", "00", "00"}, {"ff"}, {"80", "7f"}, {"00", "00", "80", "3f"}, {"02", "03", "05", "07", "0b"}, {"__"}, {"00", "??"}} {
		var s []string
		for i := range n {
			s = append(s, pat[int(i)%len(pat)])
		}
		text := strings.Join(s, " ")
		out = append(out, Arg{Bytes: &text})
	}
	return out
}

// Choices is the number of inputs that walk through values that matter: 1 where there is no choice.
func (g *Generator) Choices() int { return g.systematic() }

// Input returns input number n. It depends on seed and n alone: inputs can be made in any order and by
// any worker. Systematic inputs come first, then random ones with poison in every twelfth argument.
// A stream for each number, seeded by both, is why the order in which inputs are made does not matter.
func (g *Generator) Input(n int) *Input {
	r := rand.New(rand.NewPCG(g.seed, uint64(n)))
	in := &Input{Args: []Arg{}}
	systematic := g.systematic()
	for i := range g.params {
		pool := g.pool[i]
		switch {
		case n < systematic && len(g.params) == 1:
			in.Args = append(in.Args, pool[n])
		case n < systematic:
			in.Args = append(in.Args, pool[g.mixed(n, i)%len(pool)])
		case r.IntN(12) == 0:
			in.Args = append(in.Args, Arg{Poison: true})
		case i > 0 && g.params[i].Type == ir.Int && r.IntN(6) == 0:
			in.Args = append(in.Args, g.like(r, in.Args, i))
		case r.IntN(3) == 0:
			in.Args = append(in.Args, g.random(r, g.params[i]))
		default:
			in.Args = append(in.Args, pool[r.IntN(len(pool))])
		}
	}
	if slices.ContainsFunc(g.params, func(p ir.Param) bool { return hasPointer(p.Type) }) {
		in.Buffers = g.buffers(r, n)
	}
	return in
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

// buffers makes the memory behind pointers. The first inputs see all bits, then all uninit,
// then mixtures of the four states, with pointers to the other buffer among them. n%4 gives the kind,
// so that inputs that are alike in their arguments still differ in memory.
func (g *Generator) buffers(r *rand.Rand, n int) []Buffer {
	out := make([]Buffer, 2)
	for k := range out {
		var s []string
		for len(s) < g.buffer {
			switch {
			// The number of the buffer is in its bytes, so a read of the wrong one shows.
			case n%4 == 0:
				s = append(s, fmt.Sprintf("%02x", (len(s)*7+k*3+n)&0xff))
			case n%4 == 1 && r.IntN(8) != 0:
				s = append(s, "00")
			case n%4 == 2:
				s = append(s, "__")
			case r.IntN(6) == 0 && len(s)%8 == 0 && len(s)+8 <= g.buffer:
				// A pointer takes eight bytes, hence the empty words behind it.
				s = append(s, fmt.Sprintf("&%d+%d", 1-k, r.IntN(g.buffer)), "", "", "", "", "", "", "")
			default:
				s = append(s, [...]string{"__", "??", "", "", "", ""}[r.IntN(6)])
				if s[len(s)-1] == "" {
					s[len(s)-1] = fmt.Sprintf("%02x", r.IntN(256))
				}
			}
		}
		out[k] = Buffer{Align: 16, Bytes: strings.Join(strings.Fields(strings.Join(s, " ")), " ")}
	}
	return out
}
