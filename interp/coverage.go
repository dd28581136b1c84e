package interp

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// covers are the checks that a run has counted for its [Coverage]: by function and instruction, since a check is made at
// nearly every access.
type covers struct {
	funcs map[*ir.Func][]*instChecks // by ir.Inst
	last  *ir.Func                   // whose list is in list
	list  []*instChecks
}

// instChecks are the checks of an instruction.
type instChecks [numCodes]CheckCount

// of is the place for the counts of one instruction.
func (c *covers) of(f *ir.Func, i ir.Inst) *instChecks {
	if c.last != f {
		list, ok := c.funcs[f]
		if !ok {
			list = make([]*instChecks, f.NumInsts())
			c.funcs[f] = list
		}
		c.last, c.list = f, list
	}
	if c.list[i] == nil {
		c.list[i] = &instChecks{}
	}
	return c.list[i]
}

// report adds what was counted.
func (c *covers) report(to *Coverage) {
	for f, list := range c.funcs {
		for i, x := range list {
			if x == nil {
				continue
			}
			for code, n := range x {
				if n != (CheckCount{}) {
					to.check(CheckKey{f.Name, ir.Inst(i), Code(code)}, n)
				}
			}
		}
	}
}

// checked counts that a check was made.
// A check that cannot fail for the operands at hand is counted too: it was made.
func (w *world) checked(c Code, f *ir.Func, i ir.Inst) {
	if w.covers != nil {
		w.covers.of(f, i)[c].Ran++
	}
}

// failed counts that a check failed.
func (w *world) failed(c Code, f *ir.Func, i ir.Inst) {
	if w.covers != nil {
		w.covers.of(f, i)[c].Failed++
	}
}

// countAccess counts the checks of an access through p.
// It must agree with the checks of memory.Space.Check, which makes them all at once.
func (w *world) countAccess(f *ir.Func, i ir.Inst, p memory.Pointer, align uint32, write bool) {
	if w.covers == nil {
		return
	}
	w.checked(UBNull, f, i)
	w.checked(UBDangling, f, i)
	w.checked(UBOutOfBounds, f, i)
	if p.Kind == memory.ProvWildcard {
		w.checked(UBWildcard, f, i)
		if w.o.StrictProvenance {
			w.checked(UBStrictProvenance, f, i)
		}
	}
	if a := w.space.Record(p.Alloc); a != nil && a.Kind == memory.Stack {
		w.checked(UBDeadSlot, f, i)
	} else {
		w.checked(UBUseAfterFree, f, i)
	}
	if align > 1 {
		w.checked(UBMisaligned, f, i)
	}
	if write {
		w.checked(UBWriteConst, f, i)
	}
}

// check adds to the counts of one check.
func (c *Coverage) check(k CheckKey, n CheckCount) {
	if c.Checks == nil {
		c.Checks = map[CheckKey]CheckCount{}
	}
	o := c.Checks[k]
	c.Checks[k] = CheckCount{o.Ran + n.Ran, o.Failed + n.Failed}
}

// count adds n to entry k of a map that is made when it is first needed.
func count[K comparable](m *map[K]int64, k K, n int64) {
	if *m == nil {
		*m = map[K]int64{}
	}
	(*m)[k] += n
}

// Merge adds what o reached to c.
// Counts add up; o stays as it is.
func (c *Coverage) Merge(o *Coverage) {
	for k, n := range o.Blocks {
		count(&c.Blocks, k, n)
	}
	for k, n := range o.Edges {
		count(&c.Edges, k, n)
	}
	for k, n := range o.Ops {
		count(&c.Ops, k, n)
	}
	for k, n := range o.Checks {
		c.check(k, n)
	}
}

// Summary says in one line how much of m the runs reached.
// Two edges between the same blocks count as one, as in the keys.
func (c *Coverage) Summary(m *ir.Module) string {
	blocks, edges, reachedBlocks, reachedEdges := 0, 0, 0, 0
	var buf []ir.Edge
	for _, f := range m.Funcs {
		seen := map[EdgeKey]bool{}
		for b := range f.Blocks() {
			blocks++
			if c.Blocks[BlockKey{f.Name, b}] > 0 {
				reachedBlocks++
			}
			t := f.Terminator(b)
			if t == ir.NoInst {
				continue
			}
			buf = f.Edges(buf[:0], t)
			for _, e := range buf {
				k := EdgeKey{f.Name, b, e.Block}
				if seen[k] {
					continue
				}
				seen[k] = true
				edges++
				if c.Edges[k] > 0 {
					reachedEdges++
				}
			}
		}
	}
	ran, failed := 0, 0
	for _, n := range c.Checks {
		if n.Ran > 0 {
			ran++
		}
		if n.Failed > 0 {
			failed++
		}
	}
	return fmt.Sprintf("%d of %d blocks, %d of %d edges, %d checks ran, %d failed", reachedBlocks, blocks, reachedEdges, edges, ran, failed)
}

// coverageFile is the JSON form of a [Coverage]: places are named as in the text of the module.
// All four lists are there even if they are empty.
type coverageFile struct {
	Schema string          `json:"schema"`
	File   string          `json:"file,omitempty"`
	Blocks []coverageBlock `json:"blocks"`
	Edges  []coverageEdge  `json:"edges"`
	Checks []coverageCheck `json:"checks"`
	Ops    []coverageOp    `json:"ops"`
}

// Line is that of the label.
type coverageBlock struct {
	Func  string `json:"func"`
	Block string `json:"block"`
	Line  int    `json:"line,omitempty"`
	Count int64  `json:"count"`
}

// Line is that of the terminator.
type coverageEdge struct {
	Func  string `json:"func"`
	From  string `json:"from"`
	To    string `json:"to"`
	Line  int    `json:"line,omitempty"`
	Count int64  `json:"count"`
}

type coverageCheck struct {
	Func   string `json:"func"`
	Inst   string `json:"inst"`
	Line   int    `json:"line,omitempty"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	Ran    int64  `json:"ran"`
	Failed int64  `json:"failed"`
}

type coverageOp struct {
	Op    string `json:"op"`
	Count int64  `json:"count"`
}

// WriteJSON writes c for the functions of m, in the order of the text and by the names of the text: [ir.Func.Names].
// Blocks and edges that no run reached are there with a count of 0, so that a reader sees what is missing; checks
// that no run made are not.
func (c *Coverage) WriteJSON(w io.Writer, m *ir.Module) error {
	file := coverageFile{"tuffy/coverage/2", m.File, []coverageBlock{}, []coverageEdge{}, []coverageCheck{}, []coverageOp{}}
	for _, f := range m.Funcs {
		names := f.Names()
		for b := range f.Blocks() {
			file.Blocks = append(file.Blocks, coverageBlock{f.Name, names.BlockName(b), f.BlockPos(b).Line, c.Blocks[BlockKey{f.Name, b}]})
			file.Edges = c.appendEdges(file.Edges, f, names, b)
			for i := range f.Insts(b) {
				file.Checks = c.appendChecks(file.Checks, f, names, i)
			}
		}
	}
	for _, op := range slices.Sorted(maps.Keys(c.Ops)) {
		file.Ops = append(file.Ops, coverageOp{op.String(), c.Ops[op]})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(file)
}

// appendEdges adds the edges out of b.
// Two edges to one block count as one, as in the keys.
func (c *Coverage) appendEdges(to []coverageEdge, f *ir.Func, names ir.Numbering, b ir.Block) []coverageEdge {
	t := f.Terminator(b)
	if t == ir.NoInst {
		return to
	}
	seen := map[ir.Block]bool{}
	for _, e := range f.Edges(nil, t) {
		if !seen[e.Block] {
			seen[e.Block] = true
			to = append(to, coverageEdge{f.Name, names.BlockName(b), names.BlockName(e.Block), f.Module.TextPos(f.Origin(t)).Line, c.Edges[EdgeKey{f.Name, b, e.Block}]})
		}
	}
	return to
}

// appendChecks adds the checks of i that were made.
func (c *Coverage) appendChecks(to []coverageCheck, f *ir.Func, names ir.Numbering, i ir.Inst) []coverageCheck {
	for _, code := range Codes() {
		if n, ok := c.Checks[CheckKey{f.Name, i, code}]; ok {
			to = append(to, coverageCheck{f.Name, f.InstText(names, i), f.Module.TextPos(f.Origin(i)).Line, code.ID(), code.Slug(), n.Ran, n.Failed})
		}
	}
	return to
}
