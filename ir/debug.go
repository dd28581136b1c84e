package ir

import (
	"iter"
	"maps"
	"math"
	"slices"
)

// Origin says where an instruction comes from (RFC pipeline, "Origin chain"): a source
// position, or the origins that a transform derived it from. Every instruction has one.
// It means something within its module only.
type Origin uint32

// Synthetic is the origin of an instruction that stands for no source: the generator's and
// the tests' choice.
const Synthetic Origin = 0

// originNode is an entry of the table of origins: 12 bytes, since a module read from a text has one an
// instruction.
type originNode struct {
	line, col uint32 // of a source origin: where the instruction stood in the .tir text
	derived   uint32 // of a derived one: its sources in Module.derived, from 1
}

// Location is a place in a source program.
type Location struct {
	File      string
	Line, Col int
	Scope     DebugID // the scope of the debug information that it lies in; 0 if none is known
}

// Variable binds the value of an instruction to a source variable.
type Variable struct {
	Name string
	// Of a stack_slot that a compiler made to keep a value in: the type and the claims of the value, and whether it
	// is a parameter. Type is 0 where the variable is what the instruction itself makes.
	Type  Type
	Annot Annot
	Param bool
	Debug DebugID // its type in the source; 0 if none is known
	Local bool    // of a data symbol: other files do not see it
}

// Debug is filled while a program is built or read, and only read afterwards. It maps source
// origins to what they mean in the source program.
// Keyed by source origin, so a transform that derives its origins keeps all of it without knowing of it.
type Debug struct {
	locs map[Origin]Location
	vars map[Origin]Variable
	// texts are source files by the names that locations have, as far as they are known. A text never changes.
	texts map[string]string
	// entries are the types and scopes of the source, DebugID 1 first.
	entries []DebugEntry
	info    SourceInfo
}

// AddText records the text of a source file, for messages.
func (d *Debug) AddText(file, text string) {
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	d.texts[file] = text
}

// Text is the text of a source file, empty if it is not known.
func (d *Debug) Text(file string) string { return d.texts[file] }

// Texts are the texts that are known, by the names of their files, in the order of these.
func (d *Debug) Texts() iter.Seq2[string, string] {
	return func(yield func(file, text string) bool) {
		for _, file := range slices.Sorted(maps.Keys(d.texts)) {
			if !yield(file, d.texts[file]) {
				return
			}
		}
	}
}

// Profile maps source origins to measured counts: of an instruction's executions and of a
// terminator's edges, in the order of its targets.
type Profile struct {
	counts  map[Origin]uint64
	weights map[Origin][]uint64
}

// clone copies the maps; entries never change.
func (d Debug) clone() Debug {
	return Debug{maps.Clone(d.locs), maps.Clone(d.vars), maps.Clone(d.texts), slices.Clip(d.entries), d.info}
}

// clone copies the maps; nothing writes into a list of weights.
func (p Profile) clone() Profile {
	return Profile{maps.Clone(p.counts), maps.Clone(p.weights)}
}

// SourceOrigin makes an origin for an instruction read at pos.
func (m *Module) SourceOrigin(pos Position) Origin {
	return m.addOrigin(originNode{line: uint32(min(pos.Line, math.MaxUint32)), col: uint32(min(pos.Col, math.MaxUint32))}, nil)
}

// MaxSources is how many source origins a derived one remembers, the first in the chain: a bound
// for what a long pipeline makes of one instruction.
// Without a bound a derivation of derivations could make lists as long as the function.
const MaxSources = 32

// Derive makes an origin from those that a transform replaces: the set of their sources, in the
// order of the parents, up to [MaxSources]. Duplicates and Synthetic are dropped; a single parent
// is itself the answer.
// It is what a transform calls for an instruction that does the work of several.
// It may be called by several goroutines, see addOrigin.
func (m *Module) Derive(parents ...Origin) Origin {
	var ps, sources []Origin
	for _, p := range parents {
		if p != Synthetic && !slices.Contains(ps, p) {
			ps = append(ps, p)
		}
	}
	switch len(ps) {
	case 0:
		return Synthetic
	case 1:
		return ps[0]
	}
	for _, p := range ps {
		sources = m.Sources(sources, p)
	}
	if len(sources) == 1 {
		return sources[0]
	}
	return m.addOrigin(originNode{}, slices.Clip(sources[:min(len(sources), MaxSources)]))
}

// Part makes an origin with the sources of o that no other instruction has, for one of several
// that were made of the same.
// Weights can be set for it alone, as for the two branches that were one.
func (m *Module) Part(o Origin) Origin {
	if o == Synthetic {
		return o
	}
	return m.addOrigin(originNode{}, m.Sources(nil, o))
}

// addOrigin appends to the table, with the sources of a derived origin: these are sources themselves, so it
// is one step from them.
// Which number an origin gets depends on the order of goroutines, so numbers are never printed, hashed or compared.
func (m *Module) addOrigin(n originNode, sources []Origin) Origin {
	m.originMu.Lock()
	defer m.originMu.Unlock()
	if len(m.origins) == 0 {
		m.origins = append(m.origins, originNode{}) // Synthetic
	}
	if sources != nil {
		m.derived = append(m.derived, sources)
		n.derived = uint32(len(m.derived))
	}
	m.origins = append(m.origins, n)
	return Origin(len(m.origins) - 1)
}

// origin is where a source origin stood in the text, and of a derived one its sources. One that does not exist,
// which [Verify] reports, has neither.
func (m *Module) origin(o Origin) (Position, []Origin) {
	m.originMu.RLock()
	defer m.originMu.RUnlock()
	if int(o) >= len(m.origins) {
		return Position{}, nil
	}
	n := m.origins[o]
	if n.derived != 0 {
		return Position{}, m.derived[n.derived-1]
	}
	return Position{int(n.line), int(n.col)}, nil
}

// Sources appends the source origins that o derives from to dst, each once, in the order of
// the chain.
func (m *Module) Sources(dst []Origin, o Origin) []Origin {
	if o == Synthetic {
		return dst
	}
	_, from := m.origin(o)
	if from == nil {
		from = []Origin{o}
	}
	for _, p := range from {
		if !slices.Contains(dst, p) {
			dst = append(dst, p)
		}
	}
	return dst
}

// TextPos returns where the first source of o stood in the .tir text.
func (m *Module) TextPos(o Origin) Position {
	for _, s := range m.Sources(nil, o) {
		if p, _ := m.origin(s); p != (Position{}) {
			return p
		}
	}
	return Position{}
}

// Location returns the most specific source location of the set that o derives from: one
// with a column before one without, one with a line before one with only a file, and the
// earlier in the chain among equals.
// A location invented for a whole file must not hide a real one.
func (m *Module) Location(o Origin) (best Location, ok bool) {
	score := -1
	if len(m.Debug.locs) == 0 {
		return best, false
	}
	for _, s := range m.Sources(nil, o) {
		l, found := m.Debug.locs[s]
		if !found {
			continue
		}
		sc := min(l.Line, 1) + min(l.Col, 1)
		if sc > score {
			best, ok, score = l, true, sc
		}
	}
	return best, ok
}

// HasLocations reports whether any origin has a source location.
func (m *Module) HasLocations() bool { return len(m.Debug.locs) > 0 }

// SetLocation records the location of a source origin.
func (m *Module) SetLocation(o Origin, l Location) { put(&m.Debug.locs, o, l) }

// SetVariable records the variable that the results of a source origin bind.
func (m *Module) SetVariable(o Origin, v Variable) { put(&m.Debug.vars, o, v) }

// Variable returns the variable bound by o, if exactly the instruction itself or its only
// source binds one.
func (m *Module) Variable(o Origin) (Variable, bool) {
	s, ok := m.VariableOrigin(o)
	return m.Debug.vars[s], ok
}

// VariableOrigin is the source origin of the variable that [Module.Variable] finds.
func (m *Module) VariableOrigin(o Origin) (Origin, bool) {
	if len(m.Debug.vars) == 0 {
		return 0, false
	}
	for _, s := range m.Sources(nil, o) {
		if _, ok := m.Debug.vars[s]; ok {
			return s, true
		}
	}
	return 0, false
}

// SetCount records how often a source origin ran.
func (m *Module) SetCount(o Origin, n uint64) { put(&m.Profile.counts, o, n) }

// Count returns how often the sources of o ran together.
// Origins that were measured never go away, so a merged instruction has the sum of its parts.
func (m *Module) Count(o Origin) (n uint64, ok bool) {
	if len(m.Profile.counts) == 0 {
		return 0, false
	}
	for _, s := range m.Sources(nil, o) {
		if c, found := m.Profile.counts[s]; found {
			n, ok = n+c, true
		}
	}
	return n, ok
}

// SetWeights records the edge counts of a terminator's origin, which is a source or of [Module.Part].
func (m *Module) SetWeights(o Origin, w []uint64) { put(&m.Profile.weights, o, w) }

// HasWeights reports whether any origin has edge counts.
func (m *Module) HasWeights() bool { return len(m.Profile.weights) > 0 }

// Weights returns the edge counts of o: its own, if it was given some, else those of its sources
// with that many edges, summed up.
// Sources with another number of edges were other branches, and say nothing about this one.
func (m *Module) Weights(o Origin, edges int) []uint64 {
	if w := m.Profile.weights[o]; w != nil && len(w) == edges {
		return slices.Clone(w)
	}
	var sum []uint64
	for _, s := range m.Sources(nil, o) {
		w := m.Profile.weights[s]
		if len(w) != edges {
			continue
		}
		if sum == nil {
			sum = make([]uint64, edges)
		}
		for i, n := range w {
			sum[i] += n
		}
	}
	return sum
}

// put sets an entry of a map that is made when it is first needed; Synthetic stands for many and has none.
func put[V any](m *map[Origin]V, o Origin, v V) {
	if o == Synthetic {
		return
	}
	if *m == nil {
		*m = map[Origin]V{}
	}
	(*m)[o] = v
}
