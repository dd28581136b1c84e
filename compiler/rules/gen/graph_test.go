package main

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// value is a value as the graph sees it.
type value struct {
	kind int
	args []*value
}

// at is the value at a place, nil if there is none.
func (v *value) at(where place) *value {
	for _, n := range []byte(where) {
		if v == nil || int(n) >= len(v.args) {
			return nil
		}
		v = v.args[n]
	}
	return v
}

// fits says by itself what a pattern asks, without any graph.
func (p *pattern) fits(v *value) bool {
	for at, s := range p.kinds {
		if x := v.at(at); x == nil || !s.has(x.kind) {
			return false
		}
	}
	for t := range p.equal {
		if x := v.at(t.at); x == nil || x != v.at(t.same) {
			return false
		}
	}
	return true
}

// walker reads what writeGraph writes.
type walker struct {
	*writer
	kinds *kinds
	opOf  map[int]ir.Op // by kind without annotations
}

func (w *walker) parts(v *value) int {
	n, unit := 0, 1
	for k, class := range w.kinds.inner[w.opOf[v.kind%claimedKind]] {
		n += unit * class[v.args[k].kind]
		unit *= slices.Max(class[:]) + 1
	}
	return n
}

func (w *walker) place(v *value, bits uint32) *value {
	for ; bits != 0; bits >>= 2 {
		v = v.args[bits&3-1]
	}
	return v
}

func (w *walker) ends(n uint32, v *value) []int {
	x := w.code[n&^ends]
	switch {
	case n == 0:
		return nil
	case n >= ends:
		var out []int
		for _, id := range w.lists[n-ends+1:][:w.lists[n-ends]] {
			out = append(out, int(id))
		}
		return out
	case x >= forks:
		var out []int
		for _, next := range w.code[n+1:][:x-forks] {
			out = append(out, w.ends(next, v)...)
		}
		slices.Sort(out)
		return out
	case x >= compares:
		if w.place(v, x&1023) == w.place(v, x>>10&1023) {
			n++
		}
		return w.ends(w.code[n+1], v)
	case x >= parts:
		return w.ends(w.code[int(n)+1+w.classes[(x-parts)>>10][w.parts(w.place(v, x&1023))]], v)
	}
	return w.ends(w.code[int(n)+1+w.classes[x>>10][w.place(v, x&1023).kind]], v)
}

func (w *walker) find(r root, v *value) []int {
	n := r.table
	if r.binary && v.args[0] == v.args[1] {
		n = r.same
	}
	n += w.classes[r.classes[0]][v.args[0].kind] * r.width
	if r.binary {
		n += w.classes[r.classes[1]][v.args[1].kind]
	}
	return w.ends(w.code[n], v)
}

// maker makes values at random, many of them such that a pattern fits.
type maker struct {
	*rand.Rand
	w     *walker
	arity map[ir.Op]int
}

func (m *maker) of(kind, depth int) *value {
	v := &value{kind: kind}
	for range m.arity[m.w.opOf[kind%claimedKind]] {
		k := 0
		if depth > 0 {
			k = m.IntN(numKinds)
		}
		v.args = append(v.args, m.of(k, depth-1))
	}
	return v
}

func (m *maker) like(p *pattern) *value {
	vars := map[string]*value{}
	var below func(t *schema.Term, where place) *value
	below = func(t *schema.Term, where place) *value {
		s, ok := p.kinds[where]
		if !ok {
			s = anyKind
		}
		if where != "" && m.IntN(20) == 0 {
			return m.of(m.IntN(numKinds), 3)
		}
		if v := vars[t.Var]; v != nil && m.IntN(12) > 0 {
			return v
		}
		k := m.IntN(numKinds)
		for where != "" && !s.has(k) {
			k = m.IntN(numKinds)
		}
		v := m.of(k, 3)
		if t.Op != "" {
			v.args = make([]*value, len(t.Args)-t.Imm)
			for n := range v.args {
				v.args[n] = below(bare(t.Args[n]), where+place(rune(n)))
			}
		}
		if t.Var != "" {
			vars[t.Var] = v
		}
		return v
	}
	return below(bare(p.lhs), "")
}

// TestGraph: for values of all kinds, the graph has those patterns, in order, that fit when each is
// asked by itself.
func TestGraph(t *testing.T) {
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	set, err := schema.Read(exported, data)
	if err != nil {
		t.Fatal(err)
	}
	all := patterns(set)
	k, err := prepare(all)
	if err != nil {
		t.Fatal(err)
	}
	w := &walker{newWriter(), k, map[int]ir.Op{}}
	m := &maker{rand.New(rand.NewPCG(testseed.Seed(t), 7)), w, map[ir.Op]int{}}
	for op, n := range k.ops {
		w.opOf[n] = op
	}
	for op, parts := range k.parts {
		for _, p := range parts {
			w.opOf[k.of[p.name]] = op
		}
	}
	for op := range w.opOf {
		if op := w.opOf[op]; op.Is(ir.Pure) {
			m.arity[op] = len(op.Info().Sig)
		}
	}
	none, some, most := 0, 0, 0
	id := 0
	each := testseed.Rounds(30, 6)
	for _, ps := range byRoot(all) {
		for _, p := range ps {
			p.id = id
			id++
		}
		r := w.start(ps)
		for _, p := range ps {
			for range each {
				v := m.like(p)
				var want []int
				for _, q := range ps {
					if q.fits(v) {
						want = append(want, q.id)
					}
				}
				got := w.find(r, v)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: the graph has %v, want %v", p.rule.Name, got, want)
				}
				if most = max(most, len(want)); len(want) == 0 {
					none++
				} else {
					some++
				}
			}
		}
	}
	t.Logf("%d patterns, %d numbers; no pattern fits %d values, some fit %d, at most %d", len(all), len(w.code), none, some, most)
	if none < 33*each || some < 333*each || most < 4 {
		t.Error("the values are not what the test needs")
	}
}
