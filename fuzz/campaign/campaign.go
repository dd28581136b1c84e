package campaign

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Campaign is an open campaign. Its exported methods may be called concurrently; [Campaign.Run]
// once. One goroutine, the coordinator of run.go, changes the state; workers hand it results and
// read what mu guards. Nothing but the coordinator and what it starts writes to the folder.
type Campaign struct {
	// What the campaign was told and what it stands on; none of it changes after Open.
	o        Options
	recipe   recipe
	checks   []check.Check
	folder   *folder
	lock     *os.File
	store    *store
	programs programs // in the folder
	metrics  metrics

	// Workers read these without a lock: known is made of atomics, signatures is a concurrent map.
	// Both only ever grow, so an old view costs a repeated look and nothing else.
	known      known
	signatures sync.Map // signature → State, for workers
	slots      []*slot
	// Workers send results and offer their slots; the reducer and the committer send one message
	// each time they end; quit is closed last and releases all who wait.
	results    chan *result
	idle       chan *slot
	reductions chan *reduction
	committed  chan error
	errs       chan error
	quit       chan struct{}

	// mu guards what follows up to counts. It is held for moments, never while a program runs or a
	// file is written.
	mu       sync.Mutex
	cond     *sync.Cond // merged or stop changed
	next     int64      // to be handed out
	merged   int64      // all programs below are in the state
	stop     bool
	kept     corpus
	parents  map[int64][]*entry // what programs see, by horizon
	findings findings
	counts   []checkCount // by index of checks

	// Only the coordinator uses these.
	waiting  map[int64]*result
	ids      [numEvents]int32 // identity of an event in the database, 0: none
	nextID   int
	batch    batch
	folders  []*finding // whose folders are to be written after the next commit
	flushed  time.Time
	flushing bool // a commit is under way
	// The findings of the batch that is being written: they may be reduced only once their program
	// is on the disk.
	storing  []*finding    // in it
	before   time.Duration // earlier runs
	started  time.Time
	hung     int
	reducing bool
	// Workers of reductions count it, the coordinator reads it.
	leaked    atomic.Int32 // candidates of reductions that hang
	runNumber int64

	journal journal
	places  int // lines of the journal that are not of this process
	// These four are set by recall before the first worker starts and are read-only afterwards.
	suspects map[int64]int    // programs that ran when a process died → how many died while they ran alone
	deadly   map[int64]string // those of too many crashes → check
	crashes  map[string]int   // reductions likewise

	notes []string
}

// checkCount is how often a check ran and failed. Skipped checks count nowhere; idle ones have run.
type checkCount struct{ ran, failed, idle int64 }

// Open opens or makes the campaign of a folder and locks it. A folder that is not a campaign's is
// refused before anything is written. The caller must Close the campaign, also after a failed Run.
// On an error everything that was opened is closed again.
func Open(o Options) (*Campaign, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, err
	}
	f, err := openFolder(o.Dir, o.write)
	if err != nil {
		return nil, err
	}
	if err := ours(f); err != nil {
		return nil, errors.Join(err, f.close())
	}
	l, err := lock(f)
	if err != nil {
		// The lock is held from here on: no other process can be writing.
		return nil, explain(o.Dir, errors.Join(err, f.close()))
	}
	c := &Campaign{o: o, checks: o.Checks, folder: f, lock: l, programs: programs{folder: f},
		results: make(chan *result, 256), idle: make(chan *slot), reductions: make(chan *reduction), committed: make(chan error, 1), errs: make(chan error, 1), quit: make(chan struct{}),
		parents: map[int64][]*entry{}, findings: findings{}, counts: make([]checkCount, len(o.Checks)), waiting: map[int64]*result{}}
	c.cond = sync.NewCond(&c.mu)
	c.metrics = newMetrics(o.Registry)
	if c.store, err = openStore(f); err != nil {
		return nil, explain(o.Dir, errors.Join(err, l.Close(), f.close()))
	}
	if err := c.load(); err != nil {
		return nil, explain(o.Dir, errors.Join(err, c.Close()))
	}
	return c, nil
}

// Close releases the folder. The journal comes first, since it removes Go's crash output from a
// file that goes away.
func (c *Campaign) Close() error {
	return errors.Join(c.journal.close(), c.store.close(), c.lock.Close(), c.folder.close())
}

// Notes are what people should know about the folder that was opened: what was damaged in it, and
// what has become of that.
func (c *Campaign) Notes() []string { return c.notes }

// Run opens a campaign, runs it until a limit of the options or ctx ends it, and closes it.
func Run(ctx context.Context, o Options) (*Summary, error) {
	c, err := Open(o)
	if err != nil {
		return nil, err
	}
	s, err := c.Run(ctx)
	return s, errors.Join(err, c.Close())
}

// explain says what to do about an error that ends a campaign. The errors of SQLite and of the file
// system about a full disk have little in common; people get one sentence.
func explain(dir string, err error) error {
	if diskFull(err) {
		return fmt.Errorf("cannot write to %s: %w\nthe disk is full or a file too large; make room and run the same command again: what was found until then is kept", dir, err)
	}
	return err
}

// load reads the state that the last transaction left. The order matters: settings decide what
// programs are, findings decide what files are kept, and sweep comes only after everything that may
// refer to a file is known.
func (c *Campaign) load() error {
	// Tests make the disk full by a limit of pages.
	if c.o.pages > 0 {
		if _, err := c.store.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", c.o.pages)); err != nil {
			return err
		}
	}
	if err := c.settle(); err != nil {
		return err
	}
	counters, err := c.store.counters()
	if err != nil {
		return err
	}
	for _, kv := range sorted(counters) {
		// A counter that is near the limit of its column would make the next transaction invalid.
		if kv.value > maxCount/2 { // what this run counts comes on top
			return fmt.Errorf("%s is damaged: no campaign has counted as far as %d (%s)", databaseName, kv.value, strconv.QuoteToASCII(kv.key))
		}
	}
	for _, kv := range c.metrics.durable() {
		kv.value.Set(counters[kv.key])
	}
	for n := range c.checks {
		c.counts[n] = checkCount{counters["ran "+c.checks[n].Name], counters["failed "+c.checks[n].Name], counters["idle "+c.checks[n].Name]}
	}
	c.merged = counters["next"]
	c.next = c.merged
	c.before = time.Duration(counters["elapsed ms"]) * time.Millisecond
	all, err := c.store.findings()
	if err != nil {
		return err
	}
	for _, f := range all {
		f.stored, f.c = true, c.programs.c
		c.findings[f.Hash] = f
		c.signatures.Store(f.Hash, f.State)
	}
	for _, f := range c.findings.regroup() {
		c.changed(f)
	}
	if err := c.loadCoverage(); err != nil {
		return err
	}
	if err := c.loadCorpus(); err != nil {
		return err
	}
	if err := c.mend(); err != nil {
		return err
	}
	if err := c.recall(); err != nil {
		return err
	}
	if err := c.sweep(); err != nil {
		return err
	}
	// Folders follow from the database, so a missing or changed one is written again.
	same := c.findings.faces()
	for _, f := range c.findings.sorted() {
		if err := c.writeFolder(f, c.findings, same, false); err != nil {
			return err
		}
	}
	c.gauge()
	return nil
}

// settle makes seed and preset those of the folder, or the other way round for a new one. It also
// writes the first transaction of a new folder, so that seed and preset are fixed before a program
// is made.
func (c *Campaign) settle() error {
	seed, err := c.store.meta("seed")
	if err != nil {
		return err
	}
	preset, err := c.store.meta("preset")
	if err != nil {
		return err
	}
	if seed == "" {
		c.o.Seed = max(c.o.Seed, 1)
		if c.o.Preset == "" {
			c.o.Preset = Mix
		}
		c.batch.meta = map[string]string{"seed": strconv.FormatUint(c.o.Seed, 10), "preset": c.o.Preset}
		b := c.cut()
		if err := c.store.commit(&b.batch); err != nil {
			return err
		}
	} else {
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return fmt.Errorf("%s is damaged: the seed is no number: %w", databaseName, err)
		}
		if !slices.Contains(Presets(), preset) {
			return fmt.Errorf("%s is damaged: there is no preset %s", databaseName, strconv.QuoteToASCII(preset[:min(len(preset), 80)]))
		}
		if isC(preset) && !isC(c.o.Preset) {
			return fmt.Errorf("the campaign in %s is of C programs: say so with --source", c.o.Dir)
		}
		if c.o.Seed != 0 && c.o.Seed != n || c.o.Preset != "" && c.o.Preset != preset {
			return fmt.Errorf("the campaign in %s has seed %d and preset %s: continue with these, or use another folder", c.o.Dir, n, preset)
		}
		c.o.Seed, c.o.Preset = n, preset
	}
	if c.batch.meta == nil {
		c.batch.meta = map[string]string{}
	}
	c.batch.meta["flags"] = strings.Join(c.o.Flags, "\n")
	c.programs.c = isC(c.o.Preset)
	c.recipe = recipe{c.o.Seed, mix}
	if c.o.Preset != Mix {
		c.recipe.presets = []share{{c.o.Preset, 1}}
	}
	return nil
}

// Names of events that this version does not have are kept in the database and ignored: another
// version may know them.
func (c *Campaign) loadCoverage() error {
	all, err := c.store.coverage()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	// Looking names up in a map once is cheaper than naming all events for each row.
	byName := make(map[string]event, numEvents)
	for e := range numEvents {
		byName[eventName(e)] = e
	}
	for _, v := range all {
		c.nextID = max(c.nextID, v.id)
		if e, ok := byName[v.name]; ok {
			c.ids[e] = int32(v.id)
			c.known.add(e)
			c.metrics.coverage.Add(1)
		}
	}
	return nil
}

// loadCorpus reads the programs. One that an earlier version could read is dropped if this
// one cannot, and so is one whose file is damaged.
func (c *Campaign) loadCorpus() error {
	all, err := c.store.corpus()
	if err != nil {
		return err
	}
	for _, e := range all {
		var lost bool
		if e.text, lost, err = c.recover(e.program); err != nil {
			return err
		}
		var m *ir.Module
		if !lost {
			m, err = parser.Parse(e.program, []byte(e.text))
		}
		if lost || err != nil || ir.Verify(m) != nil {
			c.batch.forget = append(c.batch.forget, e.number)
			continue
		}
		// The recorded number of instructions is not trusted: a wrong one would let huge programs
		// be parents.
		e.insts = instructions(m) // what the row says decides how long programs may take
		c.kept.entries = append(c.kept.entries, e)
		if e.dropped == 0 {
			c.kept.live++
		}
	}
	return nil
}

// recover reads a program, or sets aside what is not it. Damage is told from trouble of the
// machine: the former is set aside and noted, the latter ends the campaign.
func (c *Campaign) recover(sum string) (text string, lost bool, err error) {
	text, err = c.programs.text(sum)
	if err == nil || !damaged(err) {
		return text, false, err
	}
	note, err := c.programs.setAside(sum, err)
	if err == nil && note != "" {
		c.notes = append(c.notes, note)
	}
	return "", true, err
}

// mend looks at the programs of the findings. A reduced one that is damaged is made again from the
// original; without that, the finding keeps what is known of it.
func (c *Campaign) mend() error {
	for _, f := range c.findings.sorted() {
		if f.Reduced != "" {
			switch _, lost, err := c.recover(f.Reduced); {
			case err != nil:
				// Without a reduced program it is as if it had not been reduced yet.
				return err
			case lost:
				f.Reduced, f.ReducedInsts, f.ReducedHash, f.Suspects = "", 0, "", ""
				if f.State == Reduced {
					f.State = Queued
				}
				c.changed(f)
			}
		}
		switch _, lost, err := c.recover(f.Program); {
		case err != nil:
			return err
		case lost && f.State == Queued:
			f.State, f.Note = Whole, "The file of its program is damaged or missing, so that it cannot be reduced."
			c.changed(f)
		}
		c.signatures.Store(f.Hash, f.State)
	}
	return nil
}

// sweep removes program files without a row. Files come before rows, so a killed process may leave
// files without rows, never rows without files.
func (c *Campaign) sweep() error {
	keep := map[string]bool{}
	for _, e := range c.kept.entries {
		keep[e.program] = true
	}
	for _, f := range c.findings {
		keep[f.Program], keep[f.Reduced] = true, true
	}
	return c.programs.sweep(keep)
}

// metrics are the campaign's numbers.
type metrics struct {
	programs, undefined, outOfFuel, timeouts, trivial, checks *metric.Metric
	coverage, corpus, bugs, flaky, queued                     *metric.Metric
}

// The names are part of the interface for scrapers. Counters only grow, also over restarts; gauges
// follow from the state.
func newMetrics(r *metric.Registry) metrics {
	return metrics{
		programs:  r.New(metric.Counter, "tuffy_programs_total", "programs", "Programs that were generated and checked."),
		undefined: r.New(metric.Counter, "tuffy_undefined_total", "programs", "Programs whose run ended with undefined behaviour."),
		outOfFuel: r.New(metric.Counter, "tuffy_out_of_fuel_total", "programs", "Programs that an instruction limit ended."),
		timeouts:  r.New(metric.Counter, "tuffy_timeouts_total", "programs", "Programs on which a check did not end."),
		trivial:   r.New(metric.Counter, "tuffy_trivial_total", "programs", "Programs that executed fewer than 10 instructions."),
		checks:    r.New(metric.Counter, "tuffy_checks_total", "checks", "Checks that were run."),
		coverage:  r.New(metric.Gauge, "tuffy_coverage_events", "events", "Coverage events that some program reached."),
		corpus:    r.New(metric.Gauge, "tuffy_corpus_programs", "programs", "Programs in the corpus."),
		bugs:      r.New(metric.Gauge, "tuffy_bugs", "bugs", "Distinct bugs found."),
		flaky:     r.New(metric.Gauge, "tuffy_flaky", "findings", "Failures that did not happen again."),
		queued:    r.New(metric.Gauge, "tuffy_reductions_queued", "bugs", "Bugs whose programs are still to be reduced."),
	}
}

// durable is the metrics that continue where the last run left them.
func (m *metrics) durable() []pair[*metric.Metric] {
	return []pair[*metric.Metric]{{"checks", m.checks}, {"out of fuel", m.outOfFuel}, {"programs", m.programs},
		{"timeouts", m.timeouts}, {"trivial", m.trivial}, {"undefined", m.undefined}}
}

// gauge sets the gauges from the state. The caller holds the lock.
func (c *Campaign) gauge() {
	c.metrics.corpus.Set(int64(c.kept.live))
	c.metrics.bugs.Set(c.findings.count((*finding).bug))
	c.metrics.flaky.Set(c.findings.count(func(f *finding) bool { return f.State == Flaky }))
	c.metrics.queued.Set(c.findings.count(func(f *finding) bool { return f.State == Queued }))
}

// take hands out the next program, after the corpus that it sees is known. It waits for the results
// of the block before the last, so that what a program sees does not depend on the speed of
// workers; a suspect also waits for all programs before it.
func (c *Campaign) take() (*task, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.stop && (horizon(c.next) > c.merged || c.alone(c.next)) {
		c.cond.Wait()
	}
	if c.stop || c.o.Programs > 0 && c.next >= c.o.Programs {
		return nil, false
	}
	t := c.newTask()
	h := horizon(c.next)
	if _, ok := c.parents[h]; !ok {
		// A block that is over is dropped: nothing below it will be asked for.
		maps.DeleteFunc(c.parents, func(old int64, _ []*entry) bool { return old < h-lag })
		c.parents[h] = c.kept.seen(h)
	}
	t.parents = c.parents[h]
	c.next++
	return t, true
}

// fail ends the run with an error.
func (c *Campaign) fail(err error) {
	// The first error wins; the channel holds one and later ones are dropped.
	select {
	case c.errs <- err:
	default:
	}
}

// trivialSteps is how few instructions a run executes that tests nothing.
const trivialSteps = 10

// merge takes the results that are next in order into the state. Results may come in any order;
// they wait until all before them are merged. The next number and everything that follows from
// merging are in one transaction, which is what makes a kill harmless.
func (c *Campaign) merge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for r := c.waiting[c.merged]; r != nil; r = c.waiting[c.merged] {
		delete(c.waiting, c.merged)
		c.mergeOne(r)
		c.merged++
		// The interval is a multiple of lag, so that a block sees one corpus.
		if c.merged%minimizeEvery == 0 {
			for _, e := range c.kept.minimize(c.merged) {
				c.batch.corpus = append(c.batch.corpus, e.row)
			}
			c.batch.forget = append(c.batch.forget, c.kept.forget(c.merged)...)
		}
	}
	c.gauge()
	c.cond.Broadcast()
}

// It is called with the lock held and once for each program, in order.
func (c *Campaign) mergeOne(r *result) {
	c.metrics.programs.Add(1)
	switch {
	case r.timeout:
		c.metrics.timeouts.Add(1)
		c.hung++
		if c.hung >= maxHung {
			c.fail(fmt.Errorf("%d programs hang, each keeps a core busy: they are in %s; start again to continue", c.hung, filepath.Join(c.o.Dir, hangsDir)))
		}
	case r.ended && r.kind == interp.Undefined:
		c.metrics.undefined.Add(1)
	case r.ended && r.kind == interp.OutOfFuel:
		c.metrics.outOfFuel.Add(1)
	}
	if r.ended && r.steps < trivialSteps {
		c.metrics.trivial.Add(1)
	}
	for n := range c.checks {
		c.counts[n].ran += int64(r.ran[n])
		c.counts[n].failed += int64(r.failed[n])
		c.counts[n].idle += int64(r.idle[n])
		c.metrics.checks.Add(int64(r.ran[n]))
	}
	now := time.Now().UnixMilli()
	// Failures of one program are filed in the order of the checks.
	for n := range r.failures {
		c.file(r, &r.failures[n], now)
	}
	c.reached(r, now)
}

// reached takes the events of a program, and the program if some are new. The identity of an event
// is given in the order of first reaching, which is deterministic because merging is.
func (c *Campaign) reached(r *result, now int64) {
	news := false
	for _, e := range r.events {
		if c.known.add(e) {
			news = true
			c.nextID++
			c.ids[e] = int32(c.nextID)
			c.batch.coverage = append(c.batch.coverage, covered{c.nextID, eventName(e), r.number, now})
			c.metrics.coverage.Add(1)
		}
	}
	if !news {
		return
	}
	// instructions is asked only for programs that are kept.
	e := &entry{row: row{number: r.number, program: address(r.text), insts: instructions(r.program.module)}, text: r.text}
	for _, x := range r.events {
		e.events = append(e.events, int(c.ids[x]))
	}
	slices.Sort(e.events)
	c.kept.entries = append(c.kept.entries, e)
	c.kept.live++
	c.batch.corpus = append(c.batch.corpus, e.row)
	c.batch.texts = append(c.batch.texts, r.text)
}

// file counts a failure of a known signature, or makes a finding of it. A flaky finding that is
// confirmed now becomes a real one and keeps its history.
func (c *Campaign) file(r *result, f *failure, now int64) {
	before := r.failures[:slices.IndexFunc(r.failures, func(g failure) bool { return g.signature == f.signature })]
	// Several checks may see one bug in a program, which is counted once.
	if &r.failures[len(before)] != f {
		return
	}
	old := c.findings[f.signature]
	if old != nil && (old.State != Flaky || !f.confirmed) {
		old.Count++
		old.Last = now
		c.changed(old)
		return
	}
	n := newFinding(f, r.program, address(r.text), now)
	n.Count = 1
	// With has the failures of earlier checks on the same program, the likely cause.
	for _, g := range before {
		if !slices.Contains(strings.Fields(n.With), g.signature) {
			n.With = strings.TrimSpace(n.With + " " + g.signature)
		}
	}
	if old != nil { // failed once more, and now whenever it is asked
		n.Count, n.First = old.Count+1, old.First
	}
	c.findings[n.Hash] = n
	c.signatures.Store(n.Hash, n.State)
	c.changed(n)
	c.batch.texts = append(c.batch.texts, r.text)
	c.folders = append(c.folders, n)
}

// checkNames lists the checks for the table of runs.
func (c *Campaign) checkNames() string {
	var names []string
	for _, k := range c.checks {
		names = append(names, k.Name)
	}
	return strings.Join(names, " ")
}
