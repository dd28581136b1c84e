package difftest

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// feedback runs both programs, looks at the comparisons that they made, and changes the numbers of the input on which these depend, until
// each comparison has come out in every way: what an operand is compared with takes its place in the input, a number moves along the slope
// of a distance, bits that flip a difference are found by elimination. Inputs on which something new came out are starting points for the
// next ones, and are proposed, as are those on which the two programs seem to differ.
type feedback struct {
	r       *runner // its input changes
	before  *ir.Module
	after   *ir.Module
	data    []*ir.Data // what inputs may change
	symbols []string   // that inputs may point to

	rand   *rand.Rand
	ways   map[outcome]bool    // that were seen
	paths  map[uint64]bool     // hashes of all outcomes of a run
	near   map[outcome]num.Int // the least distance to what was not seen
	queue  []*visit            // to start from
	tried  map[uint64]bool     // hashes of inputs that were run
	recent map[uint64]*visit   // of those, since it was asked
	yields []*Input            // to propose
	differ []*Input            // those of them on which the programs seem to differ
	equal  int                 // most comparisons that were equal in one run
	most   int                 // runs between two rounds
	runs   int                 // left
	steps  int64               // left
}

// outcome is a way in which a comparison comes out: whether the left number is less, equal or more.
type outcome struct {
	at  site
	way int
}

// visit is a run of both programs.
type visit struct {
	in     *Input
	sights []sight
	reads  []read
	texts  []pairOfTexts
	index  map[sightKey]int
	ends   [2]interp.OutcomeKind
	differ bool
	allocs int64
}

// sightKey names a sight in every run that comes to it.
type sightKey struct {
	at  site
	nth int
}

// Bounds of the search: runs of both programs and instructions between two rounds of generated inputs, starting points, and what a
// starting point may take.
const (
	feedbackRuns  = 2000
	feedbackSteps = 1 << 21
	feedbackFuel  = 1 << 15 // of one run
	mostQueue     = 1 << 10
	mostDiffer    = 32 // proposals between two rounds
	mostPaths     = 1 << 12
	slopeRuns     = 24
	flipRuns      = 130
)

// newFeedback is nil if nothing can be changed.
func newFeedback(q *Question, c *Config, vary vary, symbols []string) *feedback {
	if len(q.Func.Params) == 0 && len(vary.data) == 0 && !vary.allocs {
		return nil
	}
	cfg := *c
	most := feedbackRuns
	if c.Time == 0 {
		most = min(most, cmp.Or(c.Runs, DefaultRuns))
	}
	x := &feedback{r: &runner{c: &cfg, f: q.Func}, before: q.Before, after: q.After, data: vary.data, symbols: symbols, most: most,
		rand: rand.New(rand.NewPCG(q.Seed, 77)), ways: map[outcome]bool{}, paths: map[uint64]bool{}, near: map[outcome]num.Int{}, tried: map[uint64]bool{}}
	return x
}

// Propose implements [Source].
func (x *feedback) Propose(ctx context.Context, tried []*Input) []*Input {
	x.recent = map[uint64]*visit{}
	x.runs, x.steps, x.yields, x.differ = x.most, feedbackSteps, nil, nil
	if len(x.tried) > 1<<20 {
		x.tried = map[uint64]bool{}
	}
	for _, in := range tried {
		x.visit(x.complete(in))
	}
	for len(x.queue) > 0 && x.runs > 0 && x.steps > 0 && ctx.Err() == nil && len(x.differ) < mostDiffer && len(x.yields) < roundInputs {
		v := x.queue[0]
		x.queue = x.queue[1:]
		x.from(v)
	}
	return append(x.differ, x.yields...)
}

// complete is the input with known bytes in data that it may change, so that they are numbers of it.
func (x *feedback) complete(in *Input) *Input {
	in = in.clone()
	for _, d := range x.data {
		if len(d.Relocs) > 0 || in.Data[d.Name] != nil {
			continue
		}
		var b []byte
		for _, p := range d.Pieces {
			if p.Bytes == nil {
				b = append(b, make([]byte, p.Zero)...)
			}
			b = append(b, p.Bytes...)
		}
		if in.Data == nil {
			in.Data = map[string]*string{}
		}
		in.Data[d.Name] = new(hexBytes(b))
	}
	return in
}

// visit runs both programs on an input. It is nil where the input was run long before or a limit is reached.
func (x *feedback) visit(in *Input) *visit {
	key := in.hash()
	if v := x.recent[key]; v != nil {
		return v
	}
	if x.tried[key] || x.runs <= 0 || x.steps <= 0 || x.r.c.ctx.Err() != nil {
		return nil
	}
	x.tried[key] = true
	x.runs--
	v := &visit{in: in, index: map[sightKey]int{}}
	var outs [2]*interp.Outcome
	for side, m := range []*ir.Module{x.before, x.after} {
		w := newWatcher(side == 1)
		o := x.r.c.Options
		o.Observer, o.Fuel, o.FailAlloc = w, feedbackFuel, -1
		r := &runner{c: x.r.c, f: x.r.f, in: in}
		out := r.run(m, o)
		if out == nil {
			return nil
		}
		outs[side] = out
		x.steps -= out.Steps + 200
		v.allocs = max(v.allocs, out.Allocs)
		v.sights = append(v.sights, w.sights...)
		v.reads = append(v.reads, w.reads...)
		v.texts = append(v.texts, w.texts...)
	}
	for n := range v.sights {
		v.index[sightKey{v.sights[n].at, v.sights[n].nth}] = n
	}
	v.ends = [2]interp.OutcomeKind{outs[0].Kind, outs[1].Kind}
	v.differ = Refines(outs[0], outs[1], x.r.f.Returns).Verdict == Diverged
	x.judge(v)
	x.recent[key] = v
	return v
}

// judge notes what is new in a run.
func (x *feedback) judge(v *visit) {
	fresh, nearer := false, false
	hash := uint64(14695981039346656037)
	for n := range v.sights {
		s := &v.sights[n]
		o := outcome{s.at, s.x.Cmp(s.y)}
		hash = (hash ^ uint64(o.way+2) ^ uint64(s.at.inst)<<3 ^ uint64(s.at.part)<<40) * 1099511628211
		if !x.ways[o] {
			x.ways[o] = true
			fresh = true
		}
		if eq := (outcome{s.at, 0}); !x.ways[eq] {
			d := s.distance().Abs()
			if least, ok := x.near[eq]; !ok || d.Add(d.Shr(4)).Less(least) {
				x.near[eq] = d
				nearer = true
			}
		}
	}
	for _, r := range v.reads {
		for _, c := range []byte(r.name) {
			hash = (hash ^ uint64(c)) * 1099511628211
		}
	}
	hash = (hash ^ uint64(v.ends[0])<<8 ^ uint64(v.ends[1])) * 1099511628211
	if !x.paths[hash] && len(x.paths) < mostPaths {
		x.paths[hash] = true
		nearer = true
	}
	// What came out for the first time, or where more is equal than ever, leads on: it is next.
	equal := len(v.equalSights(&sight{}))
	switch {
	case fresh || nearer && equal >= x.equal && equal > 0:
		x.equal = max(x.equal, equal)
		x.queue = slices.Insert(x.queue, 0, v)
	case nearer && len(x.queue) < mostQueue:
		x.queue = append(x.queue, v)
	}
	fresh = fresh || nearer
	switch {
	case v.differ && len(x.differ) < mostDiffer:
		x.differ = append(x.differ, v.in)
	case fresh:
		x.yields = append(x.yields, v.in)
	}
}

// from starts from a run: it looks for inputs near its own on which its comparisons come out otherwise.
func (x *feedback) from(v *visit) {
	parts := partsOf(x.r.f, v.in, v.reads)
	x.whole(v)
	done := map[outcome]bool{}
	for n := range v.sights {
		s := &v.sights[n]
		for _, way := range []int{0, -1, 1} {
			o := outcome{s.at, way}
			if s.x.Cmp(s.y) == way || done[o] && s.nth > 2 {
				continue
			}
			// What came out in every way already is tried again from here in the cheap way, for what else holds here.
			done[o] = true
			x.solve(v, s, way, parts, x.ways[o])
			if x.runs <= 0 || x.steps <= 0 {
				return
			}
		}
	}
	x.sweep(v, parts)
}

// change visits the input with a change; it is nil if the change does not fit or was made before.
func (x *feedback) change(v *visit, edit func(in *Input) bool) *visit {
	in := v.in.clone()
	if !edit(in) {
		return nil
	}
	return x.visit(in)
}

// whole changes what is no number: poison arguments, pointers that are equal, texts that are compared, allocations that fail.
func (x *feedback) whole(v *visit) {
	x.poison(v)
	for n := range v.in.Args {
		if v.in.Args[n].Buffer == nil && v.in.Args[n].Symbol == "" {
			continue
		}
		for _, r := range v.reads {
			if a, ok := x.pointerTo(v.in, r); ok {
				x.change(v, func(in *Input) bool { in.Args[n] = a; return true })
			}
		}
		if v.in.Args[n].Buffer == nil {
			continue
		}
		for k := range v.in.Args {
			if a := v.in.Args[k]; k != n && a.Buffer != nil {
				x.change(v, func(in *Input) bool { in.Args[n] = *clonedArg(a); return true })
			}
			if b := v.in.Args[k].Buffer; b != nil {
				for _, r := range v.reads {
					if at := textOf(v.in, r.name); at != nil && r.size == 8 {
						x.change(v, func(in *Input) bool { return writePointer(at(in), int(r.off), *b, v.in.Args[k].Offset) })
					}
				}
			}
		}
	}
	for _, t := range v.texts {
		for k := range 2 {
			if at := textOf(v.in, t.at[k].name); at != nil {
				x.change(v, func(in *Input) bool { return writeText(at(in), int(t.at[k].off), t.want[1-k]) })
			}
		}
	}
	for n := range uint64(min(v.allocs, 8)) {
		x.change(v, func(in *Input) bool { in.FailAlloc = n + 1; return true })
	}
}

// poison makes each argument, field and lane poison, and each place that was read uninit.
func (x *feedback) poison(v *visit) {
	count := 0
	v.in.eachArg(func(*Arg) { count++ })
	for k := range min(count, 16) {
		var size int
		x.change(v, func(in *Input) bool {
			n := 0
			in.eachArg(func(a *Arg) {
				if n == k {
					if a.Bytes != nil {
						size = len(wordsOf(*a.Bytes))
					}
					*a = Arg{Poison: true}
				}
				n++
			})
			return true
		})
		for _, lane := range []int{8, 4, 2, 1} {
			for off := 0; off+lane <= min(size, 16); off += lane {
				x.change(v, func(in *Input) bool { return poisonLane(in, k, off, lane) })
			}
		}
	}
	for _, r := range v.reads {
		if at := textOf(v.in, r.name); at != nil {
			x.change(v, func(in *Input) bool { return unset(at(in), int(r.off)) })
		}
	}
}

// poisonLane makes some bytes of argument or field k poison.
func poisonLane(in *Input, k, off, size int) bool {
	n, ok := 0, false
	in.eachArg(func(a *Arg) {
		if n == k && a.Bytes != nil {
			if ok = writeText(a.Bytes, off, make([]byte, size)); ok {
				words := wordsOf(*a.Bytes)
				for i := range size {
					words[off+i] = "??"
				}
				*a.Bytes = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
			}
		}
		n++
	})
	return ok
}

// pointerTo is an argument that points to memory that was accessed.
func (x *feedback) pointerTo(in *Input, r read) (a Arg, ok bool) {
	if rest, ok := strings.CutPrefix(r.name, "buffer "); ok {
		n, err := strconv.Atoi(rest)
		return Arg{Buffer: &n, Offset: int64(r.off)}, err == nil && n < len(in.Buffers)
	}
	name, ok := strings.CutPrefix(r.name, "@")
	return Arg{Symbol: name, Offset: int64(r.off)}, ok && slices.Contains(x.symbols, name)
}

func clonedArg(a Arg) *Arg {
	b := *a.Buffer
	a.Buffer = &b
	return &a
}

// unset makes a byte uninit.
func unset(text *string, off int) bool {
	words := wordsOf(*text)
	if off < 0 || off >= len(words) || len(words[off]) != 2 || words[off] == "__" {
		return false
	}
	words[off] = "__"
	*text = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	return true
}

// sweep sets each number of the input to those that stand in comparisons, and their neighbours, and each byte to 0.
func (x *feedback) sweep(v *visit, parts []inputPart) {
	var values []num.Int
	for n := range v.sights {
		for _, w := range []num.Int{v.sights[n].x, v.sights[n].y} {
			if len(values) < 24 && !slices.ContainsFunc(values, w.Equal) {
				values = append(values, w)
			}
		}
	}
	for _, p := range parts {
		for _, w := range values {
			for d := int64(-1); d <= 1; d++ {
				x.change(v, func(in *Input) bool { return p.put(in, w.Add(num.New(d))) })
			}
		}
	}
	seen := map[string]bool{}
	for _, r := range v.reads {
		at := textOf(v.in, r.name)
		if at == nil || seen[r.name] || r.size > 2 {
			continue
		}
		seen[r.name] = true
		for k := range min(len(wordsOf(*at(v.in))), 64) {
			x.change(v, func(in *Input) bool { return writeText(at(in), k, []byte{0}) })
		}
	}
}
