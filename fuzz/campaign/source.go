package campaign

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/internal/quote"
)

// A campaign is what the web page shows, and so is its folder when nothing runs there.
var (
	_ web.Source = (*Campaign)(nil)
	_ web.Source = (*Viewer)(nil)
)

// Bugs lists the bugs and the flaky failures, without their texts. The order is that of
// findings.sorted. The slice is the caller's.
func (c *Campaign) Bugs() []web.Bug {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings.shown()
}

// shown is the list that a page begins with.
func (fs findings) shown() []web.Bug {
	var all []web.Bug
	same := fs.faces()
	for _, f := range fs.sorted() {
		if f.State != Same {
			all = append(all, f.shown(same))
		}
	}
	return all
}

// Counts include the findings that turned out to be the same bug.
func (f *finding) shown(same faces) web.Bug {
	count, last := same.total(f)
	b := web.Bug{Hash: f.Hash, Check: f.Check, Rule: f.title(), Message: f.Message, State: string(f.State), Count: count,
		First: time.UnixMilli(f.First), Last: time.UnixMilli(last), Flaky: f.State == Flaky, Insts: f.Insts, OriginalInsts: f.Insts}
	if f.Reduced != "" {
		b.Insts = f.ReducedInsts
	}
	return b
}

// whole is a bug with its texts. Those whose files are damaged or are being written are missing.
func (f *finding) whole(dir string, p programs, all findings, seed uint64) web.Bug {
	same := all.faces()
	b := f.shown(same)
	b.Repro = f.command(dir)
	b.Made = fmt.Sprintf("program %d of a campaign with seed %d: %s", f.Number, seed, f.Made)
	b.Note = f.Note
	b.Detail, b.Before, b.After = pairOf(f.Detail)
	if a, ok := f.about(); ok {
		b.About = &web.About{What: a.what}
		if t := a.theorem; t != nil {
			b.About.Theorem, b.About.Place, b.About.Text = t.Name, fmt.Sprintf("%s, line %d", t.File, t.Line), t.Text
		}
	}
	for _, hash := range strings.Fields(f.With) {
		if g := all.bugOf(hash); g != nil && g != f {
			b.Also = append(b.Also, g.shown(same))
		}
	}
	for _, g := range same[f.Hash] {
		b.Faces = append(b.Faces, g.Message)
	}
	if files, err := f.files(p, all, same, seed); err == nil {
		b.Original, b.Reduced = files[originalName+f.ext()], files[reducedName+f.ext()]
	}
	return b
}

// pairOf takes the two programs of a transform out of the story of a failure, where package check puts them at
// the end. Other stories stay whole.
func pairOf(detail string) (story, before, after string) {
	const first, second = "\n\nbefore:\n", "\nafter:\n"
	at := strings.LastIndex(detail, first)
	if at < 0 {
		return detail, "", ""
	}
	before, after, ok := strings.Cut(detail[at+len(first):], second)
	if !ok {
		return detail, "", ""
	}
	return detail[:at], before, after
}

// command shows the bug again wherever it is pasted on this machine.
func (f *finding) command(dir string) string {
	return pasted("check "+f.flags(), filepath.Join(dir, f.folder(), f.smallest()))
}

// pasted is a command that works wherever it is pasted on this machine: it names this program as a shell finds it, and
// the file, which is its last argument, from the root.
func pasted(args, file string) string {
	name := "tuffy-fuzz"
	if _, err := exec.LookPath(name); err != nil {
		if self, err := os.Executable(); err == nil && filepath.Base(self) == name {
			name = self
		}
	}
	if path, err := filepath.Abs(file); err == nil {
		file = path
	}
	return quote.File(name) + " " + args + " " + quote.File(file)
}

// flagForm is what a flag of a run may look like: no text of a folder becomes more of a command than that.
var flagForm = regexp.MustCompile(`^--[a-z-]+(=[A-Za-z0-9_.,:/+-]*)?$`)

// continuing is the command that continues the campaign of a folder as its last run was made. A number of programs that has
// been reached is left out: the run would end at once.
func continuing(dir, flags string, programs int64) string {
	args := "run"
	for flag := range strings.SplitSeq(flags, "\n") {
		limit, of := strings.CutPrefix(flag, "--programs=")
		if n, err := strconv.ParseInt(limit, 10, 64); !flagForm.MatchString(flag) || of && err == nil && n <= programs {
			continue
		}
		args += " " + flag
	}
	return pasted(args+" --out", dir)
}

// Bug returns a bug with its texts. Files are read outside the lock: a page must not hold the campaign up.
func (c *Campaign) Bug(hash string) (web.Bug, bool) {
	f, all := c.copied(hash)
	if f == nil {
		return web.Bug{}, false
	}
	return f.whole(c.o.Dir, c.programs, all, c.o.Seed), true
}

// Archive is that of [Archive], for a bug.
func (c *Campaign) Archive(hash string) (name string, data []byte, err error) {
	f, all := c.copied(hash)
	if f == nil {
		return "", nil, errNoBug
	}
	return f.archive(c.programs, all, c.o.Seed)
}

// errNoBug says that a hash is that of no bug.
var errNoBug = errors.New("there is no such bug")

// copied is a bug and all findings as they are now, so that nothing waits while files are read.
// Copying is cheap beside reading: there are at most some thousand findings.
func (c *Campaign) copied(hash string) (*finding, findings) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.findings.bugOf(hash)
	if f == nil {
		return nil, nil
	}
	all := make(findings, len(c.findings))
	for h, g := range c.findings {
		copied := *g
		all[h] = &copied
	}
	return all[f.Hash], all
}

// Checks lists the checks of this run with how often they ran in all runs.
func (c *Campaign) Checks() []web.Check {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []web.Check
	for n, k := range c.checks {
		all = append(all, web.Check{Name: k.Name, Doc: k.Doc, Ran: c.counts[n].ran, Failed: c.counts[n].failed})
	}
	return all
}

// Corpus is the number of programs in the corpus.
func (c *Campaign) Corpus() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept.live
}

// State says that the campaign runs.
func (c *Campaign) State() web.State {
	return web.State{Running: true, Again: pasted("serve", c.o.Dir)}
}

// Options are those of the campaign, with what its folder and the defaults decided.
func (c *Campaign) Options() Options { return c.o }

// Viewer shows the folder of a campaign without a run and without a change of it. It is safe for concurrent use,
// and reads the folder again when its database has changed, so that a campaign that runs there is seen, too.
type Viewer struct {
	dir string
	reg *metric.Registry
	m   metrics

	mu       sync.Mutex
	r        *reader
	counters map[string]int64
	corpus   int
	state    web.State
	stamp    [2]time.Time // of the database and its log when they were read
	looked   time.Time
}

// OpenViewer reads a campaign's folder. The caller closes the viewer.
func OpenViewer(dir string) (*Viewer, error) {
	v := &Viewer{dir: dir, reg: metric.NewRegistry()}
	v.m = newMetrics(v.reg)
	if err := v.load(); err != nil {
		return nil, err
	}
	return v, nil
}

// Registry has the numbers of the campaign for the page. No history of them is kept.
func (v *Viewer) Registry() *metric.Registry { return v.reg }

// Title names the campaign.
func (v *Viewer) Title() string {
	defer v.fresh()()
	return fmt.Sprintf("%s, seed %d", v.dir, v.r.seed)
}

// Close ends the viewer.
func (v *Viewer) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.r.close()
}

// load reads the folder; what was read before is kept if it cannot be read now.
func (v *Viewer) load() error {
	stamp := v.stamps()
	r, err := openReader(v.dir)
	if err != nil {
		return err
	}
	counters, err := r.store.counters()
	var kept []*entry
	if err == nil {
		kept, err = r.store.corpus()
	}
	var state web.State
	if err == nil {
		state, err = r.store.lastRun()
	}
	if err != nil {
		return errors.Join(err, r.close())
	}
	if v.r != nil {
		if err := v.r.close(); err != nil {
			return err
		}
	}
	flags, err := r.store.meta("flags")
	if err != nil {
		return errors.Join(err, r.close())
	}
	state.Again = continuing(v.dir, flags, counters["programs"])
	v.r, v.counters, v.state, v.stamp, v.corpus = r, counters, state, stamp, 0
	for _, e := range kept {
		if e.dropped == 0 {
			v.corpus++
		}
	}
	for _, kv := range v.m.durable() {
		kv.value.Set(counters[kv.key])
	}
	v.m.corpus.Set(int64(v.corpus))
	v.m.bugs.Set(r.findings.count((*finding).bug))
	v.m.flaky.Set(r.findings.count(func(f *finding) bool { return f.State == Flaky }))
	v.m.queued.Set(r.findings.count(func(f *finding) bool { return f.State == Queued }))
	n, err := r.store.coverage()
	v.m.coverage.Set(int64(len(n)))
	return err
}

// stamps are the times of the files that a change of the campaign changes.
func (v *Viewer) stamps() (at [2]time.Time) {
	for n, suffix := range []string{"", "-wal"} {
		if info, err := os.Lstat(filepath.Join(v.dir, databaseName+suffix)); err == nil {
			at[n] = info.ModTime()
		}
	}
	return at
}

// fresh takes the lock, reads the folder again if it has changed, and returns what gives the lock back. The folder is
// looked at once a second at most.
func (v *Viewer) fresh() (unlock func()) {
	v.mu.Lock()
	if now := time.Now(); now.Sub(v.looked) > time.Second {
		v.looked = now
		if v.stamps() != v.stamp {
			// A folder that cannot be read at this moment, or any more, is shown as it was.
			if err := v.load(); err != nil {
				v.state.Trouble = err.Error()
			}
		}
	}
	return v.mu.Unlock
}

// Bugs is that of [Campaign].
func (v *Viewer) Bugs() []web.Bug {
	defer v.fresh()()
	return v.r.findings.shown()
}

// Bug is that of [Campaign].
func (v *Viewer) Bug(hash string) (web.Bug, bool) {
	defer v.fresh()()
	f := v.r.findings.bugOf(hash)
	if f == nil {
		return web.Bug{}, false
	}
	return f.whole(v.dir, v.r.programs, v.r.findings, v.r.seed), true
}

// Archive is that of [Campaign].
func (v *Viewer) Archive(hash string) (name string, data []byte, err error) {
	defer v.fresh()()
	f := v.r.findings.bugOf(hash)
	if f == nil {
		return "", nil, errNoBug
	}
	return f.archive(v.r.programs, v.r.findings, v.r.seed)
}

// Checks lists the checks that ran in some run of the campaign, in the order of the table, then those that this
// program does not know.
func (v *Viewer) Checks() []web.Check {
	defer v.fresh()()
	var all []web.Check
	known := map[string]bool{}
	for _, k := range check.All() {
		known[k.Name] = true
		if ran := v.counters["ran "+k.Name]; ran > 0 {
			all = append(all, web.Check{Name: k.Name, Doc: k.Doc, Ran: ran, Failed: v.counters["failed "+k.Name]})
		}
	}
	for _, kv := range sorted(v.counters) {
		if name, ok := strings.CutPrefix(kv.key, "ran "); ok && !known[name] && kv.value > 0 {
			all = append(all, web.Check{Name: name, Doc: "of another version", Ran: kv.value, Failed: v.counters["failed "+name]})
		}
	}
	return all
}

// Corpus is the number of programs in the corpus.
func (v *Viewer) Corpus() int {
	defer v.fresh()()
	return v.corpus
}

// State says how the last run ended, as far as the folder tells.
func (v *Viewer) State() web.State {
	defer v.fresh()()
	open := func() bool { return !v.state.Began.IsZero() && v.state.Ended.IsZero() }
	if v.state.Elsewhere = false; open() && !inUse(v.dir) {
		// It may have ended since the folder was read: the end is written before the lock is given back.
		if err := v.load(); err != nil {
			v.state.Trouble = err.Error()
		}
	} else if open() {
		v.state.Elsewhere = true
	}
	return v.state
}

// lastRun says how the last run ended. A run that was killed has no end, and looks like one that runs.
func (s *store) lastRun() (web.State, error) {
	rows, err := s.db.Query("SELECT started, ended, reason FROM runs ORDER BY id DESC LIMIT 1")
	if err != nil {
		return web.State{}, err
	}
	defer rows.Close()
	if !rows.Next() {
		return web.State{}, rows.Err()
	}
	var started, ended int64
	var reason string
	if err := rows.Scan(&started, &ended, &reason); err != nil {
		return web.State{}, wrong("runs", 0, err)
	}
	var c columns
	c.number("started", started, maxClock)
	c.number("ended", ended, maxClock)
	if c.err != nil {
		return web.State{}, wrong("runs", 0, c.err)
	}
	st := web.State{Began: time.UnixMilli(started), Reason: reason}
	if ended != 0 {
		st.Ended = time.UnixMilli(ended)
	}
	return st, nil
}
