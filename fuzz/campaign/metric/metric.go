// Package metric has numbers that are declared once and shown everywhere: on the terminal's
// live line, on the web page and for scrapers.
//
// Non-goals: histograms and labels beyond one.
package metric

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Kind says how a metric behaves.
type Kind uint8

// The kinds of metrics.
const (
	Counter Kind = iota // only grows; shown as a total and as a rate
	Gauge               // goes up and down
)

// Metric is one number.
type Metric struct {
	Name string // as scrapers see it: tuffy_programs_total
	Help string // one sentence
	Kind Kind
	Unit string // for people: "programs", "bytes"; may be empty

	value atomic.Int64
	read  func() int64
}

// Add adds n.
func (m *Metric) Add(n int64) { m.value.Add(n) }

// Set makes the value n.
func (m *Metric) Set(n int64) { m.value.Store(n) }

// Value is the present value.
func (m *Metric) Value() int64 {
	if m.read != nil {
		return m.read()
	}
	return m.value.Load()
}

// Registry is a set of metrics with their history. Its methods may be called concurrently.
type Registry struct {
	mu      sync.Mutex
	metrics []*Metric
	times   []time.Duration // of the samples, since the start
	history map[*Metric][]int64
	calls   int // of Sample
	stride  int // samples kept are those of calls 0, stride, 2*stride, …, and the last
}

// historyLen bounds the samples kept: when there are more, every second one goes. It is even.
const historyLen = 1024

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{history: map[*Metric][]int64{}, stride: 1} }

// New declares a metric. Two with the same name are our bug.
func (r *Registry) New(kind Kind, name, unit, help string) *Metric {
	m := &Metric{Name: name, Help: help, Kind: kind, Unit: unit}
	r.add(m)
	return m
}

// Func declares a gauge whose value read computes. Sample calls read with the registry locked:
// read must not ask the registry.
func (r *Registry) Func(name, unit, help string, read func() int64) *Metric {
	m := &Metric{Name: name, Help: help, Kind: Gauge, Unit: unit, read: read}
	r.add(m)
	return m
}

func (r *Registry) add(m *Metric) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.ContainsFunc(r.metrics, func(o *Metric) bool { return o.Name == m.Name }) {
		panic(fmt.Sprintf("BUG: metric %s is declared twice", m.Name))
	}
	r.metrics = append(r.metrics, m)
	r.history[m] = make([]int64, len(r.times))
}

// Metrics lists the metrics in the order of their declaration.
func (r *Registry) Metrics() []*Metric {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.metrics)
}

// Sample appends the present values to the history; at is the time since the start. The
// history covers the time from the first sample to the last: what goes when it gets too long
// are samples in between, and those left are equally many calls apart, the last one excepted.
func (r *Registry) Sample(at time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	keep := len(r.times)
	if r.calls > 0 && (r.calls-1)%r.stride != 0 {
		keep-- // the last one was there only until the next
	} else if keep >= historyLen {
		r.times = halve(r.times)
		for m, h := range r.history {
			r.history[m] = halve(h)
		}
		r.stride *= 2
		keep = len(r.times)
	}
	r.calls++
	r.times = append(r.times[:keep], at)
	for _, m := range r.metrics {
		r.history[m] = append(r.history[m][:keep], m.Value())
	}
}

// halve keeps the first element and every second one after it.
func halve[T any](s []T) []T {
	out := s[:0]
	for n := 0; n < len(s); n += 2 {
		out = append(out, s[n])
	}
	return out
}

// Series is the history of the metric with that name: seconds since the start and values. For
// a counter, rate asks for its growth a second between samples instead.
func (r *Registry) Series(name string, rate bool) (seconds, values []float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.metrics {
		if m.Name != name {
			continue
		}
		for n, v := range r.history[m] {
			at := r.times[n].Seconds()
			y := float64(v)
			if rate {
				was, since := int64(0), 0.0
				if n > 0 {
					was, since = r.history[m][n-1], r.times[n-1].Seconds()
				}
				y = math.Round(10*float64(v-was)/max(at-since, 1e-3)) / 10
			}
			seconds, values = append(seconds, at), append(values, y)
		}
	}
	return seconds, values
}

// History is the samples of the metrics with these names, taken at once so that they belong to
// each other: values[i][n] is what names[i] was at seconds[n] since the start. values[i] is nil
// if no metric has that name.
func (r *Registry) History(names ...string) (seconds []float64, values [][]float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seconds = make([]float64, len(r.times))
	for n, at := range r.times {
		seconds[n] = at.Seconds()
	}
	values = make([][]float64, len(names))
	for _, m := range r.metrics {
		i := slices.Index(names, m.Name)
		if i < 0 {
			continue
		}
		values[i] = make([]float64, len(r.times))
		for n, v := range r.history[m] {
			values[i][n] = float64(v)
		}
	}
	return seconds, values
}

// escapeHelp is what the text format asks of a help text.
var escapeHelp = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// WriteText writes all metrics in the text format of Prometheus, sorted by name.
func (r *Registry) WriteText(w io.Writer) error {
	all := r.Metrics()
	slices.SortFunc(all, func(a, b *Metric) int { return cmp.Compare(a.Name, b.Name) })
	for _, m := range all {
		kind := [...]string{"counter", "gauge"}[m.Kind]
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", m.Name, escapeHelp.Replace(m.Help), m.Name, kind, m.Name, m.Value()); err != nil {
			return err
		}
	}
	return nil
}
