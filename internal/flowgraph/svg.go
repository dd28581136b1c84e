package flowgraph

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// The picture carries its style, as it is shown on pages and as a file of its own. Nothing is fetched.
const style = `
  text { font: 12px monospace; fill: #111; }
  .name { font-weight: bold; font-size: 14px; }
  rect { fill: #f6f8fa; stroke: #57606a; }
  path { fill: none; stroke: #57606a; }
  .back { stroke: #b35900; stroke-dasharray: 4 3; }
  .label { fill: #0550ae; }
  marker path { fill: #57606a; stroke: none; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; } text { fill: #e6edf3; } rect { fill: #161b22; stroke: #8b949e; }
    path { stroke: #8b949e; } .label { fill: #79c0ff; } .back { stroke: #d18616; } marker path { fill: #8b949e; }
  }
`

// SVG writes the functions of m below each other in one picture. Edges that return are dashed and go
// around at the right.
// Coordinates have one decimal: more cannot be seen and would only make the file larger.
func SVG(w io.Writer, m *ir.Module) error {
	flows := make([]flow, len(m.Funcs))
	places := make([]*drawing, len(m.Funcs))
	width, height := 2*gapX, gapY
	// All functions are placed before anything is written: the head of the file has the size of the whole.
	for n, f := range m.Funcs {
		flows[n] = flowOf(f)
		places[n] = place(&flows[n])
		width, height = max(width, places[n].width), height+places[n].height+gapY
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img"><title>%s</title><style>%s</style>`+"\n",
		width, height, width, height, escaped("flow graphs of "+m.File), style)
	fmt.Fprint(b, `<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>`+"\n")
	y := 0.0
	for n := range flows {
		fmt.Fprintf(b, `<g transform="translate(0 %.1f)">`+"\n", y)
		flows[n].draw(b, places[n])
		fmt.Fprint(b, "</g>\n")
		y += places[n].height + gapY
	}
	fmt.Fprint(b, "</svg>\n")
	return b.Flush()
}

// draw writes one function: its name, the edges, and the boxes over them.
// Boxes come last and hide the ends of edges that run below them.
func (g *flow) draw(w io.Writer, d *drawing) {
	fmt.Fprintf(w, `<text class="name" x="%.1f" y="20">%s</text>`+"\n", gapX, escaped(g.name))
	for k, e := range g.edges {
		if d.routes[k] == nil {
			g.drawBack(w, d, k)
			continue
		}
		from := d.boxes[e.from]
		// Two ways out of a block leave it side by side.
		x, y := from.middle()+g.shift(k), from.y+from.height
		// A curve from box to box leaves and arrives vertically, so that the pieces join without a corner.
		path := fmt.Sprintf("M%.1f %.1f", x, y)
		for _, v := range d.routes[k][1:] {
			to := d.boxes[v]
			half := (to.y - y) / 2
			path += fmt.Sprintf(" C%.1f %.1f %.1f %.1f %.1f %.1f", x, y+half, to.middle(), to.y-half, to.middle(), to.y)
			x, y = to.middle(), to.y
		}
		fmt.Fprintf(w, `<path d="%s" marker-end="url(#arrow)"/>`+"\n", path)
		drawLabel(w, e.label, from.middle()+g.shift(k)+4, from.y+from.height+14)
	}
	for _, b := range d.boxes {
		if b.node < 0 {
			continue
		}
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4"/>`+"\n", b.x, b.y, b.width, b.height)
		for n, l := range g.nodes[b.node].lines {
			fmt.Fprintf(w, `<text x="%.1f" y="%.1f" xml:space="preserve">%s</text>`+"\n", b.x+padding, b.y+padding+lineHeight*(float64(n)+0.8), escaped(l))
		}
	}
}

// drawBack writes an edge that returns, along its lane.
// Each has its lane, so that two of them never lie on each other.
func (g *flow) drawBack(w io.Writer, d *drawing, k int) {
	e := g.edges[k]
	from, to := d.boxes[e.from], d.boxes[e.to]
	// It leaves at the bottom of the right side and arrives at the top of it.
	x1, y1, x2, y2 := from.x+from.width, from.y+from.height-padding, to.x+to.width, to.y+padding
	fmt.Fprintf(w, `<path class="back" d="M%.1f %.1f L%.1f %.1f L%.1f %.1f L%.1f %.1f" marker-end="url(#arrow)"/>`+"\n", x1, y1, d.lanes[k], y1, d.lanes[k], y2, x2, y2)
	drawLabel(w, e.label, x1+4, y1-4)
}

// shift is how far from the middle of its block an edge leaves, so that edges of one block are told apart.
// All edges of a block leave within 160 pixels, however many there are.
func (g *flow) shift(k int) float64 {
	first, count := k, 1
	for first > 0 && g.edges[first-1].from == g.edges[k].from {
		first--
	}
	for first+count < len(g.edges) && g.edges[first+count].from == g.edges[k].from {
		count++
	}
	return (float64(k-first) - float64(count-1)/2) * min(56, 160/float64(count))
}

// An edge that is always taken has none.
func drawLabel(w io.Writer, text string, x, y float64) {
	if text != "" {
		fmt.Fprintf(w, `<text class="label" x="%.1f" y="%.1f">%s</text>`+"\n", x, y, escaped(text))
	}
}

// escaped is a text inside an element. What XML cannot hold becomes U+FFFD.
// Names of functions and files are hostile text. The writer is a builder, whose Write does not fail.
func escaped(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("BUG: " + err.Error())
	}
	return b.String()
}
