package engines

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/sim"
)

// Sim compiles a program and runs it on the simulator. Unlike the processor it sees reads of
// undefined flags, a broken calling convention, and where a limit was met.
type Sim struct {
	Compile compiler.Options
	Needed  uint64 // steps that the interpreter needed for a call, 0 if that is not known
	Check   bool   // report reads of registers that nothing wrote
	// MaxSteps bounds a call further: one that reaches it is undecided. 0 is no bound but the one there always is.
	MaxSteps uint64
}

// Compiled code that has not ended after stepsFactor machine instructions for each that the
// interpreter needed, and stepsFloor more, does not end; unless it calls a helper, which may take any
// number of them. maxSteps bounds a call in any case. The factor is generous: the worst known code
// at -O0 needs a few hundred.
const (
	stepsFactor = 2000
	stepsFloor  = 5_000_000
	maxSteps    = 400_000_000
)

// steps is how many machine instructions a call may take, and whether one that takes more has no
// end. A number above maxSteps, or none, gives maxSteps, and a call that reaches it is undecided.
func (e *Sim) steps(g *Image) (limit uint64, endless bool) {
	most := uint64(maxSteps)
	if e.MaxSteps != 0 {
		most = min(most, e.MaxSteps)
	}
	if e.Needed == 0 || e.Needed > (maxSteps-stepsFloor)/stepsFactor || stepsFactor*e.Needed+stepsFloor > most {
		return most, false
	}
	return stepsFactor*e.Needed + stepsFloor, !g.helped
}

// simulated are the limits of a simulated machine. stack and memory are in bytes.
type simulated struct{ stack, memory uint64 }

// A call is made on a machine that is like that of native calls. If it meets a limit, it is made again
// on a larger one, so that a program that needs more than the machine has is told from wrong code.
var (
	usualMachine = simulated{callStack, 512 << 20}
	largeMachine = simulated{512 << 20, 1<<30 + 512<<20}
)

// Name implements Engine.
func (e *Sim) Name() string { return "sim" }

// Run implements Engine.
func (e *Sim) Run(ctx context.Context, p *Program, inputs []*difftest.Input) ([]*Behaviour, error) {
	g, err := Build(ctx, p, e.Compile, inputs)
	if err != nil {
		return nil, err
	}
	return e.RunImage(ctx, g)
}

// RunImage makes the calls of an image, whoever compiled it. Calls are independent; each loads the
// image anew.
func (e *Sim) RunImage(ctx context.Context, g *Image) ([]*Behaviour, error) {
	var out []*Behaviour
	for n := range g.cases {
		b, err := e.one(ctx, g, n)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// one makes call n on a machine of its own. The result of the larger machine counts, with the limit
// of the usual one noted.
func (e *Sim) one(ctx context.Context, g *Image, n int) (*Behaviour, error) {
	b := e.on(ctx, usualMachine, g, n)
	if b.Limit == "" {
		return b, nil
	}
	x := e.on(ctx, largeMachine, g, n)
	x.Limit = b.Limit
	return x, nil
}

// on makes call n on a new machine with these limits. The plan tells the harness to make one call
// without a child, and where to note that it returned. Errors of loading and of the plan are ours,
// except for the memory limit.
func (e *Sim) on(ctx context.Context, l simulated, g *Image, n int) *Behaviour {
	var printed bytes.Buffer
	steps, endless := e.steps(g)
	m := sim.New(sim.Options{Args: []string{"program"}, Stdout: &printed, Stderr: &printed, Steps: steps, Memory: l.memory, StackSize: l.stack, CheckRegisters: e.Check})
	must := func(err error) {
		if err != nil {
			panic("BUG: " + err.Error())
		}
	}
	if err := m.LoadELF(bytes.NewReader(g.file)); m.OutOfMemory() {
		return &Behaviour{End: Undecided, Why: err.Error()}
	} else {
		must(err)
	}
	plan := g.symbols["@"+symPlan]
	must(m.Write(plan+8*planOnly, binary.LittleEndian.AppendUint64(nil, uint64(n+1))))
	stop := m.Run(ctx)
	word := make([]byte, 8)
	must(m.Read(plan+8*planDone, word))
	b := &Behaviour{}
	switch {
	// Only where the steps were counted from the interpreter's is exceeding them a difference.
	case stop.Kind == sim.StepLimit && endless:
		b.End, b.Why = Endless, fmt.Sprintf("%d machine instructions were not enough where the interpreter needs %d", steps, e.Needed)
	// The harness sets the word after the call has returned: an exit with 0 before that is the
	// program's own.
	case stop.Kind == sim.Exited && word[0] == 1:
		read := func(addr, size uint64) []byte {
			bytes := make([]byte, size)
			must(m.Read(addr, bytes))
			return bytes
		}
		var data [][]byte
		for _, d := range g.data {
			data = append(data, read(g.symbols["@"+d.Name], d.Size()))
		}
		b = g.observed(n, read(g.symbols["@"+symOut], g.outSize()), data, read(g.bufferBase(n), g.stride))
	default:
		b = Stopped(stop)
	}
	b.Output, b.Steps = printed.Bytes(), m.Steps()
	// Which limit is met is asked last, since any ending may follow from it.
	switch {
	case m.StackOverflow():
		b.Limit = fmt.Sprintf("the stack of %d MB", l.stack>>20)
	case m.OutOfMemory():
		b.Limit = fmt.Sprintf("%d MB of memory", l.memory>>20)
	}
	return b
}

// Stopped is the behaviour of a simulated program without a look at its memory. An undefined opcode
// is how trap is compiled.
func Stopped(stop sim.Stop) *Behaviour {
	switch stop.Kind {
	case sim.Exited:
		return &Behaviour{End: Exited, Code: stop.Code}
	case sim.UndefinedOpcode:
		return &Behaviour{End: Trapped}
	case sim.StepLimit, sim.Interrupted, sim.NotModelled, sim.BadSyscall:
		return &Behaviour{End: Undecided, Why: stop.String()}
	}
	return &Behaviour{End: Crashed, Why: stop.String()}
}
