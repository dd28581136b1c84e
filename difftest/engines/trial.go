package engines

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
)

// Trial is the calls of an image, with what the interpreter makes of them. It is used by one
// goroutine. Calls of the simulator are kept, since the native engine asks for them, too.
type Trial struct {
	Program *Program
	// Image must be compiled of Program for these Inputs, in this order.
	Image  *Image
	Inputs []*difftest.Input
	// One for each input.
	Want    []*Behaviour   // of the interpreter; none is undefined or undecided
	Options interp.Options // of the interpreter
	// MaxSteps is that of the simulator.
	MaxSteps uint64

	simulated []*Behaviour // by call, made when asked for
}

// FindingKind is what comparing a call says. FalseClaim is about the program and is reported as
// such.
type FindingKind uint8

// The kinds of findings.
const (
	Agrees     FindingKind = iota
	Differs                // compiled code does what the program does not allow
	Limited                // time, steps or a limit of the machine: nothing is known
	FalseClaim             // the program depends on bits that it calls don't-care: no engine is at fault
)

// Finding is what comparing a call of compiled code with the interpreter says.
type Finding struct {
	Kind FindingKind
	Why  string // empty if they agree
}

// maxSlow is how many calls may come to the limit of steps or of time before the others are left
// out. A second slow call is taken as a sign that all are.
// Findings after that are Limited, so that they are not counted as agreement.
const maxSlow = 2

// Run makes the calls on an engine that runs machine code, "sim" or "native". There is a finding
// for each call, in order; those that were not made, as ctx was done, are Limited.
func (t *Trial) Run(ctx context.Context, engine string) ([]Finding, error) {
	var got []*Behaviour
	switch engine {
	case "sim":
		slow := 0
		for n := range t.Want {
			if ctx.Err() != nil {
				break
			}
			b, err := t.simulate(ctx, n)
			if err != nil {
				return nil, err
			}
			got = append(got, b)
			// Reaching maxSteps is slow whatever the interpreter needed.
			if b.Steps >= maxSteps {
				slow++
			}
			if b.End == Endless || slow >= maxSlow { // those that follow may take as long
				break
			}
		}
	case "native":
		var err error
		if got, err = (&Native{Slow: maxSlow}).RunImage(ctx, t.Image); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("there is no engine %q that runs machine code", engine)
	}
	var out []Finding
	for n, b := range got {
		f, err := t.judge(ctx, engine, n, b)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	// Missing behaviours are of calls that were not made.
	for len(out) < len(t.Want) {
		why := tooLong
		if ctx.Err() != nil {
			why = noTime
		}
		out = append(out, Finding{Limited, why})
	}
	return out, nil
}

// simulate makes call n on the simulator, once. A result when ctx is done is not kept: it is no
// property of the program.
func (t *Trial) simulate(ctx context.Context, n int) (*Behaviour, error) {
	if t.simulated == nil {
		t.simulated = make([]*Behaviour, len(t.Want))
	}
	if t.simulated[n] == nil {
		// Needed bounds the steps by what the interpreter took for the same call.
		b, err := (&Sim{Needed: t.Want[n].Steps, MaxSteps: t.MaxSteps}).one(ctx, t.Image, n)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil { // it may have been interrupted
			return b, nil
		}
		t.simulated[n] = b
	}
	return t.simulated[n], nil
}

// judge says what b, of call n, means. The simulator explains what the processor does not say: it
// runs the same bytes, counts instructions, and sees which limit of the machine is met. The native
// engine's word alone is not enough to file a difference: a limit of the machine looks like a
// crash. If both run the same bytes and differ, the difference is in what the simulator reports
// more.
// b belongs to the trial's image; judging may run the simulator once and the interpreter four times.
func (t *Trial) judge(ctx context.Context, engine string, n int, b *Behaviour) (Finding, error) {
	if b.End == Undecided && (b.Why == tooLong || ctx.Err() != nil) {
		return Finding{Limited, b.Why}, nil
	}
	why := Compare(t.Want[n], b)
	if engine == "native" && (why != "" || b.End == Undecided) {
		x, err := t.simulate(ctx, n)
		if err != nil {
			return Finding{}, err
		}
		other := Compare(t.Want[n], x)
		switch {
		case why == "" && other != "":
			why = "on the simulator, which runs the same code: " + other
		case why != "" && other == "" && x.Limit != "":
			return Finding{Limited, x.Limit}, nil
		case b.End == Crashed && x.End == Undecided && ctx.Err() != nil: // it may be such a limit
			return Finding{Limited, noTime}, nil
		}
	}
	switch {
	case why == "" && b.End == Undecided:
		return Finding{Limited, b.Why}, nil
	case why == "":
		return Finding{}, nil
	}
	// Only now, because it costs up to four runs of the interpreter.
	depends, err := t.falseClaim(ctx, n)
	if err != nil {
		return Finding{}, err
	}
	if depends != "" {
		return Finding{FalseClaim, depends}, nil
	}
	return Finding{Differs, why}, nil
}

// falseClaim says how the interpreter, on the input of call n, does something else when don't-care
// bits are overwritten; "" if it does not. It is looked for only in programs that call bits
// don't-care.
func (t *Trial) falseClaim(ctx context.Context, n int) (string, error) {
	if !t.Program.Module.IgnoresBits() {
		return "", nil
	}
	f := t.Program.Module.Func(t.Program.Entry)
	results, err := newBlock(f.Returns)
	if err != nil {
		return "", err
	}
	// The order is fixed, so that the same claim is reported each time. All zeros and all ones change every
	// bit in one of both.
	for _, c := range []interp.Choice{{Kind: interp.ChooseZero}, {Kind: interp.ChooseOne}, {Kind: interp.ChooseRandom, Seed: 1}, {Kind: interp.ChooseRandom, Seed: 2}} {
		e := &Interp{Options: t.Options}
		e.Options.DontCare = c
		x, err := e.one(ctx, t.Program, f, t.Inputs[n], results, 0)
		if err != nil {
			return "", err
		}
		switch why := Compare(t.Want[n], x); {
		case x.End == Undefined:
			return "undefined behaviour with other don't-care bits: " + x.Why, nil
		case why != "":
			return "with other don't-care bits it " + why, nil
		}
	}
	return "", nil
}
