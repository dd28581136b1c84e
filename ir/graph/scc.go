package graph

// Components are the strongly connected components of a graph: two nodes are in one when each
// reaches the other.
type Components[N Node] struct {
	order []N
	start []int32 // where each component begins in order, and the end
	of    []int32 // by node
}

// Len is the number of components.
func (c *Components[N]) Len() int { return len(c.start) - 1 }

// Nodes returns the nodes of component k, the one where the walk entered it last; the caller must
// not change them.
func (c *Components[N]) Nodes(k int) []N { return c.order[c.start[k]:c.start[k+1]] }

// Of returns the component of v, -1 if no root reaches it.
func (c *Components[N]) Of(v N) int { return int(c.of[v]) }

// SCC finds the components of what the roots reach, in the order in which a depth-first walk from
// the first root, then the next, leaves them: each after all that it reaches (Tarjan, "Depth-First
// Search and Linear Graph Algorithms", SIAM Journal on Computing 1972). Backward, for one root, that
// is the order in which the components begin in [Graph.ReversePostorder] from the root.
func (g *Graph[N]) SCC(roots ...N) *Components[N] {
	n := g.Len()
	c := &Components[N]{order: make([]N, 0, n), start: make([]int32, 1, n+1), of: make([]int32, n)}
	for v := range c.of {
		c.of[v] = -1
	}
	number := make([]int32, n) // order of visits, from 1
	low := make([]int32, n)    // the smallest number of an open component known to be reached
	var walk []cursor[N]
	var pending []N // visited nodes that are in no component yet
	visits := int32(0)
	visit := func(v N) {
		visits++
		number[v], low[v] = visits, visits
		walk = append(walk, cursor[N]{v, 0})
		pending = append(pending, v)
	}
	for _, root := range roots {
		if number[root] != 0 {
			continue
		}
		for visit(root); len(walk) > 0; {
			top := &walk[len(walk)-1]
			v := top.node
			if succs := g.Succs(v); top.next < len(succs) {
				s := succs[top.next]
				top.next++
				if number[s] == 0 {
					visit(s)
				} else if c.of[s] < 0 {
					low[v] = min(low[v], number[s])
				}
				continue
			}
			walk = walk[:len(walk)-1]
			if len(walk) > 0 {
				p := walk[len(walk)-1].node
				low[p] = min(low[p], low[v])
			}
			if low[v] < number[v] {
				continue
			}
			for last := None[N](); last != v; {
				last = pending[len(pending)-1]
				pending = pending[:len(pending)-1]
				c.of[last] = int32(c.Len())
				c.order = append(c.order, last)
			}
			c.start = append(c.start, int32(len(c.order)))
		}
	}
	return c
}
