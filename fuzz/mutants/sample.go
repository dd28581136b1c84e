package mutants

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Place is a part of the module that sampled mutants are planted in.
//
// A sample has as many of each, so that a part with much code does not hide the others.
type Place struct {
	Name  string
	Where Where // what its mutants are rows of
	// Folders are of the module; those below them do not belong to the place.
	Folders []string
	// Skip are starts of names of files that say things about programs instead of running or changing them: what is
	// wrong there is no wrong result.
	Skip []string
	// Witness are the packages whose tests tell whether a mutant that no campaign found is wrong at all: those that
	// hold results to the proofs, the corpus, gcc or the processor, and none that hold a listing to the last one, as a
	// pass that does less is not wrong.
	Witness []string
}

// Places is where mutants are sampled.
// The slice is the caller's.
func Places() []Place {
	return []Place{
		{Name: "interpreter", Where: Fast, Folders: []string{"interp"}, Witness: []string{"./interp", "./corpus"},
			Skip: []string{"report", "source", "trace", "coverage", "fastcover", "fastprobe", "codec", "api", "doc", "stop"}},
		{Name: "memory", Where: Fast, Folders: []string{"memory", "memory/naive"}, Witness: []string{"./memory/...", "./interp", "./corpus"},
			Skip: []string{"hexdump", "doc"}},
		{Name: "optimizer", Where: Opt, Folders: []string{"compiler/opt", "compiler/facts", "compiler/fold", "compiler/rules/value", "compiler/rules/float", "compiler/rules/memory", "compiler/rules/step"},
			Witness: []string{"./compiler/facts", "./compiler/fold", "./compiler/rules/...", "./corpus"}, Skip: []string{"doc", "proofs"}},
		{Name: "backend", Where: Backend, Folders: []string{"compiler/legalize", "compiler/regalloc", "compiler/amd64/isel", "compiler/amd64/emit", "compiler/amd64/abi", "compiler/mach"},
			Witness: []string{"./compiler", "./difftest/engines"}, Skip: []string{"doc", "listing", "vars", "print"}},
		{Name: "simulator", Where: Backend, Folders: []string{"sim"}, Witness: []string{"./sim/..."}, Skip: []string{"doc", "elf", "trace", "clock"}},
	}
}

// Sampled is a mutant that a rule made, at a place that a seed chose.
type Sampled struct {
	Mutant
	Place    Place
	Operator string // its name in [Operators]
	Line     int    // of the file, 1 is the first
	Func     string // the function around it
}

// Sampler draws mutants of a module.
type Sampler struct {
	places []Place
	sites  []map[string][]site // of each place, by operator
}

// NewSampler reads the source of the module at root.
func NewSampler(root string) (*Sampler, error) {
	s := &Sampler{places: Places()}
	for _, p := range s.places {
		all, err := sites(root, p)
		if err != nil {
			return nil, err
		}
		by := map[string][]site{}
		for _, x := range all {
			by[x.operator] = append(by[x.operator], x)
		}
		if len(by) == 0 {
			return nil, fmt.Errorf("there is nothing to change in %s", strings.Join(p.Folders, " "))
		}
		s.sites = append(s.sites, by)
	}
	return s, nil
}

// Mutant is the numbered mutant of a seed: the same each time for the same source.
//
// Places take turns; operator and site are drawn one after the other, each with the same chance, so that a measure by
// place or by operator has about as many cases of each. Whether the wrong text compiles is not known before it is built: the
// caller asks for the next number where it does not.
func (s *Sampler) Mutant(seed, number uint64) (Sampled, error) {
	draw := rand.New(rand.NewPCG(seed, number))
	turn := number % uint64(len(s.places))
	var operators []string
	for _, o := range Operators() {
		if len(s.sites[turn][o.Name]) != 0 {
			operators = append(operators, o.Name)
		}
	}
	all := s.sites[turn][operators[draw.IntN(len(operators))]]
	return all[draw.IntN(len(all))].mutant(s.places[turn], fmt.Sprintf("s%d-%d", seed, number))
}

// site is a place in a file where an operator applies.
type site struct {
	file       string // of the module
	src        []byte
	start, end int // what is replaced
	text       string
	operator   string
	function   string
	line       int
}

// sites are those of a place, in the order of its files and of their text.
func sites(root string, p Place) ([]site, error) {
	var all []site
	for _, folder := range p.Folders {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
		if err != nil {
			return nil, err
		}
		slices.Sort(names)
		for _, name := range names {
			base := filepath.Base(name)
			if strings.HasSuffix(base, "_test.go") || slices.ContainsFunc(p.Skip, func(s string) bool { return strings.HasPrefix(base, s) }) {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			found, err := sitesOf(path.Join(folder, base), src)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// sitesOf are the sites of the functions of a file.
//
// What is said to people is left out: arguments of panic, of functions of fmt and errors, and the methods that print.
func sitesOf(file string, src []byte) ([]site, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []site
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || slices.Contains([]string{"String", "Error", "Format", "GoString"}, fn.Name.Name) {
			continue
		}
		e := &editor{src: src, at: func(p token.Pos) int { return fset.Position(p).Offset }}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && e.speaks(call) {
				return false
			}
			if n == nil {
				return true
			}
			for _, o := range Operators() {
				e.operator = o.Name
				o.sites(e, n)
			}
			return true
		})
		for _, s := range e.found {
			s.file, s.src, s.function = file, src, fn.Name.Name
			s.line = 1 + bytes.Count(src[:s.start], []byte("\n"))
			all = append(all, s)
		}
	}
	return all, nil
}

// mutant makes the row of a site.
// The old text grows to both sides until there is only one of it in the file.
func (s site) mutant(p Place, name string) (Sampled, error) {
	from, to := s.start, s.end
	for bytes.Count(s.src, s.src[from:to]) > 1 {
		from, to = max(from-16, 0), min(to+16, len(s.src))
	}
	line := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	m := Mutant{Name: name, Where: p.Where, File: s.file,
		Old:  string(s.src[from:to]),
		New:  string(s.src[from:s.start]) + s.text + string(s.src[s.end:to]),
		What: fmt.Sprintf("`%s` became `%s`", clip(line(string(s.src[s.start:s.end]))), clip(line(s.text)))}
	if m.Old == m.New {
		return Sampled{}, fmt.Errorf("BUG: %s at %s:%d changes nothing", s.operator, s.file, s.line)
	}
	return Sampled{Mutant: m, Place: p, Operator: s.operator, Line: s.line, Func: s.function}, nil
}

// clip shortens a text for a cell of a table.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}
