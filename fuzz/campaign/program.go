package campaign

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// programSeed is the seed of program n of a campaign. Neighbouring numbers must have unrelated
// seeds, hence two rounds; the multiplier is an odd constant of PCG.
func programSeed(seed uint64, n int64) uint64 {
	r := choice.SplitMix(seed)
	r = choice.SplitMix(r.Word() ^ uint64(n)*0xd1342543de82ef95)
	return r.Word()
}

// program is one program of a campaign and how it is looked at. It is never changed after it was
// made: checks work on copies.
type program struct {
	number int64
	seed   uint64
	module *ir.Module
	fuel   int64    // 0 is that of package check
	info   gen.Info // what is promised; of a mutant nothing
	made   string   // how, for people
	source string   // in C, which the module was made of; empty of others
	failed error    // the front end refuses the source
}

// text is what is kept of a program.
func (p *program) text() string {
	if p.source != "" {
		return p.source
	}
	return p.module.Canonical()
}

// subject is a fresh subject of the program: outcomes are not shared between two.
func (p *program) subject() *check.Subject {
	return &check.Subject{Module: p.module, Seed: p.seed, Fuel: p.fuel, Open: p.info.Open, Expect: p.info.Expect, Defined: p.info.Defined, Source: p.source}
}

// share is a preset with its weight in the mix. The weights of mix need not sum to 100.
type share struct {
	preset string
	weight int
}

// mix says how often a fresh program comes from each preset when none is asked for. What is fresh
// is weighted by what has found bugs; changing it changes the programs of every seed.
var mix = []share{{"default", 27}, {"compiled", 12}, {"passes", 8}, {"backend", 6}, {"ints", 8}, {"memory", 8}, {"floats", 8}, {"vectors", 8}, {"ub", 15}}

// What programs are made from, of 100: the rest are fresh.
const (
	mutantShare = 8
	spliceShare = 2
)

const (
	// programBytes is what a fresh program is made from; package gen stops earlier if its
	// share of instructions is used up.
	programBytes = 800
	// mutantFuel bounds the runs of a mutant: a change of a counter can make a loop endless.
	mutantFuel = 20_000
	// maxParent bounds the instructions of a program that is changed, so that generations of
	// splices stay fast.
	maxParent = 300
)

// recipe makes programs from their numbers.
type recipe struct {
	seed    uint64
	presets []share
}

// make makes program n. The parents are the corpus that n sees. The draws come in a fixed order,
// each from the program's own seed. parents must be what its horizon allows, or the program would
// depend on timing.
func (r *recipe) make(n int64, parents []*entry) *program {
	p := &program{number: n, seed: programSeed(r.seed, n)}
	// The numbers of its text, which is what people see of it, are those that reports of it and of what a pass makes of it have.
	defer func() {
		if p.module == nil {
			return // a generator that panics
		}
		for _, f := range p.module.Funcs {
			f.SetNames(f.Number())
		}
	}()
	rnd := choice.SplitMix(p.seed)
	kind := rnd.Below(100)
	if kind < mutantShare+spliceShare && len(parents) > 0 {
		a, b := parents[rnd.Below(len(parents))], parents[rnd.Below(len(parents))]
		data := gen.Expand(rnd.Word(), 128)
		// Nothing is promised of mutants: they may observe choices and loop.
		p.info.Open, p.fuel = true, mutantFuel
		if kind < mutantShare {
			p.made = fmt.Sprintf("a mutant of program %d", a.number)
			p.module = mutate.Module(a.module(), data)
			return p
		}
		p.made = fmt.Sprintf("a splice of programs %d and %d, changed", a.number, b.number)
		p.module = mutate.Module(mutate.Splice(a.module(), b.module(), data[:64]), data[64:])
		return p
	}
	name := pick(&rnd, r.presets)
	p.made = "fresh, preset " + name
	if isC(name) {
		p.fromC(name, rnd.Word())
		return p
	}
	p.module, p.info = gen.Generate(gen.Expand(rnd.Word(), programBytes), preset.Named()[name])
	return p
}

// The shares must not be empty.
func pick(r *choice.SplitMix, shares []share) string {
	sum := 0
	for _, s := range shares {
		sum += s.weight
	}
	n := r.Below(sum)
	for _, s := range shares {
		if n -= s.weight; n < 0 {
			return s.preset
		}
	}
	panic("BUG: no share was picked")
}

// asked reports whether a check is run on the program of that seed. It depends on the program and
// the check alone, so that adding a check does not change what the others are asked of.
func asked(seed uint64, c *check.Check) bool {
	r := choice.SplitMix(seed)
	for _, b := range []byte(c.Name) {
		r = choice.SplitMix(uint64(r)*31 + uint64(b))
	}
	return r.Below(100) < c.Share
}

// module is the program of an entry, not to be changed. It is read from the text, so that it
// is the same after a restart. It is safe to be called by several workers at once.
func (e *entry) module() *ir.Module {
	e.parse.Do(func() { e.parsed = e.read() })
	return e.parsed
}

// The text was parsed when it was loaded, or printed by us.
func (e *entry) read() *ir.Module {
	m, err := parser.Parse(e.program+".tir", []byte(e.text))
	if err != nil {
		panic(fmt.Sprintf("BUG: a program of the corpus does not read back: %v", err))
	}
	return m
}

// instructions counts those of a module.
func instructions(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		n += f.Live()
	}
	return n
}

// presetNames lists the presets in order.
func presetNames() []string {
	var names []string
	for name := range preset.Named() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
