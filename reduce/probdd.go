package reduce

import (
	"math"
	"slices"
)

// model holds for each edit of a pass the probability that the program needs what the edit
// takes away. 1 is certainty: the edit was tried alone and failed, or has been applied. See Wang et
// al., section 3. The edits are treated as independent, which they are not; that costs tests and
// not correctness, as every subset is asked about.
// The index is that of the edit in the list of the pass. Values only grow, until they are 1.
type model []float64

// newModel starts with 1/(n+1), for which the first subset is everything. The paper's prior is the
// same for all edits; 1/(n+1) makes the expected gain of the whole set the largest.
func newModel(n int) model {
	m := make(model, n)
	for i := range m {
		m[i] = 1 / float64(n+1)
	}
	return m
}

// next is the subset with the greatest expected gain, the size times the probability that it
// succeeds: always a prefix of the edits by rising probability. It is nil when all is known.
// Sorting by probability makes the best subset a prefix, so n sums are enough; it takes O(n log n).
// A single edit that is left is tried alone, whatever its probability.
func (m model) next() []int {
	var open []int
	for i, p := range m {
		if p < 1 {
			open = append(open, i)
		}
	}
	// Stable, so that equal probabilities keep the order of the list and a run repeats.
	slices.SortStableFunc(open, func(a, b int) int {
		switch {
		case m[a] < m[b]:
			return -1
		case m[a] > m[b]:
			return 1
		}
		return 0
	})
	best, gain, succeeds := 0, -1.0, 1.0
	for n, i := range open {
		succeeds *= 1 - m[i]
		if g := float64(n+1) * succeeds; g > gain {
			best, gain = n+1, g
		}
	}
	open = open[:best]
	// Edits are applied in the order of the list, as later ones count on that.
	slices.Sort(open)
	return open
}

// fail learns that the subset as a whole did not succeed (Bayes' rule). The probability of each
// edit given that not all of the set are unneeded is p/(1-prod). A single edit that failed is
// needed for certain.
// set must be one that next returned, or a part of one.
func (m model) fail(set []int) {
	all := 1.0
	for _, i := range set {
		all *= 1 - m[i]
	}
	for _, i := range set {
		m[i] = m[i] / (1 - all)
		// Rounding could leave an edit just below 1, which would be tried without end.
		if len(set) == 1 || m[i] > 1-1e-9 || math.IsNaN(m[i]) {
			m[i] = 1
		}
	}
}

// settle closes the edits of a subset: applied, or without effect.
func (m model) settle(set []int) {
	for _, i := range set {
		m[i] = 1
	}
}
