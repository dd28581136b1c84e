package difftest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// typed makes inputs for a function whose types in the source language the module's table of debug information has: a
// pointer gets memory of the type that it points to, a string an end, a number behind a pointer is how many elements
// there are. Input n is the same for the same seed.
type typed struct {
	g      *Generator
	m      *ir.Module
	params []typedParam
}

// typedParam is a parameter as the source declares it.
type typedParam struct {
	name  string
	typ   ir.DebugID
	count int // the parameter of type pointer whose elements it counts, -1 if none
}

// typedInputs is nil where the table does not tell the types, or one of them is a function pointer.
func typedInputs(m *ir.Module, f *ir.Func, g *Generator) *typed {
	if f.Attrs.Debug == 0 {
		return nil
	}
	sub := m.DebugEntry(f.Attrs.Debug).Of
	if sub == 0 || m.DebugEntry(sub).Kind != ir.DebugSubroutine || len(m.DebugEntry(sub).Members) != len(f.Params) || len(f.Params) == 0 {
		return nil
	}
	t := &typed{g: g, m: m}
	for n, p := range m.DebugEntry(sub).Members {
		x := typedParam{name: f.Params[n].Name, typ: p.Type, count: -1}
		if x.name == "" {
			x.name = fmt.Sprintf("parameter %d", n+1)
		}
		if !t.suits(p.Type, f.Params[n].Type) {
			return nil
		}
		x.count = t.counted(n, p.Type, x.name)
		t.params = append(t.params, x)
	}
	return t
}

// resolve is an entry without names and qualifiers.
func (t *typed) resolve(id ir.DebugID) ir.DebugEntry {
	for id != 0 {
		e := t.m.DebugEntry(id)
		switch e.Kind {
		case ir.DebugTypedef, ir.DebugConst, ir.DebugVolatile, ir.DebugRestrict, ir.DebugAtomic:
			id = e.Of
			continue
		}
		return e
	}
	return ir.DebugEntry{} // void: a base type without a size
}

// suits reports whether inputs of a type are made, for a parameter of that type in the IR.
func (t *typed) suits(id ir.DebugID, p ir.Type) bool {
	e := t.resolve(id)
	switch e.Kind {
	case ir.DebugPointer:
		return p.Kind() == ir.KindPtr && t.resolve(e.Of).Kind != ir.DebugSubroutine
	case ir.DebugStruct, ir.DebugUnion:
		n, _ := p.Size(1)
		return p.Kind() == ir.KindByte && n >= e.Size && !e.Open
	case ir.DebugEnum:
		return p.Kind() == ir.KindInt
	case ir.DebugBase:
		return e.Encoding != ir.EncodingComplex && (p.Kind() == ir.KindInt || p.Kind() == ir.KindBool || p.Kind() == ir.KindFloat)
	}
	return false
}

// lengthNames are names of parameters that count elements.
var lengthNames = []string{"n", "len", "length", "size", "count", "num", "nmemb", "sz", "cnt", "max", "bytes", "nbytes", "elems", "total"}

// counted is the pointer that a number counts the elements of: the one in front of it, or the one behind it if the name
// says that it is a length.
func (t *typed) counted(n int, id ir.DebugID, name string) int {
	e := t.resolve(id)
	if e.Kind != ir.DebugBase || e.Encoding != ir.EncodingSigned && e.Encoding != ir.EncodingUnsigned || e.Size < 2 {
		return -1
	}
	sub := t.m.DebugEntry(t.m.DebugEntry(t.m.Func(t.g.name).Attrs.Debug).Of).Members
	pointer := func(k int) bool { return k >= 0 && k < len(sub) && t.resolve(sub[k].Type).Kind == ir.DebugPointer }
	low := strings.ToLower(name)
	named := slices.ContainsFunc(lengthNames, func(w string) bool {
		return low == w || strings.HasSuffix(low, "_"+w) || strings.HasSuffix(low, w) && len(w) > 2 || strings.HasPrefix(low, w+"_")
	})
	switch {
	case pointer(n - 1):
		return n - 1
	case named && pointer(n+1):
		return n + 1
	case named && pointer(n-2):
		return n - 2
	}
	return -1
}

// sizeof is the size of a type in bytes, 0 of void and of what is not known.
func (t *typed) sizeof(id ir.DebugID) uint64 {
	e := t.resolve(id)
	switch e.Kind {
	case ir.DebugPointer:
		return 8
	case ir.DebugEnum:
		return t.sizeof(e.Of)
	case ir.DebugArray, ir.DebugVector:
		return e.Size * t.sizeof(e.Of)
	}
	return e.Size
}

// typedBuilder makes one input.
type typedBuilder struct {
	*typed
	r     *rand.Rand
	in    *Input
	small bool  // everything is as small as can be
	elems []int // of each parameter, how many elements are behind it
}

// Input returns input number n. The first ones are small.
func (t *typed) Input(n int) *Input {
	b := &typedBuilder{typed: t, r: rand.New(rand.NewPCG(t.g.seed, uint64(n))), in: &Input{Args: make([]Arg, len(t.params))}, small: n < 8, elems: make([]int, len(t.params))}
	// Pointers first: what counts their elements comes from them.
	for k, p := range t.params {
		if e := t.resolve(p.typ); e.Kind == ir.DebugPointer {
			b.in.Args[k] = b.pointerArg(k, e.Of, n)
		}
	}
	for k, p := range t.params {
		switch e := t.resolve(p.typ); e.Kind {
		case ir.DebugPointer:
		case ir.DebugStruct, ir.DebugUnion:
			size, _ := t.g.params[k].Type.Size(1)
			text := b.bytesOf(p.typ, 0)
			for uint64(len(text)) < size {
				text = append(text, "__")
			}
			words := joinBytes(text)
			b.in.Args[k] = Arg{Bytes: &words}
		default:
			b.in.Args[k] = b.scalarArg(k, e)
		}
	}
	return b.in
}

// pointerArg points to elements of a type; sometimes to those of an earlier pointer, or nowhere.
func (b *typedBuilder) pointerArg(k int, of ir.DebugID, n int) Arg {
	if n > 40 && b.r.IntN(24) == 0 {
		return Arg{Null: true}
	}
	for i, p := range b.params[:k] {
		if e := b.resolve(p.typ); e.Kind == ir.DebugPointer && e.Of == of && b.in.Args[i].Buffer != nil && b.r.IntN(8) == 0 {
			b.elems[k] = b.elems[i]
			return b.in.Args[i]
		}
	}
	text := slices.ContainsFunc(b.params, func(p typedParam) bool { return p.count == k })
	buffer, elems := b.memory(of, !text, 0)
	b.elems[k] = elems
	return Arg{Buffer: &buffer}
}

// memory makes a buffer of elements of a type, and says how many there are. Characters are a string if ended says so.
func (b *typedBuilder) memory(of ir.DebugID, ended bool, depth int) (buffer, elems int) {
	buffer = len(b.in.Buffers)
	b.in.Buffers = append(b.in.Buffers, Buffer{Align: 16})
	elems = []int{1, 2, 3, 4, 5, 8, 13, 16}[b.r.IntN(8)]
	if b.small {
		elems = 1 + b.r.IntN(2)
	}
	if depth > 0 {
		elems = 1
	}
	var text []string
	e := b.resolve(of)
	switch size := b.sizeof(of); {
	case e.Kind == ir.DebugBase && size == 1 && e.Encoding != ir.EncodingBool && ended:
		elems = b.r.IntN(9)
		if b.small {
			elems = b.r.IntN(3)
		}
		for range elems {
			text = append(text, fmt.Sprintf("%02x", b.character()))
		}
		text = append(text, "00")
	case size == 0 || e.Open:
		elems *= 8
		for range elems {
			text = append(text, fmt.Sprintf("%02x", b.r.IntN(256)))
		}
	default:
		for range elems {
			text = append(text, b.bytesOf(of, depth)...)
		}
	}
	b.in.Buffers[buffer].Bytes = joinBytes(text)
	return buffer, elems
}

// character is one of those that programs tell apart.
func (b *typedBuilder) character() byte {
	const usual = "aAzZ09 .,:;-+_/\\\"'%(){}\n\tx"
	if b.r.IntN(8) == 0 {
		return byte(1 + b.r.IntN(255))
	}
	return usual[b.r.IntN(len(usual))]
}

func joinBytes(text []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(text), func(s string) bool { return s == "" }), " ")
}

// scalarArg is a number: how many elements there are, a name of an enumeration, or a value that matters.
func (b *typedBuilder) scalarArg(k int, e ir.DebugEntry) Arg {
	p := b.g.params[k]
	if at := b.params[k].count; at >= 0 && (b.small || b.r.IntN(8) != 0) {
		n := b.elems[at]
		switch b.r.IntN(5) {
		case 0:
			n = b.r.IntN(n + 1)
		case 1:
			n = max(n-1, 0)
		}
		if v := num.New(int64(n)); p.Annot.Holds(v) {
			return Arg{Int: &v}
		}
	}
	if e.Kind == ir.DebugEnum && len(e.Members) > 0 && b.r.IntN(8) != 0 {
		if v, ok := num.Parse(e.Members[b.r.IntN(len(e.Members))].Value, 10); ok && p.Annot.Holds(v) {
			return Arg{Int: &v}
		}
	}
	pool := b.g.pool[k]
	if b.r.IntN(3) == 0 {
		return b.g.random(b.r, p)
	}
	return pool[b.r.IntN(len(pool))]
}

// mostDepth bounds how far pointers in memory lead.
const mostDepth = 3

// bytesOf are the bytes of a value of a type, a word each; the seven bytes behind the word of a pointer are empty.
func (b *typedBuilder) bytesOf(id ir.DebugID, depth int) []string {
	e := b.resolve(id)
	size := b.sizeof(id)
	switch e.Kind {
	case ir.DebugPointer:
		target := b.resolve(e.Of)
		if depth >= mostDepth || target.Kind == ir.DebugSubroutine || target.Open || b.r.IntN(4) == 0 {
			return numberBytes(0, 8)
		}
		buffer, _ := b.memory(e.Of, true, depth+1)
		return append([]string{fmt.Sprintf("&%d+0", buffer)}, make([]string, 7)...)
	case ir.DebugStruct:
		return b.recordBytes(e, depth)
	case ir.DebugUnion:
		out := make([]string, size)
		for n := range out {
			out[n] = fmt.Sprintf("%02x", b.r.IntN(256))
		}
		if len(e.Members) > 0 {
			copy(out, b.bytesOf(e.Members[b.r.IntN(len(e.Members))].Type, depth))
		}
		return out
	case ir.DebugArray, ir.DebugVector:
		var out []string
		last := uint64(b.r.IntN(int(min(e.Size, 1<<16)) + 1))
		for n := range e.Size {
			if of := b.resolve(e.Of); of.Kind == ir.DebugBase && of.Encoding == ir.EncodingChar && n+1 >= last {
				out = append(out, "00") // what looks like a string has an end
				continue
			}
			out = append(out, b.bytesOf(e.Of, depth)...)
		}
		return out
	case ir.DebugEnum:
		if len(e.Members) > 0 {
			v, _ := strconv.ParseInt(e.Members[b.r.IntN(len(e.Members))].Value, 10, 64)
			return numberBytes(uint64(v), size)
		}
	}
	return b.baseBytes(e, size)
}

// baseBytes are the bytes of a number.
func (b *typedBuilder) baseBytes(e ir.DebugEntry, size uint64) []string {
	switch {
	case e.Encoding == ir.EncodingBool:
		return numberBytes(uint64(b.r.IntN(2)), size)
	case e.Encoding == ir.EncodingFloat || e.Encoding == ir.EncodingComplex:
		if size == 4 || size == 8 {
			x := float64(b.r.IntN(2000)-1000) / 8
			if size == 4 {
				return numberBytes(uint64(float32bits(x)), 4)
			}
			return numberBytes(float64bits(x), 8)
		}
		return append(numberBytes(uint64(b.r.IntN(2))<<63, 8), append(numberBytes(0x3fff, 2), repeated("__", int(size)-10)...)...)
	case size == 1:
		return []string{fmt.Sprintf("%02x", b.character())}
	}
	var v uint64
	switch b.r.IntN(4) {
	case 0:
		v = b.r.Uint64()
	case 1:
		v = uint64(int64(b.r.IntN(8) - 3))
	case 2:
		v = uint64(b.r.IntN(1000))
	default:
		if ints := b.g.facts.ints; len(ints) > 0 {
			v = uint64(int64(ints[b.r.IntN(len(ints))].Low64()) + int64(b.r.IntN(3)-1))
		}
	}
	return numberBytes(v, size)
}

func repeated(s string, n int) []string { return slices.Repeat([]string{s}, max(n, 0)) }

// numberBytes are the bytes of a number, sign-extended beyond eight.
func numberBytes(v uint64, size uint64) (out []string) {
	for n := range size {
		x := uint8(int64(v) >> 63)
		if n < 8 {
			x = uint8(v >> (8 * n))
		}
		out = append(out, fmt.Sprintf("%02x", x))
	}
	return out
}

// recordBytes are the bytes of a struct. Its padding has no value, but for one with bit-fields: they are read with what
// lies beside them, which would be a decision of the program that nobody is interested in.
func (b *typedBuilder) recordBytes(e ir.DebugEntry, depth int) []string {
	padding := "__"
	if slices.ContainsFunc(e.Members, func(m ir.DebugMember) bool { return m.Bits > 0 }) {
		padding = "00"
	}
	out := repeated(padding, int(e.Size))
	bits := make([]uint8, e.Size)
	for _, m := range e.Members {
		if m.Bits == 0 {
			copy(out[m.At/8:], b.bytesOf(m.Type, depth))
			continue
		}
		for n := m.At; n < m.At+m.Bits && n/8 < e.Size; n++ {
			bits[n/8] |= uint8(b.r.IntN(2)) << (n % 8)
			out[n/8] = fmt.Sprintf("%02x", bits[n/8])
		}
	}
	return out
}
