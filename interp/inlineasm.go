package interp

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

// Inline assembly runs in a simulated processor of its own. Its memory is a copy: what the code reads is read from the
// program's memory when it does, with all checks, and what it has written is written at the end. A pointer among the
// operands or in what was read gives the code the allocation that it points into; an address that the code makes of
// other numbers is a wildcard.

// Addresses of the simulated code and stack are below all of the program's.
const (
	asmCode  = 0x1000
	asmStack = 0x8000
	asmTop   = 0x10000
	asmPages = 256     // of the program that the code may touch
	asmSteps = 1 << 24 // instructions of one run of the code
)

// errAccess ends the simulation after an access that was reported.
var errAccess = errors.New("reported")

// asmRun is a run of inline assembly.
type asmRun struct {
	h       *hostEnv
	a       *ir.Asm
	block   memory.Pointer
	known   []memory.AllocID // whose addresses the code has been given
	have    map[uint64]bool  // the bytes that were read, or written
	written map[uint64]bool  // and written
	pages   map[uint64]bool
	stack   [8]ieee754.Bits // of the x87, its top first
	depth   int
}

// assembly runs the external function that is inline assembly.
func (h *hostEnv) assembly(a *ir.Asm, args []Value) {
	if len(args) != 1 {
		h.wrong(fmt.Sprintf("%s takes 1 argument, the call has %d", ir.SymbolText(h.name), len(args)))
		return
	}
	p, ok := args[0].(Ptr)
	if !ok {
		h.w.checked(UBPoisonExternal, h.f, h.i)
		u := &UB{Code: UBPoisonExternal, Message: "the operands of inline assembly are poison", Operands: h.operand(0, args[0]), Cause: causeIn(args[0], h.w)}
		h.w.fail(h.f, h.i, u)
		return
	}
	h.given = []host.Value{{Kind: host.Ptr, Ptr: p.Pointer}}
	r := &asmRun{h: h, a: a, block: p.Pointer, have: map[uint64]bool{}, written: map[uint64]bool{}, pages: map[uint64]bool{}}
	r.run()
}

// at is a pointer into the block.
func (r *asmRun) at(off uint32) memory.Pointer {
	p := r.block
	p.Addr += uint64(off)
	return p
}

// run runs the code. Where it is false the code ended early, and its outputs are as they were.
func (r *asmRun) run() bool {
	m := sim.New(sim.Options{Steps: asmSteps, StackSize: sim.PageSize, Memory: 64 << 20, Access: r.access, AllowUndefinedFlags: true})
	// ud2 ends the run where the code falls off its end.
	code := append(slices.Clone(r.a.Code), 0x0f, 0x0b)
	for _, err := range []error{
		m.Map(asmCode, (uint64(len(code))+sim.PageSize-1)&^(sim.PageSize-1), sim.Read|sim.Exec), m.Write(asmCode, code),
		m.Map(asmStack, asmTop-asmStack, sim.Read|sim.Write),
	} {
		if err != nil {
			panic("BUG: inline assembly: " + err.Error())
		}
	}
	// Junk tells a register that the code reads without being given it.
	for k := range 16 {
		m.Regs[x86.RAX+x86.Reg(k)] = 0xdeadbeefdead0000 + uint64(k)
		m.XMM[k] = [4]uint64{0xdeadbeefdead1000 + uint64(k), 0xdeadbeefdead2000, 0xdeadbeefdead3000, 0xdeadbeefdead4000}
	}
	m.Regs[x86.RSP] = asmTop - 1024
	for _, in := range r.a.In {
		b, ok := r.read(r.at(in.Off), uint64(in.Size))
		if !ok {
			return false
		}
		var w [2]uint64
		for k, x := range b {
			w[k/8] |= uint64(x) << (k % 8 * 8)
		}
		if n := x87Number(in.Reg); n >= 0 {
			r.stack[n] = x87Load(w, in.Size)
			r.depth = max(r.depth, n+1)
			continue
		}
		reg := asmRegister(in.Reg)
		if reg.IsXMM() {
			m.XMM[reg-x86.XMM0] = [4]uint64{w[0], w[1]}
		} else {
			m.Regs[reg] = w[0]
		}
	}
	m.SetX87(r.stack[:r.depth])
	regs, xmm := m.Regs, m.XMM
	m.PC = asmCode
	ctx := r.h.w.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	stop := m.Run(ctx)
	for r.processor(m, stop) {
		stop = m.Run(ctx)
	}
	r.h.w.charge(int64(m.Steps()))
	return !r.h.Over() && r.ended(m, stop) && r.preserved(m, &regs, &xmm) && r.results(m)
}

// processor executes what depends on the processor, and is false for anything else. The processor is one of the baseline
// with what the simulator has up to SSE4.2; its clock counts its readings, so that runs are alike.
func (r *asmRun) processor(m *sim.Machine, stop sim.Stop) bool {
	var refused *sim.Refused
	if stop.Kind != sim.NotModelled || !errors.As(stop.Err, &refused) {
		return false
	}
	set := func(regs ...uint32) {
		for k, reg := range []x86.Reg{x86.RAX, x86.RDX, x86.RCX, x86.RBX}[:len(regs)] {
			m.Regs[reg] = uint64(regs[k])
		}
	}
	switch refused.Mnemonic {
	case "cpuid":
		const (
			edx = 1<<0 | 1<<4 | 1<<8 | 1<<15 | 1<<24 | 1<<25 | 1<<26         // fpu tsc cx8 cmov fxsr sse sse2
			ecx = 1<<0 | 1<<1 | 1<<9 | 1<<13 | 1<<19 | 1<<20 | 1<<22 | 1<<23 // sse3 pclmul ssse3 cx16 sse4.1 sse4.2 movbe popcnt
		)
		switch uint32(m.Regs[x86.RAX]) {
		case 0: // the largest leaf, and the name TuffyTuffyIR
			set(1, 0x66755479, 0x52497966, 0x66667554)
		case 1:
			set(0x600, edx, ecx, 0)
		default:
			set(0, 0, 0, 0)
		}
	case "rdtsc", "rdtscp":
		c := &r.h.w.host.clock
		*c += 1000
		set(uint32(*c), uint32(*c>>32))
		if refused.Mnemonic == "rdtscp" {
			m.Regs[x86.RCX] = 0
		}
	default:
		return false
	}
	m.PC += uint64(len(refused.Bytes))
	return true
}

// ended says why the code did not come to its end, if it did not.
func (r *asmRun) ended(m *sim.Machine, stop sim.Stop) bool {
	h := r.h
	end := uint64(asmCode + len(r.a.Code))
	switch {
	case stop.Kind == sim.UndefinedOpcode && stop.PC == end:
		return true
	case errors.Is(stop.Err, errAccess):
		return false
	case stop.Kind == sim.NotModelled:
		h.w.limit("inline assembly: %v", stop.Err)
	case stop.Kind == sim.StepLimit || stop.Kind == sim.Interrupted:
		h.w.end(&Outcome{Kind: OutOfFuel, Reason: fmt.Sprintf("inline assembly: the limit of %s is reached", ir.Counted(asmSteps, "instruction")), Where: h.w.here()})
	case stop.Kind == sim.BadSyscall || stop.Kind == sim.Exited:
		h.w.limit("inline assembly makes a system call")
	default:
		h.Abort("inline assembly: " + stop.String())
	}
	return false
}

// preserved reports registers that changed although nothing says so.
func (r *asmRun) preserved(m *sim.Machine, regs *[32]uint64, xmm *[16][4]uint64) bool {
	may := x86.RegSet(0)
	for _, out := range r.a.Out {
		may = may.With(asmRegister(out.Reg))
	}
	for _, c := range r.a.Clobbers {
		may = may.With(asmRegister(c))
	}
	for reg := x86.RAX; reg <= x86.XMM15; reg++ {
		changed := reg.IsGPR() && m.Regs[reg] != regs[reg] || reg.IsXMM() && m.XMM[reg-x86.XMM0] != xmm[reg-x86.XMM0]
		if changed && !may.Has(reg) {
			r.h.Contract("inline assembly changes %%%s, which is neither an output nor clobbered", reg)
			if r.h.Over() {
				return false
			}
		}
	}
	if got, want := len(m.X87()), r.x87Depth(); got != want {
		r.h.Contract("inline assembly leaves %s on the stack of the x87, and by its operands and clobbers there are %d", ir.Counted(int64(got), "value"), want)
		return false
	}
	if f, _ := m.Flags(); f&x86.DF != 0 {
		r.h.Contract("inline assembly leaves the direction flag set")
	}
	return !r.h.Over()
}

// results writes what the code has written, and its outputs.
func (r *asmRun) results(m *sim.Machine) bool {
	var all []uint64
	for a := range r.written {
		all = append(all, a)
	}
	slices.Sort(all)
	r.h.w.charge(int64(len(all)))
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n] == all[n-1]+1 && r.allocation(all[n]) == r.allocation(all[0]) {
			n++
		}
		b := make([]byte, n)
		if err := m.Read(all[0], b); err != nil {
			panic("BUG: inline assembly: " + err.Error())
		}
		if !r.allowed(all[0], uint64(n)) || !r.write(r.pointer(all[0]), b, true) {
			return false
		}
		all = all[n:]
	}
	for _, out := range r.a.Out {
		var w [2]uint64
		if c, ok := asmCondition(out.Reg); ok {
			f, undefined := m.Flags()
			if asmFlags(c)&undefined != 0 {
				r.h.Contract("inline assembly leaves a flag of the output %s undefined", out.Reg)
				if r.h.Over() {
					return false
				}
			}
			if asmHolds(c, f) {
				w[0] = 1
			}
		} else if n := x87Number(out.Reg); n >= 0 {
			w = x87Store(m.X87()[n], out.Size)
		} else if reg := asmRegister(out.Reg); reg.IsXMM() {
			w = [2]uint64(m.XMM[reg-x86.XMM0][:2])
		} else {
			w[0] = m.Regs[reg]
		}
		b := make([]byte, out.Size)
		for k := range b {
			b[k] = byte(w[k/8] >> (k % 8 * 8))
		}
		if !r.write(r.at(out.Off), b, out.Ptr) {
			return false
		}
	}
	return !r.h.Over()
}

// write stores bytes, with pointers those that are addresses of what the code was given as such.
func (r *asmRun) write(p memory.Pointer, b []byte, pointers bool) bool {
	h := r.h
	if h.w.ended != nil {
		return false
	}
	a, off, ok := h.reach(p, uint64(len(b)), "write")
	if !ok {
		return h.w.ended == nil
	}
	out := bitsBytes(b)
	for k := 0; pointers && k+8 <= len(b); k += 8 {
		v := uint64(0)
		for n := range 8 {
			v |= uint64(b[k+n]) << (8 * n)
		}
		if q := r.pointer(v); v != 0 && q.Kind == memory.ProvAlloc && (p.Addr+uint64(k))%8 == 0 {
			copy(out[k:], pointerBytes(q))
		}
	}
	return h.done(a, off, uint64(len(b)), h.w.mem.WriteBytes(a, off, out))
}

// read gives bytes of the program's memory, and remembers the pointers in them.
func (r *asmRun) read(p memory.Pointer, n uint64) ([]byte, bool) {
	h := r.h
	a, off, ok := h.reach(p, n, "read")
	if !ok {
		return make([]byte, n), h.w.ended == nil
	}
	h.w.charge(int64(1 + n/readWork))
	b := make([]memory.Byte, n)
	h.w.mem.ReadBytes(a, off, b)
	for _, x := range b {
		if x.Kind == memory.Fragment && x.Frag.Kind == memory.ProvAlloc && !slices.Contains(r.known, x.Frag.Alloc) {
			r.known = append(r.known, x.Frag.Alloc)
		}
	}
	h.w.checked(UBExternalRead, h.f, h.i)
	out := make([]byte, n)
	return out, h.readMixed(a, off, out)
}

// allocation is the one that the code was given and that an address is in, or none.
func (r *asmRun) allocation(addr uint64) memory.AllocID {
	found := memory.NoAlloc
	for _, id := range r.known {
		a := r.h.w.space.Record(id)
		if a == nil || addr < a.Base || addr > a.Base+a.Size {
			continue
		}
		if addr < a.Base+a.Size {
			return id
		}
		found = id
	}
	return found
}

// pointer is an address that the code has made.
func (r *asmRun) pointer(addr uint64) memory.Pointer {
	if id := r.allocation(addr); id != memory.NoAlloc {
		return memory.Pointer{Addr: addr, Alloc: id, Kind: memory.ProvAlloc}
	}
	// Beyond its allocation: the report names the nearest.
	for _, id := range r.known {
		if a := r.h.w.space.Record(id); a != nil && (addr-a.Base-a.Size < sim.PageSize || a.Base-addr < sim.PageSize) {
			return memory.Pointer{Addr: addr, Alloc: id, Kind: memory.ProvAlloc}
		}
	}
	return memory.Pointer{Addr: addr, Kind: memory.ProvWildcard}
}

// allowed reports a write that nothing announces.
func (r *asmRun) allowed(addr, n uint64) bool {
	if slices.Contains(r.a.Clobbers, "memory") {
		return true
	}
	for _, w := range r.a.Writes {
		b, ok := r.read(r.at(w.Off), 8)
		if !ok {
			return false
		}
		at := uint64(0)
		for k, x := range b {
			at |= uint64(x) << (8 * k)
		}
		if addr >= at && addr+n <= at+uint64(w.Size) {
			return true
		}
	}
	r.h.Contract("inline assembly writes %s, which is no output, and does not clobber memory", ir.Counted(int64(n), "byte"))
	return !r.h.Over()
}

// access is asked before each access of the code.
func (r *asmRun) access(m *sim.Machine, addr, size uint64, kind sim.Perm) error {
	if addr >= asmStack && addr+size <= asmTop || addr >= asmCode && addr < asmStack && kind == sim.Read {
		return nil
	}
	h := r.h
	for k := addr; k < addr+size; k++ {
		if page := k &^ (sim.PageSize - 1); !r.pages[page] {
			if len(r.pages) >= asmPages {
				h.w.limit("inline assembly accesses too much memory")
				return errAccess
			}
			// What is not the program's has no page, and the access faults.
			if _, _, flt := h.w.mem.Check(r.pointer(addr), size, 0, false); flt != nil {
				h.reach(r.pointer(addr), size, map[bool]string{false: "read", true: "write"}[kind&sim.Write != 0])
				return errAccess
			}
			r.pages[page] = true
			if err := m.Map(page, sim.PageSize, sim.Read|sim.Write); err != nil {
				h.w.limit("inline assembly: %v", err)
				return errAccess
			}
		}
	}
	switch kind {
	case sim.Write:
		if _, _, ok := h.reach(r.pointer(addr), size, "write"); !ok {
			return errAccess
		}
		for k := range size {
			r.have[addr+k], r.written[addr+k] = true, true
		}
	case sim.Read:
		for k := uint64(0); k < size; k++ {
			n := uint64(0)
			for k+n < size && !r.have[addr+k+n] {
				n++
			}
			if n == 0 {
				continue
			}
			b, ok := r.read(r.pointer(addr+k), n)
			if !ok || h.Over() {
				return errAccess
			}
			for j := range n {
				r.have[addr+k+j] = true
			}
			if err := m.Write(addr+k, b); err != nil {
				return err
			}
			k += n - 1
		}
	}
	return nil
}

// asmRegister is the register with the name of a verified operand; NoReg is a flag, or memory.
func asmRegister(name string) x86.Reg {
	for r := x86.RAX; r <= x86.XMM15; r++ {
		if r.String() == name {
			return r
		}
	}
	return x86.NoReg
}

// asmCondition is the condition of an operand that is a flag.
func asmCondition(name string) (x86.Cond, bool) {
	if len(name) < 3 || name[:2] != "cc" {
		return 0, false
	}
	for c := x86.O; c <= x86.G; c++ {
		if c.String() == name[2:] {
			return c, true
		}
	}
	return 0, false
}

// asmFlags are the flags that a condition reads (SDM volume 2, appendix B.1.4.7).
func asmFlags(c x86.Cond) x86.Flags {
	return [...]x86.Flags{x86.OF, x86.CF, x86.ZF, x86.CF | x86.ZF, x86.SF, x86.PF, x86.SF | x86.OF, x86.ZF | x86.SF | x86.OF}[c>>1]
}

// asmHolds reports whether a condition holds.
func asmHolds(c x86.Cond, f x86.Flags) bool {
	one := bits.OnesCount16(uint16(f&asmFlags(c))) > 0
	if c>>1 >= 6 { // sf != of, perhaps or zf
		one = (f&x86.SF != 0) != (f&x86.OF != 0) || c>>1 == 7 && f&x86.ZF != 0
	}
	return one != (c&1 != 0)
}
