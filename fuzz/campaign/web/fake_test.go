package web

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
)

// serve shows the page of the invented campaign to people:
//
//	go test ./fuzz/campaign/web -serve localhost:8080
var serve = flag.String("serve", "", "serve an invented campaign on this address until interrupted; no tests")

func TestMain(m *testing.M) {
	flag.Parse()
	if *serve == "" {
		os.Exit(m.Run())
	}
	l, err := net.Listen("tcp", *serve)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "http://%s/\n", l.Addr())
	f := invent()
	go func() {
		for {
			time.Sleep(time.Second)
			f.step()
		}
	}()
	err = Server(Handler(f.reg, f, "An invented campaign"), l.Addr().String()).Serve(Limit(l))
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// fake is an invented campaign.
type fake struct {
	reg *metric.Registry

	mu     sync.Mutex
	second int
	bugs   []Bug
	state  State
	checks []Check
	m      map[string]*metric.Metric
}

var fakeStart = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// hostile would be a script, an attribute and a tag if it were not escaped, and hides text.
const hostile = `"><script src=//evil.example/x.js></script><img src=x onerror=alert(1)>` +
	"{{.}} ${x} &lt; \x00\x1b[2J \u202egnp.exe\u202c \xff '--><!-- </style>"

// invent makes a campaign that has run for ten minutes.
func invent() *fake {
	f := &fake{reg: metric.NewRegistry(), state: State{Running: true, Again: "tuffy-fuzz serve night"}, m: map[string]*metric.Metric{}}
	for _, d := range []struct {
		kind             metric.Kind
		name, unit, help string
	}{
		{metric.Counter, programs, "programs", "Programs made, run and checked."},
		{metric.Counter, undefined, "programs", "Programs whose run ended in undefined behaviour."},
		{metric.Counter, outOfFuel, "programs", "Programs whose run ended without fuel."},
		{metric.Counter, timeouts, "programs", "Programs on which a check did not end."},
		{metric.Counter, checksRun, "checks", "Checks run."},
		{metric.Gauge, coverage, "events", "Coverage events reached."},
		{metric.Gauge, corpusSize, "programs", "Programs in the corpus."},
		{metric.Gauge, bugCount, "bugs", "Distinct bugs."},
		{metric.Gauge, flakyCount, "bugs", "Failures that could not be repeated."},
		{metric.Gauge, toReduce, "bugs", "Bugs that wait to be reduced."},
	} {
		f.m[d.name] = f.reg.New(d.kind, d.name, d.unit, d.help)
	}
	for n, name := range []string{"round-trip", "verify-mutants", "engines-agree", "refines-itself", "reduce-keeps"} {
		f.checks = append(f.checks, Check{Name: name, Doc: "What the check " + name + " promises, said in a sentence.", Failed: int64(n % 3 * n)})
	}
	var original strings.Builder
	for n := range 120 {
		fmt.Fprintf(&original, "  v%d:int = add v%d, %d : s%d\n", n+1, n, n*n, 8+n%56)
	}
	for n := range 7 {
		b := Bug{
			Hash: fmt.Sprintf("%016x", 0x9e3779b97f4a7c15*uint64(n+1)), Check: f.checks[n%5].Name, Rule: []string{"", "shr", "add", "memcpy"}[n%4],
			Message: fmt.Sprintf("the fast engine returns %d, the reference evaluator poison", n), Count: int64(1 + n*n*417), Flaky: n == 3,
			First: fakeStart.Add(time.Duration(n*n) * time.Minute), Last: fakeStart.Add(time.Duration(100+n) * time.Minute),
			Insts: 3 + n, OriginalInsts: 120,
			State: "reduced", Detail: "The fast engine returns 1, the reference evaluator returns poison.\n\n    fast:  1\n    reference: poison\n",
			Reduced: `func @main() -> int {
bb0:
  v0:int = const 255
  v1:int = shr v0, 1 : u8
  ret v1
}
`, Original: original.String(),
			Repro: fmt.Sprintf("tuffy-fuzz repro --seed 1 --program %d bugs/%d/reduced.tir", n*1000, n),
		}
		if n == 2 {
			b.Check, b.Rule, b.Message, b.Detail, b.Reduced, b.Original, b.Repro = hostile, hostile, hostile, hostile, hostile+"\n\n"+hostile, hostile, hostile
			b.State, b.Note, b.Made, b.Before, b.After, b.Faces, b.Also = hostile, hostile, hostile, hostile+"\na", hostile+"\nb", []string{hostile}, []Bug{{Hash: "1", Rule: hostile}}
			b.About = &About{hostile, hostile, hostile, hostile}
		}
		if n == 0 {
			b.About = &About{"mul_pow2 is a rewrite (equivalence) of the pass rewrite, which applies the proven rules.", "Tuffy.Rewrites.Int.mul_pow2",
				"lean/TuffyLean/Rewrites/Int.lean, line 14", "rewrite_rule mul_pow2 \"x * 2^k = x << k\" equivalence\n  (.mul x c) => (.shl x (.calc (.log2 c))) where [.isPow2 c] := by\n  rule_cases; exact Bits.shl_log2 hp _\n"}
			b.Before, b.After = b.Reduced, strings.Replace(b.Reduced, "shr v0, 1", "tdiv v0, 2", 1)
			b.Also = []Bug{{Hash: "1", Rule: "add"}}
		}
		if b.Flaky {
			b.Reduced = ""
		}
		f.bugs = append(f.bugs, b)
	}
	for range 600 {
		f.step()
	}
	return f
}

// step lets a second pass.
func (f *fake) step() {
	f.mu.Lock()
	f.second++
	t := float64(f.second)
	n := int64(4000 + 600*math.Sin(t/9) + 250*math.Sin(t*1.7))
	f.m[programs].Add(n)
	f.m[undefined].Add(n * int64(30+10*math.Sin(t/50)) / 1000)
	f.m[outOfFuel].Add(n / 2000)
	f.m[checksRun].Add(5 * n)
	f.m[coverage].Set(int64(9000 * (1 - math.Exp(-t/120))))
	f.m[corpusSize].Set(int64(700 * (1 - math.Exp(-t/200))))
	f.m[bugCount].Set(6)
	f.m[flakyCount].Set(1)
	f.m[toReduce].Set(int64(f.second / 100 % 3))
	for i := range f.checks {
		f.checks[i].Ran += n
	}
	at := time.Duration(f.second) * time.Second
	f.mu.Unlock()
	f.reg.Sample(at)
}

func (f *fake) Bugs() []Bug {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []Bug
	for _, b := range f.bugs {
		b.Detail, b.Reduced, b.Original, b.Repro, b.Before, b.After, b.Also, b.Faces, b.About = "", "", "", "", "", "", nil, nil, nil
		all = append(all, b)
	}
	return all
}

func (f *fake) Bug(hash string) (Bug, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.bugs {
		if b.Hash == hash {
			return b, true
		}
	}
	return Bug{}, false
}

func (f *fake) Archive(hash string) (name string, data []byte, err error) {
	if _, ok := f.Bug(hash); !ok {
		return "", nil, errors.New("there is none")
	}
	return "tuffy-bug-" + hash + ".tar.gz", []byte("\x1f\x8barchive"), nil
}

func (f *fake) Checks() []Check {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Check(nil), f.checks...)
}

func (f *fake) Corpus() int { return 321 }

func (f *fake) State() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}
