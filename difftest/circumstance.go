package difftest

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// What an input says beside arguments and their memory: what stands in the program's data, which allocation of the library
// fails, and which of the behaviours that the semantics allows the run takes.

// Seeded is o with what in says of a run: its seeds are moved by that of the input, and the allocation that it names fails.
func (in *Input) Seeded(o interp.Options) interp.Options {
	if in.FailAlloc != 0 {
		o.FailAlloc = int64(min(in.FailAlloc, 1<<62))
	}
	return plan{stream: in.Seed, bases: o.Bases}.options(o)
}

// hash is the same for inputs that are written alike, and nearly always another one for others.
func (in *Input) hash() uint64 {
	h := fnv.New64a()
	var args func(list []Arg)
	args = func(list []Arg) {
		for n := range list {
			a := &list[n]
			switch {
			case a.Int != nil:
				io.WriteString(h, a.Int.Text(62))
			case a.Bool != nil:
				fmt.Fprint(h, *a.Bool)
			case a.Buffer != nil:
				fmt.Fprint(h, "&", *a.Buffer, "+", a.Offset)
			case a.Bytes != nil:
				io.WriteString(h, *a.Bytes)
			default:
				fmt.Fprint(h, a.Fmt, a.Float, a.Null, a.Symbol, a.Addr, a.Offset, a.Poison)
			}
			io.WriteString(h, ",")
			args(a.Fields)
		}
		io.WriteString(h, ";")
	}
	args(in.Args)
	for n := range in.Buffers {
		io.WriteString(h, in.Buffers[n].Bytes)
		io.WriteString(h, "|")
	}
	for _, name := range sortedKeys(in.Data) {
		io.WriteString(h, name+"="+*in.Data[name])
	}
	fmt.Fprint(h, "!", in.FailAlloc, in.Seed)
	return h.Sum64()
}

// OnlyInterpreted says what of an input only the interpreter can do, and is empty if there is nothing.
func (in *Input) OnlyInterpreted() string {
	switch {
	case len(in.Data) > 0:
		return "an input says what stands in data"
	case in.FailAlloc != 0:
		return "an input lets an allocation fail"
	}
	return ""
}

// data writes what the input says that data symbols hold.
func (b *inputBuilder) data() error {
	for _, name := range sortedKeys(b.in.Data) {
		text := *b.in.Data[name]
		fail := func(err error) error {
			return b.in.from.wrap("data."+name, fmt.Errorf("data %s: %w", ir.SymbolText(name), err))
		}
		p, ok := b.s.Addr(name)
		if !ok {
			return fail(fmt.Errorf("there is no such symbol"))
		}
		a := b.s.Space.Record(p.Alloc)
		if size := textLen(text); size > a.Size {
			return fail(fmt.Errorf("%s for a symbol of %d", ir.Counted(size, "byte"), a.Size))
		}
		b.where = "data " + ir.SymbolText(name)
		if err := b.write(a, text); err != nil {
			return fail(err)
		}
	}
	return nil
}

// others of the allocations that may fail are tried in before: after may have fewer of them, or more.
const maxFailures = 32

// failing looks for an allocation of before that fails where one of after does, so that both do the same. It returns what
// before does then, and nil if there is none.
func (r *runner) failing(before *ir.Module, a *interp.Outcome) *interp.Outcome {
	if r.in.FailAlloc == 0 {
		return nil
	}
	o := r.c.Options
	o.FailAlloc = -1 // none, but they are counted
	for n := range uint64(maxFailures) {
		in := *r.in
		in.FailAlloc = n
		x := &runner{c: r.c, f: r.f, in: &in, held: r.held}
		b := x.run(before, o)
		if b == nil {
			r.err = x.err
			return nil
		}
		if Refines(b, a, r.f.Returns).Verdict == Refined {
			return b
		}
		if int64(n) > b.Allocs {
			break
		}
	}
	return nil
}

// variable are the data symbols that may hold anything when f is called: of those of before that f reaches, the ones that
// other modules can write, in both programs. The program itself begins with what is written.
func variable(f *ir.Func, before, after *ir.Module) (out []*ir.Data) {
	if f.Name == "main" {
		return nil
	}
	for _, d := range before.Data {
		x := after.DataNamed(d.Name)
		if d.Const || d.Linkage.Binding == ir.Local || d.Size() == 0 || d.Size() > mostBuffer || x == nil || x.Const || x.Size() != d.Size() {
			continue
		}
		out = append(out, d)
	}
	return slices.Clip(out)
}
