package cgen

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// Version is that of the generator: programs of the same bytes and configuration are the same as long as it is.
const Version = 5

// Config says what programs are like. The zero value gives defined programs of all features.
type Config struct {
	// UB plants one item of annex J.2 at the end of most programs, and its defined twin in the others.
	UB bool
	// Plant is the name of the row to plant, for tests; empty draws one.
	Plant string
	// Without leaves features out, for compilers that lack them.
	Without []string
}

// Program is a C program and what is known of it.
type Program struct {
	Text   string
	Output string // what it prints before the planted item, or its twin, prints something
	Status int    // of main
	// Plant is the row of the table that was planted, nil for none. Bad says that it is the undefined one, and not the twin.
	Plant *Plant
	Bad   bool
}

// Features are what a program may have. Each draws a subset of them.
var features = []string{"int128", "floats", "long double", "bit-fields", "unions", "records", "pointers", "function pointers", "switch", "goto", "loops",
	"recursion", "varargs", "literals", "statement expressions", "vla", "strings", "malloc", "setjmp", "generic", "qsort", "volatile", "static", "calls"}

// program is a program in the making.
type program struct {
	on      map[string]bool
	records []*typ
	globals []*variable
	funcs   []*function
	main    *function
	names   map[string]int
	trips   []*expr
	buffers []*variable // of type jmp_buf
	mix     *function   // the function of variable arguments
}

// headRecords is how many records of bytes decide about the program as a whole.
const headRecords = 8

// Generate makes a program from any bytes, the same one on every machine. The first 64 bytes decide about features, types,
// globals; the rest is dealt to the functions, where each statement takes the next 8.
func Generate(data []byte, cfg Config) *Program {
	for n := 0; ; n++ {
		g := newProgram(data, cfg, n)
		m, status, ok := g.settle()
		if !ok {
			continue // what cannot be mended is drawn again with fewer features, until there are none
		}
		out := &Program{Status: status, Output: m.out.String()}
		var p planted
		if cfg.UB {
			p = drawPlant(choice.New(data).Record().Stream(plantStream), cfg.Plant)
			out.Plant, out.Bad = p.row, p.bad
		}
		out.Text = g.text(p)
		return out
	}
}

// plantStream is the stream of decisions about what is planted, so that it does not change the rest.
const plantStream = 0x504c414e54

// plantMark stands in main where the planted item goes.
const plantMark = "\x00plant"

// newProgram draws a program. Later attempts have fewer features: after as many as there are, none is left.
func newProgram(data []byte, cfg Config, attempt int) *program {
	g := &program{on: map[string]bool{}, names: map[string]int{}}
	head := choice.New(data[:min(len(data), headRecords*choice.RecordBytes)])
	r := head.Record()
	for n, f := range features {
		g.on[f] = !r.Stream(uint64(n)).Chance(300) && (n+attempt)%len(features) >= attempt
	}
	for _, f := range cfg.Without {
		g.on[f] = false
	}
	if attempt >= len(features) {
		data = nil
	}
	g.types(head.Record())
	b := &body{g: g, pure: true}
	for range r.Below(6) {
		g.global(b, head.Record())
	}
	g.natives()
	rest := data[min(len(data), headRecords*choice.RecordBytes):]
	count := r.Below(5)
	if !g.on["calls"] {
		count = 0
	}
	parts := choice.Split(rest, count+2)
	for n := range count {
		g.function(parts[n], head.Record())
	}
	g.main = &function{name: "main", typ: &typ{kind: kFunc, elem: basic[kInt]}}
	g.mainBody(&joined{parts[count:]})
	return g
}

// joined reads several sources one after the other.
type joined struct{ parts []*choice.Source }

func (j *joined) done() bool {
	for len(j.parts) > 0 && j.parts[0].Done() {
		j.parts = j.parts[1:]
	}
	return len(j.parts) == 0
}

func (j *joined) record() *choice.Record {
	if j.done() {
		return choice.Zeros()
	}
	return j.parts[0].Record()
}

// name is a new name with a prefix.
func (g *program) name(prefix string) string {
	g.names[prefix]++
	return fmt.Sprint(prefix, g.names[prefix])
}

// maxRepairs bounds how often a program is run to be mended.
const maxRepairs = 300

// settle runs the program and mends what is undefined in it until nothing is. Every repair is final, so that it ends: an
// expression that was mended three times, or cannot be, ends the attempt.
func (g *program) settle() (m *machine, status int, ok bool) {
	for range maxRepairs {
		m = &machine{globals: map[*variable]*object{}, strings: map[*expr]*object{}}
		m.frames = []map[*variable]*object{{}}
		var found *fault
		status, found = m.attempt(g)
		switch {
		case found == nil:
			return m, status, true
		case found.e == nil && !g.shorten():
			return nil, 0, false
		case found.e != nil:
			if found.e.fix++; found.e.fix > 3 {
				return nil, 0, false
			}
		}
	}
	return nil, 0, false
}

// attempt is a run, to its first fault.
func (m *machine) attempt(g *program) (status int, found *fault) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case fault:
			found = &r
		default:
			panic(r)
		}
	}()
	return m.run(g), nil
}

// shorten halves the trips of all loops, and reports whether that changed any.
func (g *program) shorten() bool {
	changed := false
	for _, t := range g.trips {
		if t.i.Int64() > 1 {
			t.i, changed = halved(t.i), true
		}
	}
	return changed
}
