package flowgraph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

const loop = `
func @"a <b> \"c\" &"(int, bool) -> int {
  bb0:
    v0 = param 0
    v1:bool = param 1
    v2 = iconst 0
    br bb1(v2)
  bb1(v3: int):
    v4 = iconst 1
    v5 = add v3, v4
    v6:bool = icmp.lt v5, v0
    brif v6, bb1(v5), bb2
  bb2:
    brif v1, bb3, bb4
  bb3:
    ret v5
  bb4:
    unreachable
}
`

// TestLayout: boxes do not overlap, an edge that does not return goes down, and one that does has a lane beside everything.
func TestLayout(t *testing.T) {
	for name, g := range map[string]*flow{
		"loop":    new(flowOf(irtest.Parse(t, loop).Funcs[0])),
		"self":    {nodes: make([]node, 1), edges: []edge{{0, 0, ""}}},
		"diamond": {nodes: make([]node, 5), edges: []edge{{0, 1, ""}, {0, 2, ""}, {1, 3, ""}, {2, 3, ""}, {0, 3, ""}, {3, 0, ""}}},
		"row":     {nodes: make([]node, 20000), edges: row(20000)},
	} {
		d := place(g)
		for k, e := range g.edges {
			r := d.routes[k]
			if r == nil {
				if d.lanes[k] <= 0 || d.lanes[k] > d.width || e.from != e.to && d.boxes[e.to].y > d.boxes[e.from].y {
					t.Errorf("%s: edge %v returns in lane %v of %v", name, e, d.lanes[k], d.width)
				}
				continue
			}
			for n := 1; n < len(r); n++ {
				if d.boxes[r[n-1]].y+d.boxes[r[n-1]].height >= d.boxes[r[n]].y {
					t.Errorf("%s: edge %v does not go down", name, e)
				}
			}
		}
		if len(d.boxes) > 100 {
			continue
		}
		for i, a := range d.boxes {
			if a.x < 0 || a.x+a.width > d.width || a.y+a.height > d.height {
				t.Errorf("%s: box %d is outside", name, i)
			}
			for j, b := range d.boxes[:i] {
				if a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height {
					t.Errorf("%s: boxes %d and %d overlap", name, i, j)
				}
			}
		}
	}
}

func row(n int) (out []edge) {
	for k := 1; k < n; k++ {
		out = append(out, edge{k - 1, k, ""})
	}
	return out
}

// TestTexts: both texts have every block, instruction and edge; SVG is XML, and Graphviz reads the DOT where it is installed.
func TestTexts(t *testing.T) {
	m := irtest.Parse(t, loop)
	var dot, svg bytes.Buffer
	if err := errors.Join(DOT(&dot, m), SVG(&svg, m)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(dot.String(), " -> f0_"); got != 5 {
		t.Errorf("%d edges in\n%s", got, dot.String())
	}
	if got := strings.Count(svg.String(), "<path ") - 1; got != 5 || strings.Count(svg.String(), `class="back"`) != 1 {
		t.Errorf("%d edges in\n%s", got, svg.String())
	}
	var text strings.Builder
	for d := xml.NewDecoder(&svg); ; {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := tok.(xml.CharData); ok {
			text.Write(c)
		}
	}
	f := m.Funcs[0]
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			line := f.InstText(f.Names(), i)
			if !strings.Contains(text.String(), line) || !strings.Contains(dot.String(), strings.ReplaceAll(line, `"`, `\"`)) {
				t.Errorf("no %s", line)
			}
		}
	}
	if !strings.Contains(text.String(), ir.SymbolText(f.Name)) {
		t.Errorf("no name %s", ir.SymbolText(f.Name))
	}
	if graphviz, err := exec.LookPath("dot"); err == nil {
		c := exec.Command(graphviz, "-Tsvg")
		c.Stdin = &dot
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("dot: %v\n%s", err, out)
		}
	}
}
