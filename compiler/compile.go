package compiler

import (
	"cmp"
	"context"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
	"github.com/tuffy-ir/tuffy/compiler/amd64/inline"
	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/amd64/routines"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/regalloc"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Options say how to compile. The zero value is -O0 for the default target.
// The functions among them are called in the goroutine of the caller of Compile.
type Options struct {
	Level   string         // of -O: one of [opt.Levels]; empty is 0
	Passes  *pass.Options  // instead of the level's pipeline: everything that `tuffy opt` can say
	Target  *target.Target // nil is [target.Default]
	Workers int            // functions at a time; 0 is one a processor
	Check   bool           // verify the IR after each phase, every register allocation, and read every instruction back
	// Debug keeps every value that has a name in memory at level 0, where debuggers find it by that name.
	Debug bool
	// Exported reports which functions and data of the module other modules may name. nil is all of them in the object,
	// where a module that has a @main is otherwise a whole program.
	Exported func(name string) bool
	// Position says what addresses may be taken relative to the code.
	Position Position
	// Internal says that the module is a part of the run-time: it may use reserved names.
	Internal bool
	// Time is told how long each phase took; those of code generation are summed up over the workers.
	Time func(phase string, d time.Duration)
	// Report is told what the passes did.
	Report func(*pass.Report)
	// Parts is told which parts of the backend make an instruction, for every one that legalization, selection and
	// emission make: what a program needs of the backend. It is made for the instructions of that origin; the
	// parts begin with the innermost. Several workers call it at a time.
	Parts func(at ir.Origin, parts []string)
	// Makers has the lines of the code say which rule of selection or what else made it, for a listing.
	Makers bool
	// Record gets the decisions of the backend for a trace, when the code is made: legalization, selection, allocation and
	// layout, in the order of the functions. They have no number yet.
	Record func(e *trace.Entry)
	// Machine sees each function after register allocation; calls are in order of the functions.
	Machine func(f *mach.Func, a *mach.Alloc, o *object.Func)
}

// Position is where code and what it names may stand. What is not taken relative to the code is read from the linker's
// table (the GOT).
type Position uint8

// The positions.
const (
	Near Position = iota // everything is linked into one executable
	PIE                  // executables anywhere, which use shared libraries: what the module defines is relative to the code
	PIC                  // shared libraries: what other modules do not see is relative to the code, for they may define the rest, too
)

// Optimize is the first step of [Compile]: it changes the module as the options say.
func Optimize(ctx context.Context, m *ir.Module, o Options) error {
	if err := ir.Verified(m); err != nil {
		return err
	}
	c := &compilation{ctx: ctx, m: m, o: o, t: o.Target}
	if c.t == nil {
		c.t = defaultTarget()
	}
	c.o.Level = cmp.Or(o.Level, "0")
	return c.optimize()
}

// Compile makes machine code of a module, which it changes: afterwards it is
// the legal module that the code was made of. An error says what in the program cannot be compiled, or that it does not verify.
// When ctx is done, no further function is begun, and the error is its cause; the module may then be at any phase.
// The result does not depend on the number of workers: functions are in the order of the module.
func Compile(ctx context.Context, m *ir.Module, o Options) (*object.Module, error) {
	if err := ir.Verified(m); err != nil {
		return nil, err
	}
	// Before anything is changed: a program with such a name must see the error, not code that clashes when it
	// is linked.
	if !o.Internal {
		if err := CheckNames(m); err != nil {
			return nil, err
		}
	}
	c := &compilation{ctx: ctx, m: m, o: o, t: o.Target}
	if c.t == nil {
		c.t = defaultTarget()
	}
	// Other triples parse all the same: they are data of package target.
	if c.t.Bits != 64 {
		return nil, fmt.Errorf("there is no code generator for %s yet: x86_64 has one", c.t.Triple)
	}
	c.o.Level = cmp.Or(o.Level, "0")
	// It follows the level, also where the passes are others than those of the level.
	c.fast = c.o.Level == "0"
	for _, step := range []struct {
		name string
		run  func() error
	}{{"optimize", c.optimize}, {"legalize", c.legalize}, {"codegen", c.generate}} {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		start := time.Now()
		if err := step.run(); err != nil {
			return nil, err
		}
		if o.Time == nil {
			continue
		}
		if step.name != "codegen" {
			o.Time(step.name, time.Since(start))
			continue
		}
		for n, name := range [...]string{"select", "allocate", "emit"} {
			o.Time(name, time.Duration(c.spent[n].Load()))
		}
	}
	return c.out, nil
}

// The default is parsed once; that it parses is ours to keep.
var defaultTarget = sync.OnceValue(func() *target.Target {
	t, err := target.Parse("")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return t
})

// compilation is the state of one Compile.
// Workers share it, and only read it but for the counters of time.
type compilation struct {
	ctx      context.Context
	m        *ir.Module
	o        Options
	t        *target.Target
	fast     bool
	named    bool // variables are looked for
	recorder *recorder
	distant  map[string]bool
	features []target.Feature
	passings *ctype.Passings
	out      *object.Module
	spent    [3]atomic.Int64 // on selection, allocation, emission, by all workers
}

// homes reports whether values have places in memory for debuggers.
func (c *compilation) homes() bool { return c.o.Debug && c.fast }

// framePointer reports whether functions keep a frame pointer. Debuggers find the end of a prologue by it, where parameters
// are in their places.
func (c *compilation) framePointer() bool { return c.t.FramePtr || c.homes() }

// optimize runs the pipeline of the options, or the level's own.
// An error of a pass ends the compilation; there is no report of it then.
func (c *compilation) optimize() error {
	o := c.o.Passes
	if o == nil {
		cfg, err := opt.Preset(c.o.Level)
		if err != nil {
			return err
		}
		o = &pass.Options{Config: opt.ForMachine(cfg), Policy: opt.MachinePolicy(), Workers: c.o.Workers}
	}
	if c.o.Exported != nil {
		own := *o
		own.Exported = c.o.Exported
		o = &own
	}
	rep, err := pass.Run(c.ctx, c.m, opt.Passes(), *o)
	if err == nil && c.o.Report != nil {
		c.o.Report(rep)
	}
	return err
}

// legalize refuses what no backend has before it changes anything.
// What it leaves is a legal module: package isel refuses what is not.
func (c *compilation) legalize() error {
	// Else a linker would miss the symbol, without a line of the program to show.
	if err := c.refuseThreads(); err != nil {
		return err
	}
	if c.homes() {
		for _, f := range c.m.Funcs {
			homes(f)
		}
		if c.o.Check {
			if err := ir.Verify(c.m); err != nil {
				panic("BUG: homes of values: " + err.Error())
			}
		}
	}
	var before program
	if c.o.Record != nil {
		before = linesOf(c.m)
	}
	z := legalize.New(c.m, c.t)
	if c.o.Parts != nil {
		z.Made = func(o ir.Origin) { c.o.Parts(o, partsOnStack("")) }
	}
	if err := z.Module(); err != nil {
		return err
	}
	c.passings = z.Passings()
	if c.o.Record != nil {
		c.recorder = &recorder{record: c.o.Record, alike: map[trace.Hash]uint64{}}
		c.recorder.legalized(c.m, before)
	}
	if c.o.Check {
		// The program was verified before: what is wrong now is ours.
		if err := ir.Verify(c.m); err != nil {
			panic("BUG: legalization: " + err.Error())
		}
	}
	return nil
}

// refuseThreads names the host functions that only the interpreter has.
// A program that defines a function of such a name has its own, and may use it.
func (c *compilation) refuseThreads() error {
	// Most modules name none of them, so that no function has to be walked.
	named := false
	for n := range c.m.NumSymbols() {
		named = named || runtime.Threads[c.m.SymbolName(ir.Symbol(n))]
	}
	if !named {
		return nil
	}
	for _, f := range c.m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpSymbolAddr {
					continue
				}
				if name := c.m.SymbolName(f.SymbolOf(i)); runtime.Threads[name] && c.m.Func(name) == nil && c.m.DataNamed(name) == nil {
					return fmt.Errorf("@%s uses @%s: compiled programs have one thread", f.Name, name)
				}
			}
		}
	}
	return nil
}

// worker makes code of one function after the other.
// The memory of a function's machine code is used again for the next one, unless it is asked for.
type worker struct {
	*compilation
	spare *mach.Func // that nothing needs any more
}

// product is what became of a function. Its first two parts are there if they are asked for.
// An error is kept here, so that the first one in the order of the module is told, whichever came first.
type product struct {
	mach  *mach.Func
	alloc *mach.Alloc
	code  *object.Func
	lines []object.Line // with the makers
	err   error
}

// generate makes code of every function, in the order of the module whatever worker made which.
// Products are kept by the index of their function, so that workers need no lock and the order is that of the
// module.
func (c *compilation) generate() error {
	// Found once for all workers, which only read them.
	c.named, c.features = c.m.HasLocations() || c.homes(), features(c.t)
	c.findDistant()
	products := make([]product, len(c.m.Funcs))
	// A module of one function gains nothing from a goroutine.
	workers := min(cmp.Or(c.o.Workers, goruntime.GOMAXPROCS(0)), len(products))
	if workers <= 1 || len(products) == 1 {
		w := &worker{compilation: c}
		for n, f := range c.m.Funcs {
			products[n] = w.function(f)
		}
	} else {
		var wg sync.WaitGroup
		next := make(chan int)
		// Room for one panic of each worker, so that none waits; one is raised again in the caller's goroutine.
		failed := make(chan any, workers)
		for range min(workers, len(products)) {
			wg.Go(func() {
				defer func() {
					if r := recover(); r != nil {
						failed <- r
						// Without this the sender would wait for ever once all workers have failed.
						for range next { // let the others finish
						}
					}
				}()
				w := &worker{compilation: c}
				for n := range next {
					products[n] = w.function(c.m.Funcs[n])
				}
			})
		}
		for n := range products {
			next <- n
		}
		close(next)
		// Only then are products read: each was written by one worker.
		wg.Wait()
		select {
		case r := <-failed:
			panic(r)
		default:
		}
	}
	c.out = &object.Module{Name: c.m.File, Source: c.m, Data: Data(c.m), Disassemble: emit.Disassemble}
	for n := range c.out.Data {
		d := &c.out.Data[n]
		d.Local = d.Local || !c.exported(d.Name)
	}
	for n := range products {
		p := &products[n]
		if p.err != nil {
			return p.err
		}
		if c.o.Machine != nil {
			c.o.Machine(p.mach, p.alloc, p.code)
		}
		if c.recorder != nil {
			c.recorder.coalesced(p.mach, p.alloc)
			c.recorder.generated(c.out, p.code, p.lines)
		}
		c.out.Funcs = append(c.out.Funcs, p.code)
	}
	for _, text := range c.m.Asm {
		r, err := inline.File(text)
		if err != nil {
			return fmt.Errorf("assembly: %w", err)
		}
		c.out.Raw = append(c.out.Raw, r)
	}
	for _, e := range c.m.Externs {
		if e.Asm != nil {
			c.out.Funcs = append(c.out.Funcs, inline.Func(e))
		}
	}
	return nil
}

// exported reports whether other modules may name a function or a datum of this one.
func (c *compilation) exported(name string) bool { return c.o.Exported == nil || c.o.Exported(name) }

// far reports whether the address of a symbol is read from the table of the linker (the GOT): another module defines it,
// or may define it, too.
func (c *compilation) far(name string) bool { return c.distant[name] }

// findDistant finds the symbols of which far is true. Symbols of the compiler's own making are none of the module.
func (c *compilation) findDistant() {
	if c.o.Position == Near {
		return
	}
	c.distant = map[string]bool{}
	for n := range c.m.NumSymbols() {
		c.distant[c.m.SymbolName(ir.Symbol(n))] = true
	}
	own := func(name string) {
		if c.o.Position == PIE || !c.exported(name) || legalize.Helper(name) {
			delete(c.distant, name)
		}
	}
	for _, f := range c.m.Funcs {
		own(f.Name)
	}
	for _, d := range c.m.Data {
		own(d.Name)
	}
	for _, e := range c.m.Externs {
		if e.Asm != nil {
			delete(c.distant, e.Name)
		}
	}
}

// function makes the code of one function.
// Each phase hands its result to the next; an error ends the function and is the program's fault.
func (c *worker) function(f *ir.Func) (p product) {
	level := 2
	// A function may ask for less than the level, not for more.
	if c.fast || f.Attrs.OptLevel == "none" {
		level = 0
	}
	if c.ctx.Err() != nil {
		p.err = context.Cause(c.ctx)
		return p
	}
	var consts []object.Data
	at := c.now()
	p.mach, consts, p.err = isel.Func(f, c.m, isel.Options{Opt: level, Features: c.features, Passings: c.passings, Far: c.far, Spare: c.spare, Made: c.selected(f), Maker: c.maker()})
	// The selector owns the memory by now, also when it fails.
	c.spare = nil
	if p.err != nil {
		return p
	}
	at = c.lap(0, at)
	p.alloc, p.err = regalloc.Run(p.mach, regalloc.Options{Local: level == 0, FramePointer: c.framePointer()})
	if p.err != nil {
		return p
	}
	at = c.lap(1, at)
	if c.o.Check {
		checkAllocation(p.mach, p.alloc)
	}
	o := emit.Options{FramePointer: c.framePointer(), RedZone: c.t.RedZone, Optimize: level > 0, AlignLoops: level > 0 && c.o.Level != "s", Far: c.far, Check: c.o.Check, Makers: c.o.Makers || c.o.Record != nil}
	if c.o.Parts != nil {
		o.Made = func(x *x86.Inst, i ir.Inst) {
			parts := partsOnStack(instructionPart + x.Op.String())
			if folds(x) {
				parts = append(parts, foldedPart)
			}
			c.o.Parts(origin(f, i), parts)
		}
	}
	p.code, p.err = emit.Func(p.mach, p.alloc, o)
	if p.err != nil {
		return p
	}
	p.code.Consts = append(p.code.Consts, consts...)
	if p.lines = p.code.Lines; c.o.Record != nil && !c.o.Makers {
		p.code.Lines = plainLines(p.lines)
	}
	// Each file has its own copies of helpers; in the run-time library they are seen.
	p.code.Local = p.code.Local || legalize.Helper(f.Name) && !c.o.Internal || !c.exported(f.Name)
	if c.named {
		p.code.Vars = emit.Variables(p.mach, p.alloc, p.code, c.homes())
	}
	if c.o.Machine == nil && c.o.Record == nil {
		c.spare, p.mach, p.alloc = p.mach, nil, nil
	}
	c.lap(2, at)
	return p
}

// checkAllocation panics if the allocation is wrong. The checker is independent of the allocator, so that its word is a
// verdict on ours.
func checkAllocation(f *mach.Func, a *mach.Alloc) {
	if err := regalloc.Check(f, a); err != nil {
		panic(fmt.Sprintf("BUG: register allocation of %s: %v", f.Name, err))
	}
}

// now is the time where the options ask for times, else zero.
// The clock is not read where nothing asks.
func (c *compilation) now() (t time.Time) {
	if c.o.Time != nil {
		t = time.Now()
	}
	return t
}

// lap adds the time since start to a phase of code generation, and returns now.
// The counter is atomic, as all workers add to it.
func (c *compilation) lap(phase int, start time.Time) time.Time {
	t := c.now()
	c.spent[phase].Add(int64(t.Sub(start)))
	return t
}

// features lists a target's features in their order.
// Sorted, as they come from a map.
func features(t *target.Target) []target.Feature {
	var out []target.Feature
	for f, on := range t.Features {
		if on {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// Data are the data symbols of a module as bytes. What is not initialised is 0.
// Zeros at the end are counted instead of written, so that a large array that starts with something costs no
// more than that.
func Data(m *ir.Module) []object.Data {
	var out []object.Data
	for _, d := range m.Data {
		x := object.Data{Name: d.Name, Align: uint64(max(d.Align, 1)), Const: d.Const, Local: d.Linkage.Binding == ir.Local, Weak: d.Linkage.Binding == ir.Weak, Visibility: byte(d.Linkage.Visibility), Section: d.Linkage.Section}
		size := d.Size()
		last := uint64(0) // after the last byte that is not 0
		var pos uint64
		for _, p := range d.Pieces {
			if p.Bytes != nil {
				pos += uint64(len(p.Bytes))
				last = pos
			} else {
				pos += p.Zero
			}
		}
		for _, r := range d.Relocs {
			// A reference needs its 8 bytes, even where they are zeros.
			last = max(last, r.Off+8)
			x.Relocs = append(x.Relocs, object.Reloc{Offset: r.Off, Kind: object.Abs64, Symbol: m.SymbolName(r.Sym), Add: r.Addend})
		}
		// Pieces of zeros between others stay as they are made.
		x.Bytes = make([]byte, last)
		x.Zero = size - last
		pos = 0
		for _, p := range d.Pieces {
			if p.Bytes != nil {
				copy(x.Bytes[pos:], p.Bytes)
				pos += uint64(len(p.Bytes))
			} else {
				pos += p.Zero
			}
		}
		out = append(out, x)
	}
	return out
}

// Library is the compiled run-time library for a target, nil for the default one.
// It is compiled once for each set of target options and shared: nothing may change what it returns.
// An error here is ours: the text of the library does not come from a user.
func Library(t *target.Target) (*object.Module, error) {
	libraries.Lock()
	defer libraries.Unlock()
	key := ""
	if t != nil {
		key = fmt.Sprint(t.Triple, features(t), t.RedZone, t.FramePtr)
	}
	if l, ok := libraries.byTarget[key]; ok {
		return l, nil
	}
	l, err := Compile(context.Background(), runtime.Library(), Options{Level: "1", Target: t, Internal: true})
	if err != nil {
		return nil, fmt.Errorf("BUG: the run-time library: %w", err)
	}
	for _, f := range l.Funcs {
		f.Source, f.Lines, f.Vars = nil, nil, nil // debuggers have no text of it
	}
	l.Funcs = append(l.Funcs, routines.Module().Funcs...)
	runtime.Private(l)
	l.Index()
	if libraries.byTarget == nil {
		libraries.byTarget = map[string]*object.Module{}
	}
	libraries.byTarget[key] = l
	return l, nil
}

// The lock is held while a library is compiled, so that it is compiled once.
var libraries struct {
	sync.Mutex
	byTarget map[string]*object.Module
}
