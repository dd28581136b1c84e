// Package flowgraph draws the control flow of functions: as DOT for Graphviz, and as SVG that a browser shows
// without any program.
//
// Non-goals: data flow, and layouts of graphs of other kinds.
package flowgraph

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// flow is a function as it is drawn: its blocks in the order of the text, the entry first.
// Edges of one node stand together, in the order of its terminator's targets: shift relies on it.
type flow struct {
	name  string
	nodes []node
	edges []edge
}

// node is a block: its heading and its instructions, a line each.
type node struct {
	id    string
	lines []string
}

// edge is a way from one node to another; label says when it is taken, and is empty where it always is.
type edge struct {
	from, to int
	label    string
}

// flowOf reads the graph of a function.
// Names are those of the printed text, so that a node can be looked up in the listing. A block without a
// terminator, which the verifier would refuse, has no edges.
func flowOf(f *ir.Func) flow {
	g := flow{name: ir.SymbolText(f.Name)}
	names := f.Names()
	at := map[ir.Block]int{}
	for b := range f.Blocks() {
		at[b] = len(g.nodes)
		head := names.BlockName(b)
		var args []string
		for _, v := range f.Args(b) {
			args = append(args, names.Name(v))
		}
		// The heading names the arguments, the instructions follow as they are printed.
		n := node{id: head}
		if len(args) > 0 {
			head += "(" + strings.Join(args, ", ") + ")"
		}
		n.lines = append(n.lines, head+":")
		for i := range f.Insts(b) {
			n.lines = append(n.lines, f.InstText(names, i))
		}
		g.nodes = append(g.nodes, n)
	}
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		edges := f.Edges(nil, t)
		for n, e := range edges {
			g.edges = append(g.edges, edge{at[b], at[e.Block], label(f, t, n, len(edges))})
		}
	}
	return g
}

// label says when the n-th way out of a terminator is taken.
// A switch has its default last and a conditional branch its true edge first, as in [ir.Func.Edges].
func label(f *ir.Func, t ir.Inst, n, ways int) string {
	switch {
	case f.Op(t) == ir.OpSwitch && n == ways-1:
		return "default"
	case f.Op(t) == ir.OpSwitch:
		c := f.TargetCase(t, n)
		return c.String()
	case ways == 2 && n == 0:
		return "true"
	case ways == 2:
		return "false"
	}
	return ""
}

// DOT writes every function of m as a cluster of one graph in the language of Graphviz.
// Errors of the writer are kept by the buffer and come out of Flush. The same module gives the same bytes.
// Nodes are numbered and not named, as two functions may have blocks of one name.
func DOT(w io.Writer, m *ir.Module) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "digraph module {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n")
	for k, f := range m.Funcs {
		g := flowOf(f)
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%s;\n", k, dotText([]string{g.name}, ""))
		for n, x := range g.nodes {
			// \l ends a line and sets it left.
			fmt.Fprintf(b, "    f%d_%d [label=%s];\n", k, n, dotText(x.lines, `\l`))
		}
		for _, e := range g.edges {
			fmt.Fprintf(b, "    f%d_%d -> f%d_%d", k, e.from, k, e.to)
			if e.label != "" {
				fmt.Fprintf(b, " [label=%s]", dotText([]string{e.label}, ""))
			}
			fmt.Fprint(b, ";\n")
		}
		fmt.Fprint(b, "  }\n")
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// dotText is a quoted string of DOT, each line followed by end. A backslash starts an escape there, so that those
// of the text are doubled.
// A newline within a line would end the node's row; DOT has no other character that ends a string.
func dotText(lines []string, end string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	var b strings.Builder
	b.WriteByte('"')
	for _, l := range lines {
		b.WriteString(r.Replace(l) + end)
	}
	b.WriteByte('"')
	return b.String()
}
