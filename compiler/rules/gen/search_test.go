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

// value is a value as the search sees it.
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

// fits says by itself what a pattern asks, without any table.
func (p *pattern) fits(v *value) bool {
	for at, s := range p.kinds {
		if x := v.at(at); x == nil || !s.has(x.kind) {
			return false
		}
	}
	return !p.twice || v.args[0] == v.args[1]
}

// searcher reads what writeSearch writes.
type searcher struct {
	*writer
	opOf map[int]ir.Op // by kind without annotations
}

func (w *searcher) find(r root, v *value) (ids []int) {
	at := r.table + w.classes[r.left][v.args[0].kind]*r.width
	same := false
	if r.binary {
		same = v.args[0] == v.args[1]
		at += w.classes[r.right][v.args[1].kind]
	}
	c := w.cells[w.table[at]]
	set := c.other
	if same {
		set = c.same
	}
	for _, l := range c.looks {
		if x := v.at(l.at); x != nil {
			set &= w.masks[l.sets+w.classes[l.class][x.kind]]
		}
	}
	for n := range 64 {
		if set>>n&1 != 0 {
			ids = append(ids, w.lists[c.list+n])
		}
	}
	return ids
}

// maker makes values at random, many of them such that a pattern fits.
type maker struct {
	*rand.Rand
	w     *searcher
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

// TestSearch: for values of all kinds, the search finds those patterns, in order, that fit when each is
// asked by itself.
func TestSearch(t *testing.T) {
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
	w := &searcher{newWriter(), map[int]ir.Op{}}
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
		r, err := w.start(ps)
		if err != nil {
			t.Fatal(err)
		}
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
					t.Fatalf("%s: it finds %v, want %v", p.rule.Name, got, want)
				}
				if most = max(most, len(want)); len(want) == 0 {
					none++
				} else {
					some++
				}
			}
		}
	}
	t.Logf("%d patterns, %d cells; no pattern fits %d values, some fit %d, at most %d", len(all), len(w.cells), none, some, most)
	if none < 33*each || some < 333*each || most < 4 {
		t.Error("the values are not what the test needs")
	}
}
