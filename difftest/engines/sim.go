package engines

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/sim"
)

// Sim compiles a program and runs it on the simulator.
type Sim struct {
	Compile compiler.Options
	Steps   uint64 // of a call; 0 is [DefaultSteps]
	Check   bool   // report reads of registers that nothing wrote
}

// DefaultSteps bounds a call on the simulator, in machine instructions.
const DefaultSteps = 200_000_000

// Name implements Engine.
func (e *Sim) Name() string { return "sim" }

// Run implements Engine.
func (e *Sim) Run(p *Program, inputs []*difftest.Input) ([]*Behaviour, error) {
	g, err := Build(p, e.Compile, inputs)
	if err != nil {
		return nil, err
	}
	return e.RunImage(g)
}

// RunImage makes the calls of an image, whoever compiled it.
func (e *Sim) RunImage(g *Image) ([]*Behaviour, error) {
	var out []*Behaviour
	for n := range g.cases {
		b, err := e.one(g, n)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// one makes call n on a machine of its own.
func (e *Sim) one(g *Image, n int) (*Behaviour, error) {
	var printed bytes.Buffer
	steps := e.Steps
	if steps == 0 {
		steps = DefaultSteps
	}
	m := sim.New(sim.Options{Args: []string{"program"}, Stdout: &printed, Stderr: &printed, Steps: steps, Memory: 512 << 20, StackSize: 8 << 20, CheckRegisters: e.Check})
	if err := m.LoadELF(bytes.NewReader(g.file)); err != nil {
		return nil, fmt.Errorf("BUG: %w", err)
	}
	plan := g.symbols["@"+symPlan]
	if err := m.Write(plan+8*planOnly, binary.LittleEndian.AppendUint64(nil, uint64(n+1))); err != nil {
		return nil, fmt.Errorf("BUG: %w", err)
	}
	stop := m.Run()
	word := make([]byte, 8)
	if err := m.Read(plan+8*planDone, word); err != nil {
		return nil, fmt.Errorf("BUG: %w", err)
	}
	b := &Behaviour{}
	switch {
	case stop.Kind == sim.Exited && word[0] == 1:
		read := func(addr, size uint64) []byte {
			bytes := make([]byte, size)
			if err := m.Read(addr, bytes); err != nil {
				panic("BUG: " + err.Error())
			}
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
	return b, nil
}

// Stopped is the behaviour of a simulated program without a look at its memory.
func Stopped(stop sim.Stop) *Behaviour {
	switch stop.Kind {
	case sim.Exited:
		return &Behaviour{End: Exited, Code: stop.Code}
	case sim.UndefinedOpcode:
		return &Behaviour{End: Trapped}
	case sim.StepLimit, sim.NotModelled, sim.BadSyscall:
		return &Behaviour{End: Undecided, Why: stop.String()}
	}
	return &Behaviour{End: Crashed, Why: stop.String()}
}
