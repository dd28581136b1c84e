package web

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/internal/quote"
)

// The metrics that tiles and charts are made of. They are the names that package campaign
// registers; one that is missing is shown as a dash.
const (
	programs   = "tuffy_programs_total"
	undefined  = "tuffy_undefined_total"
	outOfFuel  = "tuffy_out_of_fuel_total"
	timeouts   = "tuffy_timeouts_total"
	checksRun  = "tuffy_checks_total"
	coverage   = "tuffy_coverage_events"
	corpusSize = "tuffy_corpus_programs"
	bugCount   = "tuffy_bugs"
	flakyCount = "tuffy_flaky"
	toReduce   = "tuffy_reductions_queued"
)

// dash stands for a number that there is not, or not yet.
const dash = "–"

// tile is a number with a name. Alarm is for what somebody should look at.
type tile struct {
	Name, Value, Note string
	Alarm             bool
}

// rateWindow is the time over which the tile of the programs a second is an average. Shorter
// windows jump, longer ones hide a stop.
const rateWindow = 10 // seconds

// A metric that the registry lacks is computed from the source where possible, so that the page
// works with any registry.
func (s *site) tiles() []tile {
	now := map[string]int64{}
	for _, m := range s.reg.Metrics() {
		now[m.Name] = m.Value()
	}
	total := func(name string) string {
		if n, ok := now[name]; ok {
			return short(n)
		}
		return dash
	}
	note := func(name, many string) string {
		if _, ok := now[name]; !ok {
			return "not counted"
		}
		return comma(now[name]) + " " + unit(now[name], many)
	}
	share := func(name string) string {
		part, ok := now[name]
		if whole := now[programs]; ok && whole > 0 {
			return percent(float64(part) / float64(whole))
		}
		return dash
	}
	// The history is at least one sample long only after the first second.
	seconds, h := s.reg.History(programs)
	found, flaky := 0, 0
	for _, b := range s.src.Bugs() {
		if b.Flaky {
			flaky++
		} else {
			found++
		}
	}
	if _, ok := now[bugCount]; !ok {
		now[bugCount] = int64(found)
	}
	if _, ok := now[flakyCount]; !ok {
		now[flakyCount] = int64(flaky)
	}
	if _, ok := now[corpusSize]; !ok {
		now[corpusSize] = int64(s.src.Corpus())
	}
	bugNote := comma(now[flakyCount]) + " flaky"
	if n := now[toReduce]; n > 0 {
		bugNote += ", " + comma(n) + " to reduce"
	}
	// Of a campaign that does not run there are no samples, only what its runs came to.
	speed, when := tile{Name: "Programs a second", Value: recentRate(seconds, h[0]), Note: note(programs, "in all")}, ran(seconds)
	if !s.src.State().Running {
		speed, when = tile{Name: "Programs", Value: total(programs), Note: "in all runs"}, "in all runs"
	}
	return []tile{
		speed,
		{Name: "Undefined behaviour", Value: share(undefined), Note: note(undefined, "programs")},
		{Name: "Out of fuel", Value: share(outOfFuel), Note: note(outOfFuel, "programs")},
		{Name: "Timeouts", Value: total(timeouts), Note: unit(now[timeouts], "programs") + " whose check did not end", Alarm: now[timeouts] > 0},
		{Name: "Checks run", Value: total(checksRun), Note: when},
		{Name: "Coverage", Value: total(coverage), Note: unit(now[coverage], "events") + " reached"},
		{Name: "Corpus", Value: total(corpusSize), Note: unit(now[corpusSize], "programs") + " kept"},
		{Name: "Bugs", Value: total(bugCount), Note: bugNote, Alarm: now[bugCount] > 0},
	}
}

// recentRate is the growth a second over the last samples. It looks back over at least rateWindow,
// or to the first sample.
func recentRate(seconds, values []float64) string {
	last := len(values) - 1
	if last < 1 {
		return dash
	}
	first := last - 1
	for first > 0 && seconds[last]-seconds[first] < rateWindow {
		first--
	}
	rate := (values[last] - values[first]) / (seconds[last] - seconds[first])
	switch {
	case rate < 0 || math.IsNaN(rate) || math.IsInf(rate, 0):
		return dash
	case rate < 100:
		return strconv.FormatFloat(rate, 'f', 1, 64)
	}
	return short(int64(math.Round(rate)))
}

// ran says how long the campaign has run at the last sample. Seconds are those of this run.
func ran(seconds []float64) string {
	if len(seconds) == 0 {
		return "no samples yet"
	}
	t := int(seconds[len(seconds)-1])
	switch {
	case t < 60:
		return fmt.Sprintf("in %d s", t)
	case t < 3600:
		return fmt.Sprintf("in %d min %02d s", t/60, t%60)
	}
	return fmt.Sprintf("in %d h %02d min", t/3600, t/60%60)
}

// chart is a curve over time: a metric, its growth a second, or its growth in per cent of the
// growth of another. Unit is empty or "%".
// of is the metric that growth is divided by, empty for time.
type chart struct {
	Key, Title, Unit string
	metric           string
	rate             bool
	of               string
}

// Three are what is looked at while a campaign runs: speed, progress, and whether the programs are any good.
var charts = []chart{
	{Key: "programs", Title: "Programs a second", metric: programs, rate: true},
	{Key: "coverage", Title: "Coverage events", metric: coverage},
	{Key: "undefined", Title: "Programs with undefined behaviour", Unit: "%", metric: undefined, of: programs},
}

// chartView is a chart with the text for those who do not see it drawn. Latest is what a screen
// reader gets.
type chartView struct {
	chart
	Latest string
}

// number is a point of a curve; NaN, where there is none, is null in JSON.
type number float64

// MarshalJSON writes three decimals at most.
func (n number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(float64(n)*1000)/1000, 'f', -1, 64), nil
}

// history is the curves by key, over "seconds" since the campaign began. A chart whose metrics
// the registry lacks is missing. Every metric is asked for once, in a fixed order.
func (s *site) history() map[string][]number {
	var names []string
	at := func(name string) int {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return slices.Index(names, name)
	}
	for _, c := range charts {
		at(c.metric)
		if c.of != "" {
			at(c.of)
		}
	}
	seconds, values := s.reg.History(names...)
	out := map[string][]number{"seconds": {}}
	for _, t := range seconds {
		out["seconds"] = append(out["seconds"], number(t))
	}
	for _, c := range charts {
		of := seconds
		if c.of != "" {
			of = values[at(c.of)]
		}
		if y := values[at(c.metric)]; y != nil && of != nil {
			out[c.Key] = c.curve(y, of)
		}
	}
	return out
}

// curve is the points of the chart; of is what growth is divided by. The first sample has no
// growth: a campaign that continues starts with the totals of the time before. Samples at which the
// divisor has not grown are gaps.
func (c chart) curve(y, of []float64) []number {
	out := make([]number, len(y))
	for n := range y {
		switch {
		case !c.rate && c.of == "":
			out[n] = number(y[n])
		case n == 0 || of[n] <= of[n-1] || y[n] < y[n-1]:
			out[n] = number(math.NaN())
		default:
			out[n] = number((y[n] - y[n-1]) / (of[n] - of[n-1]))
			if c.of != "" {
				out[n] *= 100
			}
		}
	}
	return out
}

// A chart without values is shown with a dash.
func (s *site) charts() []chartView {
	h := s.history()
	var all []chartView
	for _, c := range charts {
		v := chartView{chart: c, Latest: dash}
		if y := h[c.Key]; len(y) > 0 && !math.IsNaN(float64(y[len(y)-1])) {
			last := float64(y[len(y)-1])
			v.Latest = comma(int64(math.Round(last)))
			if c.Unit == "%" {
				v.Latest = percent(last / 100)
			}
		}
		all = append(all, v)
	}
	return all
}

// maxRows bounds the table of bugs. More rows make the page slow to renew every two seconds.
const maxRows = 200

// bugTable is the bugs that a query leaves, in an order that the address names: query and order can be shared.
type bugTable struct {
	Query, Sort        string // as the address has them
	Columns            []column
	Rows               []Bug
	Total, Match, More int
}

// column is a heading of the table, and the address that sorts by it: upward first, but for what is counted or dated.
type column struct {
	Key, Name, Class string
	compare          func(a, b Bug) int
	down             bool   // the first click sorts downward
	Sorted           string // ascending, descending, or empty
	Link             string
}

var columns = []column{
	{Key: "bug", Name: "Bug", compare: func(a, b Bug) int { return cmp.Compare(a.Hash, b.Hash) }},
	{Key: "what", Name: "What", compare: func(a, b Bug) int {
		return cmp.Or(cmp.Compare(a.Check, b.Check), cmp.Compare(a.Message, b.Message))
	}},
	{Key: "at-fault", Name: "At fault", Class: "mid", compare: func(a, b Bug) int { return cmp.Compare(a.Rule, b.Rule) }},
	{Key: "seen", Name: "Seen", Class: "number", down: true, compare: func(a, b Bug) int { return cmp.Compare(a.Count, b.Count) }},
	{Key: "size", Name: "Instructions", Class: "number wide", compare: func(a, b Bug) int { return cmp.Compare(a.Insts, b.Insts) }},
	{Key: "first", Name: "First (UTC)", Class: "wide", down: true, compare: func(a, b Bug) int { return a.First.Compare(b.First) }},
	{Key: "last", Name: "Last (UTC)", Class: "mid", down: true, compare: func(a, b Bug) int { return a.Last.Compare(b.Last) }},
}

// newest is the order that an address without one, or with one that there is not, has.
const newest = "-first"

// headings are the columns with their links, where sort is the order now.
func headings(query, sort string) []column {
	out := slices.Clone(columns)
	for n := range out {
		k := &out[n]
		to := k.Key
		switch sort {
		case k.Key:
			k.Sorted, to = "ascending", "-"+k.Key
		case "-" + k.Key:
			k.Sorted = "descending"
		default:
			if k.down {
				to = "-" + k.Key
			}
		}
		address := url.Values{"sort": {to}}
		if query != "" {
			address.Set("q", query)
		}
		k.Link = "/?" + address.Encode()
	}
	return out
}

// bugs finds the bugs that have every word of the query in one of their short texts. Words are
// matched without case, in hash, check, rule and message. Ties go by hash, so that the order does
// not jump.
func (s *site) bugs(r *http.Request) bugTable {
	query, sort := r.FormValue("q"), r.FormValue("sort")
	at := slices.IndexFunc(columns, func(k column) bool { return k.Key == strings.TrimPrefix(sort, "-") })
	if at < 0 {
		sort = newest
		at = slices.IndexFunc(columns, func(k column) bool { return "-"+k.Key == newest })
	}
	all := s.src.Bugs()
	t := bugTable{Query: query, Sort: sort, Columns: headings(query, sort), Total: len(all)}
	words := strings.Fields(strings.ToLower(query))
	for _, b := range all {
		// The fields are parted by a newline, which no word of a query holds: a word does not match across two of them.
		text := strings.ToLower(strings.Join([]string{b.Hash, b.Check, b.Rule, b.Message}, "\n"))
		if b.Flaky {
			text += "\nflaky"
		}
		missing := func(w string) bool { return !strings.Contains(text, w) }
		if !slices.ContainsFunc(words, missing) {
			t.Rows = append(t.Rows, b)
		}
	}
	slices.SortFunc(t.Rows, func(a, b Bug) int {
		by := columns[at].compare(a, b)
		if strings.HasPrefix(sort, "-") {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.Hash, b.Hash))
	})
	t.Match = len(t.Rows)
	t.Rows = t.Rows[:min(t.Match, maxRows)]
	t.More = t.Match - len(t.Rows)
	return t
}

// stateView is what the page says of the state of the campaign. Kind is a class of the style sheet.
// Texts that come from the folder are made printable by state, not by the template.
type stateView struct{ Kind, Text, Again string }

// state says in a sentence what is going on and, where there is something to do, what.
func (s *site) state() stateView {
	st := s.src.State()
	v := stateView{"ended", "", quote.Line(st.Again)}
	switch {
	case st.Running && len(s.src.Checks()) == 0:
		v.Kind, v.Text = "live", "starting: no program has been run yet"
	case st.Running:
		v.Kind, v.Text = "live", "running"
	case st.Began.IsZero():
		v.Text = "no run has begun in this folder"
	case st.Elsewhere:
		v.Kind, v.Text = "live", "running in another process since "+when(st.Began)+" UTC"
	case st.Ended.IsZero():
		v.Text = "a run began " + when(st.Began) + " UTC and was killed: it has not ended, and no process works on the folder"
	default:
		v.Text = "ended " + when(st.Ended) + " UTC: " + quote.Line(st.Reason)
	}
	// It goes before every other state: what is shown is old, whatever it says.
	if st.Trouble != "" {
		v.Kind, v.Text = "lost", "the folder cannot be read any more, this is what it was: "+quote.Line(st.Trouble)
	}
	return v
}

// comma writes n with a comma before every third digit. It is for people who read digits in groups.
func comma[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for at := len(s) - 3; at > first; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// short writes n so that it fits a tile.
func short(n int64) string {
	switch {
	case n < 1e7:
		return comma(n)
	case n < 1e10:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " M"
	}
	return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) + " G"
}

// Small shares get three decimals, as rare events matter.
func percent(share float64) string {
	if p := 100 * share; p >= 1 || p == 0 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(100*share, 'f', 3, 64) + " %"
}

// when writes a time for people.
func when(t time.Time) string {
	if t.IsZero() {
		return dash
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// words is a text for a cell of a table, which breaks lines at spaces and nowhere else: a browser would break names at
// their hyphens and slashes.
func words(text string) template.HTML {
	var b strings.Builder
	for n, word := range strings.Split(quote.Text(text), " ") {
		if n > 0 {
			b.WriteByte(' ')
		}
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;_") == "" {
			b.WriteString(word)
			continue
		}
		b.WriteString(`<span class="word">` + template.HTMLEscapeString(word) + "</span>")
	}
	return template.HTML(b.String())
}

// unit is the unit of so many: one program, two programs.
func unit(n int64, many string) string {
	if n == 1 {
		return strings.TrimSuffix(many, "s")
	}
	return many
}

// lines splits a program for the numbering of its lines. The text is escaped first: lines of the
// page are lines of the program.
// The newline at the end of a program begins no further one.
func lines(text string) []string {
	text = strings.TrimSuffix(quote.Text(text), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
