package web

import (
	"bytes"
	"flag"
	"fmt"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// pictures keeps the screenshots for people to look at.
var pictures = flag.String("pictures", "", "write the screenshots of the browser test to this folder")

// TestBrowser looks at the pages in a real browser.
func TestBrowser(t *testing.T) {
	f := invent()
	site := httptest.NewServer(Handler(f.reg, f, "An invented campaign"))
	defer site.Close()
	b := launch(t)
	t.Run("live", func(t *testing.T) { b.on(t).live(site, f) })
	t.Run("bug", func(t *testing.T) { b.on(t).copies(site, f) })
	t.Run("no script", func(t *testing.T) { b.on(t).noScript(site) })
	t.Run("looks", func(t *testing.T) { b.on(t).looks(invent()) })
	t.Run("trace", func(t *testing.T) { b.on(t).trace() })
	// Each takes some seconds: with -short one of them.
	for _, part := range testseed.Sample(t, 4, []struct {
		name string
		do   func(b *browser)
	}{
		{"filter", func(b *browser) { b.filter(site, f) }},
		{"lost", func(b *browser) { b.lost(f) }},
		{"states", (*browser).states},
		{"files", (*browser).files},
	}) {
		t.Run(part.name, func(t *testing.T) { part.do(b.on(t)) })
	}
	t.Run("planted", func(t *testing.T) { b.on(t).planted() })
}

// on is the same browser for a part of the test.
func (b *browser) on(t *testing.T) *browser {
	b.t = t
	return b
}

const drawn = `document.querySelectorAll(".uplot canvas").length === 3`

// quiet fails the test if the page complained, of anything but expected, or asked another server.
func (p *tab) quiet(site *httptest.Server, expected ...string) {
	p.t.Helper()
	for _, c := range p.complaints() {
		if !slices.ContainsFunc(expected, func(e string) bool { return strings.Contains(c, e) }) {
			p.t.Errorf("console: %s", c)
		}
	}
	asked := p.requests()
	if len(asked) == 0 {
		p.t.Error("no requests were seen")
	}
	for _, url := range asked {
		if !strings.HasPrefix(url, site.URL+"/") {
			p.t.Errorf("the page asked for %s", url)
		}
	}
}

// live: charts are drawn, and what happens later reaches tiles, tables and curves, while the
// reader's place is kept.
func (b *browser) live(site *httptest.Server, f *fake) {
	p := b.open(site.URL+"/", 1200, false, true)
	p.wait(drawn)
	// The curve is there: pixels of its colour on each canvas.
	p.wait(`[...document.querySelectorAll(".uplot canvas")].every(c => {
		const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
		let n = 0;
		for (let i = 0; i < d.length; i += 4) if (d[i] === 31 && d[i+1] === 107 && d[i+2] === 72 && d[i+3] === 255) n++;
		return n > 200;
	})`)
	p.wait(`document.getElementById("state").textContent.trim() === "running"`)
	const value = `[...document.querySelectorAll("#tiles .tile")].find(t => t.firstChild.textContent === "Coverage").querySelector(".value").textContent`
	was := p.text(value)
	link := "bug-" + f.bugs[1].Hash
	var focused bool
	p.eval(fmt.Sprintf(`(document.getElementById(%q).focus(), window.before = document.activeElement, before.id === %[1]q)`, link), &focused)
	if !focused {
		b.t.Error("the link did not take the focus")
	}
	f.mu.Lock()
	f.bugs = append(f.bugs, Bug{Hash: "beef", Message: "found while you looked", Count: 1, First: fakeStart.AddDate(1, 0, 0)})
	f.mu.Unlock()
	f.m[coverage].Set(123456)
	f.m[programs].Add(1 << 40)
	p.wait(value + ` === "123,456"`)
	if was == "123,456" {
		b.t.Error("the value was there before")
	}
	p.wait(`document.querySelector("#bugs tbody tr").textContent.includes("found while you looked")`)
	p.wait(`[...document.querySelectorAll("#numbers tr")].some(r => r.textContent.includes("tuffy_coverage_events") && r.textContent.includes("123,456"))`)
	if !strings.Contains(p.text(`document.activeElement.id`), link) {
		b.t.Errorf("the focus went to %s", p.text(`document.activeElement.outerHTML`))
	}
	// A later sample reaches the curve.
	f.m[coverage].Set(777)
	f.reg.Sample(time.Hour)
	p.wait(`document.querySelector("#chart-coverage").parentElement.querySelector(".latest b").textContent === "777"`)
	p.quiet(site)
}

func (b *browser) filter(site *httptest.Server, f *fake) {
	p := b.open(site.URL+"/", 1200, false, true)
	p.do("Page.bringToFront", object{})
	var n int
	p.eval(`(document.getElementById("filter").focus(), document.querySelectorAll("#bugs tbody tr").length)`, &n)
	if n != len(f.Bugs()) {
		b.t.Errorf("%d rows before", n)
	}
	p.do("Input.insertText", object{"text": "flaky"})
	p.wait(`document.querySelectorAll("#bugs tbody tr").length === 1 && document.querySelector("#bugs tbody").textContent.includes("flaky")`)
	if got := p.text(`location.search`); got != "?q=flaky" {
		b.t.Errorf("the address has %s", got)
	}
	p.eval(`(window.renewed = 0, document.body.addEventListener("htmx:after:swap", e => { if (e.target.id === "bugs") renewed++; }), 0)`, &n)
	p.wait(`renewed >= 2`)
	p.eval(`document.querySelectorAll("#bugs tbody tr").length`, &n)
	if n != 1 || p.text(`document.activeElement.id + document.activeElement.value`) != "filterflaky" {
		b.t.Errorf("after a renewal: %d rows, focus and text %s", n, p.text(`document.activeElement.id + document.activeElement.value`))
	}
	p.quiet(site)
}

func (b *browser) copies(site *httptest.Server, f *fake) {
	b.must(b.call("", "Browser.grantPermissions", object{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}, "origin": site.URL}, nil))
	p := b.open(site.URL+"/bug/"+f.bugs[0].Hash, 1200, false, true)
	p.do("Page.bringToFront", object{})
	p.wait(`!document.getElementById("copy").hidden`)
	var pasted string
	p.eval(`(document.getElementById("copy").click(), 0)`, new(int))
	p.wait(`document.getElementById("copy").textContent === "Copied"`)
	p.eval(`navigator.clipboard.readText()`, &pasted)
	if pasted != f.bugs[0].Repro {
		b.t.Errorf("copied %q", pasted)
	}
	if got := p.text(`[...document.querySelectorAll("#reduced li")].map(l => l.textContent).join("\n") + "\n"`); got != f.bugs[0].Reduced {
		b.t.Errorf("the program reads\n%s", got)
	}
	if got := p.text(`[document.querySelector("details").open, document.querySelectorAll("#original li").length]`); got != "false,120" {
		b.t.Errorf("the original: open, lines: %s", got)
	}
	p.quiet(site)

	p = b.open(site.URL+"/bug/"+f.bugs[2].Hash, 1200, false, true)
	if got := p.text(`[document.scripts.length, document.images.length, document.querySelector(".report").textContent.includes("<script src=//evil")]`); got != "1,0,true" {
		b.t.Errorf("hostile text: scripts, pictures, text: %s", got)
	}
	p.quiet(site)
}

// noScript: everything but the curves is on the page as it comes.
func (b *browser) noScript(site *httptest.Server) {
	p := b.open(site.URL+"/?q=flaky", 1200, false, false)
	for expression, want := range map[string]string{
		`document.querySelectorAll(".tile").length`:                            "8",
		`document.querySelectorAll("#bugs tbody tr").length`:                   "1",
		`document.querySelectorAll("#checks tbody tr").length`:                 "5",
		`document.querySelector("form button").offsetWidth > 0`:                "true",
		`document.querySelectorAll("canvas").length`:                           "0",
		`document.querySelector("#chart-coverage").parentElement.innerText[0]`: "C",
	} {
		if got := p.text(expression); got != want {
			b.t.Errorf("%s = %s, want %s", expression, got, want)
		}
	}
	p.quiet(site)
}

// looks: at three widths, light and dark, nothing sticks out and text stands out from its ground.
func (b *browser) looks(f *fake) {
	site := httptest.NewServer(Handler(f.reg, f, "An invented campaign"))
	defer site.Close()
	begun := httptest.NewServer(Handler(metric.NewRegistry(), &fake{}, "Not begun"))
	defer begun.Close()
	for _, page := range [][2]string{{"overview", "/"}, {"bug", "/bug/" + f.bugs[0].Hash}, {"hostile", "/bug/" + f.bugs[2].Hash}, {"fail", "/no/such"}} {
		name, path := page[0], page[1]
		for _, v := range b.views() {
			p := b.open(site.URL+path, v.width, v.dark, true)
			if path == "/" {
				p.wait(drawn)
			}
			p.fits(name, v.width, v.dark)
			p.quiet(site, site.URL+"/no/such")
			p.close()
		}
	}
	for _, v := range b.views() {
		p := b.open(begun.URL+"/", v.width, v.dark, true)
		p.wait(`document.getElementById("state").textContent.includes("no run has begun")`)
		if low := p.text(contrast); low != "" {
			b.t.Errorf("a campaign that has not begun: too little contrast:\n%s", low)
		}
		p.quiet(begun)
		p.close()
	}
}

// view is a width of the window and a scheme of colours.
type view struct {
	width int
	dark  bool
}

// views are three widths, light and dark. With -short each page is looked at in the next of them, wide and dark, narrow
// and light, and so on.
func (b *browser) views() []view {
	all := []view{{1400, true}, {390, false}, {768, true}, {1400, false}, {390, true}, {768, false}}
	if !testing.Short() {
		return all
	}
	b.looked++
	return all[b.looked%len(all):][:1]
}

// fits fails the test if something sticks out of the page, text does not stand out from its ground, or axe-core finds
// something serious.
func (p *tab) fits(name string, width int, dark bool) {
	p.t.Helper()
	what := fmt.Sprintf("%s-%d-%s", name, width, map[bool]string{false: "light", true: "dark"}[dark])
	if got := p.text(`document.documentElement.scrollWidth`); got != fmt.Sprint(width) {
		p.t.Errorf("%s is %s wide", what, got)
	}
	if broken := p.text(brokenWords); broken != "" {
		p.t.Errorf("%s: tables break words:\n%s", what, broken)
	}
	if low := p.text(contrast); low != "" {
		p.t.Errorf("%s: too little contrast:\n%s", what, low)
	}
	if serious := p.promised(axe()); serious != "" {
		p.t.Errorf("%s: axe finds\n%s", what, serious)
	}
	shot := p.picture()
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil || img.Bounds().Dx() != width {
		p.t.Errorf("%s: picture: %v", what, err)
	}
	if *pictures != "" {
		p.must(os.WriteFile(filepath.Join(*pictures, what+".png"), shot, 0o666))
	}
}

// states: the page of a campaign in every state holds to the same, and says which it is.
func (b *browser) states() {
	at := fakeStart
	for _, row := range []struct {
		name  string
		state State
		says  string
	}{
		{"empty", State{Again: "tuffy-fuzz run --out night"}, "no run has begun"},
		{"ended", State{Began: at, Ended: at.Add(time.Hour), Reason: "the time is up", Again: "tuffy-fuzz run --out /a/long/way/to/the/folder/of/the/campaign/of/last/night"}, "the time is up"},
		{"killed", State{Began: at, Again: "tuffy-fuzz run --out night"}, "was killed"},
		{"elsewhere", State{Began: at, Elsewhere: true}, "in another process"},
		{"lost", State{Began: at, Trouble: "open /a/long/way/to/the/folder/of/the/campaign/of/last/night/campaign.db: no such file or directory"}, "cannot be read any more"},
	} {
		f := invent()
		f.state = row.state
		if row.name == "empty" {
			f = &fake{state: row.state, reg: metric.NewRegistry()}
		}
		site := httptest.NewServer(Handler(f.reg, f, "night, seed 1"))
		for _, v := range b.views() {
			p := b.open(site.URL+"/", v.width, v.dark, true)
			p.wait(fmt.Sprintf(`document.getElementById("state").textContent.includes(%q)`, row.says))
			p.fits(row.name, v.width, v.dark)
			p.close()
		}
		site.Close()
	}
}

// files: what commands write for a browser holds to the same.
func (b *browser) files() {
	dir := b.t.TempDir()
	program := filepath.Join("..", "..", "..", "corpus", "demo", "before.tir")
	for _, args := range [][]string{
		{"opt", "-O0", "--svg", filepath.Join(dir, "graph.svg"), "-o", filepath.Join(dir, "out.tir"), program},
		{"opt", "-O2", "--svg", filepath.Join(dir, "optimized.svg"), "-o", filepath.Join(dir, "out.tir"), filepath.Join("..", "..", "..", "corpus", "bench", "crc32.tir")},
		{"interp", "--coverage", filepath.Join(dir, "coverage.html"), filepath.Join("..", "..", "..", "corpus", "pass", "flow_loop_sum.tir")},
	} {
		cmd := exec.Command("go", append([]string{"run", "../../../cmd/tuffy"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.t.Fatalf("tuffy %v: %v\n%s", args, err, out)
		}
	}
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer site.Close()
	for _, v := range b.views() {
		for _, name := range []string{"graph.svg", "optimized.svg", "coverage.html"} {
			p := b.open(site.URL+"/"+name, v.width, v.dark, true)
			if name, picture := strings.CutSuffix(name, ".svg"); picture {
				// A picture is as wide as it must be.
				if serious := p.promised(axe()); serious != "" {
					b.t.Errorf("%s: axe finds\n%s", name, serious)
				}
				// No word lies on another.
				if over := p.text(overlapping); over != "" {
					b.t.Errorf("%s: %s", name, over)
				}
			} else {
				p.fits(strings.TrimSuffix(name, ".html"), v.width, v.dark)
			}
			p.close()
		}
	}
}

// trace: the report of a trace has the same sheet and holds to the same; names of a program stay text.
func (b *browser) trace() {
	const text = `
func @main() -> int {
  bb0:
    v0 = iconst 6
    v1 = iconst 7
    v2 = mul v0, v1
    ret v2
}
func @"<script>alert(1)</script>"(int:s32) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    v2 = add v0, v1
    ret v2
}
`
	before := irtest.Parse(b.t, text)
	after := before.Clone()
	c, err := opt.Preset("2")
	b.must(err)
	full := &trace.Trace{}
	_, err = pass.Run(b.t.Context(), after, opt.Passes(), pass.Options{Config: c, Trace: trace.Full, Record: func(e *trace.Entry) { full.Entries = append(full.Entries, *e) }})
	b.must(err)
	var html bytes.Buffer
	b.must(trace.WriteHTML(&html, full, before, after))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/" {
			w.Write(html.Bytes())
		}
	}))
	defer site.Close()
	for _, v := range b.views() {
		p := b.open(site.URL+"/", v.width, v.dark, true)
		what := fmt.Sprintf("trace-%d-%v", v.width, v.dark)
		for expression, want := range map[string]string{
			`document.documentElement.scrollWidth`: fmt.Sprint(v.width), `document.scripts.length`: "0",
			`document.querySelectorAll(".diff del").length > 0 && document.querySelectorAll(".diff ins").length > 0`: "true",
			`document.querySelectorAll("nav a").length`:                                                              "2", contrast: "",
		} {
			if got := p.text(expression); got != want {
				b.t.Errorf("%s: %.60s = %s, want %s", what, expression, got, want)
			}
		}
		p.fits("trace", v.width, v.dark)
		p.close()
	}
}

// brokenWords lists words in tables whose letters are not on one line, and tables that are cut: wider than their place,
// which does not scroll.
const brokenWords = `(() => {
	const out = [];
	for (const table of document.querySelectorAll("table")) {
		const place = table.closest(".table") ?? table.parentElement;
		if (table.scrollWidth > place.clientWidth + 1 && getComputedStyle(place).overflowX !== "auto") out.push("cut: " + table.className);
		const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const node = texts.currentNode;
			if (node.parentElement.closest(".diff code")) continue; // a line of a program, whose quoted names are any text
			for (const m of node.data.matchAll(/[^\s]+/g)) {
				const range = document.createRange();
				range.setStart(node, m.index);
				range.setEnd(node, m.index + m[0].length);
				if (new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top))).size > 1) out.push(m[0]);
			}
		}
	}
	return out.slice(0, 10).join("\n");
})()`

// axe runs axe-core on the page and lists what it finds serious or critical.
func axe() string {
	text, err := os.ReadFile(filepath.Join("testdata", "axe.min.js"))
	if err != nil {
		panic(err)
	}
	return "(async () => {" + string(text) + `
		const r = await window.axe.run(document, {resultTypes: ["violations"]});
		return r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
			.map(v => v.id + ": " + v.help + "\n" + v.nodes.slice(0, 3).map(n => "  " + n.html.slice(0, 200)).join("\n")).join("\n");
	})()`
}

// contrast lists the texts whose contrast is below the 4.5 of WCAG 2.2, 1.4.3, half-transparent
// grounds laid over each other.
const contrast = `(() => {
	const parse = s => { const n = s.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
	const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
	const lum = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const low = [];
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
		const grounds = [];
		for (let p = e; p; p = p.parentElement) grounds.push(parse(getComputedStyle(p).backgroundColor));
		const ground = grounds.reduceRight((under, g) => over(g, under), [255, 255, 255, 1]);
		const text = over(parse(getComputedStyle(e).color), ground);
		const [a, b] = [lum(text), lum(ground)].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) low.push(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 80));
	}
	return low.join("\n");
})()`

// overlapping lists the texts of a picture that lie on each other.
const overlapping = `(() => {
	const all = [...document.querySelectorAll("text")].map(e => [e, e.getBoundingClientRect()]);
	const out = [];
	all.forEach(([e, a], n) => all.slice(n + 1).forEach(([f, b]) => {
		if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
			out.push(e.textContent + " lies on " + f.textContent);
	}));
	return out.join("\n");
})()`

// lost: the page says so when the campaign is gone.
func (b *browser) lost(f *fake) {
	site := httptest.NewServer(Handler(f.reg, f, "An invented campaign"))
	defer site.Close()
	p := b.open(site.URL+"/", 800, false, true)
	p.wait(drawn)
	site.CloseClientConnections()
	site.Close()
	p.wait(`!document.getElementById("lost").hidden && document.getElementById("state").hidden`)
	if got := p.text(`document.getElementById("lost").textContent`); !strings.HasPrefix(got, "no answer from the server") || !strings.HasSuffix(got, "To continue: tuffy-fuzz serve night") {
		b.t.Errorf("lost: %s", got)
	}
	if got := p.text(`document.querySelectorAll(".tile").length`); got != "8" {
		b.t.Errorf("%s tiles are left", got)
	}
}

// planted: the test sees what it looks for, and the policy stops it.
func (b *browser) planted() {
	const page = `<!DOCTYPE html><p><font color="#888888">x</font></p><img src="http://127.0.0.1:1/x.png"><script>document.title = "ran"</script>`
	for _, guarded := range []bool{false, true} {
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if guarded {
				w.Header().Set("Content-Security-Policy", policy)
			}
			fmt.Fprint(w, page)
		}))
		p := b.open(site.URL+"/", 800, false, true)
		if ran := p.text(`document.title`) == "ran"; ran == guarded {
			b.t.Errorf("policy %v: inline script ran: %v", guarded, ran)
		}
		if low := p.text(contrast); !strings.HasPrefix(low, "3.54 <font") {
			b.t.Errorf("the contrast of #888888 on white is 3.54, got %q", low)
		}
		if len(p.complaints()) == 0 {
			b.t.Errorf("policy %v: no complaint was seen", guarded)
		}
		outside := 0
		for _, url := range p.requests() {
			if !strings.HasPrefix(url, site.URL) {
				outside++
			}
		}
		if !guarded && outside == 0 {
			b.t.Error("the request for the picture was not seen")
		}
		site.Close()
	}
}
