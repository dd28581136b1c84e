package graph

// Loop is a natural loop: the nodes that reach a back edge to the header without passing through
// it. A back edge goes to a node that dominates its source. Loops with one header are one loop; of
// two with different headers one contains the other or they are disjoint.
type Loop[N Node] struct {
	Header  N
	Parent  int // index of the loop around this one, -1 if there is none
	Depth   int // 1 for an outermost loop
	Latches []N // sources of back edges, in reverse postorder
}

// LoopNest is the natural loops of a graph, and which is in which.
type LoopNest[N Node] struct {
	List []Loop[N] // in reverse postorder of the headers, so that outer loops come before inner ones
	// Irreducible holds the edges, source and target, that go back in the reverse postorder to a
	// node that does not dominate the source. Their cycles are not in List. A graph without any is
	// reducible, whatever order was taken.
	Irreducible [][2]N
	innermost   []int32 // by node
}

// Innermost returns the index of the innermost loop that contains v, -1 if there is none.
func (l *LoopNest[N]) Innermost(v N) int {
	if int(v) >= len(l.innermost) {
		return -1
	}
	return int(l.innermost[v])
}

// Depth returns how many loops contain v.
func (l *LoopNest[N]) Depth(v N) int {
	if n := l.Innermost(v); n >= 0 {
		return l.List[n].Depth
	}
	return 0
}

// Loops finds the loop nest of the nodes of a dominator tree of g, in nearly linear time (after
// Tarjan, "Testing Flow Graph Reducibility", JCSS 1974): an inner loop is found before those around
// it and stands from then on, as one node, for all in it.
func (g *Graph[N]) Loops(dom *Tree[N]) *LoopNest[N] {
	l := &LoopNest[N]{innermost: make([]int32, g.Len())}
	byHeader := make([]int32, g.Len())
	for v := range l.innermost {
		l.innermost[v], byHeader[v] = -1, -1
	}
	var latches [][]N
	var headers []N
	for _, v := range dom.Order.List {
		for _, s := range g.Succs(v) {
			switch {
			case dom.Dominates(s, v):
				if byHeader[s] < 0 {
					byHeader[s] = int32(len(headers))
					headers, latches = append(headers, s), append(latches, nil)
				}
				if at := &latches[byHeader[s]]; len(*at) == 0 || (*at)[len(*at)-1] != v {
					*at = append(*at, v)
				}
			case dom.Order.Retreats(v, s):
				l.Irreducible = append(l.Irreducible, [2]N{v, s})
			}
		}
	}
	if len(headers) == 0 {
		return l
	}
	l.List = make([]Loop[N], 0, len(headers))
	for _, v := range dom.Order.List {
		if k := byHeader[v]; k >= 0 {
			byHeader[v] = int32(len(l.List))
			l.List = append(l.List, Loop[N]{Header: v, Parent: -1, Depth: 1, Latches: latches[k]})
		}
	}
	g.nest(l, dom, byHeader)
	for k := range l.List {
		if p := l.List[k].Parent; p >= 0 {
			l.List[k].Depth += l.List[p].Depth
		}
	}
	return l
}

// nest fills in the parents of loops and the innermost loops of nodes.
func (g *Graph[N]) nest(l *LoopNest[N], dom *Tree[N], byHeader []int32) {
	// A node that was found to be in a loop points at its header; a header of an inner loop so at
	// that of the outer one. Paths are halved on the way.
	up := make([]N, g.Len())
	for v := range up {
		up[v] = N(v)
	}
	outermost := func(v N) N {
		for up[v] != v {
			up[v] = up[up[v]]
			v = up[v]
		}
		return v
	}
	var work []N
	for k := len(l.List) - 1; k >= 0; k-- {
		h := l.List[k].Header
		l.innermost[h] = int32(k)
		add := func(v N) {
			if !dom.Contains(v) {
				return
			}
			if v = outermost(v); v != h {
				up[v] = h
				work = append(work, v)
			}
		}
		for _, v := range l.List[k].Latches {
			add(v)
		}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if inner := byHeader[v]; inner >= 0 {
				l.List[inner].Parent = k
			} else {
				l.innermost[v] = int32(k)
			}
			for _, e := range g.Preds(v) {
				add(e.From)
			}
		}
	}
}
