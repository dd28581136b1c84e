package campaign

import (
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
)

// A campaign is what the web page shows.
var _ web.Source = (*Campaign)(nil)

// Bugs lists the bugs and the flaky failures, without their texts. The order is that of
// findings.sorted. The slice is the caller's.
func (c *Campaign) Bugs() []web.Bug {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []web.Bug
	for _, f := range c.findings.sorted() {
		if f.State != Same {
			all = append(all, f.shown(c.findings))
		}
	}
	return all
}

// Counts include the findings that turned out to be the same bug.
func (f *finding) shown(all findings) web.Bug {
	count, last := all.total(f)
	b := web.Bug{Hash: f.Hash, Check: f.Check, Rule: f.title(), Message: f.Message, Count: count,
		First: time.UnixMilli(f.First), Last: time.UnixMilli(last), Flaky: f.State == Flaky, Insts: f.Insts, OriginalInsts: f.Insts}
	if f.Reduced != "" {
		b.Insts = f.ReducedInsts
	}
	return b
}

// Bug returns a bug with its texts. Those of a bug whose files are being written are missing. Files
// are read outside the lock: a page must not hold the campaign up.
func (c *Campaign) Bug(hash string) (web.Bug, bool) {
	f, all := c.copied(hash)
	if f == nil {
		return web.Bug{}, false
	}
	b := f.shown(all)
	b.Repro = "tuffy-fuzz check " + f.flags() + " " + f.smallest()
	if files, err := f.files(c.programs, all, c.o.Seed); err == nil {
		b.Report, b.Original, b.Reduced = files["report.md"], files[originalName], files[reducedName]
	}
	return b, true
}

// copied is a bug and all findings as they are now, so that nobody waits while files are read.
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

// Options are those of the campaign, with what its folder and the defaults decided.
func (c *Campaign) Options() Options { return c.o }
