package pass

import (
	"math"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// The profile says of terminators, by source origin, how often each edge was taken. Passes do not
// look after it: the origin of a terminator, and the sums of those that it replaces, tell in which
// shares control leaves a block, whoever copied, merged or moved it. How often the block runs does
// not follow from that, since copies have the same origin; so after the last pass the run makes
// the counts of each function that changed again, from how often it is entered and the shares:
// what comes into a block goes out of it.

// entered is how often a function is entered, 0 if that is not known, and its version before the
// run.
// times is a float, as counts are scaled by shares.
type entered struct {
	times   float64
	version uint64
}

// profileBefore finds out how often functions are entered.
func (r *run) profileBefore(m *ir.Module) {
	if !m.HasWeights() {
		return
	}
	r.entered = map[*ir.Func]entered{}
	for _, f := range m.Funcs {
		if f.Entry() != ir.NoBlock {
			c := cfg.New(f)
			r.entered[f] = entered{timesEntered(c, frequencies(c)), f.Version()}
		}
	}
}

// timesEntered is how often a function is entered, by the count of its entry or that of the first
// block that has weights.
func timesEntered(c *cfg.CFG, freq []float64) float64 {
	f := c.F
	for _, b := range c.Order() {
		if n, ok := f.Module.Count(f.Origin(f.Terminator(b))); ok && b == f.Entry() {
			return float64(n)
		}
		sum := 0.0
		for _, w := range weights(f, b) {
			sum += float64(w)
		}
		if sum > 0 && freq[b] > 0 {
			return sum / freq[b]
		}
	}
	return 0
}

// profileAfter makes the counts of functions that changed. One that only has code of others is
// entered so often that its first counts stay.
func (r *run) profileAfter(g *group) {
	if !g.config.Profile || r.entered == nil {
		return
	}
	for _, f := range g.funcs {
		e, ok := r.entered[f]
		if !ok || e.version == f.Version() {
			continue
		}
		c := cfg.New(f)
		freq := frequencies(c)
		if e.times == 0 {
			e.times = timesEntered(c, freq)
		}
		for _, b := range c.Order() {
			shares := sharesOf(f, b)
			counts := make([]uint64, len(shares))
			for k, s := range shares {
				counts[k] = count(e.times * freq[b] * s)
			}
			t := f.Terminator(b)
			if len(counts) == 0 || f.Origin(t) == ir.Synthetic || slices.Equal(counts, weights(f, b)) {
				continue
			}
			o := f.Module.Part(f.Origin(t))
			f.Module.SetWeights(o, counts)
			f.SetOrigin(t, o)
		}
	}
}

// count rounds how often an edge is taken, which is 0 if it is infinity times a share of 0.
func count(times float64) uint64 {
	if math.IsNaN(times) {
		return 0
	}
	return uint64(math.Round(min(times, 1<<62)))
}

func frequencies(c *cfg.CFG) []float64 {
	return c.Frequencies(c.Loops(c.Dominators()), func(b ir.Block) []float64 { return sharesOf(c.F, b) })
}

// weights is what the profile says of the terminator of b.
func weights(f *ir.Func, b ir.Block) []uint64 {
	t := f.Terminator(b)
	return f.Module.Weights(f.Origin(t), len(f.Edges(nil, t)))
}

// sharesOf is in which shares control leaves b: as the profile says, else evenly.
// The shares sum up to 1, but for rounding; a block without edges has none.
func sharesOf(f *ir.Func, b ir.Block) []float64 {
	n := len(f.Edges(nil, f.Terminator(b)))
	out := make([]float64, n)
	w := weights(f, b)
	sum := 0.0
	for _, x := range w {
		sum += float64(x)
	}
	for k := range out {
		out[k] = 1 / float64(n)
		if sum > 0 {
			out[k] = float64(w[k]) / sum
		}
	}
	return out
}

// Times are how often the profile says that the blocks of f run, as f is now, by block; nil if it says nothing of f: a profile may be
// of some functions alone.
func Times(f *ir.Func) []float64 {
	if f.Entry() == ir.NoBlock || !profiled(f) {
		return nil
	}
	g := cfg.New(f)
	out := frequencies(g)
	entered := timesEntered(g, out)
	for b := range out {
		out[b] *= entered
	}
	return out
}

// profiled reports whether the profile has a count of a terminator of f.
func profiled(f *ir.Func) bool {
	if !f.Module.HasWeights() {
		return false
	}
	if _, ok := f.Module.Count(f.Origin(f.Terminator(f.Entry()))); ok {
		return true
	}
	for b := range f.Blocks() {
		if len(weights(f, b)) > 0 {
			return true
		}
	}
	return false
}
