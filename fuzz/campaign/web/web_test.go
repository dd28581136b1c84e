package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/internal/quote"
)

func ask(t *testing.T, h http.Handler, method, url string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, url, nil))
	r := w.Result()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(body)
}

func TestRoutes(t *testing.T) {
	f := invent()
	h := Handler(f.reg, f, "Title & more")
	first := f.bugs[0]
	for _, row := range []struct {
		method, url string
		status      int
		kind        string
		want        []string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", []string{"<h1>Title &amp; more</h1>", "Programs a second", "engines-agree", "/bug/" + first.Hash, "7 found"}},
		{"HEAD", "/", 200, "text/html; charset=utf-8", nil},
		{"GET", "/?q=shr+FAST", 200, "text/html; charset=utf-8", []string{"2 of 7 match", `value="shr FAST"`}},
		{"GET", "/fragment/tiles", 200, "text/html; charset=utf-8", []string{"Undefined behaviour", "<dd class=\"value\">6</dd><dd class=\"note\">1 flaky"}},
		{"GET", "/fragment/checks", 200, "text/html; charset=utf-8", []string{`<code><span class="word">round-trip</span></code>`, `bad">4<`}},
		{"GET", "/fragment/bugs?q=flaky", 200, "text/html; charset=utf-8", []string{"1 of 7 match", f.bugs[3].Hash}},
		{"GET", "/fragment/bugs?q=nothing-has-this", 200, "text/html; charset=utf-8", []string{"0 of 7 match"}},
		{"GET", "/fragment/numbers", 200, "text/html; charset=utf-8", []string{"tuffy_programs_total", "Coverage events reached."}},
		{"GET", "/fragment/other", 404, "text/html; charset=utf-8", []string{"404 Not Found"}},
		{"GET", "/bug/" + first.Hash, 200, "text/html; charset=utf-8", []string{"The fast engine returns 1", "shr v0, 1 : u8", "tuffy-fuzz repro", "Original program", `data-copy="repro"`, "<del><code>  v1:int = shr v0, 1 : u8</code></del>", "<ins><code>  v1:int = tdiv v0, 2 : u8</code></ins>", "One line differs"}},
		{"GET", "/bug/" + f.bugs[3].Hash, 200, "text/html; charset=utf-8", []string{"Flaky bugs are not reduced", `<details class="more" open>`}},
		{"GET", "/bug/" + first.Hash + "/reduced.tir", 200, "text/plain; charset=utf-8", []string{first.Reduced}},
		{"GET", "/bug/" + first.Hash + "/original.tir", 200, "text/plain; charset=utf-8", []string{first.Original}},
		{"GET", "/bug/" + first.Hash + "/other.tir", 404, "text/html; charset=utf-8", []string{"no such program"}},
		{"GET", "/bug/" + first.Hash + "/bug.tar.gz", 200, "application/gzip", []string{"\x1f\x8barchive"}},
		{"GET", "/bug/" + first.Hash, 200, "text/html; charset=utf-8", []string{first.About.Theorem, "x * 2^k = x &lt;&lt; k", "lean/TuffyLean/Rewrites/Int.lean, line 14", "/bug.tar.gz\""}},
		{"GET", "/bug/none/bug.tar.gz", 404, "text/html; charset=utf-8", nil},
		{"GET", "/bug/none/reduced.tir", 404, "text/html; charset=utf-8", nil},
		{"GET", "/bug/" + f.bugs[3].Hash + "/reduced.tir", 404, "text/html; charset=utf-8", nil},
		{"GET", "/fragment/state", 200, "text/html; charset=utf-8", []string{`<span class="live">running</span>`}},
		{"GET", "/?sort=seen&q=shr", 200, "text/html; charset=utf-8", []string{`aria-sort="ascending"`, `href="/?q=shr&amp;sort=-seen"`, `name="sort" value="seen"`}},
		{"GET", "/?sort=%22%3E%3Cscript%3E", 200, "text/html; charset=utf-8", []string{`name="sort" value="-first"`}},
		{"GET", "/bug/none", 404, "text/html; charset=utf-8", []string{"no bug with this hash", `href="/"`}},
		{"GET", "/bug/", 404, "text/html; charset=utf-8", []string{"no such page"}},
		{"GET", "/favicon.ico", 404, "text/html; charset=utf-8", nil},
		{"GET", "/assets/", 404, "text/html; charset=utf-8", nil},
		{"GET", "/assets/README.md", 404, "text/html; charset=utf-8", nil},
		{"GET", "/assets/app.js", 200, "text/javascript; charset=utf-8", []string{"uPlot"}},
		{"GET", "/assets/style.css", 200, "text/css; charset=utf-8", []string{"prefers-color-scheme"}},
		{"GET", "/assets/LICENSE-htmx.txt", 200, "text/plain; charset=utf-8", []string{"Zero-Clause"}},
		{"GET", "/series.json", 200, "application/json", []string{`"seconds":[1,2,`}},
		{"GET", "/metrics", 200, "text/plain; version=0.0.4; charset=utf-8", []string{"# TYPE tuffy_programs_total counter\n", "\ntuffy_bugs 6\n"}},
		{"POST", "/", 405, "text/html; charset=utf-8", []string{"405 Method Not Allowed"}},
		{"DELETE", "/metrics", 405, "text/html; charset=utf-8", nil},
		{"PUT", "/no/such", 405, "text/html; charset=utf-8", nil},
	} {
		r, body := ask(t, h, row.method, row.url)
		if r.StatusCode != row.status || r.Header.Get("Content-Type") != row.kind {
			t.Errorf("%s %s: %d %s, want %d %s", row.method, row.url, r.StatusCode, r.Header.Get("Content-Type"), row.status, row.kind)
		}
		for _, w := range row.want {
			if !strings.Contains(body, w) {
				t.Errorf("%s %s lacks %q:\n%s", row.method, row.url, w, body)
			}
		}
		if csp := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'self';") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s %s: policy %q", row.method, row.url, csp)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s may be sniffed", row.method, row.url)
		}
		if allow := r.Header.Get("Allow"); (row.status == 405) != (allow == "GET, HEAD") {
			t.Errorf("%s %s: Allow %q", row.method, row.url, allow)
		}
	}
}

// Every script and style is a file of ours, and nothing that a program says is markup.
func TestHostileText(t *testing.T) {
	f := invent()
	h := Handler(f.reg, f, hostile)
	inline := regexp.MustCompile(`(?i)^<style|\sstyle=|\son[a-z]+\s*=|javascript:`)
	remote := regexp.MustCompile(`(?i)(?:src|href|action)\s*=\s*["']?(?:[a-z]+:|//)`)
	active := regexp.MustCompile(`(?i)^<(?:script|img|!--)`)
	query := "?q=" + url.QueryEscape(`x"><script>alert(1)</script>`)
	for _, at := range []string{"/", "/bug/" + f.bugs[2].Hash, "/fragment/bugs", "/fragment/state", "/no/such"} {
		_, body := ask(t, h, "GET", at+query)
		for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(body, -1) {
			quoted := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(tag, `""`)
			if inline.MatchString(quoted) || remote.MatchString(tag) {
				t.Errorf("%s: %s", at, tag)
			}
			if active.MatchString(tag) && !strings.HasPrefix(tag, `<script src="/assets/`) {
				t.Errorf("%s: %s", at, tag)
			}
		}
		for _, script := range regexp.MustCompile(`(?s)<script[^>]*>(.*?)</script>`).FindAllStringSubmatch(body, -1) {
			if script[1] != "" {
				t.Errorf("%s: inline script %q", at, script[1])
			}
		}
		if strings.ContainsAny(body, "\x00\x1b\u202e") || !utf8.ValidString(body) {
			t.Errorf("%s has control characters", at)
		}
	}
	_, body := ask(t, h, "GET", "/bug/"+f.bugs[2].Hash)
	for _, want := range []string{`&lt;script src=//evil.example/x.js&gt;`, `\u{0}\u{1b}[2J \u{202e}gnp.exe\u{202c} \xff`} {
		if !strings.Contains(body, want) {
			t.Errorf("the hostile bug lacks %q:\n%s", want, body)
		}
	}
}

func TestNewestFirst(t *testing.T) {
	f := invent()
	_, body := ask(t, Handler(f.reg, f, ""), "GET", "/fragment/bugs")
	last := -1
	for _, b := range slices.Backward(f.bugs) {
		at := strings.Index(body, "/bug/"+b.Hash)
		if at <= last {
			t.Errorf("bug %s of %v is at %d, after one at %d", b.Hash, b.First, at, last)
		}
		last = at
	}
}

func TestManyBugs(t *testing.T) {
	f := invent()
	for n := range 1000 {
		f.bugs = append(f.bugs, Bug{Hash: fmt.Sprint("many", n), Message: fmt.Sprint("number ", n)})
	}
	h := Handler(f.reg, f, "")
	_, body := ask(t, h, "GET", "/fragment/bugs")
	if n := strings.Count(body, "<tr id="); n != maxRows || !strings.Contains(body, "filter for the other 807") {
		t.Errorf("%d rows:\n%s", n, body[:500])
	}
	if _, body = ask(t, h, "GET", "/fragment/bugs?q=number+999"); strings.Count(body, "<tr id=") != 1 {
		t.Errorf("filtered:\n%s", body)
	}
}

// The page works whatever metric is missing, and with none.
func TestMissingMetrics(t *testing.T) {
	all := invent().reg.Metrics()
	for missing := -1; missing < len(all); missing++ {
		reg := metric.NewRegistry()
		for n, m := range all {
			if missing >= 0 && n != missing {
				reg.New(m.Kind, m.Name, m.Unit, m.Help).Set(10)
			}
		}
		reg.Sample(time.Second)
		reg.Sample(2 * time.Second)
		h := Handler(reg, &fake{}, "")
		for _, url := range []string{"/", "/fragment/tiles", "/series.json", "/metrics"} {
			if r, body := ask(t, h, "GET", url); r.StatusCode != 200 {
				t.Errorf("without metric %d: %s: %s\n%s", missing, url, r.Status, body)
			}
		}
	}
	_, body := ask(t, Handler(metric.NewRegistry(), &fake{}, ""), "GET", "/fragment/tiles")
	if n := strings.Count(body, `"value">–<`); n != 6 { // corpus and bugs come from the source
		t.Errorf("%d dashes:\n%s", n, body)
	}
	if !strings.Contains(body, ">321<") {
		t.Errorf("the corpus is not the source's:\n%s", body)
	}
}

// The curves against numbers worked out by hand: 10 programs in the first second, then 30 with
// 3 undefined in two, then none in one.
func TestSeries(t *testing.T) {
	reg := metric.NewRegistry()
	p := reg.New(metric.Counter, programs, "", "")
	u := reg.New(metric.Counter, undefined, "", "")
	c := reg.New(metric.Gauge, coverage, "", "")
	for _, s := range [][4]int64{{1, 10, 1, 7}, {3, 40, 4, 9}, {4, 40, 4, 8}} {
		p.Set(s[1])
		u.Set(s[2])
		c.Set(s[3])
		reg.Sample(time.Duration(s[0]) * time.Second)
	}
	_, body := ask(t, Handler(reg, &fake{}, ""), "GET", "/series.json")
	want := `{"coverage":[7,9,8],"programs":[null,15,0],"seconds":[1,3,4],"undefined":[null,10,null]}`
	if body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
}

func TestFormat(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456", math.MinInt64: "-9,223,372,036,854,775,808"} {
		if got := comma(n); got != want {
			t.Errorf("comma(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{-5: "-5", 9_999_999: "9,999,999", 10_000_000: "10.0 M", 9_876_543_210: "9876.5 M", 12_345_678_901: "12.3 G"} {
		if got := short(n); got != want {
			t.Errorf("short(%d) = %s, want %s", n, got, want)
		}
	}
	for share, want := range map[float64]string{0: "0.0 %", 1: "100.0 %", 0.05: "5.0 %", 0.0004: "0.040 %"} {
		if got := percent(share); got != want {
			t.Errorf("percent(%g) = %s, want %s", share, got, want)
		}
	}
	for _, row := range []struct {
		seconds, values []float64
		want            string
	}{
		{nil, nil, dash},
		{[]float64{1}, []float64{5}, dash},
		{[]float64{1, 2}, []float64{5, 9}, "4.0"},
		{[]float64{1, 1}, []float64{5, 9}, dash},
		{[]float64{1, 100, 105, 110, 120}, []float64{0, 0, 1e6, 1e6, 1e6 + 30000}, "3,000"},
		{[]float64{0, 5, 10}, []float64{0, 0, 500}, "50.0"},
	} {
		if got := recentRate(row.seconds, row.values); got != row.want {
			t.Errorf("recentRate(%v, %v) = %s, want %s", row.seconds, row.values, got, row.want)
		}
	}
	if got := lines("a\n\n b\n"); !slices.Equal(got, []string{"a", "", " b"}) {
		t.Errorf("lines: %q", got)
	}
	if got := quote.Text("ä\t日\r\x7f\u200b\xc3("); got != `ä`+"\t"+`日\u{d}\u{7f}\u{200b}\xc3(` {
		t.Errorf("visible: %s", got)
	}
}

// What comes from npm is what the table in README.md says, with its licence.
func TestAssets(t *testing.T) {
	readme, err := files.ReadFile("assets/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"uPlot.iife.min.js", "uPlot.min.css", "htmx.min.js"} {
		text, err := files.ReadFile("assets/" + name)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(name) + "` .*`(LICENSE-[a-z]+.txt)`.*`" + hex.EncodeToString(sum[:]) + "` \\|$").FindSubmatch(readme)
		if row == nil {
			t.Errorf("README.md has no row for %s with the sum %x", name, sum)
			continue
		}
		if text, err := files.ReadFile("assets/" + string(row[1])); err != nil || len(text) < 500 {
			t.Errorf("%s: licence %s: %d bytes, %v", name, row[1], len(text), err)
		}
	}
}

func TestUnchangedAsset(t *testing.T) {
	h := Handler(metric.NewRegistry(), &fake{}, "")
	r, _ := ask(t, h, "GET", "/assets/htmx.min.js")
	again := httptest.NewRequest("GET", "/assets/htmx.min.js", nil)
	again.Header.Set("If-None-Match", r.Header.Get("ETag"))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, again)
	if w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("%d with %d bytes", w.Code, w.Body.Len())
	}
}

// Readers while the campaign continues; the race detector watches.
func TestConcurrent(t *testing.T) {
	f := invent()
	h := Handler(f.reg, f, "")
	var wg sync.WaitGroup
	for _, url := range []string{"/", "/fragment/tiles", "/fragment/bugs?q=a", "/fragment/checks", "/series.json", "/metrics", "/bug/" + f.bugs[1].Hash} {
		wg.Go(func() {
			for range 20 {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest("GET", url, nil))
				if w.Code != 200 {
					t.Errorf("%s: %d", url, w.Code)
				}
				if url != "/series.json" {
					continue
				}
				var s map[string][]*float64
				if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
					t.Error(err)
				}
				for key, y := range s {
					if len(y) != len(s["seconds"]) {
						t.Errorf("%s has %d points at %d times", key, len(y), len(s["seconds"]))
					}
				}
			}
		})
	}
	wg.Go(func() {
		for range 1200 { // the registry halves its history meanwhile
			f.step()
		}
	})
	wg.Wait()
}

func ExampleHandler() {
	reg := metric.NewRegistry()
	reg.New(metric.Counter, "tuffy_programs_total", "programs", "Programs run.").Add(42)
	page := httptest.NewServer(Handler(reg, &fake{}, "An example"))
	defer page.Close()
	r, err := http.Get(page.URL + "/metrics")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	fmt.Print(string(text))
	// Output:
	// # HELP tuffy_programs_total Programs run.
	// # TYPE tuffy_programs_total counter
	// tuffy_programs_total 42
}

// TestSort: each column sorts both ways, whatever the bugs are; ties do not jump.
func TestSort(t *testing.T) {
	f := invent()
	h := Handler(f.reg, f, "")
	row := regexp.MustCompile(`<tr id="row-([^"]*)"`)
	for _, k := range columns {
		var up, down []string
		for _, way := range []struct {
			sign string
			to   *[]string
		}{{"", &up}, {"-", &down}} {
			_, body := ask(t, h, "GET", "/fragment/bugs?sort="+way.sign+k.Key)
			for _, m := range row.FindAllStringSubmatch(body, -1) {
				*way.to = append(*way.to, m[1])
			}
			at := func(hash string) Bug { b, _ := f.Bug(hash); return b }
			for n := range len(*way.to) - 1 {
				c := k.compare(at((*way.to)[n]), at((*way.to)[n+1]))
				if way.sign == "" && c > 0 || way.sign == "-" && c < 0 {
					t.Errorf("%s%s: row %d stands before %d", way.sign, k.Key, n, n+1)
				}
			}
		}
		if len(up) != len(f.bugs) || len(down) != len(up) {
			t.Errorf("%s: %d and %d rows", k.Key, len(up), len(down))
		}
	}
}

// TestStates: the page says of each state what is going on and what to do.
func TestStates(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		state State
		want  []string
	}{
		{State{Running: true}, []string{"starting: no program has been run yet"}},
		{State{Again: "tuffy-fuzz run --out night"}, []string{"no run has begun in this folder", "continue with <code>tuffy-fuzz run --out night</code>"}},
		{State{Began: at, Again: "x"}, []string{"a run began 2026-03-01 12:00:00 UTC and was killed", "<code>x</code>"}},
		{State{Began: at, Elsewhere: true}, []string{`<span class="live">running in another process since 2026-03-01 12:00:00 UTC</span>`}},
		{State{Began: at, Ended: at, Reason: "the time is up <b>"}, []string{"ended 2026-03-01 12:00:00 UTC: the time is up &lt;b&gt;"}},
		{State{Began: at, Trouble: "no such file"}, []string{"cannot be read any more", "no such file"}},
	} {
		f := &fake{state: row.state}
		h := Handler(metric.NewRegistry(), f, "A title")
		for _, url := range []string{"/", "/fragment/state"} {
			_, body := ask(t, h, "GET", url)
			for _, want := range row.want {
				if !strings.Contains(body, want) {
					t.Errorf("%+v: %s lacks %q:\n%s", row.state, url, want, body)
				}
			}
			if url == "/" && strings.Contains(body, "chart") == !row.state.Running && !row.state.Running {
				t.Errorf("%+v: charts of nothing", row.state)
			}
		}
	}
}

func TestDownload(t *testing.T) {
	f := invent()
	r, body := ask(t, Handler(f.reg, f, ""), "GET", "/bug/"+f.bugs[2].Hash+"/reduced.tir")
	if got := r.Header.Get("Content-Disposition"); got != fmt.Sprintf("attachment; filename=%q", f.bugs[2].Hash+"-reduced.tir") || body != f.bugs[2].Reduced {
		t.Errorf("%s: %q", got, body)
	}
}
