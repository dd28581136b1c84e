package engines

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Interp is the interpreter: the engine that the others are compared with. Each case runs three
// times with different choices of what the semantics leaves open (addresses, freeze, NaN payloads);
// bytes that depend on them are any, and a call whose ending or output does is undecided. Addresses
// are other ones, freezes give random numbers, NaNs have the other sign: what is the same three
// times is taken to be determined.
type Interp struct {
	Options interp.Options // Entry, Prepare, Stdout and Strict are set by Run
	Fuel    int64          // of a call; 0 is [DefaultFuel]
	// Base is the run of the only input under the options, if the caller has made it: strict, and it did not end by poison as the
	// result. Printed is what it wrote.
	Base    *interp.Outcome
	Printed []byte
}

// DefaultFuel bounds a call, in instructions of the program. Longer calls would be simulated in
// some hundred million instructions.
const DefaultFuel = 2_000_000

// interpMemory bounds what the interpreter gives a program: half of what the simulated machine has, where
// sizes are rounded up.
const interpMemory = 256 << 20

// Reasons why calls were not made. Callers compare the texts.
const (
	noTime  = "not called, for the time was over"
	tooLong = "not called, for others took too long"
)

// Name implements Engine.
func (e *Interp) Name() string { return "interp" }

// Run implements Engine. Inputs are run in order; when ctx is done the rest is Undecided.
func (e *Interp) Run(ctx context.Context, p *Program, inputs []*difftest.Input) ([]*Behaviour, error) {
	f := p.Module.Func(p.Entry)
	if f == nil {
		return nil, fmt.Errorf("there is no function %s", ir.SymbolText(p.Entry))
	}
	results, err := newBlock(f.Returns)
	if err != nil {
		return nil, err
	}
	var out []*Behaviour
	for _, in := range inputs {
		if ctx.Err() != nil {
			out = append(out, &Behaviour{End: Undecided, Why: noTime})
			continue
		}
		b, err := e.first(ctx, p, f, in, results)
		if err != nil {
			return nil, err
		}
		for k := uint64(1); k <= 2 && b.End != Undefined && b.End != Undecided; k++ {
			x, err := e.one(ctx, p, f, in, results, k)
			if err != nil {
				return nil, err
			}
			b.merge(x)
		}
		out = append(out, b)
	}
	return out, nil
}

// first makes a call under choice 0, unless the caller has.
func (e *Interp) first(ctx context.Context, p *Program, f *ir.Func, in *difftest.Input, results *block) (*Behaviour, error) {
	if e.Base == nil {
		return e.one(ctx, p, f, in, results, 0)
	}
	return behaviourOf(p, e.Base, e.Printed, e.memLimit(), results), nil
}

// memLimit bounds the memory of a call, in bytes.
func (e *Interp) memLimit() uint64 {
	return min(cmp.Or(e.Options.MemLimit, interpMemory), interpMemory)
}

// one makes a call under choice k. Choice 0 is the one of the options. Output counts as a part of
// the behaviour.
func (e *Interp) one(ctx context.Context, p *Program, f *ir.Func, in *difftest.Input, results *block, k uint64) (*Behaviour, error) {
	o := e.Options
	var printed bytes.Buffer
	o.Entry, o.Strict, o.PoisonResult, o.Stdout = p.Entry, true, true, &printed
	o.Fuel = cmp.Or(e.Fuel, o.Fuel, DefaultFuel)
	o.MemLimit = e.memLimit()
	if in == nil {
		in = &difftest.Input{}
	}
	o = in.Seeded(o)
	o.Prepare = in.Prepare(f.Params, 1)
	if k > 0 {
		// The constant is odd and has no pattern, so that streams of neighbouring k are far apart.
		o.AddressSeed += k * 0x9e3779b97f4a7c15
		o.Freeze = interp.Choice{Kind: interp.ChooseRandom, Seed: k}
		o.NaN = interp.Choice{Kind: interp.ChooseRandom, Seed: k + 100}
		if k == 1 { // the opposite sign of the default, as the processor makes it
			o.NaN = interp.Choice{Kind: interp.ChooseOne}
		}
	}
	out, err := interp.Run(ctx, p.Module, o)
	if out == nil { // what was cut off is undecided
		return nil, err
	}
	return behaviourOf(p, out, printed.Bytes(), o.MemLimit, results), nil
}

// behaviourOf is what a run within a limit of memory shows, which printed something.
func behaviourOf(p *Program, out *interp.Outcome, printed []byte, memLimit uint64, results *block) *Behaviour {
	b := &Behaviour{Output: printed, Steps: uint64(out.Effort()), Code: out.ExitCode, Why: out.Reason}
	// It is asked before the kind: what such a run did afterwards says nothing.
	if out.Kind != interp.Undefined && out.Space.Refused() { // compiled code may be given what this run was not
		b.End, b.Why = Undecided, fmt.Sprintf("the memory limit of %d MB", memLimit>>20)
		return b
	}
	switch out.Kind {
	case interp.Returned:
	case interp.Exited:
		b.End = Exited
	case interp.Trapped:
		b.End = Trapped
	case interp.Undefined:
		b.End, b.Why = Undefined, out.UB.Code.String()
	default:
		b.End, b.Why = Undecided, out.Kind.String()+": "+out.Reason
	}
	if b.End == Returned {
		b.observe(p.Module, out, results)
	}
	return b
}

// observe notes the results and the memory at the end. Symbols and buffers are named, since
// allocation numbers mean nothing to other engines.
func (b *Behaviour) observe(m *ir.Module, out *interp.Outcome, results *block) {
	names, buffers := symbolNames(m, out.Space, out.Symbols)
	for n := range results.leaves {
		l := &results.leaves[n]
		b.Results = append(b.Results, Value{l.name("result"), l.typ, l.cells(field(out.Values[l.param], l.path), names)})
	}
	add := func(name string, id memory.AllocID) {
		bytes := out.Space.Snapshot(id)
		cells := make([]Cell, len(bytes))
		byteCells(cells, bytes, names)
		b.Memory = append(b.Memory, Memory{name, cells})
	}
	for _, d := range m.Data {
		if !d.Const {
			add("@"+d.Name, out.Symbols[d.Name])
		}
	}
	for n, id := range buffers {
		add(bufferName(n), id)
	}
}

// bufferName is how reports and relocations name buffer n of an input.
func bufferName(n int) string { return fmt.Sprintf("buffer %d", n) }

// symbolNames says which allocations of a space have a name that every engine knows. The buffers
// are listed in the order of their allocation, which is that of the input.
func symbolNames(m *ir.Module, s *memory.Space, data map[string]memory.AllocID) (names namer, buffers []memory.AllocID) {
	type known struct {
		name string
		base uint64
	}
	byID := map[memory.AllocID]known{}
	s.Each(func(a *memory.Alloc) bool {
		switch a.Kind {
		case memory.Input:
			byID[a.ID] = known{bufferName(len(buffers)), a.Base}
			buffers = append(buffers, a.ID)
		case memory.Function:
			byID[a.ID] = known{a.Name, a.Base}
		}
		return true
	})
	for _, d := range m.Data {
		if id, ok := data[d.Name]; ok {
			byID[id] = known{"@" + d.Name, s.Record(id).Base}
		}
	}
	return func(id memory.AllocID) (string, uint64, bool) {
		k, ok := byID[id]
		return k.name, k.base, ok
	}, buffers
}

// merge makes any what another run of the same call did otherwise. Bytes that move together (an
// address, a float) do so in groups of eight. A single byte of an address that happens to agree
// must not count as known.
func (b *Behaviour) merge(x *Behaviour) {
	if x.End != b.End || x.Code != b.Code || !bytes.Equal(x.Output, b.Output) {
		b.End, b.Why = Undecided, "the program depends on what the semantics leaves open"
		return
	}
	blur := func(a, c []Cell) {
		for n := range a {
			if a[n] == c[n] {
				continue
			}
			for k := n &^ 7; k < min((n|7)+1, len(a)); k++ {
				a[k] = Cell{Kind: Any}
			}
		}
	}
	for n := range b.Results {
		if !bothNaN(b.Results[n], x.Results[n]) {
			blur(b.Results[n].Bytes, x.Results[n].Bytes)
		}
	}
	for n := range b.Memory {
		blur(b.Memory[n].Bytes, x.Memory[n].Bytes)
	}
}
