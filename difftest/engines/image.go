package engines

import (
	"bytes"
	"context"
	"debug/elf"
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/parser"
)

//go:embed harness.tir
var harnessText []byte

// harness is the compiled harness. The harness is IR, compiled like any program: it calls the
// wrapper for each case in a child, and writes what it observes. A failure to compile it is ours.
// It is compiled when first asked for, at level 0 and as internal code, and is read only after that.
var harness = sync.OnceValue(func() *object.Module {
	m, err := parser.Parse("harness.tir", harnessText)
	if err == nil {
		err = ir.Verify(m)
	}
	var o *object.Module
	if err == nil {
		o, err = compiler.Compile(context.Background(), m, compiler.Options{Level: "0", Internal: true})
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: the harness: %v", err))
	}
	return o
})

// Names of what the harness and the wrapper refer to. They begin with two underscores and the name
// of the project, so that no program has them.
const (
	symCall    = "__tuffy_call"
	symIn      = "__tuffy_in"
	symOut     = "__tuffy_out"
	symBuffers = "__tuffy_buffers"
	symTable   = "__tuffy_table"
	symPlan    = "__tuffy_plan"
)

// Words of the plan. The plan is a block of 64-bit words that the harness reads; planOnly and
// planDone are also written and read by the simulator's engine.
const (
	planCases = iota
	planInStride
	planBufferStride
	planOut
	planTable
	planOnly
	planArea
	planDone
	planWords
)

// bufferGap is how far apart the buffers of an input are. The gap is filled with zeros and not
// observed: what is written there is not noticed, but does not damage the next buffer.
const bufferGap = 64

// Image is an executable with all calls of a batch, for [Sim] and [Native]. It is built once and
// run by several engines.
// file is the executable, symbols the addresses in it, results the layout of what the entry returns.
type Image struct {
	file    []byte
	symbols map[string]uint64
	results *block
	code    [][]byte   // of the program's own functions
	data    []*ir.Data // not constant
	cases   []caseLayout
	stride  uint64 // of the buffers of a case
	relaxed bool   // a pass made use of flags that permit other results
	helped  bool   // the code has helpers of legalization, such as a division of wide integers bit by bit
}

// caseLayout is where the buffers of a case are in its part of the memory for buffers.
// offs are from the start of the case's part, sizes in bytes; both by the number of the buffer.
type caseLayout struct {
	offs, sizes []uint64
}

// Build compiles a program for calls with the inputs. The error is [*Rejected] where the compiler
// refuses. The report of the compiler's passes is looked at for those that may change results,
// which the comparison has to know; the caller's own Report is called as well. When ctx is done, its cause is the error.
func Build(ctx context.Context, p *Program, o compiler.Options, inputs []*difftest.Input) (*Image, error) {
	// o is a copy, so the caller's Report stays what it was.
	relaxed, report := false, o.Report
	o.Report = func(r *pass.Report) {
		relaxed = slices.ContainsFunc(r.Passes, func(s pass.PassStats) bool { return s.Changes > 0 && opt.FastMath(s.Pass) })
		if report != nil {
			report(r)
		}
	}
	code, err := compileProgram(ctx, p, o)
	if err != nil {
		return nil, err
	}
	g, err := newImage(p, code, inputs)
	if err != nil {
		return nil, err
	}
	g.relaxed = relaxed
	for _, f := range code.Funcs {
		if p.Module.Func(f.Name) != nil {
			g.code = append(g.code, f.Code)
		}
	}
	// Helpers make the number of machine instructions unbounded by the interpreter's.
	g.helped = slices.ContainsFunc(code.Funcs, func(f *object.Func) bool { return f.Name != symCall && legalize.Helper(f.Name) })
	return g, nil
}

// wrappers keeps compiled wrappers by signature: a campaign compiles the same one all the time. The
// lock guards the map only: two may compile the same wrapper at once, which costs time and nothing
// else.
var wrappers struct {
	sync.Mutex
	of map[string]*object.Module
}

// maxWrappers bounds what is kept. When it is full everything is dropped, since what is used will
// be there again soon.
const maxWrappers = 256

// compiledWrapper is the code that calls a function of the signature of f, and is not to be
// changed. The key has all that the wrapper depends on: name, types and claims of the signature,
// whether functions are called at the exit, and the target.
func compiledWrapper(f *ir.Func, t *target.Target) (*object.Module, error) {
	key := fmt.Sprintf("%q %v %v %v %v", f.Name, f.Params, f.Variadic, f.Returns, runtime.UsesExits(f.Module))
	if t != nil {
		key += t.String()
	}
	wrappers.Lock()
	code := wrappers.of[key]
	wrappers.Unlock()
	if code != nil {
		return code, nil
	}
	w, err := wrapper(f)
	if err != nil {
		return nil, err
	}
	code, err = compiler.Compile(context.Background(), w, compiler.Options{Level: "0", Target: t, Internal: true})
	if err != nil {
		return nil, &Rejected{err.Error()}
	}
	code.Index()
	wrappers.Lock()
	defer wrappers.Unlock()
	if wrappers.of == nil || len(wrappers.of) >= maxWrappers {
		wrappers.of = map[string]*object.Module{}
	}
	wrappers.of[key] = code
	return code, nil
}

// compileProgram makes machine code of a program and of the wrapper that calls its entry. The
// error is [*Rejected] where the compiler refuses. The program is optimized on a copy as if any of
// its functions may be called, unless main is what is called.
func compileProgram(ctx context.Context, p *Program, o compiler.Options) (*object.Module, error) {
	f := p.Module.Func(p.Entry)
	if f == nil {
		return nil, fmt.Errorf("there is no function %s", ir.SymbolText(p.Entry))
	}
	call, err := compiledWrapper(f, o.Target)
	if err != nil {
		return nil, err
	}
	m := p.Module.Clone()
	if p.Entry != "main" { // a module with a @main is optimized for it alone
		dropMain(m)
	}
	prog, err := compiler.Compile(ctx, m, o)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, &Rejected{err.Error()}
	}
	// The wrapper's internal names are not visible to the program.
	return object.Link(prog, []string{symCall}, call), nil
}

// dropMain removes @main, so that every function is one that others may call. A reference to main
// anywhere keeps it.
func dropMain(m *ir.Module) {
	for _, f := range m.Funcs {
		for i := range f.InstsOf(ir.OpSymbolAddr) {
			if m.SymbolName(f.SymbolOf(i)) == "main" {
				return
			}
		}
	}
	for _, d := range m.Data {
		for _, r := range d.Relocs {
			if m.SymbolName(r.Sym) == "main" {
				return
			}
		}
	}
	funcs := m.Funcs
	m.Remove(func(it ir.Item) bool { return it.Kind == ir.ItemFunc && funcs[it.Index].Name == "main" })
}

// wrapper is a module with a function that reads arguments from a block of bytes, calls f, and
// writes its results to another. It is compiled at -O0 by the same compiler, so that a mistake in
// the calling convention shows only if caller and callee do not share it; package compiler's tests
// against gcc are for that.
func wrapper(f *ir.Func) (*ir.Module, error) {
	params, err := newBlock(f.Params)
	if err != nil {
		return nil, err
	}
	results, err := newBlock(f.Returns)
	if err != nil {
		return nil, err
	}
	m := ir.NewModule()
	m.AddExtern(&ir.Extern{Name: f.Name, Params: f.Params, Variadic: f.Variadic, Returns: f.Returns})
	g := m.AddFunc(symCall, []ir.Param{{Type: ir.Ptr}, {Type: ir.Ptr}}, nil)
	b := g.AddBlock(ir.Body)
	mem := g.AddArg(b, ir.Mem, ir.NoAnnot)
	x := &wrapping{Builder: g.At(b), mem: mem}
	in, out := x.Param(0, ir.Synthetic), x.Param(1, ir.Synthetic)
	var args []ir.Value
	k := 0
	for n, p := range f.Params {
		var v ir.Value
		// An aggregate is put together from its leaves.
		if p.Type.IsAggregate() {
			v = x.Poison(p.Type, ir.Synthetic)
		}
		for ; k < len(params.leaves) && params.leaves[k].param == n; k++ {
			l := &params.leaves[k]
			s := x.load(l, in)
			if p.Type.IsAggregate() {
				s = x.InsertValue(v, s, ir.Synthetic, l.path...)
			}
			v = s
		}
		args = append(args, v)
	}
	var types []ir.Type
	for _, r := range f.Returns {
		types = append(types, r.Type)
	}
	call := x.Call(x.SymbolAddr(f.Name, ir.Synthetic), args, x.mem, types, ir.Synthetic)
	x.mem = g.Result(call, 0)
	if f.Name == "main" {
		x.mem = runtime.RunExits(x.Builder, f.Module, x.mem)
	}
	for n, r := range f.Returns {
		g.SetAnnot(g.Result(call, n+1), r.Annot)
	}
	for n := range results.leaves {
		l := &results.leaves[n]
		v := g.Result(call, l.param+1)
		if len(l.path) > 0 {
			v = x.ExtractValue(v, ir.Synthetic, l.path...)
		}
		x.store(l, v, out)
	}
	x.Ret(ir.Synthetic, x.mem)
	return m, nil
}

// wrapping builds the wrapper. mem is the token of the last memory operation.
type wrapping struct {
	*ir.Builder
	mem ir.Value
}

// The claim on the distance lets the backend fold it into the address.
func (x *wrapping) at(base ir.Value, off uint64) ir.Value {
	d := x.Int64(int64(off), ir.Synthetic)
	x.F.SetAnnot(d, ir.Unsigned(32))
	return x.Binary(ir.OpPtrAdd, base, d, ir.Synthetic)
}

// Scalars are read with the width that newBlock gave them: bools as bytes, signed ints extended.
func (x *wrapping) load(l *leaf, base ir.Value) ir.Value {
	p := x.at(base, l.off)
	switch l.typ {
	case ir.Unit:
		return x.Poison(ir.Unit, ir.Synthetic)
	case ir.Bool:
		v := x.Load(1, p, x.mem, ir.Int, ir.Synthetic)
		x.F.SetAnnot(v, ir.Unsigned(8))
		return x.Unary(ir.OpIntToBool, v, ir.Synthetic)
	case ir.Int:
		v := x.Load(uint32(l.size), p, x.mem, ir.Int, ir.Synthetic)
		x.F.SetAnnot(v, ir.Unsigned(uint32(l.size*8)))
		if l.signed {
			v = x.Extend(ir.OpSExt, v, uint32(l.size*8), ir.Synthetic)
			x.F.SetAnnot(v, ir.Signed(uint32(l.size*8)))
		}
		return v
	}
	return x.Load(uint32(l.size), p, x.mem, l.typ, ir.Synthetic)
}

// Unit values have no bytes.
func (x *wrapping) store(l *leaf, v, base ir.Value) {
	switch l.typ {
	case ir.Unit:
		return
	case ir.Bool:
		v = x.Unary(ir.OpBoolToInt, v, ir.Synthetic)
		x.F.SetAnnot(v, ir.Unsigned(1))
	}
	x.mem = x.Store(uint32(l.size), v, x.at(base, l.off), x.mem, ir.Synthetic)
}

// newImage links compiled code with the cases. All sizes and places go into the plan; the sandbox's
// limits are data of the executable, so that the native engine needs no channel to pass them.
func newImage(p *Program, code *object.Module, inputs []*difftest.Input) (*Image, error) {
	f := p.Module.Func(p.Entry)
	params, err := newBlock(f.Params)
	if err != nil {
		return nil, err
	}
	g := &Image{}
	if g.results, err = newBlock(f.Returns); err != nil {
		return nil, err
	}
	cases := &caseWriter{params: params, m: p.Module}
	for _, in := range inputs {
		if err := cases.add(f, in); err != nil {
			return nil, err
		}
	}
	g.cases, g.stride = cases.layouts, cases.stride
	m := &object.Module{Data: cases.data()}
	// The table has an address and a size for each data symbol that can change.
	table := object.Data{Name: symTable, Align: 8, Const: true, Zero: 16}
	for _, d := range p.Module.Data {
		if !d.Const {
			g.data = append(g.data, d)
			table.Relocs = append(table.Relocs, object.Reloc{Offset: uint64(len(table.Bytes)), Kind: object.Abs64, Symbol: d.Name})
			table.Bytes = binary.LittleEndian.AppendUint64(table.Bytes, 0)
			table.Bytes = binary.LittleEndian.AppendUint64(table.Bytes, d.Size())
		}
	}
	plan := make([]byte, 8*planWords)
	for n, v := range map[int]uint64{planCases: uint64(len(inputs)), planInStride: params.size, planBufferStride: g.stride, planOut: g.outSize(),
		planTable: uint64(len(g.data)), planArea: 8 + g.reportSize()} {
		binary.LittleEndian.PutUint64(plan[8*n:], v)
	}
	// The report itself must fit into the limits of a call.
	limits := runtime.Sandbox(runtime.Limits{Seconds: callSeconds, Memory: callMemory + g.reportSize(), Output: callOutput, Stack: callStack})
	m.Data = append(m.Data, limits.Data...)
	m.Data = append(m.Data, table,
		object.Data{Name: symPlan, Align: 8, Bytes: plan},
		object.Data{Name: symOut, Align: 64, Zero: g.outSize()})
	lib, err := compiler.Library(nil)
	if err != nil {
		return nil, err
	}
	all := &object.Module{Funcs: append(append([]*object.Func(nil), code.Funcs...), harness().Funcs...), Data: append(append([]object.Data(nil), code.Data...), m.Data...)}
	var file bytes.Buffer
	if err := object.WriteExec(&file, object.Link(all, []string{runtime.Entry}, lib), runtime.Entry); err != nil {
		return nil, &Rejected{err.Error()}
	}
	g.file = file.Bytes()
	return g, g.readSymbols()
}

// The file is our own output, so that an error is ours.
func (g *Image) readSymbols() error {
	f, err := elf.NewFile(bytes.NewReader(g.file))
	if err != nil {
		return fmt.Errorf("BUG: %w", err)
	}
	list, err := f.Symbols()
	if err != nil {
		return fmt.Errorf("BUG: %w", err)
	}
	g.symbols = map[string]uint64{}
	for _, s := range list {
		g.symbols["@"+s.Name] = s.Value
	}
	return nil
}

// outSize is the size of the block of results, never 0 so that a call that returns reports something.
func (g *Image) outSize() uint64 { return max(g.results.size, 16) }

// reportSize is the size of what a call that returns reports: results, data symbols, buffers. A
// report of another size was not written by a call that returned.
func (g *Image) reportSize() uint64 {
	size := g.outSize() + g.stride
	for _, d := range g.data {
		size += d.Size()
	}
	return size
}

// bufferBase is the address of the buffers of case n. Each case has its part of the memory for
// buffers, so that calls cannot see each other's.
func (g *Image) bufferBase(n int) uint64 { return g.symbols["@"+symBuffers] + uint64(n)*g.stride }

// observed makes the behaviour of a call that returned, from its memory: results, data symbols in
// order, buffers. The slices are used and not kept. Names of buffers get their addresses in
// Symbols, which are copied then, since each case has others.
func (g *Image) observed(n int, out []byte, data [][]byte, buffers []byte) *Behaviour {
	b := &Behaviour{Symbols: g.symbols}
	for k := range g.results.leaves {
		l := &g.results.leaves[k]
		b.Results = append(b.Results, Value{l.name("result"), l.typ, known(out[l.off : l.off+l.size])})
	}
	for k, d := range g.data {
		b.Memory = append(b.Memory, Memory{"@" + d.Name, known(data[k])})
	}
	c := &g.cases[n]
	if len(c.offs) > 0 {
		b.Symbols = map[string]uint64{}
		for name, a := range g.symbols {
			b.Symbols[name] = a
		}
	}
	for k, off := range c.offs {
		b.Memory = append(b.Memory, Memory{bufferName(k), known(buffers[off : off+c.sizes[k]])})
		b.Symbols[bufferName(k)] = g.bufferBase(n) + off
	}
	return b
}

// known makes cells of plain bytes.
func known(b []byte) []Cell {
	out := make([]Cell, len(b))
	for n, v := range b {
		out[n].Value = v
	}
	return out
}

// caseWriter lays the arguments and buffers of the cases out. The arguments are laid out as in the
// block of the wrapper, one block a case.
type caseWriter struct {
	params  *block
	m       *ir.Module
	layouts []caseLayout
	stride  uint64
	ins     [][]Cell
	buffers [][][]Cell
}

// add reads an input as the interpreter would. The input is prepared in a space of the interpreter
// and then read back as cells, so that both engines see the same bytes; symbols get an allocation
// of one byte, as only their name matters.
func (w *caseWriter) add(f *ir.Func, in *difftest.Input) error {
	if in == nil {
		in = &difftest.Input{}
	}
	space := memory.New(memory.Config{Limit: 256 << 20})
	symbols := map[string]memory.AllocID{}
	s := &interp.Setup{Space: space, Addr: func(name string) (memory.Pointer, bool) {
		id, ok := symbols[name]
		if !ok {
			var err error
			if id, err = space.Alloc(memory.Global, 1, 1, name, 0); err != nil {
				return memory.Pointer{}, false
			}
			symbols[name] = id
		}
		return space.Pointer(id, 0), true
	}}
	if why := in.OnlyInterpreted(); why != "" {
		return &Rejected{Reason: why + ", which only the interpreter does"}
	}
	if err := in.Prepare(f.Params, 1)(s); err != nil {
		return err
	}
	names, buffers := symbolNames(w.m, space, symbols)
	block := make([]Cell, w.params.size)
	for n := range w.params.leaves {
		l := &w.params.leaves[n]
		copy(block[l.off:], l.cells(field(s.Args[l.param], l.path), names))
	}
	w.ins = append(w.ins, block)
	var c caseLayout
	var contents [][]Cell
	end := uint64(0)
	for _, id := range buffers {
		bytes := space.Snapshot(id)
		cells := make([]Cell, len(bytes))
		byteCells(cells, bytes, names)
		c.offs, c.sizes = append(c.offs, end), append(c.sizes, uint64(len(bytes)))
		// Buffers begin at multiples of 64, which is at least the alignment that inputs usually ask
		// for.
		end = (end + uint64(len(bytes)) + bufferGap + 63) &^ 63
		contents = append(contents, cells)
	}
	w.stride = max(w.stride, end)
	w.layouts = append(w.layouts, c)
	w.buffers = append(w.buffers, contents)
	return nil
}

// data are the symbols with the arguments and the buffers of all cases. Addresses become
// relocations for the linker, other bytes are stored. What is indeterminate gets a pattern that is
// unlikely to be right by chance.
func (w *caseWriter) data() []object.Data {
	in := object.Data{Name: symIn, Align: 64, Bytes: make([]byte, uint64(len(w.ins))*w.params.size), Zero: 16}
	buf := object.Data{Name: symBuffers, Align: 64, Bytes: make([]byte, uint64(len(w.ins))*w.stride), Zero: 16}
	for n := range w.ins {
		place := func(d *object.Data, off uint64, cells []Cell) {
			for k, c := range cells {
				at := off + uint64(k)
				switch {
				case c.Kind == Known:
					d.Bytes[at] = c.Value
				case c.Kind == Any:
					d.Bytes[at] = 0xa5
				case c.Value == 0: // the start of an address; inputs hold whole ones
					r := object.Reloc{Offset: at, Kind: object.Abs64, Symbol: "", Add: c.Offset}
					if c.Base[0] == '@' {
						r.Symbol = c.Base[1:]
					} else {
						var b int
						fmt.Sscanf(c.Base, "buffer %d", &b)
						r.Symbol = symBuffers
						r.Add += int64(uint64(n)*w.stride + w.layouts[n].offs[b])
					}
					d.Relocs = append(d.Relocs, r)
				}
			}
		}
		place(&in, uint64(n)*w.params.size, w.ins[n])
		for k, cells := range w.buffers[n] {
			place(&buf, uint64(n)*w.stride+w.layouts[n].offs[k], cells)
		}
	}
	return []object.Data{in, buf}
}
