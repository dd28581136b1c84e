package difftest

import (
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// What a run of a program shows of how near it came to going otherwise: the two numbers of each comparison, of each claim about a
// range, of each divisor and shift amount, and the memory that it accessed.

// site is a place of one of the two programs where two numbers are compared.
type site struct {
	after bool
	f     string
	inst  ir.Inst
	part  int // case of a switch, or bound of a claim
}

// sight is a comparison that a run made.
type sight struct {
	at   site
	nth  int // which of those at the site it is
	x, y num.Int
	t    ir.Type // of the operands of a float comparison, where x and y are ranks
}

// distance is x - y.
func (s *sight) distance() num.Int { return s.x.Sub(s.y) }

// read is memory that a run accessed: where in a buffer or in data, how many bytes.
type read struct {
	name string // of the allocation
	off  uint64
	size int
}

// pairOfTexts is a comparison of memory by a function of the library.
type pairOfTexts struct {
	at   [2]read
	want [2][]byte // what stood there
}

// Bounds of what is kept of a run.
const (
	mostSights = 400
	mostNth    = 12 // of one site
	mostReads  = 64
)

// watcher notes the sights of a run. It is a [interp.Selector].
type watcher struct {
	after  bool
	sights []sight
	counts map[site]int
	reads  []read
	seen   map[read]bool
	texts  []pairOfTexts
}

func newWatcher(after bool) *watcher {
	return &watcher{after: after, counts: map[site]int{}, seen: map[read]bool{}}
}

// Selects implements [interp.Selector].
func (w *watcher) Selects(f *ir.Func, i ir.Inst) bool {
	switch f.Op(i) {
	case ir.OpICmp, ir.OpFCmp, ir.OpSwitch, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem, ir.OpShl, ir.OpShr, ir.OpLoad, ir.OpAtomicLoad, ir.OpStore:
		return true
	case ir.OpCall:
		return comparers[calledName(f, i)] > 0
	}
	return claimed(f, i)
}

// comparers are functions of the library that compare two texts, with the number of their arguments.
var comparers = map[string]int{"memcmp": 3, "strcmp": 2, "strncmp": 3, "bcmp": 3, "strstr": 2, "strcasecmp": 2}

// calledName is the name of the function that a call names, empty if it does not.
func calledName(f *ir.Func, i ir.Inst) string {
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		return ""
	}
	name := f.Module.SymbolName(f.SymbolOf(d))
	if f.Module.Func(name) != nil {
		return ""
	}
	return name
}

// claimed reports whether i has one result, an int, with a range.
func claimed(f *ir.Func, i ir.Inst) bool {
	if f.NumResults(i) != 1 || f.TypeOf(f.Result(i, 0)) != ir.Int {
		return false
	}
	_, _, ok := f.AnnotOf(f.Result(i, 0)).Bounds()
	return ok && f.Op(i) != ir.OpIConst
}

// Before implements [interp.Observer].
func (w *watcher) Before(s *interp.Step) error {
	f, i := s.Func, s.Inst
	number := func(n int) (num.Int, bool) {
		v, _ := s.Value(f.Arg(i, n))
		switch v := v.(type) {
		case interp.Int:
			return v.V, true
		case interp.Float:
			return rankOf(v), !v.Type.IsWideFloat()
		}
		return num.Int{}, false
	}
	switch f.Op(i) {
	case ir.OpICmp, ir.OpFCmp:
		x, ok := number(0)
		y, ok2 := number(1)
		if ok && ok2 {
			t := f.TypeOf(f.Arg(i, 0))
			w.add(sight{at: w.site(f, i, 0), x: x, y: y, t: t})
		}
	case ir.OpSwitch:
		if x, ok := number(0); ok {
			for n := range min(f.NumTargets(i)-1, 64) {
				w.add(sight{at: w.site(f, i, n), x: x, y: f.TargetCase(i, n)})
			}
		}
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		if x, ok := number(1); ok {
			w.add(sight{at: w.site(f, i, -1), x: x})
		}
	case ir.OpShl, ir.OpShr:
		if x, ok := number(1); ok {
			w.add(sight{at: w.site(f, i, -1), x: x, y: num.New(-1)})
		}
	case ir.OpLoad, ir.OpAtomicLoad, ir.OpStore:
		at := 0
		if f.Op(i) == ir.OpStore {
			at = 1
		}
		v, _ := s.Value(f.Arg(i, at))
		if r, ok := changeable(s.Memory(), v); ok {
			r.size = int(min(max(f.Attr(i).N, 1), 16))
			w.note(r)
		}
	case ir.OpCall:
		w.compared(s)
	}
	return nil
}

// After implements [interp.Observer].
func (w *watcher) After(s *interp.Step) error {
	f, i := s.Func, s.Inst
	if !claimed(f, i) {
		return nil
	}
	v, _ := s.Value(f.Result(i, 0))
	if x, ok := v.(interp.Int); ok {
		lo, hi, _ := f.AnnotOf(f.Result(i, 0)).Bounds()
		w.add(sight{at: w.site(f, i, 1000), x: x.V, y: lo.Sub(num.New(1))})
		w.add(sight{at: w.site(f, i, 1001), x: x.V, y: hi.Add(num.New(1))})
	}
	return nil
}

func (w *watcher) site(f *ir.Func, i ir.Inst, part int) site {
	return site{after: w.after, f: f.Name, inst: i, part: part}
}

func (w *watcher) add(s sight) {
	s.nth = w.counts[s.at]
	w.counts[s.at]++
	if s.nth < mostNth && len(w.sights) < mostSights && s.x.BitLen() <= 256 && s.y.BitLen() <= 256 {
		w.sights = append(w.sights, s)
	}
}

func (w *watcher) note(r read) {
	if len(w.reads) < mostReads && !w.seen[r] {
		w.seen[r] = true
		w.reads = append(w.reads, r)
	}
}

// changeable is where a pointer points to in memory that an input can change.
func changeable(space *memory.Space, v interp.Value) (r read, ok bool) {
	p, ok := v.(interp.Ptr)
	if !ok {
		return r, false
	}
	a := space.Record(p.Alloc)
	if a == nil || a.Kind != memory.Input && a.Kind != memory.Global {
		return r, false
	}
	return read{name: a.Name, off: p.Addr - a.Base}, p.Addr-a.Base <= a.Size
}

// compared notes two texts that a function of the library is about to compare.
func (w *watcher) compared(s *interp.Step) {
	f, i := s.Func, s.Inst
	name := calledName(f, i)
	n := uint64(mostTextBytes)
	if comparers[name] == 3 {
		v, _ := s.Value(f.Arg(i, 3))
		if k, ok := v.(interp.Int); ok {
			if k, ok := k.V.Uint64(); ok {
				n = min(n, k)
			}
		}
	}
	var p pairOfTexts
	for k := range 2 {
		v, _ := s.Value(f.Arg(i, 1+k))
		q, ok := v.(interp.Ptr)
		if !ok {
			return
		}
		a := s.Memory().Record(q.Alloc)
		if a == nil || q.Addr-a.Base > a.Size {
			return
		}
		off := q.Addr - a.Base
		size := min(n, a.Size-off)
		bytes, ok := a.Window(off, size)
		for !ok && size > 0 {
			size--
			bytes, ok = a.Window(off, size)
		}
		if name != "memcmp" && name != "bcmp" {
			bytes = untilZero(bytes)
		}
		p.at[k] = read{name: a.Name, off: off, size: len(bytes)}
		p.want[k] = append([]byte{}, bytes...)
	}
	if len(w.texts) < 16 {
		w.texts = append(w.texts, p)
	}
}

// untilZero is a text with its end.
func untilZero(b []byte) []byte {
	for n, x := range b {
		if x == 0 {
			return b[:n+1]
		}
	}
	return b
}

// rankOf orders floats of a type: neighbours differ by one, and both zeros are 0. A NaN lies beyond infinity.
func rankOf(v interp.Float) num.Int {
	sign := uint64(1) << (v.Type.FloatBits() - 1)
	if v.Lo&sign != 0 {
		return num.FromUint64(v.Lo &^ sign).Neg()
	}
	return num.FromUint64(v.Lo)
}

// bitsOfRank are the bits of the float of a rank; ok is false if there is none.
func bitsOfRank(r num.Int, width uint) (bits uint64, ok bool) {
	m, ok := r.Abs().Uint64()
	if !ok || m>>(width-1) != 0 {
		return 0, false
	}
	if r.Sign() < 0 {
		m |= 1 << (width - 1)
	}
	return m, true
}
