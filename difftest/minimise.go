package difftest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// numbers are what differs from one input to the next in what a divergence says.
var numbers = regexp.MustCompile(`[0-9]+`)

// Shape says how both sides of a divergence ended and what differs, without the values. Two
// divergences of one shape are taken for one bug.
func (d *Divergence) Shape() string {
	what, _, _ := strings.Cut(d.Diff.Why, " is ")
	s := fmt.Sprint(d.Kind, " ", numbers.ReplaceAllString(what, "#"))
	for _, o := range []*interp.Outcome{d.Before, d.After} {
		s += " " + o.Kind.String()
		if o.Kind == interp.Undefined && o.UB != nil {
			s += o.UB.Code.ID()
		}
		for _, v := range o.Values {
			_, poison := v.(interp.Poison)
			s += fmt.Sprint(" ", poison)
		}
	}
	return s
}

// Bounds of the inputs that are tried to make that of a divergence simpler. Each is two runs or a few more. A part of the
// input may take its share of those that are left, and always some, so that one that is hard does not starve the others.
const (
	minimiseRuns   = 4000
	minimiseEffort = 1 << 27 // instructions of all of them, after the first few
	minimiseFew    = 100
	leastShare     = 64
)

// minimise makes the input of the divergence simpler, if it was generated or Shrink asks for it, while the difference stays of its shape. What is left is
// minimal in the sense that none of these changes shows the difference, if the bounds sufficed:
//
//   - a pointer is null, or points to an earlier buffer; a buffer that nothing points to is not there; an argument that is
//     poison is 0;
//   - a buffer is shorter by a power of two at its end, or begins where the first pointer into it points; a run of its bytes is 0;
//   - a number, which an int, a byte, an offset or the integral value of a float is, is 0, 1, -1, positive for negative, has half
//     the magnitude, or one that is less by a power of two, which is what clearing a bit does, too;
//   - a float is a smaller integer, has an exponent nearer to 0 or fewer bits of its fraction;
//   - ints that are equal change together as one does; of two ints, both are half, or both nearer to 0 by the same power of two;
//   - bytes of memory that follow each other are a little-endian number, which is less as a number; where it equals an int or
//     another number of memory, they change together.
//
// The result does not depend on the time or on workers.
func (q *pairRun) minimise() {
	if q.Divergence == nil || q.c.Inputs != nil && !q.c.Shrink {
		return
	}
	m := &minimiser{q: q, c: q.c, shape: q.Divergence.Shape(), seen: map[string]bool{}, quota: minimiseRuns}
	d := q.Divergence
	m.c.Options.Fuel = min(cmp.Or(q.c.Options.Fuel, DefaultFuel), 4*max(d.Before.Effort(), d.After.Effort())+10_000)
	for changed := true; changed; {
		before := q.Divergence
		parts := m.parts()
		for n, part := range parts {
			m.quota = max((minimiseRuns-q.Shrinks)/(len(parts)-n), leastShare)
			part()
		}
		changed = q.Divergence != before
	}
}

// minimiser makes the input of the divergence of a pair simpler.
type minimiser struct {
	q      *pairRun
	c      Config
	shape  string
	seen   map[string]bool // inputs that were tried
	quota  int             // tries left for this part
	effort int64
}

// in is the simplest input so far.
func (m *minimiser) in() *Input { return m.q.Divergence.Input }

// try makes next the input if it shows the difference.
func (m *minimiser) try(next *Input) bool {
	key := next.String()
	if m.seen[key] || m.quota <= 0 || m.q.Shrinks >= minimiseRuns || m.c.ctx.Err() != nil ||
		m.effort > minimiseEffort && m.q.Shrinks >= minimiseFew {
		return false
	}
	m.seen[key] = true
	m.quota--
	m.q.Shrinks++
	t := m.c.try(m.q.before, m.q.after, m.q.f, next, 0)
	m.effort += t.steps
	if t.err != nil || t.div == nil || t.div.Shape() != m.shape || m.c.ctx.Err() != nil {
		return false
	}
	t.div.Options.Fuel, t.div.Options.MemLimit = m.q.c.Options.Fuel, m.q.c.Options.MemLimit
	m.q.Divergence = t.div
	return true
}

// change tries the input with a change, which says whether it is one.
func (m *minimiser) change(edit func(in *Input) bool) bool {
	next := m.in().clone()
	return edit(next) && m.try(next)
}

// place is where an argument, or a part of one, stands in an input.
type place struct {
	at func(in *Input) *Arg
	t  ir.Type
}

// places are the arguments and, behind each, its fields.
func (m *minimiser) places() (out []place) {
	var collect func(p place)
	collect = func(p place) {
		out = append(out, p)
		for n := range p.at(m.in()).Fields {
			f, _ := p.t.Field(uint64(n))
			collect(place{func(in *Input) *Arg { return &p.at(in).Fields[n] }, f})
		}
	}
	for n := range m.in().Args {
		collect(place{func(in *Input) *Arg { return &in.Args[n] }, m.q.f.Params[n].Type})
	}
	return out
}

// parts make one part of the input each simpler, what takes most away first.
func (m *minimiser) parts() (out []func()) {
	places := m.places()
	out = append(out, m.circumstances)
	for _, p := range places {
		out = append(out, func() { m.withoutPointer(p) })
	}
	for n := range m.in().Buffers {
		out = append(out, func() { m.shorten(n) })
	}
	for _, p := range places {
		out = append(out, func() { m.argument(p) })
	}
	for n := range m.in().Buffers {
		out = append(out, func() { m.bytes(bufferText(n)) })
	}
	for _, name := range sortedKeys(m.in().Data) {
		out = append(out, func() { m.bytes(dataText(name)) })
	}
	out = append(out, m.unused)
	out = append(out, m.together(places)...)
	return append(out, func() { m.alike(m.memoryTexts(places)) })
}

// circumstances leaves the seeds, the allocations and the data of the program as they are, and an earlier allocation fails.
func (m *minimiser) circumstances() {
	if m.in().Seed != 0 {
		m.change(func(in *Input) bool { in.Seed = 0; return true })
	}
	for n := range m.in().FailAlloc {
		if m.change(func(in *Input) bool { in.FailAlloc = n; return true }) {
			break
		}
	}
	for _, name := range sortedKeys(m.in().Data) {
		m.change(func(in *Input) bool { delete(in.Data, name); return true })
	}
}

// withoutPointer makes a pointer null, or else one to the first buffer.
func (m *minimiser) withoutPointer(p place) {
	a := p.at(m.in())
	if a.Buffer == nil && a.Symbol == "" && a.Addr == "" {
		return
	}
	if m.change(func(in *Input) bool { *p.at(in) = Arg{Null: true}; return true }) || a.Buffer == nil {
		return
	}
	m.lower(quantity{
		func(in *Input) (num.Int, bool) { return num.New(int64(*p.at(in).Buffer)), true },
		func(in *Input, v num.Int) bool {
			b, _ := v.Int64()
			p.at(in).Buffer = new(int(b))
			return b >= 0
		},
	})
}

// argument makes the value at a place simpler.
func (m *minimiser) argument(p place) {
	a := p.at(m.in())
	switch {
	case a.Poison:
		if zero, ok := zeroOf(p.t, max(m.c.Options.VScale, 1)); ok {
			m.change(func(in *Input) bool { *p.at(in) = zero; return true })
		}
	case a.Int != nil:
		m.lower(intAt(p))
	case a.Bool != nil && *a.Bool:
		m.change(func(in *Input) bool { *p.at(in) = Arg{Bool: new(false)}; return true })
	case a.Fmt != "":
		m.float(p)
	case a.Buffer != nil || a.Symbol != "":
		m.lower(quantity{
			func(in *Input) (num.Int, bool) { return num.New(p.at(in).Offset), true },
			func(in *Input, v num.Int) bool { p.at(in).Offset, _ = v.Int64(); return true },
		})
	case a.Bytes != nil:
		m.bytes(func(in *Input) *string { return p.at(in).Bytes })
	}
}

// zeroOf is the simplest value of a type; of an aggregate there is none, as its fields may be poison one by one.
func zeroOf(t ir.Type, vscale uint64) (Arg, bool) {
	switch t.Kind() {
	case ir.KindInt:
		return Arg{Int: new(num.Int)}, true
	case ir.KindBool:
		return Arg{Bool: new(false)}, true
	case ir.KindPtr:
		return Arg{Null: true}, true
	case ir.KindFloat:
		return floatArg(t, num.Int{}), true
	case ir.KindByte, ir.KindVec:
		n, ok := t.Size(vscale)
		if !ok || n > maxGeneratedBytes {
			return Arg{}, false
		}
		return Arg{Bytes: new(strings.TrimSpace(strings.Repeat("00 ", int(n))))}, true
	case ir.KindUnit:
		return Arg{Fields: []Arg{}}, true
	}
	fields := []Arg{}
	for n := range t.Len() {
		f, _ := t.Field(n)
		a, ok := zeroOf(f, vscale)
		if !ok || len(fields) > maxGeneratedBytes {
			return Arg{}, false
		}
		fields = append(fields, a)
	}
	return Arg{Fields: fields}, true
}

// unused drops buffers that nothing points to.
func (m *minimiser) unused() {
	for n := len(m.in().Buffers) - 1; n >= 0; n-- {
		m.change(func(in *Input) bool { return in.dropBuffer(n) })
	}
}

// quantity is a part of an input that is lowered as a number. get is false where there is none; put is false of a number
// that cannot stand there.
type quantity struct {
	get func(in *Input) (num.Int, bool)
	put func(in *Input, v num.Int) bool
}

// intAt is the int at a place.
func intAt(p place) quantity {
	return quantity{
		func(in *Input) (num.Int, bool) {
			if a := p.at(in); a.Int != nil {
				return *a.Int, true
			}
			return num.Int{}, false
		},
		func(in *Input, v num.Int) bool { p.at(in).Int = &v; return true },
	}
}

// lower makes a number simpler, nearer to 0, until nothing that it tries shows the difference. A number that must only be
// large enough ends at the least by as many tries as twice its bits: it loses half its bits as long as it can, and then the
// powers of two, the greatest first.
func (m *minimiser) lower(n quantity) {
	v, ok := n.get(m.in())
	if !ok {
		return
	}
	take := func(w num.Int) bool {
		less := w.Abs().Cmp(v.Abs())
		if less > 0 || less == 0 && w.Sign() <= v.Sign() ||
			!m.change(func(in *Input) bool { return n.put(in, w) }) {
			return false
		}
		v = w
		return true
	}
	for changed := true; changed && v.Sign() != 0 && m.quota > 0; {
		changed = take(num.Int{}) || take(num.New(1)) || take(num.New(-1)) || take(v.Neg())
		bits := v.Abs().BitLen()
		for by := bits / 2; by > 0; by /= 2 {
			for v.Sign() != 0 && take(v.TDiv(num.Pow2(by))) {
				changed = true
			}
		}
		for bit := int(v.Abs().BitLen()) - 1; bit >= 0; bit-- {
			step := num.Pow2(uint(bit)).Mul(num.New(int64(v.Sign())))
			for step.Abs().Cmp(v.Abs()) <= 0 && take(v.Sub(step)) {
				changed = true
			}
		}
	}
}

// together are the ints that change together: those that are equal, and every two. Where a difference needs two numbers
// that are alike, or that lie close to each other, neither can change alone.
func (m *minimiser) together(places []place) (out []func()) {
	var ints []quantity
	for _, p := range places {
		if p.at(m.in()).Int != nil {
			ints = append(ints, intAt(p))
		}
	}
	for n, first := range ints {
		out = append(out, func() { m.equal(ints[n:], m.memoryTexts(places)) })
		for _, second := range ints[n+1:] {
			out = append(out, func() { m.both(first, second) })
		}
	}
	return out
}

// equal lowers the first of ints with those that are equal to it, of ints and in memory, if there are any.
func (m *minimiser) equal(ints []quantity, texts []func(in *Input) *string) {
	v, _ := ints[0].get(m.in())
	var same []quantity
	for _, n := range ints {
		if w, _ := n.get(m.in()); w.Equal(v) {
			same = append(same, n)
		}
	}
	if len(same) > 1 {
		m.lower(along(same[0], same, nil))
	}
	m.beside(same, texts)
}

// both lowers two ints by the same number, or halves both. It keeps their difference, their sum if their signs differ, and
// roughly their ratio.
func (m *minimiser) both(a, b quantity) {
	x, _ := a.get(m.in())
	y, _ := b.get(m.in())
	take := func(v, w num.Int) bool {
		ok := m.change(func(in *Input) bool { return a.put(in, v) && b.put(in, w) })
		if ok {
			x, y = v, w
		}
		return ok
	}
	toward := func(v, by num.Int) num.Int { return v.Sub(by.Mul(num.New(int64(v.Sign())))) }
	least := func() num.Int {
		if x.Abs().Less(y.Abs()) {
			return x.Abs()
		}
		return y.Abs()
	}
	two := num.New(2)
	for changed := true; changed && m.quota > 0; {
		changed = false
		for x.Sign() != 0 && y.Sign() != 0 && take(x.TDiv(two), y.TDiv(two)) {
			changed = true
		}
		if l := least(); l.Sign() != 0 && take(toward(x, l), toward(y, l)) {
			changed = true
		}
		for bit := int(least().BitLen()) - 1; bit >= 0; bit-- {
			step := num.Pow2(uint(bit))
			for step.Cmp(least()) <= 0 && take(toward(x, step), toward(y, step)) {
				changed = true
			}
		}
	}
}

// clone is a deep copy without the place that the input was read from.
func (in *Input) clone() *Input {
	out := *in
	out.from = nil
	out.Args, out.Buffers = cloneArgs(in.Args), slices.Clone(in.Buffers)
	if in.Data != nil {
		out.Data = map[string]*string{}
		for name, text := range in.Data {
			out.Data[name] = new(*text)
		}
	}
	return &out
}

// cloneArgs copies arguments with what they point to. Numbers are never changed in place.
func cloneArgs(list []Arg) []Arg {
	out := slices.Clone(list)
	for n := range out {
		a := &out[n]
		if a.Bytes != nil {
			a.Bytes = new(*a.Bytes)
		}
		if a.Fields != nil {
			a.Fields = cloneArgs(a.Fields)
		}
	}
	return out
}
