package campaign

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestRandom: the first numbers of splitmix64 with seed 1234567, from its reference code.
func TestRandom(t *testing.T) {
	r := choice.SplitMix(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := r.Word(); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
}

// TestShares: checks are asked on their share of programs, and presets drawn by their weights.
func TestShares(t *testing.T) {
	const n = 20_000
	for _, share := range []int{0, 1, 20, 100} {
		c := check.Check{Name: fmt.Sprint("check ", share), Share: share}
		got := 0
		for k := range int64(n) {
			if asked(programSeed(testSeedFixed, k), &c) {
				got++
			}
		}
		if lo, hi := share*n/100*9/10, share*n/100*11/10; got < lo || got > hi {
			t.Errorf("a share of %d %% asks %d times of %d", share, got, n)
		}
	}
	seen := map[string]int{}
	r := choice.SplitMix(1)
	for range n {
		seen[pick(&r, mix)]++
	}
	for _, s := range mix {
		if lo, hi := s.weight*n/100*8/10, s.weight*n/100*12/10; seen[s.preset] < lo || seen[s.preset] > hi {
			t.Errorf("preset %s is drawn %d times of %d", s.preset, seen[s.preset], n)
		}
	}
}

// testSeedFixed keeps statistical tests from failing now and then.
const testSeedFixed = 1

// TestPrograms: a program is a function of seed, number and parents; all kinds verify.
func TestPrograms(t *testing.T) {
	r := &recipe{testseed.Seed(t), mix}
	var parents []*entry
	for n := range int64(60) {
		p := r.make(n, nil)
		text := p.module.Canonical()
		parents = append(parents, &entry{row: row{number: n, program: address(text)}, text: text})
	}
	made := map[string]int{}
	for n := range int64(600) {
		p, q := r.make(n, parents), r.make(n, parents)
		if p.module.Canonical() != q.module.Canonical() || p.made != q.made || p.seed != q.seed || p.info != q.info {
			t.Fatalf("program %d is not the same when it is made again", n)
		}
		if err := ir.Verify(p.module); err != nil {
			t.Fatalf("program %d: %v", n, err)
		}
		words := strings.Fields(p.made)
		made[words[0]+" "+words[1]]++
	}
	for _, e := range parents {
		if e.module().Canonical() != e.text {
			t.Fatal("a parent was changed")
		}
	}
	if made["a mutant"] < 20 || made["a splice"] < 2 || made["fresh, preset"] < 400 {
		t.Errorf("made %v", made)
	}
}

// TestEventNames: names tell events apart, and every kind is there.
func TestEventNames(t *testing.T) {
	if int(slices.Max(interp.Codes())) >= numCodes {
		t.Fatalf("there are more codes of undefined behaviour than numCodes")
	}
	seen := map[string]event{}
	for e := range numEvents {
		name := eventName(e)
		if old, ok := seen[name]; ok {
			t.Fatalf("events %d and %d are both called %q", old, e, name)
		}
		seen[name] = e
	}
	for _, name := range []string{"end returned", "end out of fuel", "made mul", "exec mul", "pair iconst mul", "pair argument add", "ran load TUF-UB-012", "failed load TUF-UB-012", "fast 0"} {
		if _, ok := seen[name]; !ok {
			t.Errorf("no event is called %q", name)
		}
	}
}

// TestCollect: what a small program reaches, by hand.
func TestCollect(t *testing.T) {
	m := irtest.Parse(t, `func @main() -> int {
  bb0:
    v0 = iconst 6
    v1 = bconst true
    brif v1, bb1(v0), bb2

  bb1(v2: int):
    v3 = mul v2, v0
    ret v3

  bb2:
    v4 = sub v0, v0
    ret v4
}
`)
	var got bitset
	got.collect(&check.Subject{Module: m})
	var names []string
	for _, e := range got.list() {
		if e < firstRan {
			names = append(names, eventName(e))
		}
	}
	want := []string{"end returned", "exec bconst", "exec brif", "exec iconst", "exec mul", "exec ret", "made bconst", "made brif", "made iconst", "made mul", "made ret", "made sub",
		"pair argument mul", "pair bconst brif", "pair iconst brif", "pair iconst mul", "pair mul ret"}
	slices.Sort(names)
	if !slices.Equal(names, want) {
		t.Errorf("got  %v\nwant %v", names, want)
	}
	var k known
	if !k.misses(&got) {
		t.Error("nothing is known, and nothing new")
	}
	for _, e := range got.list() {
		if k.has(e) || !k.add(e) || k.add(e) || !k.has(e) {
			t.Fatalf("event %d is not added once", e)
		}
	}
	if k.misses(&got) {
		t.Error("everything is known, and something new")
	}
}

// TestPackEvents: what is packed comes back.
func TestPackEvents(t *testing.T) {
	for _, ids := range [][]int{nil, {0}, {1, 2, 3}, {5, 300, 70_000, 70_001}} {
		if got, err := unpackEvents(packEvents(ids)); err != nil || !slices.Equal(got, ids) {
			t.Errorf("%v comes back as %v, %v", ids, got, err)
		}
	}
	for _, bad := range [][]byte{{0x80}, {1, 0}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, {0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, {5, 0xff, 0xff, 0xff, 0xff, 0x03}} {
		if got, err := unpackEvents(bad); err == nil {
			t.Errorf("%x is read as %v", bad, got)
		}
	}
}

// TestMinimize: the corpus that is left covers the same, and nothing that costs more than an
// optimal cover by the known factor; checked against all subsets.
func TestMinimize(t *testing.T) {
	r := choice.SplitMix(testseed.Seed(t))
	for range 300 {
		var c corpus
		n := 1 + r.Below(8)
		for k := range n {
			e := &entry{row: row{number: int64(k), insts: r.Below(20)}}
			for id := range 10 {
				if r.Below(3) == 0 {
					e.events = append(e.events, id)
				}
			}
			c.entries = append(c.entries, e)
		}
		c.live = n
		covers := func(in func(k int) bool) (set int, cost int) {
			for k, e := range c.entries {
				if in(k) {
					cost += e.insts + 1
					for _, id := range e.events {
						set |= 1 << id
					}
				}
			}
			return set, cost
		}
		all, _ := covers(func(int) bool { return true })
		best := 1 << 30
		for subset := range 1 << n {
			if set, cost := covers(func(k int) bool { return subset>>k&1 != 0 }); set == all {
				best = min(best, cost)
			}
		}
		dropped := c.minimize(99)
		set, cost := covers(func(k int) bool { return c.entries[k].dropped == 0 })
		if set != all || c.live != n-len(dropped) {
			t.Fatalf("covers %b of %b, %d of %d live", set, all, c.live, n)
		}
		if float64(cost) > 2.93*float64(best) { // the harmonic number of 10 events
			t.Fatalf("costs %d, the best %d", cost, best)
		}
	}
}

// TestHorizon: a dropped entry is seen exactly as long as the numbers say.
func TestHorizon(t *testing.T) {
	c := corpus{entries: []*entry{{row: row{number: 3, dropped: 2 * lag}}, {row: row{number: lag}}, {row: row{number: lag + 1, insts: maxParent + 1}}}}
	for h, want := range map[int64]int{-lag: 0, 0: 0, lag: 1, 2 * lag: 1, 3 * lag: 1} {
		if got := c.seen(h); len(got) != want {
			t.Errorf("horizon %d sees %d entries, want %d", h, len(got), want)
		}
	}
	if got := c.seen(2 * lag); got[0].number != lag {
		t.Error("the wrong one is seen")
	}
	if gone := c.forget(3*lag - 1); len(gone) != 0 {
		t.Errorf("forgot %v, which program %d sees", gone, 3*lag-1)
	}
	if gone := c.forget(3 * lag); len(gone) != 1 || gone[0] != 3 {
		t.Errorf("forgot %v", gone)
	}
}

// TestVacuous: each way in which a campaign tests nothing is said, and a good one is not
// blamed.
func TestVacuous(t *testing.T) {
	all := func(first event, except ...ir.Op) func(c *Campaign) {
		return func(c *Campaign) {
			for op := range ir.NumOps {
				if !slices.Contains(except, ir.Op(op)) {
					c.known.add(first + op)
				}
			}
		}
	}
	good := Summary{Programs: 30_000, Undefined: 3_000, OutOfFuel: 30, Trivial: 50, Coverage: 5_000, Preset: Mix}
	for _, row := range []struct {
		name   string
		change func(s *Summary)
		made   func(c *Campaign)
		exec   func(c *Campaign)
		ran    int64
		idle   int64
		never  bool // the check says nothing of having nothing to compare
		share  int
		want   string
	}{
		{name: "good"},
		{name: "few programs", change: func(s *Summary) { s.Programs, s.Trivial = 100, 100 }},
		{name: "trivial", change: func(s *Summary) { s.Trivial = 29_000 }, want: "fewer than 10 instructions"},
		{name: "undefined", change: func(s *Summary) { s.Undefined = 29_000 }, want: "undefined behaviour"},
		{name: "undefined as asked", change: func(s *Summary) { s.Undefined, s.Preset = 29_000, "ub" }},
		{name: "fuel", change: func(s *Summary) { s.OutOfFuel = 29_000 }, want: "out of fuel"},
		{name: "hangs", change: func(s *Summary) { s.Timeouts = 29_000 }, want: "hang"},
		{name: "coverage", change: func(s *Summary) { s.Coverage = 0 }, want: "no coverage"},
		{name: "check", ran: -1, want: "the check one never ran"},
		{name: "idle, asked seldom", ran: 99, idle: 100, share: 4},
		{name: "idle", ran: 1999, idle: 2000, share: 4, want: "the check one had nothing to compare in 2000 programs"},
		{name: "idle, which says nothing", ran: 1999, idle: 2000, share: 4, never: true},
		{name: "idle where it was to be expected", ran: 1999, idle: 2000, share: 4, change: func(s *Summary) { s.Preset = "ints" }},
		{name: "idle though asked for", ran: 99, idle: 100, share: 100, change: func(s *Summary) { s.Preset = "ints" }, want: "the check one had nothing to compare"},
		{name: "not made", made: all(firstMade, ir.OpMul), want: "no program has the opcodes mul"},
		{name: "not executed", exec: all(firstExec, ir.OpMul, ir.OpAdd), want: "no program executes the opcodes add, mul"},
		{name: "not executed as asked", exec: all(firstExec, ir.OpMul), change: func(s *Summary) { s.Preset = "ints" }},
	} {
		c := &Campaign{checks: []check.Check{{Name: "one", Share: row.share, Idles: !row.never}}, counts: []checkCount{{ran: 1 + row.ran, idle: row.idle}}}
		s := good
		if row.change != nil {
			row.change(&s)
		}
		if row.made == nil {
			row.made = all(firstMade)
		}
		if row.exec == nil {
			row.exec = all(firstExec)
		}
		row.made(c)
		row.exec(c)
		got := strings.Join(c.vacuous(&s), "; ")
		if row.want == "" && got != "" || !strings.Contains(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestArchive: the archive of a bug has all that shows it again, and the same bytes each time; its script shows the bug, and README
// names the versions.
func TestArchive(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 100
	run(t, o)
	f := mustFindings(t, o.Dir)[0]
	name, data, err := Archive(o.Dir, f.Hash[:6])
	if err != nil || name != "tuffy-bug-"+f.Hash+".tar.gz" {
		t.Fatal(name, err)
	}
	if _, again, err := Archive(o.Dir, f.Hash); err != nil || !bytes.Equal(data, again) {
		t.Error("another time it is another", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	files, r := map[string]string{}, tar.NewReader(z)
	for {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(text)
		if strings.HasSuffix(h.Name, ".sh") != (h.Mode == 0o755) {
			t.Errorf("%s has mode %o", h.Name, h.Mode)
		}
	}
	for file, has := range map[string]string{"README.md": runtime.Version(), "report.md": f.Hash, "original.tir": "func @main", "repro.sh": f.flags(), "reduced.tir": "func @main"} {
		if text := files["tuffy-bug-"+f.Hash+"/"+file]; !strings.Contains(text, has) {
			t.Errorf("%s lacks %q:\n%s", file, has, text)
		}
	}
	if len(files) != 5 {
		t.Errorf("%d files", len(files))
	}
	if _, _, err := Archive(o.Dir, "ffff"); err == nil {
		t.Error("there is an archive of no bug")
	}
}

// TestReducedTexts: what is said beside a reduced program is about that program, wherever it is said: the check counts the
// instructions of what it looks at, so that a text about the whole program gives itself away.
func TestReducedTexts(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 60
	o.Checks = []check.Check{{Name: "mul", Doc: "there is no mul", Share: 100, Run: func(s *check.Subject) *check.Failure {
		if !has(s.Module, ir.OpMul) {
			return nil
		}
		n := instructions(s.Module)
		return &check.Failure{Cause: "no mul", Rule: fmt.Sprintf("rule-of-%d.", n), Message: fmt.Sprintf("said of %d.", n), Detail: fmt.Sprintf("told of %d.", n)}
	}}}
	run(t, o)
	r, err := openReader(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	all := r.findings.sorted()
	if len(all) != 1 || all[0].State != Reduced || all[0].ReducedInsts >= all[0].Insts {
		t.Fatalf("%d findings, the first %+v", len(all), all[0])
	}
	f := all[0]
	texts := map[string]string{"page": fmt.Sprintf("%+v", f.whole(o.Dir, r.programs, r.findings, r.seed))}
	files, err := f.files(r.programs, r.findings, r.findings.faces(), r.seed)
	if err != nil {
		t.Fatal(err)
	}
	texts["report.md"], texts["README.md"] = files["report.md"], f.readme(files)
	for _, asTest := range []bool{false, true} {
		if texts[fmt.Sprint("export ", asTest)], err = Export(o.Dir, f.Hash, asTest); err != nil {
			t.Fatal(err)
		}
	}
	var table strings.Builder
	if _, err := Report(&table, o.Dir); err != nil {
		t.Fatal(err)
	}
	texts["table"] = table.String()
	rec, err := Records(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	texts["record"] = fmt.Sprintf("%+v", rec)
	for name, text := range texts {
		if !strings.Contains(text, fmt.Sprintf("said of %d.", f.ReducedInsts)) {
			t.Errorf("%s does not speak of %d instructions:\n%s", name, f.ReducedInsts, text)
		}
		for _, what := range []string{"said of", "told of"} {
			if strings.Contains(text, fmt.Sprintf("%s %d.", what, f.Insts)) {
				t.Errorf("%s is about the whole program:\n%s", name, text)
			}
		}
	}
}

// TestExport: a bug comes out as a program that fails when it is read, and as Go.
func TestExport(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 100
	run(t, o)
	f := mustFindings(t, o.Dir)[0]
	text, err := Export(o.Dir, f.Hash[:6], false)
	if err != nil {
		t.Fatal(err)
	}
	m := irtest.Parse(t, text)
	n := slices.IndexFunc(o.Checks, func(c check.Check) bool { return c.Name == f.Check })
	again := o.Checks[n].Try(f.reducedSubject(m, ""))
	if again == nil || again.Signature() != f.Hash || !strings.Contains(text, f.flags()) || !strings.Contains(f.flags(), "--reduced --signature "+f.Hash) {
		t.Errorf("fails as %v:\n%s", again, text)
	}
	text, err = Export(o.Dir, f.Hash, true)
	if err != nil {
		t.Fatal(err)
	}
	if tidy, err := format.Source([]byte(text)); err != nil || !bytes.Equal(tidy, []byte(text)) {
		t.Errorf("no tidy Go: %v\n%s", err, text)
	}
	for _, hash := range []string{"", "zz"} {
		if _, err := Export(o.Dir, hash, false); err == nil {
			t.Errorf("%q names a bug", hash)
		}
	}
}

// TestSource: the page sees what the folder has, while the campaign runs.
func TestSource(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 400
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	looked := make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				looked <- n
				return
			default:
			}
			for _, b := range c.Bugs() {
				if _, ok := c.Bug(b.Hash); ok {
					n++
				}
			}
			c.Checks()
			c.Corpus()
		}
	}()
	s, err := c.Run(t.Context())
	close(stop)
	if n := <-looked; err != nil || n == 0 {
		t.Errorf("looked at %d bugs, %v", n, err)
	}
	bugs := c.Bugs()
	if len(bugs) != int(s.Bugs) || c.Corpus() != s.Corpus || len(c.Checks()) != 3 || c.Checks()[0].Ran != 400 {
		t.Errorf("%d bugs, corpus %d, checks %+v, summary %+v", len(bugs), c.Corpus(), c.Checks(), s)
	}
	for _, b := range bugs {
		full, ok := c.Bug(b.Hash)
		want, err := os.ReadFile(filepath.Join(o.Dir, bugsDir, b.Hash, "reduced.tir"))
		if !ok || err != nil || full.Reduced != string(want) || full.Count != b.Count || full.Detail == "" || full.Repro == "" || full.Original == "" {
			t.Errorf("%+v (%v)", full, err)
		}
	}
	if _, ok := c.Bug("nonsense"); ok {
		t.Error("there is a bug nonsense")
	}
	checks, corpus := c.Checks(), c.Corpus()
	var whole []web.Bug
	for _, b := range bugs {
		full, _ := c.Bug(b.Hash)
		whole = append(whole, full)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	// The folder alone shows the same.
	v, err := OpenViewer(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if got := v.Bugs(); !reflect.DeepEqual(got, bugs) || v.Corpus() != corpus || len(v.Checks()) != len(checks) || v.Checks()[0].Ran != checks[0].Ran {
		t.Errorf("the folder shows %+v, corpus %d, checks %+v", got, v.Corpus(), v.Checks())
	}
	for _, b := range whole {
		if got, ok := v.Bug(b.Hash); !ok || !reflect.DeepEqual(got, b) {
			t.Errorf("the folder shows %+v, the campaign showed %+v", got, b)
		}
	}
	if st := v.State(); st.Running || st.Ended.IsZero() || st.Reason != s.Reason || st.Again != continuing(o.Dir, strings.Join(o.Flags, "\n"), s.Programs) {
		t.Errorf("the folder says of the run: %+v", st)
	}
	// A run without an end is one of the process that has the lock; without such a process it was killed.
	if c, err = Open(Options{Dir: o.Dir}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.store.db.Exec("UPDATE runs SET ended = 0"); err != nil {
		t.Fatal(err)
	}
	v.looked = time.Time{}
	if st := v.State(); !st.Elsewhere || !st.Ended.IsZero() {
		t.Errorf("while another process has the folder: %+v", st)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if st := v.State(); st.Elsewhere || !st.Ended.IsZero() {
		t.Errorf("after the process has gone: %+v", st)
	}
}

// TestManyFindings: the list of a campaign with 20000 findings, most of them faces of others, takes no time.
func TestManyFindings(t *testing.T) {
	all := findings{}
	for n := range int64(20000) {
		f := &finding{Hash: fmt.Sprintf("%012x", n), State: Whole, Number: n, Count: 1, Last: n}
		if n%2 == 1 {
			f.State, f.SameAs = Same, fmt.Sprintf("%012x", n/10*10)
		}
		all[f.Hash] = f
	}
	usage.Within(t, 20*time.Second, "ten lists", func() {
		for range 10 {
			bugs := all.shown()
			if len(bugs) != 10000 || bugs[0].Count != 6 || bugs[5].Count != 6 || bugs[1].Count != 1 {
				t.Fatalf("%d bugs: %d, %d, %d times", len(bugs), bugs[0].Count, bugs[1].Count, bugs[5].Count)
			}
		}
	})
}

// TestHangTime: without a rule of a test's own, a task hangs when its check runs for longer than the options say.
func TestHangTime(t *testing.T) {
	for _, row := range []struct {
		limit time.Duration
		hangs bool
	}{{time.Minute, true}, {time.Hour, false}, {0, true}} {
		o, err := Options{Dir: "d", HangTime: row.limit}.filled()
		if err != nil {
			t.Fatal(err)
		}
		var old task
		old.began.Store(time.Now().Add(-2 * time.Minute).UnixNano())
		if got := o.hangs(&old); got != row.hangs {
			t.Errorf("after two minutes, with a limit of %v: %v", o.HangTime, got)
		}
	}
}

// TestPairOf: the two programs at the end of a story are found, and nothing else is taken for them.
func TestPairOf(t *testing.T) {
	if s, b, a := pairOf("x\n\nbefore:\np\nq\n\nafter:\nr\n"); s != "x" || b != "p\nq\n" || a != "r\n" {
		t.Errorf("%q %q %q", s, b, a)
	}
	for _, whole := range []string{"", "x", `before:
ret 1
after:
ret 2`, "x\n\nbefore:\nonly"} {
		if s, b, a := pairOf(whole); s != whole || b != "" || a != "" {
			t.Errorf("%q: %q %q %q", whole, s, b, a)
		}
	}
}

// TestContinuing: the command that a page shows names the folder from the root and has the flags of the last run, and none
// that a folder of somebody else may have made up.
func TestContinuing(t *testing.T) {
	dir, err := filepath.Abs("night watch")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ flags, want string }{
		{"", "run --out"},
		{"--checks=engines,backend/O2\n--time=1m0s\n--quiet\n--programs=500", "run --checks=engines,backend/O2 --time=1m0s --quiet --programs=500 --out"},
		{"--programs=400\n--workers=2", "run --workers=2 --out"},
		{"--checks=x; rm -rf .\n--preset=$(x)\n-x\nx", "run --out"},
	} {
		name, rest, _ := strings.Cut(continuing("night watch", row.flags, 400), " ")
		if want := row.want + " '" + dir + "'"; rest != want || filepath.Base(name) != "tuffy-fuzz" {
			t.Errorf("%q: %s %s, want %s", row.flags, name, rest, want)
		}
	}
}
