// Package web shows a running fuzzing campaign on a page for people and numbers for scrapers:
//
//	/               overview: tiles, charts over time, checks, bugs; kept up to date
//	/bug/HASH       a bug: what happens, programs side by side, the command that repeats it
//	/bug/HASH/NAME  a program of it as a file: reduced.tir, original.tir; all that a report needs: bug.tar.gz
//	/fragment/NAME  a part of the overview, fetched every two seconds
//	/series.json    what the charts show
//	/metrics        the registry in the text format of Prometheus
//	/assets/NAME    scripts and styles, all embedded
//
// Everything is rendered here and works without JavaScript, the charts excepted; htmx renews
// the parts and uPlot draws. Programs and reports are hostile text: html/template escapes them,
// the Content-Security-Policy allows nothing but /assets/, and control characters are shown as
// escapes. A request can only read (GET and HEAD), and must name this server ([Server]).
//
// Non-goals: changing the campaign, users and passwords (serve on a loopback address), history
// beyond what the registry keeps.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/internal/page"
	"github.com/tuffy-ir/tuffy/internal/quote"
)

// Source is the campaign as the page sees it. Its methods may be called concurrently.
type Source interface {
	Bugs() []Bug                 // in any order, without the long texts
	Bug(hash string) (Bug, bool) // with them; false if there is none
	Checks() []Check             // in the order to show
	Corpus() int                 // programs in the corpus
	State() State                // whether it runs
	// Archive is a bug as a .tar.gz to attach to a report, with the name of the file.
	Archive(hash string) (name string, data []byte, err error)
}

// State is whether a campaign runs, or how its last run ended. Times may be zero: nothing is known.
type State struct {
	Running      bool
	Elsewhere    bool      // another process runs it
	Began, Ended time.Time // of the last run
	Reason       string    // why it ended
	Again        string    // the command that shows the campaign, or continues with it, when the server is gone
	Trouble      string    // why what is shown may be old
}

// Bug is a distinct bug. What follows Insts is filled in by Source.Bug only.
type Bug struct {
	Hash, Check, Rule, Message string    // Rule is what is at fault as far as it is known
	State                      string    // what has become of it, a word
	Count                      int64     // how often it was seen
	First, Last                time.Time // when it was seen
	Flaky                      bool      // did not fail again when run again
	Insts, OriginalInsts       int       // of the reduced and of the original program
	Detail, Note, Made         string    // what happens, what people should know, and where the program is from
	Before, After              string    // what a transform makes of a program, if the bug is that of one
	Also                       []Bug     // which the same program shows, and which may be why; without texts
	Faces                      []string  // messages of failures that turned out to be the same bug
	Reduced, Original          string    // programs; Reduced may be empty
	Repro                      string    // shell command
	About                      *About    // of what is at fault, nil where nothing more is known than its name
}

// About is what is known of the part at fault.
type About struct {
	What                 string // sentences
	Theorem, Place, Text string // that it is right: its name, where it stands and its text; empty if there is none
}

// Check is a row of the checks that the campaign runs.
type Check struct {
	Name, Doc   string
	Ran, Failed int64
}

// Everything is in the binary: the page needs no files and no network.
//
//go:embed assets templates
var files embed.FS

var pages = template.Must(page.Parse(template.New("").Funcs(template.FuncMap{
	"count": comma[int64],
	"num":   comma[int],
	"when":  when,
	"lines": lines,
	"shown": quote.Text,
	"words": words,
	"unit":  unit,
})).ParseFS(files, "templates/*.html"))

// policy allows scripts, styles, pictures and requests of this server only, nothing inline. Inline
// scripts would be what an injected program could use.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// Handler serves the page. The title is the campaign's name; a metric that the registry lacks
// is shown as a dash. It is safe for concurrent use if the source is.
func Handler(reg *metric.Registry, src Source, title string) http.Handler {
	s := &site{reg: reg, src: src, title: quote.Line(title)}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", s.overview)
	mux.HandleFunc("/fragment/{name}", s.fragment)
	mux.HandleFunc("/bug/{hash}", s.bug)
	mux.HandleFunc("/bug/{hash}/{name}", s.program)
	mux.HandleFunc("/series.json", s.series)
	mux.HandleFunc("/metrics", s.metrics)
	mux.HandleFunc("/", s.notFound)
	for name, a := range assets() {
		mux.Handle("/assets/"+name, a)
	}
	// The headers are set on every answer, errors included.
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			s.fail(w, http.StatusMethodNotAllowed, "This page can only be read: ask with GET or HEAD.")
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Server is an HTTP server for a listener that [Limit] bounds, at the address that was asked for. A
// client that stalls holds nothing up, and requests under names that are not this server's are
// refused. The limits of time and size are for clients that send or read slowly on purpose.
func Server(h http.Handler, listen string) *http.Server {
	return &http.Server{
		Handler:           guard(h, listen),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// It holds no state of its own.
type site struct {
	reg   *metric.Registry
	src   Source
	title string
}

// head is what the frame of every page shows.
// Live is the overview, whose heading is the title; every other page has a link to it in that place.
type head struct {
	Title string
	Page  string // "" on the overview
	Live  bool
	State stateView
}

// The first view has all parts rendered, so that it is complete without scripts.
func (s *site) overview(w http.ResponseWriter, r *http.Request) {
	view := struct {
		Head   head
		Bugs   bugTable
		Charts []chartView
		Parts  map[string]any
	}{Head: head{Title: s.title, Live: true, State: s.state()}, Bugs: s.bugs(r), Parts: map[string]any{}}
	// A folder has no history: samples are not kept there.
	if s.src.State().Running {
		view.Charts = s.charts()
	}
	for _, p := range parts {
		view.Parts[p.name] = p.view(s, r)
	}
	s.render(w, http.StatusOK, "overview.html", view)
}

// parts are what the overview fetches again and again: the template "part-NAME" and its data.
var parts = []struct {
	name string
	view func(*site, *http.Request) any
}{
	{"tiles", func(s *site, _ *http.Request) any { return s.tiles() }},
	{"checks", func(s *site, _ *http.Request) any { return s.src.Checks() }},
	{"bugs", func(s *site, r *http.Request) any { return s.bugs(r) }},
	{"state", func(s *site, _ *http.Request) any { return s.state() }},
	{"numbers", func(s *site, _ *http.Request) any { return s.reg.Metrics() }},
}

// An unknown name is a missing page.
func (s *site) fragment(w http.ResponseWriter, r *http.Request) {
	for _, p := range parts {
		if p.name == r.PathValue("name") {
			s.render(w, http.StatusOK, "part-"+p.name, p.view(s, r))
			return
		}
	}
	s.notFound(w, r)
}

// The hash of a bug that is the same as an earlier one leads to that one.
func (s *site) bug(w http.ResponseWriter, r *http.Request) {
	b, ok := s.src.Bug(r.PathValue("hash"))
	if !ok {
		s.fail(w, http.StatusNotFound, "The campaign has no bug with this hash.")
		return
	}
	s.render(w, http.StatusOK, "bug.html", struct {
		Head   head
		Bug    Bug
		Beside page.Pair
	}{head{Title: s.title, Page: "Bug " + b.Hash}, b, page.Beside("before", b.Before, "after", b.After)})
}

// program is a program of a bug as a file to keep. It is text whatever is in it.
func (s *site) program(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == "bug.tar.gz" {
		s.archive(w, r)
		return
	}
	b, ok := s.src.Bug(r.PathValue("hash"))
	text := map[string]string{"reduced.tir": b.Reduced, "original.tir": b.Original}[r.PathValue("name")]
	if !ok || text == "" {
		s.fail(w, http.StatusNotFound, "The campaign has no such program.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", strings.Trim(b.Hash, "\"\\/")+"-"+r.PathValue("name")))
	io.WriteString(w, text)
}

// archive is a bug as one file. The bytes say what they are: programs in it may be hostile.
func (s *site) archive(w http.ResponseWriter, r *http.Request) {
	name, data, err := s.src.Archive(r.PathValue("hash"))
	if err != nil {
		s.fail(w, http.StatusNotFound, "The campaign has no such bug.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/gzip")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	w.Write(data)
}

// It cannot fail: all values are numbers or null.
func (s *site) series(w http.ResponseWriter, _ *http.Request) {
	text, err := json.Marshal(s.history())
	if err != nil {
		panic(fmt.Sprintf("BUG: series.json: %v", err))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(text)
}

// The format is that of Prometheus, version 0.0.4, which other scrapers read as well.
func (s *site) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	// An error is the client's going away.
	_ = s.reg.WriteText(w)
}

// notFound answers everything that has no handler, in the frame of the page.
func (s *site) notFound(w http.ResponseWriter, _ *http.Request) {
	s.fail(w, http.StatusNotFound, "There is no such page.")
}

// fail renders an error as a page, so that people see more than a status.
func (s *site) fail(w http.ResponseWriter, status int, message string) {
	s.render(w, status, "fail.html", struct {
		Head    head
		Message string
	}{head{Title: s.title, Page: fmt.Sprintf("%d %s", status, http.StatusText(status))}, message})
}

// The page is rendered whole before the status is written, so that a template's error cannot leave
// half a page.
func (s *site) render(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("BUG: template %s: %v", name, err))
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// assets are handlers for the scripts, styles and pictures, by name. A browser keeps them and
// asks with their hash whether they are still the same.
func assets() map[string]http.Handler {
	types := map[string]string{
		".js":  "text/javascript; charset=utf-8",
		".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml",
		".txt": "text/plain; charset=utf-8",
	}
	names, err := fs.Glob(files, "assets/*.*")
	if err != nil {
		panic(fmt.Sprintf("BUG: assets: %v", err))
	}
	all := map[string]http.Handler{"style.css": asset(types[".css"], []byte(page.Style))}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(fmt.Sprintf("BUG: asset %s: %v", name, err))
		}
		kind, ok := types[path.Ext(name)]
		if !ok {
			continue
		}
		all[strings.TrimPrefix(name, "assets/")] = asset(kind, text)
	}
	return all
}

// asset serves a text that does not change.
// Assets are of this binary, so that a hash of the bytes is all that tells two versions apart.
func asset(kind string, text []byte) http.Handler {
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}
