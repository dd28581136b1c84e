package interp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"unsafe"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// world is everything of a run that does not depend on how functions are evaluated: both
// engines stand on it and differ only in how they hold values and follow control flow.
// What is decided here is decided once: an engine that had its own idea of symbols, limits or reports could
// differ in it.
type world struct {
	parts     map[memory.Site]*memory.Part // of the marks of instructions, see partOf
	ctx       context.Context              // nil if it is never done
	m         *ir.Module
	o         Options // with defaults applied
	space     *memory.Space
	mem       programMemory    // space, or that of the reference evaluator
	restricts []*restrictScope // calls of functions with restrict parameters, as far as the program tells of them
	types     *typeShadows     // effective types, nil if the run does not ask for them
	entry     *ir.Func
	args      []Value

	// The fast engine pays for a block at a time, so fuel may become negative before more is asked for.
	// steps are never more than o.Fuel: what was handed out and not used is in fuel, the rest in reserve.
	fuel      int64  // instructions that may run before refuel; steps are o.Fuel - fuel - reserve
	reserve   int64  // instructions that may run after refuel
	work      int64  // see charge
	workAsked int64  // work when ctx was asked last
	values    uint64 // bytes of values that count against the limit
	// Bytes of values that were made, dead ones included.
	made uint64 // since the last census
	// Whoever may have ended the run returns at once, and its caller looks here.
	ended   *Outcome // set once; engines stop when they see it
	stopped error    // why the caller ended it; nil if it ended by itself
	events  []Event
	output  []byte // that waits to be written
	quiet   int    // events that are not observable
	reports []*UB
	places  places

	// They, data, targets, funcs and funcID are made before the run and never change.
	symbols    []memory.Pointer // by ir.Symbol
	libSymbols []memory.Pointer // of package clib, nil if nothing of it is called
	data       map[string]memory.AllocID
	targets    calleeTable
	funcs      []*ir.Func          // of the module, and of package clib if one is called
	funcID     map[*ir.Func]uint64 // for sites: the place in funcs, from 1
	// Of functions that a report or a trace has named.
	numbers map[*ir.Func]*ir.Numbering
	params  map[*ir.Func][]ir.Inst // that read them, the first of each
	// Frames are texts, made when a report first needs them.
	frames    map[memory.Site]Frame
	slotNames map[memory.Site]string
	registers map[*ir.Func]map[memory.Site]bool // stack slots that compilers may keep in registers
	// The current number; every store and call makes a new one.
	version    uint32            // of memory, under check-memssa
	writers    []memory.Site     // by version, from 1
	causes     []*Cause          // handles of poison bytes; 0 is unknown
	causeIDs   map[*Cause]uint32 // the other way
	causesKept uint64            // bytes of causes

	// One stream for each kind of choice: how often a program freezes does not change which NaN it gets.
	freeze, dontCare, nan stream
	havoc                 havocState
	host                  *hostState

	threadObjects map[threadObject]memory.AllocID // those of threads behind the first
	lists         []openList                      // which the front end tells of

	threads []*threadState
	cur     *thread
	live    int     // threads that have not ended
	ready   indexes // threads that can run
	spawn   func(id int, f *ir.Func, args []Value) runner
	// Drawn from once a choice among threads, in both engines.
	schedule   stream
	next       int // thread that the last synchronisation point chose
	switchNow  bool
	concurrent bool           // a second thread was started: functions of atexit run as threads too, one after another
	selector   Selector       // the observer, if it is one
	turn       int64          // of the threads, counted
	covers     *covers        // nil unless the run collects coverage
	life       *tracker       // of one allocation, nil unless asked for
	lastWild   memory.AllocID // that a wildcard pointer of the fast engine reached last
	endless    *loopWatch     // looks for loops without end, nil if the run does not
	slowMemory bool           // the fast engine must go to the reference evaluator for every access

	scratch execScratch

	// Of the fast engine.
	lowered   map[*ir.Func]*fastFunc
	leafLists map[ir.Type][]leaf // of aggregates
	layouts   map[ir.Type][]int32
	// Of the function that is being lowered.
	predCache [][]ir.Block
	predFunc  *ir.Func
}

// callee is what a function pointer can call: a function of the module, or an external one.
// fn is nil of an external one, ext empty of a function of the module.
type callee struct {
	fn  *ir.Func
	ext string
	is  bool // false of the zero value, which stands for what cannot be called
}

// calleeTable has a callee for each allocation of a function. These are among the first of a run, so that it is short.
type calleeTable []callee

// of is the callee of an allocation, the zero value if it is none of a function.
func (t calleeTable) of(id memory.AllocID) callee {
	if int(id) < len(t) {
		return t[id]
	}
	return callee{}
}

// set notes what the allocation of a function stands for. A repeated declaration of a name has none.
func (t *calleeTable) set(id memory.AllocID, c callee) {
	if id == memory.NoAlloc {
		return
	}
	if n := int(id) + 1 - len(*t); n > 0 {
		*t = append(*t, make([]callee, n)...)
	}
	c.is = true
	(*t)[id] = c
}

// stream is a SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom
// number generators", 2014): the same numbers on every machine.
// The state is the whole generator, so a copy continues where the original stands.
type stream uint64

func (s *stream) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number in [0, n).
// The bias of the remainder is below n/2^64, which no test of ours could tell. n is positive.
func (s *stream) below(n int) int { return int(s.next() % uint64(n)) }

// newWorld prepares a run: memory with the symbols, the entry function and its arguments.
// An error is the caller's mistake; a memory limit met here ends the run before it starts.
// The order matters where addresses are chosen: symbols first, then what Prepare makes, so that a caller's
// buffers do not move the globals.
func newWorld(ctx context.Context, m *ir.Module, o Options) (*world, error) {
	o.setDefaults()
	w := &world{
		m: m, o: o, reserve: o.Fuel,
		data:   map[string]memory.AllocID{},
		funcID: map[*ir.Func]uint64{}, numbers: map[*ir.Func]*ir.Numbering{}, params: map[*ir.Func][]ir.Inst{}, frames: map[memory.Site]Frame{}, slotNames: map[memory.Site]string{},
		causes: []*Cause{nil}, causeIDs: map[*Cause]uint32{}, places: places{kept: map[place]*UB{}},
		freeze: stream(o.Freeze.Seed), dontCare: stream(o.DontCare.Seed), nan: stream(o.NaN.Seed),
		havoc: havocState{seed: o.Seed}, schedule: stream(o.Seed ^ o.ScheduleSeed ^ 0x7363686564),
	}
	if ctx.Done() != nil {
		w.ctx = ctx
	}
	w.fuel = w.refuel(-1) + 1
	w.space = memory.New(memory.Config{Seed: o.AddressSeed, Limit: o.MemLimit, StrictProvenance: o.StrictProvenance, ExposedLoads: o.SourceUB, Bases: o.Bases, Reclaim: w.reclaim})
	w.mem = w.space
	if w.o.EffectiveTypes {
		w.types = newTypeShadows()
	}
	w.host = newHostState(w)
	w.funcs = m.Funcs[:len(m.Funcs):len(m.Funcs)]
	for i, f := range m.Funcs {
		w.funcID[f] = uint64(i + 1)
	}
	if w.entry = m.Func(o.Entry); w.entry == nil {
		return nil, fmt.Errorf("the module has no function %s to run", ir.SymbolText(o.Entry))
	}
	w.selector, _ = o.Observer.(Selector)
	if o.Coverage != nil {
		w.covers = &covers{funcs: map[*ir.Func][]*instChecks{}}
	}
	if o.Track != memory.NoAlloc {
		w.life = &tracker{id: o.Track, at: map[deedKey]int{}}
		w.slowMemory = true
	}
	if o.CheckMemSSA {
		w.space.EnableVersions()
	}
	if err := w.placeSymbols(); err != nil {
		var limit *memory.LimitError
		if !errors.As(err, &limit) {
			return nil, err
		}
		w.limit("%s", limit)
	}
	w.args = o.Args
	if o.Prepare != nil && w.ended == nil {
		s := &Setup{Space: w.space, Args: o.Args, Addr: w.addressOf, world: w}
		if err := o.Prepare(s); err != nil {
			return nil, err
		}
		w.args = s.Args
	}
	if w.ended != nil { // before there were arguments
		return w, nil
	}
	if err := w.checkArgs(); err != nil {
		return w, err
	}
	w.placeInputs()
	return w, nil
}

// setDefaults makes explicit what zero values stand for, so that nothing else has to know.
func (o *Options) setDefaults() {
	if o.Entry == "" {
		o.Entry = "main"
	}
	o.VScale = max(o.VScale, 1)
	if o.Fuel <= 0 {
		o.Fuel = DefaultFuel
	}
	if o.MemLimit == 0 {
		o.MemLimit = DefaultMemLimit
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	if o.MaxUB <= 0 {
		o.MaxUB = DefaultMaxUB
	}
}

// checkArgs holds the caller to the entry function's signature.
// Claims of parameters are no mistake of the caller: the entry call checks them like any other.
// The check is by shape and not by claims, so a differential check may pass poison, and inputs that violate a
// claim.
func (w *world) checkArgs() error {
	f := w.entry
	if len(w.args) != len(f.Params) {
		return fmt.Errorf("%s takes %s, got %d", ir.SymbolText(f.Name), ir.Counted(len(f.Params), "argument"), len(w.args))
	}
	for n, p := range f.Params {
		if !hasType(w.args[n], p.Type, w.o.VScale) {
			return fmt.Errorf("argument %d of %s must be of type %s", n, ir.SymbolText(f.Name), p.Type)
		}
	}
	return nil
}

// hasType reports whether v is a value of type t.
// It looks at the shape: counts of fields, lengths in bytes, formats of floats, address spaces.
func hasType(v Value, t ir.Type, vscale uint64) bool {
	switch v := v.(type) {
	case Int:
		return t == ir.Int
	case Bool:
		return t == ir.Bool
	case Float:
		return t == v.Type && t.Kind() == ir.KindFloat
	case Ptr:
		return t.Kind() == ir.KindPtr && t.AddrSpace() == v.AS
	case Unit:
		return t == ir.Unit
	case Bytes:
		n, _ := t.Size(vscale)
		return (t.Kind() == ir.KindByte || t.Kind() == ir.KindVec) && uint64(len(v.B)) == n
	case Aggregate:
		if !t.IsAggregate() || uint64(len(v.Fields)) != t.Len() {
			return false
		}
		for i, x := range v.Fields {
			if ft, _ := t.Field(uint64(i)); !hasType(x, ft, vscale) {
				return false
			}
		}
		return true
	case Poison:
		return isScalar(t)
	}
	return false
}

// isScalar reports whether a poison value of type t is a Poison as a whole.
// Raw bytes, vectors and aggregates hold poison in their parts; a token is never poison.
func isScalar(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindInt, ir.KindBool, ir.KindPtr, ir.KindFloat, ir.KindUnit:
		return true
	}
	return false
}

// placeSymbols makes the allocations of all symbols, in the order of the items and then of
// the symbol table: addresses must not depend on the order in which a program, or an engine,
// first looks at a symbol.
func (w *world) placeSymbols() error {
	w.symbols = make([]memory.Pointer, w.m.NumSymbols())
	byName := make(map[string]memory.Pointer, len(w.symbols)+len(w.m.Items))
	// A name has one allocation, whichever of its declarations comes first.
	// The second declaration of a name gets no allocation, and the caller is told so by NoAlloc.
	place := func(kind memory.AllocKind, name string, size, align uint64) (memory.AllocID, error) {
		if _, ok := byName[name]; ok {
			return memory.NoAlloc, nil
		}
		id, err := w.mem.Alloc(kind, size, align, "@"+name, 0)
		if err == nil {
			byName[name] = w.space.Pointer(id, 0)
		}
		return id, err
	}
	for _, it := range w.m.Items {
		switch it.Kind {
		case ir.ItemData:
			d := w.m.Data[it.Index]
			id, err := place(memory.Global, d.Name, d.Size(), uint64(d.Align))
			if err != nil {
				return err
			}
			if id != memory.NoAlloc {
				w.data[d.Name] = id
			}
		case ir.ItemFunc:
			f := w.m.Funcs[it.Index]
			// A function takes one byte that nothing can access, so that each has an address of its own.
			id, err := place(memory.Function, f.Name, 1, 16)
			if err != nil {
				return err
			}
			if p, declared := byName[f.Name]; declared && w.targets.of(p.Alloc).fn == nil {
				id = p.Alloc // an extern of that name came before
			}
			w.targets.set(id, callee{fn: f})
		case ir.ItemExtern:
			id, err := place(memory.Function, w.m.Externs[it.Index].Name, 1, 16)
			if err != nil {
				return err
			}
			w.targets.set(id, callee{ext: w.m.Externs[it.Index].Name})
		}
	}
	for s := range w.symbols {
		name := w.m.SymbolName(ir.Symbol(s))
		if _, ok := byName[name]; !ok {
			id, err := place(memory.Function, name, 1, 16)
			if err != nil {
				return err
			}
			w.targets.set(id, callee{ext: name})
		}
		w.symbols[s] = byName[name]
	}
	if err := w.linkLibrary(); err != nil {
		return err
	}
	return w.fillData()
}

// fillData writes the initial bytes of data symbols.
// All symbols have their addresses by then, since relocations may point forward.
// Constant data becomes read-only last.
// Space is written directly and not through instructions: no event, no version, no race can come of it.
func (w *world) fillData() error {
	for _, d := range w.m.Data {
		if err := w.fill(d, w.space.Record(w.data[d.Name]), w.symbols); err != nil {
			return err
		}
	}
	return nil
}

// fill writes the initial bytes of a datum of a module with the symbols.
func (w *world) fill(d *ir.Data, a *memory.Alloc, symbols []memory.Pointer) error {
	off := uint64(0)
	for _, p := range d.Pieces {
		n := uint64(len(p.Bytes))
		if p.Bytes == nil {
			if n = p.Zero; !p.Uninit {
				if err := w.mem.Fill(a, off, n, memory.BitsByte(0)); err != nil {
					return err
				}
			}
		} else if err := w.writeBits(a, off, p.Bytes); err != nil {
			return err
		}
		off += n
	}
	for _, r := range d.Relocs {
		p := symbols[r.Sym]
		p.Addr += uint64(r.Addend)
		// The verifier refuses such modules; without the test one that was not verified would crash the run.
		if r.Off > a.Size || a.Size-r.Off < ir.PtrBytes {
			return fmt.Errorf("%s: relocation at %d lies outside", ir.SymbolText(d.Name), r.Off)
		}
		if err := w.mem.WriteBytes(a, r.Off, pointerBytes(p)); err != nil {
			return err
		}
	}
	a.ReadOnly = d.Const
	return nil
}

// addressOf finds a function, a datum or an extern by its name.
// It is linear, for callers that set up a run.
func (w *world) addressOf(symbol string) (memory.Pointer, bool) {
	for s, p := range w.symbols {
		if w.m.SymbolName(ir.Symbol(s)) == symbol {
			return p, true
		}
	}
	if id, ok := w.data[symbol]; ok {
		return w.space.Pointer(id, 0), true
	}
	for id, c := range w.targets {
		if c.is && (c.fn != nil && c.fn.Name == symbol || c.fn == nil && c.ext == symbol) {
			return w.space.Pointer(memory.AllocID(id), 0), true
		}
	}
	return memory.Pointer{}, false
}

// finish completes the outcome of a run.
// It flushes first, since output that cannot be written ends the run, too.
// Both engines have given back by then what was paid for and did not run, so Steps is exact.
// The error is why the caller ended the run, if that was what ended it.
func (w *world) finish(out *Outcome) (*Outcome, error) {
	if w.flush(); w.ended != nil {
		out = w.ended
	}
	out.Reports, out.Dropped, out.Events = w.reports, w.places.dropped, w.events
	out.Steps, out.Work = w.o.Fuel-w.fuel-w.reserve, w.work
	out.Space, out.Symbols = w.space, w.data
	if w.life != nil {
		out.Life = w.life.life(w)
	}
	out.Allocs = w.host.allocs
	if w.o.Leaks && (out.Kind == Returned || out.Kind == Exited) {
		out.Leaks = w.leaks(out.Values)
	}
	if w.covers != nil {
		w.covers.report(w.o.Coverage)
	}
	if o, ok := w.o.Observer.(*tracer); ok {
		o.finish()
	}
	if out.Kind != OutOfFuel {
		return out, nil
	}
	return out, w.stopped
}

// end ends the run, unless it has ended already.
// The first end counts: what an instruction does after it ended the run, before its engine notices, changes nothing.
// Reports and events that were made before stay.
func (w *world) end(out *Outcome) {
	if w.ended == nil {
		w.ended = out
	}
}

// limit ends the run as unsupported, for a reason that names the limit.
// It is never undefined behaviour: the program might have continued elsewhere.
func (w *world) limit(format string, args ...any) {
	w.end(&Outcome{Kind: Unsupported, Reason: fmt.Sprintf(format, args...), Where: w.here()})
}

// stackExhausted ends a run at a limit of its calls, and says whose they are: of the function that has the most, the first
// in the order of the calls.
func (w *world) stackExhausted(limit string, calls iter.Seq[*ir.Func]) {
	counts := map[*ir.Func]int{}
	var most *ir.Func
	all := 0
	for f := range calls {
		all++
		if counts[f]++; most == nil || counts[f] > counts[most] {
			most = f
		}
	}
	if at := w.here(); at != nil && at.inst != ir.NoInst && w.o.SourceUB && at.fn.HasMarks() && counts[most] > all/8 {
		w.fail(at.fn, at.inst, &UB{Code: UBSource, Message: fmt.Sprintf("stack overflow: '%s' calls itself, directly or through others, and has %d of the %d calls in progress (C11 5.2.4.1p1)", sourceName(most.Name), counts[most], all)})
		return
	}
	if most != nil && counts[most] > 1 {
		limit += fmt.Sprintf(": recursion, which exhausts the stack: %s has %d of the %d calls in progress", ir.SymbolText(most.Name), counts[most], all)
	}
	w.limit("%s", limit)
}

// here is where the running thread is, nil before the run.
func (w *world) here() *Frame {
	if w.cur == nil || w.cur.trace == nil {
		return nil
	}
	if fs := w.cur.trace(); len(fs) > 0 {
		return &fs[0]
	}
	return nil
}

// refuel adds parts of the reserve to fuel until it is no longer negative: it is where the reserve
// is empty or the caller wants the run to stop.
// Handing out fuel in portions is what makes the context be asked, without a test in each instruction.
// Which portion an instruction is in does not show in the outcome: steps count from the sum.
func (w *world) refuel(fuel int64) int64 {
	for fuel < 0 && w.reserve > 0 {
		n := w.reserve
		if w.ctx != nil {
			if w.cancelled() {
				break
			}
			n = min(n, stopInterval)
		}
		if w.endless != nil {
			n = min(n, w.endless.portion(w.o.Fuel-fuel-w.reserve, -fuel))
		}
		fuel += n
		w.reserve -= n
	}
	return fuel
}

// cancelled reports whether the context is done, and notes why.
func (w *world) cancelled() bool {
	if w.ctx.Err() == nil {
		return false
	}
	w.stopped = context.Cause(w.ctx)
	return true
}

// stopReason is what an outcome says of a run that the caller ended.
func (w *world) stopReason() string {
	if errors.Is(w.stopped, context.DeadlineExceeded) {
		return "the time limit is reached"
	}
	return "stopped: " + w.stopped.Error()
}

// observerStops ends the run at an instruction with the error of the observer.
func (w *world) observerStops(f *ir.Func, i ir.Inst, err error) {
	fr := w.frame(f, i)
	w.stopped = err
	w.end(&Outcome{Kind: OutOfFuel, Reason: w.stopReason(), Where: &fr})
}

// outOfFuel ends the run before instruction i.
// Who is asked for more fuel notes whether it was the caller who wanted the end.
func (w *world) outOfFuel(_ *thread, f *ir.Func, i ir.Inst) {
	fr := w.frame(f, i)
	why := fmt.Sprintf("the limit of %s is reached", ir.Counted(w.o.Fuel, "instruction"))
	if w.stopped != nil {
		why = w.stopReason()
	}
	w.end(&Outcome{Kind: OutOfFuel, Reason: why, Where: &fr})
}

// terminate executes unreachable or trap.
// unreachable has no fallback, so fail always ends the run here.
func (w *world) terminate(_ *thread, f *ir.Func, i ir.Inst) {
	if f.Op(i) == ir.OpTrap {
		fr := w.frame(f, i)
		w.end(&Outcome{Kind: Trapped, Reason: "trap", Where: &fr})
		return
	}
	w.checked(UBUnreachable, f, i)
	w.fail(f, i, &UB{Code: UBUnreachable, Message: "control flow reached unreachable"})
}

// branchOnPoison reports that the condition of brif or switch is poison. There is no way on.
func (w *world) branchOnPoison(_ *thread, f *ir.Func, i ir.Inst, v Value) {
	u := &UB{Code: UBBranchPoison, Message: "the condition of the branch is poison", Operands: w.operands(f, i, []Value{v})}
	if f.Op(i) == ir.OpSwitch {
		u.Code, u.Message = UBSwitchPoison, "the value of the switch is poison"
	}
	if p, ok := v.(Poison); ok {
		u.Cause = p.Cause
	}
	w.fail(f, i, u)
}

// fail records undefined behaviour at an instruction. The report must say by Fallback what a
// normal run does instead; without one, or in strict mode, the run ends and fail is false.
func (w *world) fail(f *ir.Func, i ir.Inst, u *UB) bool {
	// Counted even if it is not reported.
	w.failed(u.Code, f, i)
	// What ends the run is kept beyond MaxUB too and told by itself: it is the outcome.
	// A program that makes one mistake a million times must not make a million reports.
	stop := w.o.Strict || u.Fallback == ""
	u.Times = 1
	if !stop {
		p := w.place(f, i, u)
		if first := w.places.kept[p]; first != nil {
			first.Times++
			return true
		}
		if len(w.places.kept) >= w.o.MaxUB {
			w.places.dropped++
			return true
		}
		w.places.kept[p] = u
	}
	u.Where = w.frame(f, i)
	if w.cur != nil {
		u.Thread = w.cur.id
		fs := w.cur.trace()
		if u.Other != nil && len(fs) > 1 && fs[1].fn == f && fs[1].inst == i { // told of the caller
			fs = fs[1:]
		}
		if len(fs) > 1 {
			u.Stack = fs[1:]
		}
	}
	if stop {
		u.Fallback = ""
	}
	u.Source = w.sourceReport(u)
	w.reports = append(w.reports, u)
	if stop {
		fr := u.Where
		w.end(&Outcome{Kind: Undefined, UB: u, Where: &fr})
	}
	return !stop
}

// operands names the values of the operands of i, without memory tokens.
// vals may be fewer than the operands, as of a branch.
func (w *world) operands(f *ir.Func, i ir.Inst, vals []Value) []Operand {
	var out []Operand
	n := w.number(f)
	for k, v := range vals {
		if _, tok := v.(Token); tok || v == nil || k >= f.NumOperands(i) {
			continue
		}
		out = append(out, Operand{n.Name(f.Arg(i, k)), v, w.space})
	}
	return out
}

// number is the printed names of f's values and blocks, made at the first report: names must be those of the
// text that the user sees.
// The names are kept for the run, as its functions do not change.
func (w *world) number(f *ir.Func) *ir.Numbering {
	n, ok := w.numbers[f]
	if !ok {
		x := f.Names()
		n = &x
		w.numbers[f] = n
	}
	return n
}

// site names an instruction in the memory's records; 0 is no place.
// It must be cheap, as every allocation has one: 32 bits of function number and 32 of instruction.
// Function numbers start at 1, so no site of the program is 0.
func (w *world) site(f *ir.Func, i ir.Inst) memory.Site {
	return memory.Site(w.funcID[f]<<32 | uint64(i))
}

// at is the frame of a site; ok is false for a place outside the program.
func (w *world) at(s memory.Site) (Frame, bool) {
	if s == 0 {
		return Frame{}, false
	}
	return w.frame(w.funcs[s>>32-1], ir.Inst(uint32(s))), true
}

// frame describes a place in the program.
func (w *world) frame(f *ir.Func, i ir.Inst) Frame {
	// A check between instructions, as of a parameter, has the function only.
	if i == ir.NoInst {
		return Frame{Func: f.Name, Pos: f.Pos, fn: f, inst: i}
	}
	s := w.site(f, i)
	if fr, ok := w.frames[s]; ok {
		return fr
	}
	n := w.number(f)
	fr := Frame{
		Func: f.Name, Block: n.BlockName(f.InstBlock(i)), Inst: f.InstText(*n, i),
		Pos: f.Module.TextPos(f.Origin(i)), fn: f, inst: i,
	}
	if l, ok := f.Module.Location(f.Origin(i)); ok {
		fr.Location = &l
	}
	w.frames[s] = fr
	return fr
}

// born makes the first cause of a poison value.
// Operands are kept with the values they have now, for the report of where the poison is finally used.
// Its memory is counted and no limit is looked at here: the caller sees w.ended.
func (w *world) born(kind CauseKind, detail string, f *ir.Func, i ir.Inst, operands ...Operand) *Cause {
	w.grow(causeBytes + uint64(len(detail)) + uint64(len(operands))*uint64(unsafe.Sizeof(Operand{})))
	return &Cause{Kind: kind, Detail: detail, Operands: operands, fn: f, inst: i, arg: -1}
}

// flow makes the cause of a result that is poison because an operand is. Beyond
// [maxCauseDepth] steps only the latest is kept and the others are counted.
// A loop may pass poison on a million times; the chain says where it began and where it was last.
// operand is -1 where no single operand brought it.
func (w *world) flow(f *ir.Func, i ir.Inst, parent *Cause, operand int) *Cause {
	w.grow(causeBytes)
	return derive(&Cause{Kind: CauseFlow, fn: f, inst: i, arg: operand}, parent)
}

// derive hangs c behind parent, keeping the chain within its bound.
// A chain at its bound drops the parent in front of it and keeps that one's parent: the birth is never lost.
func derive(c, parent *Cause) *Cause {
	if parent == nil {
		return c
	}
	c.Parent, c.depth = parent, parent.depth+1
	if c.depth > maxCauseDepth {
		c.Parent, c.depth, c.Elided = parent.Parent, parent.depth, parent.Elided+1
	}
	return c
}

// maxCauses bounds the causes that poison in memory can refer to, and causesShare the part of the
// memory limit that they take; later ones are unknown.
const (
	maxCauses   = 1 << 16
	causesShare = 8
)

// bytes is what c and what it comes from take.
func (c *Cause) bytes() (n uint64) {
	for ; c != nil; c = c.Parent {
		n += causeBytes
		for _, o := range c.Operands {
			n += made(o.Value)
		}
	}
	return n
}

// causeHandle is the number that stands for c in a poison byte.
// Handles are 32 bits of each poison byte.
// Where they run out reports know less, and nothing else changes.
func (w *world) causeHandle(c *Cause) uint32 {
	if c == nil {
		return 0
	}
	h, ok := w.causeIDs[c]
	if !ok && len(w.causes) < maxCauses && w.causesKept < w.o.MemLimit/causesShare {
		w.causesKept += c.bytes()
		h = uint32(len(w.causes))
		w.causes = append(w.causes, c)
		w.causeIDs[c] = h
	}
	return h
}

// causeOf is the cause that a poison byte refers to, nil if unknown.
// The program cannot make up a handle, but a byte that the caller of the run wrote may have any.
func (w *world) causeOf(handle uint32) *Cause {
	if handle >= uint32(len(w.causes)) {
		return nil
	}
	return w.causes[handle]
}

// newVersion makes a memory version. The last one is used for all that do not fit.
// Version 0 is that of a program whose tokens are not checked.
// Without the check all tokens are of version 0, so none is ever stale.
func (w *world) newVersion() Token {
	if w.o.CheckMemSSA && w.version < math.MaxUint32 {
		w.version++
	}
	return Token(w.version)
}
