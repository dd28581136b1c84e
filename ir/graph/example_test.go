package graph_test

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir/graph"
)

func Example() {
	// 0 → 1 → 2 → 1, 2 → 3: a loop with head 1.
	edges := [][]int32{{1}, {2}, {1, 3}, nil}
	g := graph.New(len(edges), slices.Values([]int32{0, 1, 2, 3}), func(dst []int32, v int32) []int32 { return append(dst, edges[v]...) })
	for _, l := range g.Loops(g.Dominators(g.ReversePostorder(0))).List {
		fmt.Println(l.Header)
	}
	// Output:
	// 1
}
