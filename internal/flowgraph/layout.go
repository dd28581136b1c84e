package flowgraph

import (
	"slices"
	"unicode/utf8"
)

// Sizes of what is drawn, in pixels.
const (
	// An estimate, since no font is measured here: a box is a little wider than its text in the usual ones.
	charWidth  = 7.3 // of a monospaced font of 12 pixels
	lineHeight = 16.0
	padding    = 8.0
	gapX       = 28.0
	gapY       = 44.0
	laneGap    = 12.0
)

// box is where a node is drawn. A box of no lines is a bend of an edge that passes its layer.
// Its place is that of the upper left corner; y grows downward, as in SVG.
type box struct {
	x, y, width, height float64
	node                int // -1 of a bend
}

// Edges meet boxes in the middle of their upper and lower side.
func (b *box) middle() float64 { return b.x + b.width/2 }

// drawing is a flow with places: each edge goes through boxes from the top down, or returns at the right side in
// a lane of its own.
// Boxes of nodes come first, with the index of their node; bends follow.
type drawing struct {
	boxes         []box
	routes        [][]int // by edge: from its box over bends to its last; nil of one that returns
	lanes         []float64
	width, height float64
}

// place lays a flow out in layers, as Sugiyama, Tagawa and Toda do: a node is one layer below the lowest of
// those that lead to it, edges that go up aside; bends stand where an edge passes a layer; each layer is ordered by the mean
// place of its neighbours, down and up again a few times.
// An edge that does not go down, one from a block to itself among them, has no route.
func place(g *flow) *drawing {
	d := &drawing{routes: make([][]int, len(g.edges)), lanes: make([]float64, len(g.edges))}
	layer := layers(g)
	for n, x := range g.nodes {
		chars := 0
		for _, l := range x.lines {
			chars = max(chars, utf8.RuneCountInString(l))
		}
		// Runes and not bytes are counted: a monospaced font gives each the same width.
		d.boxes = append(d.boxes, box{width: float64(chars)*charWidth + 2*padding, height: float64(len(x.lines))*lineHeight + 2*padding, node: n})
	}
	// A function has an entry, so that there is a layer.
	rows := make([][]int, slices.Max(layer)+1)
	for n := range g.nodes {
		rows[layer[n]] = append(rows[layer[n]], n)
	}
	for k, e := range g.edges {
		if layer[e.to] <= layer[e.from] {
			continue
		}
		route := []int{e.from}
		for l := layer[e.from] + 1; l < layer[e.to]; l++ {
			rows[l] = append(rows[l], len(d.boxes))
			route = append(route, len(d.boxes))
			d.boxes = append(d.boxes, box{width: laneGap, node: -1})
		}
		d.routes[k] = append(route, e.to)
	}
	d.order(rows)
	d.settle(rows)
	// Edges that return go around everything at the right.
	for k := range g.edges {
		if d.routes[k] == nil {
			d.width += laneGap
			d.lanes[k] = d.width
		}
	}
	d.width += gapX
	return d
}

// layers numbers the layer of each node from the top: one more than those before it have, along edges that do
// not return.
// An edge returns if it leads against the reverse postorder. What is left has no cycle, so that one pass in that
// order finds the longest path to each node.
func layers(g *flow) []int {
	out := make([][]int, len(g.nodes))
	for _, e := range g.edges {
		out[e.from] = append(out[e.from], e.to)
	}
	layer := make([]int, len(g.nodes))
	// Blocks that nothing leads to are drawn as well: each may be a root of its own.
	state := make([]int8, len(g.nodes)) // 0 not seen, 1 on the way here, 2 done
	var order []int                     // postorder
	type step struct{ node, next int }
	for root := range g.nodes {
		if state[root] != 0 {
			continue
		}
		state[root] = 1
		// By a list and not by calls: a function may have very many blocks in a row.
		for stack := []step{{root, 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = 2
				order = append(order, top.node)
				stack = stack[:len(stack)-1]
				continue
			}
			to := out[top.node][top.next]
			top.next++
			if state[to] == 0 {
				state[to] = 1
				stack = append(stack, step{to, 0})
			}
		}
	}
	slices.Reverse(order)
	rank := make([]int, len(g.nodes))
	for n, v := range order {
		rank[v] = n
	}
	for _, v := range order {
		for _, to := range out[v] {
			// An edge against the order returns.
			if rank[to] > rank[v] {
				layer[to] = max(layer[to], layer[v]+1)
			}
		}
	}
	return layer
}

// order sorts each row by the mean index of its neighbours in the row before, then after.
// This is the barycenter heuristic. Least crossings are NP-hard to find; four sweeps down and up are enough
// for functions, and bound the time by the number of edges.
func (d *drawing) order(rows [][]int) {
	above, below := make([][]int, len(d.boxes)), make([][]int, len(d.boxes))
	for _, r := range d.routes {
		for n := 1; n < len(r); n++ {
			above[r[n]] = append(above[r[n]], r[n-1])
			below[r[n-1]] = append(below[r[n-1]], r[n])
		}
	}
	index := make([]float64, len(d.boxes))
	number := func(row []int) {
		for n, v := range row {
			index[v] = float64(n)
		}
	}
	sort := func(row []int, near [][]int) {
		mean := map[int]float64{}
		for _, v := range row {
			mean[v] = index[v]
			if len(near[v]) > 0 {
				sum := 0.0
				for _, u := range near[v] {
					sum += index[u]
				}
				mean[v] = sum / float64(len(near[v]))
			}
		}
		// Stable, and by index where a box has no neighbour: the same function gives the same picture.
		slices.SortStableFunc(row, func(a, b int) int {
			switch {
			case mean[a] < mean[b]:
				return -1
			case mean[a] > mean[b]:
				return 1
			}
			return 0
		})
		number(row)
	}
	for _, row := range rows {
		number(row)
	}
	// More sweeps change little once the order has settled.
	for range 4 {
		for _, row := range rows {
			sort(row, above)
		}
		for n := len(rows) - 1; n >= 0; n-- {
			sort(rows[n], below)
		}
	}
}

// settle gives the boxes their places: rows below each other, each in the middle.
// A row is as high as its highest box. The widest row decides the width, without the lanes, which place adds.
func (d *drawing) settle(rows [][]int) {
	widths := make([]float64, len(rows))
	for n, row := range rows {
		for _, v := range row {
			widths[n] += d.boxes[v].width + gapX
		}
		d.width = max(d.width, widths[n]+gapX)
	}
	y := gapY
	for n, row := range rows {
		x, height := (d.width-widths[n])/2+gapX/2, 0.0
		for _, v := range row {
			b := &d.boxes[v]
			b.x, b.y = x, y
			x += b.width + gapX
			height = max(height, b.height)
		}
		y += height + gapY
	}
	d.height = y
}
