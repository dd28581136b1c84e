package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// raceVectors has executions with the verdict that Lean gives by IR/Threads.lean; the format is
// described in lean/TuffyLean/Export/RaceVectors.lean.
const raceVectors = "races"

// raceTrace is an execution: its events, and the first one that races.
type raceTrace struct {
	name    string
	threads int
	events  [][]string
	race    int // -1 if none
}

func raceTraces(t *testing.T) []raceTrace {
	var out []raceTrace
	for _, text := range strings.Split("\n"+exporttest.Family(t, raceVectors), "\ntrace ")[1:] {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		head := strings.Fields(lines[0])
		x := raceTrace{name: head[0], threads: raceNumber(t, head[2]), race: -1}
		last := lines[len(lines)-1]
		if n, ok := strings.CutPrefix(last, "race "); ok {
			x.race = raceNumber(t, n)
		} else if last != "clean" {
			t.Fatalf("trace %s ends with %q", x.name, last)
		}
		for _, l := range lines[1 : len(lines)-1] {
			x.events = append(x.events, strings.Fields(l))
		}
		out = append(out, x)
	}
	return out
}

func raceNumber(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// replay gives the events to the race detector and returns the number of the first one that it
// reports, -1 if none.
func (x *raceTrace) replay(t *testing.T, m *ir.Module) int {
	w, err := newWorld(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.spawn = func(id int, _ *ir.Func, _ []Value) runner {
		r := &idleRunner{}
		r.init(w, id, func() []Frame { return nil }, nil)
		return r
	}
	f := m.Funcs[0]
	i := f.FirstInst(f.Entry())
	w.concurrent = true
	for range x.threads {
		w.cur = nil
		w.addThread(f, nil)
	}
	id, err := w.space.Alloc(memory.Global, 64, 8, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	a := w.space.Record(id)
	for n, e := range x.events {
		w.cur = w.threads[raceNumber(t, e[0])].common()
		var order ir.Ordering
		args := e[2:]
		if o, ok := ir.ParseOrdering(args[0]); ok {
			order, args = o, args[1:]
		}
		var nums [2]uint64
		for k, s := range args {
			nums[k] = uint64(raceNumber(t, s))
		}
		off, size := nums[0], nums[1]
		switch e[1] {
		case "read", "write":
			w.touch(f, i, a, off, size, e[1] == "write", false)
		case "load", "store", "rmw":
			w.synchronise(f, i, a, off, size, order, e[1] != "store", e[1] != "load")
		case "fence":
			w.fence(order)
		case "spawn":
			if got, ok := w.startThread(f, nil); !ok || got != int(off) {
				t.Fatalf("trace %s: thread %d instead of %d", x.name, got, off)
			}
		case "join":
			w.threads[off].done = true
			if _, how := w.joinThread(int64(off)); how != joinDone {
				t.Fatalf("trace %s, event %d: cannot join", x.name, n)
			}
		default:
			t.Fatalf("trace %s: %v", x.name, e)
		}
		if len(w.reports) > 0 {
			return n
		}
	}
	return -1
}

// TestRaceVectors holds the race detector to Lean's happens-before.
func TestRaceVectors(t *testing.T) {
	m := parse(t, `func @main() {
 bb0:
 ret
}`)
	races, clean, kinds := 0, 0, map[string]int{}
	for _, x := range raceTraces(t) {
		if got := x.replay(t, m); got != x.race {
			t.Errorf("trace %s: the first race is at %d, Lean says %d\n%s", x.name, got, x.race, fmt.Sprint(x.events))
		}
		if x.race < 0 {
			clean++
		} else {
			races++
		}
		for _, e := range x.events {
			kinds[e[1]]++
		}
	}
	for _, k := range []string{"read", "write", "load", "store", "rmw", "fence", "spawn", "join"} {
		if kinds[k] < 100 {
			t.Errorf("%d events %s", kinds[k], k)
		}
	}
	if races < 500 || clean < 500 {
		t.Errorf("%d executions with a race, %d without", races, clean)
	}
	t.Logf("%d executions with a race, %d without: %v", races, clean, kinds)
}

// TestWrongRaceVectorsAreNoticed: an ordering taken away or added changes verdicts, and that is seen.
func TestWrongRaceVectorsAreNoticed(t *testing.T) {
	m := parse(t, `func @main() {
 bb0:
 ret
}`)
	weaker := 0
	for _, x := range raceTraces(t) {
		for n, e := range x.events {
			if e[1] != "store" || e[2] == "relaxed" {
				continue
			}
			y := x
			y.events = append([][]string(nil), x.events...)
			y.events[n] = []string{e[0], e[1], "relaxed", e[3], e[4]}
			if got := y.replay(t, m); got != x.race {
				weaker++
				if got < 0 || x.race >= 0 && got > x.race {
					t.Errorf("trace %s: a weaker store %d takes a race away (%d, was %d)", x.name, n, got, x.race)
				}
			}
		}
	}
	if weaker < 30 {
		t.Errorf("only %d verdicts depend on the ordering of a store", weaker)
	}
}
