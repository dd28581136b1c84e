package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	cgen "github.com/tuffy-ir/tuffy/fuzz/gen/c"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	creduce "github.com/tuffy-ir/tuffy/reduce/c"
)

// Presets of programs in C: those of package cgen, defined and with a planted item, and csmith's.
const (
	presetC      = "c"
	presetCUB    = "c-ub"
	presetCsmith = "csmith"
)

var cPresets = []string{presetC, presetCUB, presetCsmith}

// isC reports whether a preset makes programs in C.
func isC(preset string) bool { return slices.Contains(cPresets, preset) }

// Sources lists where programs of a campaign may come from: the generator of Tuffy IR, or one of C.
func Sources() []string { return []string{"ir", presetC, presetCsmith} }

// PresetOf is the preset of a source, empty for the generator of Tuffy IR, whose presets are others.
func PresetOf(source string, ub bool) (string, error) {
	switch {
	case source == "ir" || source == "":
		return "", nil
	case source == presetC && ub:
		return presetCUB, nil
	case source == presetC:
		return presetC, nil
	case source == presetCsmith && ub:
		return "", errors.New("--source csmith makes defined programs only: --ub has no effect")
	case source == presetCsmith:
		return presetCsmith, available()
	}
	return "", fmt.Errorf("there is no source %q; there are %s", source, strings.Join(Sources(), ", "))
}

// available reports that csmith or its headers are not there.
func available() error {
	if _, err := exec.LookPath("csmith"); err != nil {
		return errors.New("csmith is not installed; Debian has it in the packages csmith and libcsmith-dev")
	}
	if _, err := os.Stat("/usr/include/csmith/csmith.h"); err != nil {
		return errors.New("csmith's headers are not installed: there is no /usr/include/csmith/csmith.h; Debian has them in the package libcsmith-dev")
	}
	return nil
}

// What a run of a program in C may take, in instructions, and from how many bytes one is made at most.
const (
	cFuel       = 5_000_000
	csmithFuel  = 60_000_000
	mostCBytes  = 1600
	leastCBytes = 100
)

// fromC makes a program in C and its module.
func (p *program) fromC(preset string, word uint64) {
	p.fuel = cFuel
	switch preset {
	case presetCsmith:
		p.fuel = csmithFuel
		p.source = csmithProgram(word)
	default:
		size := leastCBytes + int(word%(mostCBytes-leastCBytes))
		made := cgen.Generate(gen.Expand(word, size), cgen.Config{UB: preset == presetCUB})
		p.source = made.File()
		// What a program does behind its planted item is not compared.
		p.info.Open = made.Bad
	}
	p.module, p.failed = check.CompileC(p.source)
}

// refusal is the failure of a program that the front end does not take.
func (p *program) refusal() *check.Failure {
	if p.failed == nil {
		return nil
	}
	_, what, _ := strings.Cut(p.failed.Error(), "error: ")
	what, _, _ = strings.Cut(what, "\n")
	return &check.Failure{Rule: "front end", Message: "the front end refuses a program: " + what, Detail: p.failed.Error()}
}

// of says of each finding what its program is.
func (fs findings) of(p programs) {
	for _, f := range fs {
		f.c = p.c
	}
}

// reduceC shrinks a program in C while the same check fails with the same signature. The checks look at programs only
// that the interpreter finds nothing in, so that no undefined behaviour comes in.
func (c *Campaign) reduceC(ctx context.Context, p *stillFails, r *reduction, text string) *reduction {
	compiled := func(text string) (m *ir.Module) {
		// A front end that panics of a smaller program has no say in what is reduced.
		defer func() {
			if recover() != nil {
				m = nil
			}
		}()
		m, err := check.CompileC(text)
		if err != nil || check.Runnable(m) != nil {
			return nil
		}
		return m
	}
	m := compiled(text)
	switch {
	case m == nil:
		r.note = "The program does not compile when it is read back."
		return r
	case !p.askC(m, text):
		r.note = "The program fails as it was made, and not when it is read back from its text."
		return r
	}
	if p.reduced = true; !p.askC(m, text) {
		r.note = "The failure is about what the generator promises of this program; a smaller one need not keep the promise."
		return r
	}
	p.bound(m)
	fails := func(_ context.Context, text string) (bool, error) {
		if p.leaked.Load() >= maxLeaked {
			return false, errLeaked
		}
		m := compiled(text)
		return m != nil && p.askC(m, text), nil
	}
	res, err := creduce.Run(ctx, text, fails, creduce.Options{Jobs: 1, Time: c.o.ReduceTime})
	switch {
	case errors.Is(err, reduce.ErrFlaky) || err == nil && res.Flaky:
		r.note = "The failure comes and goes while the program is reduced."
		return r
	case err != nil && (res == nil || ctx.Err() == nil):
		r.note = fmt.Sprintf("Reducing ended with: %v", err)
		return r
	}
	p.fuel = p.f.Fuel
	if m = compiled(res.Text); m == nil || !p.askC(m, res.Text) {
		r.note = "The reduced program does not fail when it is looked at once more."
		return r
	}
	r.failure = p.row.Try(p.subject(m))
	r.text, r.insts, r.shape = res.Text, instructions(m), r.failure.ReducedSignature(m)
	if !res.Complete {
		r.note = "The time of the reduction was up before nothing more could be removed."
	}
	return r
}

// askC asks the check about a program in C.
func (p *stillFails) askC(m *ir.Module, text string) bool {
	p.source = text
	return p.ask(m)
}
