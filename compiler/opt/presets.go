package opt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// The passes that clean up after others, in the order in which they help each other.
var cleanup = []string{"sccp", "rewrite", "simplify-cfg", "dce"}

// Levels lists the levels of -O.
// The names are part of the command line; "fast" alone may change results of floats, see
// [FastMath].
var Levels = []string{"0", "1", "2", "3", "s", "fast"}

// Preset returns the pipeline of a level of -O.
// The caller may change the result: it is made anew for each call.
func Preset(level string) (*pass.Config, error) {
	c := &pass.Config{Format: pass.ConfigFormat, Version: pass.ConfigVersion, Name: "O" + level, Profile: level != "0"}
	stage := func(name string, iterations int, passes ...string) {
		c.Stages = append(c.Stages, pass.Single(name, iterations, passes...).Stages...)
	}
	// The closures edit the stages made so far, so that their order below matters.
	set := func(name, param string, v int) {
		for _, s := range c.Stages {
			for n := range s.Passes {
				if s.Passes[n].Name == name {
					s.Passes[n].Params = map[string]int{param: v}
				}
			}
		}
	}
	find := func(stage, name string) (s *pass.Stage, n int) {
		k := slices.IndexFunc(c.Stages, func(s pass.Stage) bool { return s.Name == stage })
		return &c.Stages[k], slices.IndexFunc(c.Stages[k].Passes, func(p pass.PassConfig) bool { return p.Name == name })
	}
	rounds := func(stage, name string, most int) {
		s, n := find(stage, name)
		s.Passes[n].MaxIterations = most
	}
	after := func(stage, name, added string) {
		s, n := find(stage, name)
		s.Passes = slices.Insert(s.Passes, n+1, pass.PassConfig{Name: added})
	}
	without := func(stage, name string) {
		s, n := find(stage, name)
		s.Passes = slices.Delete(s.Passes, n, n+1)
	}
	// What branches say of arguments is written down while the branches are those of the program: see [claimArguments].
	bounds := func() {
		after("early", "mem2reg", "facts")
		s, n := find("early", "facts")
		s.Passes[n].Params = map[string]int{"arguments": 1}
	}
	switch level {
	case "0":
	case "1":
		stage("early", 2, slices.Concat([]string{"inbounds", "mem2reg"}, cleanup)...)
		bounds()
		after("early", "sccp", "constant-p")
		set("constant-p", "final", 1)
		always := pass.Single("always", 1, "inline").Stages[0]
		always.Passes[0].Params = map[string]int{"size": 0, "once": 0}
		c.Stages = slices.Insert(c.Stages, 0, always)
	case "2", "s", "3", "fast":
		stage("early", 1, slices.Concat([]string{"inbounds", "sroa", "mem2reg"}, cleanup, []string{"narrow"})...)
		after("early", "rewrite", "gvn") // so that all that follows looks at less
		if level == "2" || level == "s" {
			without("early", "narrow") // it executes no fewer instructions, see docs/lab/optimizer.md
		}
		stage("interprocedural", 2, "tail-recursion", "inline", "ipcp", "dce", "dead-functions")
		stage("scalar", 3, "sroa", "mem2reg", "sccp", "facts", "rewrite", "reassociate", "gvn", "memopt", "jump-thread", "if-convert", "simplify-cfg", "dce")
		loops := []string{"licm", "loop-idiom", "indvar", "loop-delete", "unroll"}
		if level == "s" {
			loops = []string{"licm", "loop-idiom", "loop-delete"}
		}
		stage("loop", 1, loops...)
		stage("late", 3, "sroa", "mem2reg", "sccp", "facts", "rewrite", "gvn", "memopt", "if-convert", "simplify-cfg", "licm", "dce", "memory-rules", "bulk")
		stage("tokens", 1, "mem-tokens")
		stage("closing", 2, "ipcp", "dce", "dead-functions")
		bounds()
		after("scalar", "sccp", "constant-p")
		late, n := find("late", "mem2reg")
		late.Passes = slices.Insert(late.Passes, n+1, pass.PassConfig{Name: "constant-p", Params: map[string]int{"final": 1}})
		// What facts would add in a second round is not worth their time: see docs/lab/optimizer.md.
		rounds("scalar", "facts", 1)
		set("indvar", "claims", 1)
		set("loop-idiom", "equal", 1)
		switch level {
		case "2":
			set("unroll", "factor", 1)
			without("late", "facts")
		case "s":
			set("inline", "size", 8)
			without("late", "facts")
		case "3", "fast":
			set("inline", "size", 120)
		}
		if level == "fast" { // fma is a call, so that fusing is left to who asks for it
			after("scalar", "rewrite", "relax")
			after("late", "rewrite", "relax")
			set("relax", "reassoc", 1)
		}
	default:
		return nil, fmt.Errorf("optimization level %q: expected one of %s", level, strings.Join(Levels, ", "))
	}
	return c, nil
}

// ForMachine adds to a pipeline what pays only where machine code is made of the result: it changes c, but not one of
// -O0 or -Os. Small loops are copied behind facts, whose claims the copies keep: that saves branches and lets loads of several
// iterations run ahead, which an interpreter gains nothing from.
func ForMachine(c *pass.Config) *pass.Config {
	if c.Name == "O0" || c.Name == "Os" {
		return c
	}
	passes := []string{"facts", "div-const", "dce"}
	if c.Name == "O2" {
		passes = []string{"facts", "div-const", "unroll", "simplify-cfg", "gvn", "memopt", "dce"}
	}
	c.Stages = append(c.Stages, pass.Single("machine", 1, passes...).Stages...)
	c.Stages[len(c.Stages)-1].Passes[0].Params = map[string]int{"arguments": 1}
	return c
}

// FunctionPolicy answers what a function asks for with opt_level or opt_policy: nil for one that asks for
// nothing. It gives the same configuration to all that ask for the same. A policy that there is not, or that is
// locked with other rules, is an error: another pipeline would not be what it asks for.
// The function that it returns has a memory of its own, and is not for several goroutines at
// once.
func FunctionPolicy() func(a ir.FuncAttrs) (*pass.Config, error) { return functionPolicy(false) }

// MachinePolicy is [FunctionPolicy] with what [ForMachine] adds.
func MachinePolicy() func(a ir.FuncAttrs) (*pass.Config, error) { return functionPolicy(true) }

func functionPolicy(machine bool) func(a ir.FuncAttrs) (*pass.Config, error) {
	made := map[string]*pass.Config{}
	levels := map[string]string{"none": "0", "fast-compile": "1", "aggressive": "3"}
	return func(a ir.FuncAttrs) (*pass.Config, error) {
		level, asks := levels[a.OptLevel]
		key := a.OptPolicy + " " + level
		if !asks && a.OptPolicy == "" || made[key] != nil {
			return made[key], nil
		}
		if a.OptPolicy != "" {
			c, err := Locked(a.OptPolicy, machine)
			made[key] = c
			return c, err
		}
		c, err := Preset(level)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		if machine {
			c = ForMachine(c)
		}
		made[key] = c
		return c, nil
	}
}
