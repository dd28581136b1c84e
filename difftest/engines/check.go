package engines

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Names lists the engines, the reference first.
var Names = []string{"interp", "sim", "native"}

// New makes the engine of that name; o says how it compiles.
func New(name string, o compiler.Options) (Engine, error) {
	switch name {
	case "interp":
		return &Interp{}, nil
	case "sim":
		return &Sim{Compile: o}, nil
	case "native":
		return &Native{Compile: o}, nil
	}
	return nil, fmt.Errorf("there is no engine %q; there are %s", name, strings.Join(Names, ", "))
}

// Config says what [Check] compares.
type Config struct {
	Engines []string          // besides the interpreter
	Levels  []string          // of -O for those that compile
	Entry   string            // only this function; empty is every one
	Inputs  []*difftest.Input // instead of generated ones
	Runs    int               // generated inputs a function
	Seed    uint64            // of the generator
	Interp  interp.Options    // of the reference
	Compile compiler.Options  // Level is set from Levels
}

// Agreement is what became of one function.
type Agreement struct {
	Func      string
	Calls     int // by the interpreter
	Undefined int // of these, undefined there
	Undecided int // limits, unsupported, or dependent on what the semantics leaves open
	Compared  int // pairs of calls compared
	Rejected  []string
	// Differences has one line for each engine and level that disagrees, with the first input.
	Differences []Disagreement
}

// Disagreement is a call on which an engine does something else than the interpreter.
type Disagreement struct {
	Engine, Level string
	Input         *difftest.Input
	Why           string
}

// Check runs the functions of a module on all engines. The error is the caller's.
func Check(m *ir.Module, c Config) ([]*Agreement, error) {
	var out []*Agreement
	for _, f := range m.Funcs {
		if c.Entry != "" && f.Name != c.Entry {
			continue
		}
		a, err := c.function(m, f)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no function %s", ir.SymbolText(c.Entry))
	}
	return out, nil
}

func (c *Config) function(m *ir.Module, f *ir.Func) (*Agreement, error) {
	a := &Agreement{Func: f.Name}
	p := &Program{Module: m, Entry: f.Name}
	inputs := c.Inputs
	if inputs == nil {
		g := difftest.NewGenerator(f.Params, c.Seed, m)
		n := c.Runs
		if len(f.Params) == 0 {
			n = 1
		}
		for k := range n {
			inputs = append(inputs, g.Input(k))
		}
	}
	reject := func(err error) bool {
		var r *Rejected
		if !errors.As(err, &r) {
			return false
		}
		if !slices.Contains(a.Rejected, r.Reason) {
			a.Rejected = append(a.Rejected, r.Reason)
		}
		return true
	}
	want, err := (&Interp{Options: c.Interp}).Run(p, inputs)
	if err != nil {
		if reject(err) {
			return a, nil
		}
		return nil, err
	}
	var defined []*difftest.Input // there is nothing to compare for the others
	var expect []*Behaviour
	for n, b := range want {
		a.Calls++
		switch b.End {
		case Undefined:
			a.Undefined++
		case Undecided:
			a.Undecided++
		default:
			defined, expect = append(defined, inputs[n]), append(expect, b)
		}
	}
	if len(defined) == 0 {
		return a, nil
	}
	for _, level := range c.Levels {
		o := c.Compile
		o.Level = level
		if err := c.level(a, p, o, defined, expect, reject); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// level compares the engines that compile at one level. They run the same image.
func (c *Config) level(a *Agreement, p *Program, o compiler.Options, inputs []*difftest.Input, want []*Behaviour, reject func(error) bool) error {
	var g *image
	code, err := compileProgram(p, o)
	if err == nil {
		g, err = newImage(p, code, inputs)
	}
	if err != nil {
		if reject(err) {
			return nil
		}
		return err
	}
	for _, name := range c.Engines {
		var got []*Behaviour
		switch name {
		case "interp":
			continue
		case "sim":
			got, err = (&Sim{}).run(g)
		case "native":
			got, err = (&Native{}).run(g)
		default:
			_, err = New(name, o)
		}
		if err != nil {
			return err
		}
		for n := range want {
			a.Compared++
			if why := Compare(want[n], got[n]); why != "" {
				a.Differences = append(a.Differences, Disagreement{name, o.Level, inputs[n], why})
				break
			}
		}
	}
	return nil
}

// String is one line.
func (a *Agreement) String() string {
	s := fmt.Sprintf("%s: %d calls", ir.SymbolText(a.Func), a.Calls)
	if a.Undefined > 0 {
		s += fmt.Sprintf(", %d undefined", a.Undefined)
	}
	if a.Undecided > 0 {
		s += fmt.Sprintf(", %d undecided", a.Undecided)
	}
	s += fmt.Sprintf(", %d compared", a.Compared)
	for _, r := range a.Rejected {
		s += "\n  not compiled: " + r
	}
	for _, d := range a.Differences {
		s += fmt.Sprintf("\n  %s at -O%s disagrees on %s: %s", d.Engine, d.Level, d.Input, d.Why)
	}
	return s
}
