package trace

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"sort"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/page"
	"github.com/tuffy-ir/tuffy/internal/textdiff"
	"github.com/tuffy-ir/tuffy/ir"
)

// Text is an entry for people: what, where, why, and the instructions before and after.
// The machine-readable form is the line of the trace.
func (e *Entry) Text() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d. %s/%s in @%s", e.Seq, e.Pass, e.Rule, e.Function)
	if e.Region != "" {
		fmt.Fprintf(&s, ", in the %s", e.Region)
	}
	fmt.Fprintf(&s, " (stage %s, iteration %d, at %s", e.Stage, e.Iteration, e.Where())
	fmt.Fprintf(&s, ", hash %016x)\n   %s\n", uint64(e.Hash), e.Decision.Text())
	for _, c := range e.Context {
		fmt.Fprintf(&s, "   knows %s\n", c.Text())
	}
	for _, l := range e.marked() {
		fmt.Fprintf(&s, "   %c %s\n", l.Mark, l.Text)
	}
	return s.String()
}

// marked are the instructions before and after in one column. What a rewrite shows and did not change is not marked.
func (e *Entry) marked() []textdiff.Marked {
	text := func(f *Fragment) string {
		if f == nil {
			return ""
		}
		return strings.Join(f.Instructions, "\n")
	}
	return textdiff.Mark(textdiff.Rows(text(e.Before), text(e.After)))
}

// Text is a fact for people. It leaves out what the fact has not.
func (f Fact) Text() string {
	return strings.Join(strings.Fields(f.Kind+" "+f.Name+" "+f.Value), " ")
}

// Known are the facts of the entry for people.
func (e *Entry) Known() []string {
	var out []string
	for _, f := range e.Context {
		out = append(out, f.Text())
	}
	return out
}

// Text says why a rewrite was allowed.
func (d *Decision) Text() string {
	s := d.Kind
	if d.Proof != "" {
		s += ", theorem " + d.Proof
	}
	if d.Cost != nil {
		s += ", " + d.Cost.Text()
	}
	if d.Threshold != "" {
		s += " (" + d.Threshold + ")"
	}
	return s
}

// Text is a cost for people.
func (c *Cost) Text() string {
	s := fmt.Sprintf("%d %s in the place of %d", c.After, c.Unit, c.Before)
	if c.Limit > 0 {
		s += fmt.Sprintf(", at most %d", c.Limit)
	}
	return s + ", saves " + c.Saves
}

// function is what a report says of one function.
// Text is made for reports only.
type function struct {
	Name          string
	Entries       []*Entry
	Rules         []ruleCount
	Before, After string // text, if the program is given
	Insts         [2]int // instructions before and after
	Ran           uint64 // edges that were taken in it by the profile of the program
}

// ruleCount is a row of the table of rewrites.
// Proof is that of the first entry of the rule.
type ruleCount struct {
	Rule  string
	Count int
	Proof string
}

// functions sorts a trace by function, in the order of the module if there is one, else of the entries, and
// counts how often each rewrite fired, the most frequent first.
// Functions that only after has are left out, unless an entry names them.
func functions(t *Trace, before, after *ir.Module) []*function {
	byName := map[string]*function{}
	var out []*function
	get := func(name string) *function {
		f := byName[name]
		if f == nil {
			f = &function{Name: name}
			byName[name] = f
			out = append(out, f)
		}
		return f
	}
	if before != nil {
		for _, g := range before.Funcs {
			f := get(g.Name)
			f.Before, f.Insts[0], f.Ran = g.String(), g.Live(), ran(g)
			if h := after.Func(g.Name); h != nil {
				f.After, f.Insts[1] = h.String(), h.Live()
			}
		}
	}
	for n := range t.Entries {
		e := &t.Entries[n]
		f := get(e.Function)
		f.Entries = append(f.Entries, e)
		name := e.Pass + "/" + e.Rule
		k := 0
		for k < len(f.Rules) && f.Rules[k].Rule != name {
			k++
		}
		if k == len(f.Rules) {
			f.Rules = append(f.Rules, ruleCount{Rule: name, Proof: e.Decision.Proof})
		}
		f.Rules[k].Count++
	}
	for _, f := range out {
		sort.SliceStable(f.Rules, func(a, b int) bool { return f.Rules[a].Count > f.Rules[b].Count })
	}
	return out
}

// ran is how many edges were taken in a function by its profile.
func ran(f *ir.Func) (n uint64) {
	for b := range f.Blocks() {
		t := f.Terminator(b)
		for _, w := range f.Module.Weights(f.Origin(t), len(f.Edges(nil, t))) {
			n += w
		}
		if f.NumTargets(t) == 0 {
			c, _ := f.Module.Count(f.Origin(t))
			n += c
		}
	}
	return n
}

// WriteHot is [WriteMarkdown] with the functions that ran most by the profile of the program first.
func WriteHot(w io.Writer, t *Trace, before, after *ir.Module) error {
	list := functions(t, before, after)
	sort.SliceStable(list, func(a, b int) bool { return list[a].Ran > list[b].Ran })
	return writeMarkdown(w, t, list, before != nil)
}

// WriteMarkdown reports a trace function by function: what fired how often with which proof, then
// each rewrite. The modules, before and after, may be nil; with them the report tells what was
// saved.
func WriteMarkdown(w io.Writer, t *Trace, before, after *ir.Module) error {
	return writeMarkdown(w, t, functions(t, before, after), before != nil)
}

// writeMarkdown writes the report as Markdown: the functions by what was done in them, then each of them.
func writeMarkdown(w io.Writer, t *Trace, list []*function, saved bool) error {
	var s strings.Builder
	fmt.Fprintf(&s, "# What the optimizer did\n\n%d rewrites.\n", len(t.Entries))
	for _, f := range list {
		fmt.Fprintf(&s, "\n## @%s\n\n", f.Name)
		if f.Ran > 0 {
			fmt.Fprintf(&s, "%d edges were taken in it by the profile.\n\n", f.Ran)
		}
		if saved {
			fmt.Fprintf(&s, "%d instructions before, %d after.\n\n", f.Insts[0], f.Insts[1])
		}
		if len(f.Rules) == 0 {
			s.WriteString("Nothing fired.\n")
			continue
		}
		s.WriteString("| rewrite | times | theorem |\n|---|---:|---|\n")
		for _, r := range f.Rules {
			fmt.Fprintf(&s, "| %s | %d | %s |\n", r.Rule, r.Count, r.Proof)
		}
		s.WriteString("\n```\n")
		for _, e := range f.Entries {
			s.WriteString(e.Text())
		}
		s.WriteString("```\n")
	}
	_, err := io.WriteString(w, s.String())
	return err
}

//go:embed report.html
var report string

// sources finds a name in the sources of the project: the last part of a rule or theorem is written there.
const sources = "https://github.com/tuffy-ir/tuffy/search?type=code&q="

// source is the address of a rule or a theorem.
func source(name string) string {
	name = name[strings.LastIndexAny(name, "/.")+1:]
	return sources + url.QueryEscape(name)
}

// beside is the function before and after.
func beside(f *function) page.Pair { return page.Beside("before", f.Before, "after", f.After) }

// WriteHTML writes the report as a page that needs nothing else: programs side by side, and each
// rewrite.
// The template escapes texts, so names of a program cannot become markup.
func WriteHTML(w io.Writer, t *Trace, before, after *ir.Module) error {
	tmpl, err := page.Parse(template.New("report").Funcs(template.FuncMap{"source": source, "beside": beside, "marked": (*Entry).marked})).New("page").Parse(report)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return tmpl.Execute(w, struct {
		Style     template.CSS
		Rewrites  int
		Functions []*function
	}{page.CSS(), len(t.Entries), functions(t, before, after)})
}
