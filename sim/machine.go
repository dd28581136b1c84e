package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/x86"
)

// Options configures a machine. The zero value is usable. New copies it; what the function and writer
// fields point to is used during runs and belongs to the caller.
type Options struct {
	Args, Env []string // argv with the name of the program, envp

	Stdin          io.Reader // nil: empty
	Stdout, Stderr io.Writer // nil: discarded

	// Host is called where the program calls a symbol that no object defines. The registers and
	// the stack are as the callee finds them; the results go to rax, rdx, xmm0 and xmm1. The other
	// registers that the System V ABI does not preserve hold junk afterwards. An error ends the
	// run; an [ExitError] ends it as exit does.
	Host func(m *Machine, name string) error

	Steps     uint64 // limit of instructions of the machine; an iteration of rep counts as one. 0: DefaultSteps
	Memory    uint64 // limit of mapped bytes. 0: DefaultMemory
	StackSize uint64 // multiple of PageSize. 0: DefaultStack

	Trace          io.Writer // one line an instruction: address, text, changed registers
	CheckRegisters bool      // end the run at a read of a register that nothing has written
	CheckRedZone   bool      // end the run at an access to the stack below rsp-128
	Cycles         bool      // estimate cycles, see Machine.Cycles

	// Access is asked before the program accesses memory, with the address and the number of bytes: [Read], [Write], or
	// both before an instruction that will write them, and may have to be able to. It may map memory and fill it.
	// An error ends the run as HostFailed.
	Access func(m *Machine, addr, size uint64, access Perm) error

	AllowUndefinedFlags bool // give undefined flags some value instead of ending the run
}

// stopInterval is how many blocks run between two looks at the context, a power of two.
const stopInterval = 1 << 16

// What options are when they are 0. Two to the 32 instructions take about a minute.
const (
	DefaultSteps  = 1 << 32
	DefaultMemory = 256 << 20
	DefaultStack  = 1 << 20
)

// stackEnd is where Linux puts the stack of a process without randomisation. A run that ends within
// guardSize below the stack is reported as an overflow, which is a guess about the program and decides
// nothing else.
const (
	stackEnd  = 0x7ffffffff000
	guardSize = 1 << 20 // accesses this far below the stack are called stack overflows
	redZone   = 128

	nearSize   = 1024
	maxBlock   = 64      // operations in a block
	maxDecoded = 1 << 19 // operations in all blocks
)

// Machine is a processor with memory. It is not safe for use by several goroutines.
type Machine struct {
	// Regs are the general registers by their number, x86.RAX to x86.R15. The rest is zero. Entry 0
	// stands for "no register" and stays zero, so that addresses without base or index need no branch.
	Regs [32]uint64
	// XMM are the vector registers, all 256 bits, least significant first.
	XMM [16][4]uint64
	// PC is the address of the next instruction.
	PC uint64

	// The processor's flags in the lazy form, then the control register of SSE.
	flagState
	mxcsr uint32
	x87   x87

	mem memory
	// blocks has every decoded block that is still valid; decoded is the sum of their operations, an
	// upper bound once some are dropped.
	blocks   map[uint64]*block
	near     [nearSize]*block // by low bits of the address
	running  int              // operations of the running block that are still valid
	decoded  int
	decoding []op     // what a block grows in
	inst     x86.Inst // that is being decoded

	// left counts down, so that the limit is one comparison. stop has Kind Running until the run ends;
	// the first end wins.
	left uint64 // steps
	stop Stop

	outOfMemory bool // see OutOfMemory

	opt     Options
	checked bool // any option that needs a look at every instruction
	// The stack and the heap of brk lie in [stackLo, stackHi) and [brkLo, brk); mmap hands out
	// addresses downward from mmapNext.
	stackLo, stackHi uint64
	brkLo, brk       uint64
	mmapNext         uint64
	fsBase, gsBase   uint64

	symbols   map[string]uint64
	hosts     []string // names by stub; stub 0 is where Call returns to
	hostIndex map[string]int

	// initialised are the registers that hold a value for CheckRegisters; it is kept in checked runs
	// only.
	initialised x86.RegSet
	clock       clock
}

// New makes a machine without a program. The stack is mapped.
func New(o Options) *Machine {
	o.Steps = cmp.Or(o.Steps, DefaultSteps)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	o.StackSize = cmp.Or(o.StackSize, DefaultStack)
	m := &Machine{
		// The checked modes step through every block, about five times as slow as plain execution.
		opt: o, left: o.Steps, mxcsr: defaultMXCSR,
		checked:   o.Trace != nil || o.CheckRegisters || o.CheckRedZone || o.Cycles,
		blocks:    map[uint64]*block{},
		symbols:   map[string]uint64{},
		hosts:     []string{""},
		hostIndex: map[string]int{},
	}
	m.mem = memory{limit: o.Memory, code: map[uint64][]*block{}}
	m.setFlags(0)
	m.stackHi = stackEnd
	m.stackLo = stackEnd - o.StackSize
	// A limit of memory below the stack's size is the user's choice: the machine then ends every run at
	// once instead of failing here.
	if err := m.Map(m.stackLo, o.StackSize, Read|Write); err != nil {
		m.stackLo, m.stackHi = 0, 0
		m.stop = Stop{Kind: PageFault, Reason: err.Error(), Access: Write}
		return m
	}
	// The stack pointer is a multiple of 16 with room above, as a caller expects it; Call makes the
	// misalignment by 8 itself.
	m.Regs[x86.RSP] = m.stackHi - 16
	m.mmapNext = m.stackLo - 16<<20
	return m
}

// OutOfMemory reports whether mapping memory has failed for [Options.Memory]. A program that was
// refused memory may have continued without.
func (m *Machine) OutOfMemory() bool { return m.outOfMemory }

// StackOverflow reports whether the run ended by a page fault with no room left between the stack
// pointer and the end of [Options.StackSize]. A frame that is larger than a page may fault far below:
// then this is false, which is why it is only said of an end that is a page fault anyway.
func (m *Machine) StackOverflow() bool {
	return m.stop.Kind == PageFault && m.Regs[x86.RSP] < m.stackLo+PageSize
}

// Steps is the number of instructions executed so far.
func (m *Machine) Steps() uint64 { return m.opt.Steps - m.left }

// end records how the run ends, unless it has ended. It returns false as operations do that did
// not complete. Only the first end counts: a handler that has failed may go through code that would
// report another.
func (m *Machine) end(s Stop) bool {
	if m.stop.Kind == Running {
		m.stop = s
	}
	return false
}

// Symbol is the address of a symbol of the loaded program.
func (m *Machine) Symbol(name string) (uint64, bool) {
	a, ok := m.symbols[name]
	return a, ok
}

// The pages of the stubs of unresolved symbols are not mapped: only a jump there means something. They
// lie above any loaded program and below the mappings, in reach of a 32-bit relocation.
const (
	hostBase  = 0x7000_0000
	hostShift = 4
)

// hostStub is an address that stands for the unresolved symbol. Stubs are 16 bytes apart, so that they
// look like functions. One name has one stub, whichever object asks.
func (m *Machine) hostStub(name string) uint64 {
	i, ok := m.hostIndex[name]
	if !ok {
		i = len(m.hosts)
		m.hosts = append(m.hosts, name)
		m.hostIndex[name] = i
	}
	return hostBase + uint64(i)<<hostShift
}

// hostName is the unresolved symbol with the address, or empty. Any address within a stub has its name:
// it serves for messages.
func (m *Machine) hostName(addr uint64) string {
	if i := (addr - hostBase) >> hostShift; addr >= hostBase && i < uint64(len(m.hosts)) {
		return m.hosts[i]
	}
	return ""
}

// calleeSaved are the registers that a function of the System V ABI preserves. System V ABI AMD64,
// figure 3.4. rsp is checked apart.
var calleeSaved = [...]x86.Reg{x86.RBX, x86.RBP, x86.R12, x86.R13, x86.R14, x86.R15}

// argRegs are the registers of integer arguments.
var argRegs = [...]x86.Reg{x86.RDI, x86.RSI, x86.RDX, x86.RCX, x86.R8, x86.R9}

// Call calls the function at entry with integer arguments in the System V convention and runs it
// until it returns (Returned, results in Regs and XMM) or something else ends the run. Floating
// point arguments are in XMM beforehand. The stack pointer is where it was, below what is there
// already. A function that does not preserve what it has to ends with BrokenABI. The error is that
// of NotModelled and HostFailed. The order is: place the stack arguments, then the return address, then
// the registers; nothing of the machine changes if the arguments do not fit except the stop. The stack
// pointer is 8 below a multiple of 16 at entry (3.2.2).
func (m *Machine) Call(ctx context.Context, entry uint64, args ...uint64) (Stop, error) {
	before := m.Regs
	sp := m.Regs[x86.RSP]
	rest := args[min(len(args), len(argRegs)):]
	sp = (sp-uint64(len(rest))*8)&^15 - 8
	m.Regs[x86.RSP] = sp
	for i, a := range args[:len(args)-len(rest)] {
		m.Regs[argRegs[i]] = a
	}
	// al is an upper bound of the vector registers used (3.5.7), and 8 is always one.
	m.Regs[x86.RAX] = 8 // the number of vector registers with arguments, of a variadic function
	m.stop = Stop{}
	// The return address is that of stub 0, which ends the run as Returned.
	ok := m.store(sp, 8, hostBase)
	for i, a := range rest {
		ok = ok && m.store(sp+8+uint64(i)*8, 8, a)
	}
	if !ok {
		return m.stop, nil
	}
	// What a function may rely on: its arguments, rsp, and for a variadic one al. Callee-saved
	// registers have no value for it, but may be saved (see exempt).
	m.initialised = 0
	for _, r := range append(argRegs[:len(args)-len(rest):len(args)-len(rest)], x86.RSP, x86.RAX) {
		m.initialised = m.initialised.With(r)
	}
	for r := x86.XMM0; r <= x86.XMM7; r++ {
		m.initialised = m.initialised.With(r)
	}
	// The status flags are not preserved over calls, the direction flag is clear (3.2.1).
	m.setFlags(0)
	m.undefined = statusFlags
	m.x87 = x87{} // empty (3.2.1)
	m.PC = entry
	s := m.Run(ctx)
	if s.Kind == Returned {
		if why := m.brokenABI(&before, sp); why != "" {
			s = Stop{Kind: BrokenABI, PC: entry, Reason: why}
			m.stop = s
		}
		// The arguments on the stack are the caller's to remove.
		m.Regs[x86.RSP] = before[x86.RSP]
	}
	return s, s.Err
}

// brokenABI compares what the function had to preserve with what it left. It returns the first
// violation as text, or nothing.
func (m *Machine) brokenABI(before *[32]uint64, sp uint64) string {
	for _, r := range calleeSaved {
		if m.Regs[r] != before[r] {
			return fmt.Sprintf("the function changes %s", regName(r))
		}
	}
	if m.Regs[x86.RSP] != sp+8 {
		return fmt.Sprintf("the function returns with rsp %#x, not %#x", m.Regs[x86.RSP], sp+8)
	}
	if m.df {
		return "the function returns with the direction flag set"
	}
	if m.x87.depth > 2 {
		return "the function returns with more on the stack of the x87 than a result has"
	}
	return ""
}

// callHost executes the stub that PC is at. The stub acts as the function's whole body. A call of a
// stub costs one step, so that a program that only calls the host ends as well.
func (m *Machine) callHost() {
	i := (m.PC - hostBase) >> hostShift
	sp := m.Regs[x86.RSP]
	if i == 0 {
		m.end(Stop{Kind: Returned, PC: m.PC})
		return
	}
	name := m.hosts[i]
	// Without a readable return address the jump cannot have been a call; load64 has ended the run.
	ret, ok := m.load64(sp)
	if !ok {
		return
	}
	// Nothing implements the symbol: fault names it.
	if m.opt.Host == nil {
		m.fault(m.PC, Exec)
		return
	}
	if m.left == 0 {
		m.end(Stop{Kind: StepLimit, PC: m.PC})
		return
	}
	m.left--
	// The callee may use instructions that need an aligned stack (3.2.2), so a violation counts even
	// where this host does not care.
	if sp%16 != 8 {
		m.end(Stop{Kind: BrokenABI, PC: ret, Reason: fmt.Sprintf("the stack is misaligned at the call of %s: rsp %#x", name, sp)})
		return
	}
	if m.x87.depth != 0 {
		m.end(Stop{Kind: BrokenABI, PC: ret, Reason: "the stack of the x87 is not empty at the call of " + name})
		return
	}
	if m.opt.Trace != nil {
		fmt.Fprintf(m.opt.Trace, "%x: host %s\n", m.PC, name)
	}
	if err := m.opt.Host(m, name); err != nil {
		var exit *ExitError
		if errors.As(err, &exit) {
			m.end(Stop{Kind: Exited, PC: ret, Code: exit.Code})
			return
		}
		m.end(Stop{Kind: HostFailed, PC: ret, Reason: name, Err: err})
		return
	}
	m.Regs[x86.RSP] = sp + 8
	m.PC = ret
	// Only after the host has succeeded: what it did to the registers survives in those that may hold
	// results.
	m.scramble()
}

// scramble does what a called function may do: it leaves junk in the registers and flags that it
// need not preserve and that hold no result.
func (m *Machine) scramble() {
	// The number of the register is in the junk, so that one that shows up in a report can be told.
	const junk = 0xdead_beef_dead_0000
	for _, r := range [...]x86.Reg{x86.RCX, x86.RSI, x86.RDI, x86.R8, x86.R9, x86.R10, x86.R11} {
		m.Regs[r] = junk + uint64(r)
		m.initialised &^= 1 << r
	}
	for i := 2; i < 16; i++ {
		m.XMM[i] = [4]uint64{junk + uint64(i), junk, junk, junk}
		m.initialised &^= 1 << (int(x86.XMM0) + i)
	}
	m.initialised = m.initialised.With(x86.RAX).With(x86.RDX).With(x86.XMM0).With(x86.XMM1)
	m.setFlags(0)
	m.undefined = statusFlags
}

// Run executes from PC until something ends the run. Where the end can be continued from, such as
// a breakpoint with PC moved behind it, Run may be called again. The stop of the last run is forgotten;
// steps that are left carry over. When ctx is done, the run ends as Interrupted within 65,536 blocks, and may be
// continued too; a context that is never done costs nothing.
func (m *Machine) Run(ctx context.Context) Stop {
	if m.stackHi == 0 {
		return m.stop
	}
	m.stop = Stop{}
	stoppable := ctx.Done() != nil
	if stoppable && ctx.Err() != nil {
		m.end(Stop{Kind: Interrupted, PC: m.PC})
	}
	var last *block
	for n := 1; m.stop.Kind == Running; n++ {
		// n counts blocks, and a block is at most maxBlock operations (rep aside): an interrupt is
		// noticed after four million instructions at most.
		if n&(stopInterval-1) == 0 && stoppable && ctx.Err() != nil {
			m.end(Stop{Kind: Interrupted, PC: m.PC})
			break
		}
		b := m.nextBlock(last)
		if b == nil {
			last = nil
			continue
		}
		// Near the limit of steps the machine counts every instruction, so that the run ends at exactly
		// that many.
		if m.checked || m.left < uint64(len(b.ops)) {
			m.stepThrough(b)
			last = nil
			continue
		}
		m.execute(b)
		last = b
	}
	if m.stop.PC == 0 {
		m.stop.PC = m.PC
	}
	return m.stop
}

// execute runs a block of which there are steps left for all operations. It takes all steps in advance
// and gives back what was not executed, which makes the loop free of counting. m.running is the loop's
// bound in the machine: dropCode sets it to 0 to end the loop behind the current operation.
func (m *Machine) execute(b *block) {
	ops := b.ops
	m.left -= uint64(len(ops))
	// Jumps overwrite it: without one, execution continues behind the block.
	m.PC = b.end
	m.running = len(ops)
	i := 0
	for ; i < m.running; i++ {
		if o := &ops[i]; !o.run(m, o) {
			m.interrupted(o, len(ops)-i)
			return
		}
	}
	if i < len(ops) { // an operation stored to code
		m.left += uint64(len(ops) - i)
		m.PC = ops[i-1].next
	}
}

// interrupted is for an operation that did not complete, the first of n of its block that have been
// taken from the steps left. An exit is an instruction that did complete as far as counting goes; any
// other end leaves PC at the instruction, which has not happened.
func (m *Machine) interrupted(o *op, n int) {
	m.left += uint64(n)
	m.PC = o.pc
	m.stop.PC = o.pc
	if m.stop.Kind == Exited {
		m.left--
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
