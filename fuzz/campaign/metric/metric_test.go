package metric

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSeries(t *testing.T) {
	r := NewRegistry()
	c := r.New(Counter, "c", "things", "Things.")
	n := int64(0)
	g := r.Func("g", "", "Twice.", func() int64 { return 2 * n })
	for _, s := range [][2]int64{{2, 10}, {3, 15}, {7, 35}} {
		c.Add(s[1] - c.Value())
		n = s[1]
		r.Sample(time.Duration(s[0]) * time.Second)
	}
	late := r.New(Gauge, "late", "", "Declared after samples.")
	late.Set(9)
	r.Sample(8 * time.Second)

	check := func(what string, got, want []float64) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	times := []float64{2, 3, 7, 8}
	seconds, values := r.Series("c", false)
	check("times", seconds, times)
	check("c", values, []float64{10, 15, 35, 35})
	_, values = r.Series("c", true)
	check("growth of c", values, []float64{5, 5, 5, 0})
	if seconds, values = r.Series("none", true); seconds != nil || values != nil {
		t.Errorf("a series that is not there: %v %v", seconds, values)
	}
	seconds, all := r.History("g", "none", "late", "c")
	check("times", seconds, times)
	check("g", all[0], []float64{20, 30, 70, 70})
	if all[1] != nil {
		t.Errorf("a history that is not there: %v", all[1])
	}
	check("late", all[2], []float64{0, 0, 0, 9})
	check("c", all[3], []float64{10, 15, 35, 35})
	if names := r.Metrics(); !slices.Equal(names, []*Metric{c, g, late}) {
		t.Errorf("metrics: %v", names)
	}
}

// However long it runs, the history is bounded, covers all the time evenly, and ends with the
// latest sample.
func TestHistoryIsBounded(t *testing.T) {
	r := NewRegistry()
	m := r.New(Gauge, "m", "", "")
	for n := range 10 * historyLen {
		m.Set(int64(3 * n))
		r.Sample(time.Duration(n) * time.Second)
		seconds, values := r.History("m")
		if len(seconds) > historyLen || len(values[0]) != len(seconds) {
			t.Fatalf("%d times, %d values", len(seconds), len(values[0]))
		}
		if last := seconds[len(seconds)-1]; last != float64(n) {
			t.Fatalf("sample %d: the last is of second %g", n, last)
		}
		if n%997 != 0 {
			continue
		}
		step := 1.0
		if len(seconds) > 1 {
			step = seconds[1]
		}
		for i, s := range seconds {
			if want := float64(i) * step; s != want && i < len(seconds)-1 || s > want || values[0][i] != 3*s {
				t.Fatalf("after %d samples, number %d kept is of second %g, want %g, and %g", n+1, i, s, want, values[0][i])
			}
		}
		if n > historyLen && len(seconds) < historyLen/2 {
			t.Fatalf("after %d samples %d are left", n+1, len(seconds))
		}
	}
}

func TestWriteText(t *testing.T) {
	r := NewRegistry()
	r.New(Gauge, "b", "bytes", "Has a \\ and\na new line.").Set(-5)
	r.New(Counter, "a_total", "", "First.").Add(7)
	var b strings.Builder
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := "# HELP a_total First.\n# TYPE a_total counter\na_total 7\n" +
		"# HELP b Has a \\\\ and\\na new line.\n# TYPE b gauge\nb -5\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if err := r.WriteText(full{}); err == nil {
		t.Error("a writer's error is lost")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("full") }

func TestTwice(t *testing.T) {
	r := NewRegistry()
	r.New(Counter, "a", "", "")
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "BUG: metric a ") {
			t.Errorf("panic: %s", text)
		}
	}()
	r.Func("a", "", "", func() int64 { return 0 })
}

func TestConcurrent(t *testing.T) {
	r := NewRegistry()
	m := r.New(Counter, "m", "", "")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			r.New(Gauge, fmt.Sprint("g", i), "", "")
			for n := range 500 {
				m.Add(1)
				switch (n + i) % 4 {
				case 0:
					r.Sample(time.Duration(n))
				case 1:
					if seconds, values := r.History("m"); len(seconds) != len(values[0]) {
						t.Errorf("%d times, %d values", len(seconds), len(values[0]))
					}
				case 2:
					r.Series("m", true)
				default:
					r.WriteText(&strings.Builder{})
				}
			}
		})
	}
	wg.Wait()
	if m.Value() != 2000 {
		t.Errorf("counted %d", m.Value())
	}
}
