package campaign

import (
	"context"
	"errors"
	"time"
)

const (
	// sampleEvery is the distance of points in the metrics' history.
	sampleEvery = time.Second
	// drainTime bounds the reductions after a run that ended by itself; what is left then is
	// reduced by the next run.
	drainTime = 2 * time.Minute
	// graceTime is how long an interrupted run waits for its programs in flight.
	graceTime = 2 * time.Second
)

// Run continues with the campaign until a limit of the options is reached or ctx is done. It may be
// called once. The summary is nil if there is an error.
func (c *Campaign) Run(ctx context.Context) (*Summary, error) {
	c.started = time.Now()
	first := c.merged
	var err error
	if c.runNumber, err = c.store.beginRun(c.started.UnixMilli(), c.o.Workers, c.checkNames(), first); err != nil {
		return nil, explain(c.o.Dir, err)
	}
	reason, err := c.coordinate(ctx)
	if err == nil {
		err = c.finish(reason)
	} else {
		// A commit that is under way must end before the database is closed.
		err = errors.Join(err, c.wait())
	}
	if err != nil {
		return nil, explain(c.o.Dir, err)
	}
	return c.summary(first, reason), nil
}

// coordinate starts the workers and takes their results until all have stopped and the
// reductions are over. It is the coordinator's loop: all changes of the state happen here, one
// message at a time. It ends when every slot is idle and what was found is reduced and written, or
// earlier by an interruption or an error.
func (c *Campaign) coordinate(ctx context.Context) (reason string, err error) {
	background, cancel := context.WithCancel(context.Background())
	defer cancel()
	for n := range c.o.Workers {
		c.slots = append(c.slots, &slot{index: n})
	}
	for _, s := range c.slots {
		go c.work(s)
	}
	go c.watch()
	// Deferred calls run in reverse: workers are told to stop, then those who wait on channels are
	// released, then reductions are cancelled.
	defer close(c.quit)
	defer c.halt()
	var limit <-chan time.Time
	if c.o.Time > 0 {
		limit = time.After(c.o.Time)
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	sampled, idle := time.Time{}, 0
	reason = "all programs were run"
	// done is set to nil after the first interruption, so that it fires once.
	done, interrupted := ctx.Done(), false
	var giveUp <-chan time.Time // of waiting for workers or reductions
	c.reduceNext(background)
	for {
		select {
		case r := <-c.results:
			c.waiting[r.number] = r
			c.merge()
		case r := <-c.reductions:
			c.reducing = false
			c.reduced(r)
		case err := <-c.committed:
			if err := c.stored(err); err != nil {
				return reason, err
			}
			c.reduceNext(background)
		case err := <-c.errs:
			return "an error", errors.Join(err, c.flushAll())
		case <-done:
			reason, done, interrupted, giveUp = "interrupted", nil, true, time.After(graceTime)
			cancel()
			c.halt()
		case <-limit:
			reason, limit = "the time is up", nil
			c.halt()
		case <-giveUp:
			return reason, nil
		case <-c.idle:
			idle++
			// Reductions that take longer are left to the next run.
			if idle == len(c.slots) && giveUp == nil {
				giveUp = time.After(drainTime)
			}
		case <-tick.C:
		}
		now := time.Now()
		if now.Sub(sampled) >= sampleEvery {
			sampled = now
			c.o.Registry.Sample(now.Sub(c.started))
		}
		if err := c.flush(); err != nil {
			return reason, err
		}
		// A result in the channel may bring another finding.
		if idle == len(c.slots) && len(c.results) == 0 && (interrupted || c.settled()) {
			return reason, nil
		}
	}
}

// settled reports whether everything found is reduced and on the disk. Findings of checks that this
// run does not know do not count.
func (c *Campaign) settled() bool {
	return !c.reducing && !c.flushing && len(c.folders) == 0 && c.findings.queued(c.row) == nil
}

// halt makes workers stop after their programs. It may be called several times.
func (c *Campaign) halt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop = true
	c.cond.Broadcast()
}

// finish writes what the last transaction did not. At the end every folder is written afresh, so
// that counts in reports are right. The journal goes last: until then a crash is a crash.
func (c *Campaign) finish(reason string) error {
	if err := c.flushAll(); err != nil {
		return err
	}
	same := c.findings.faces()
	for _, f := range c.findings.sorted() {
		if err := c.writeFolder(f, c.findings, same, true); err != nil {
			return err
		}
	}
	if err := c.sweep(); err != nil {
		return err
	}
	if err := c.journal.end(); err != nil {
		return err
	}
	return c.store.endRun(c.runNumber, time.Now().UnixMilli(), c.merged, reason)
}

// The lock is taken because the page may still ask.
func (c *Campaign) summary(first int64, reason string) *Summary {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &c.metrics
	run := time.Since(c.started)
	s := &Summary{Dir: c.o.Dir, Seed: c.o.Seed, Preset: c.o.Preset, Reason: reason, First: first, Next: c.merged, Run: run, Elapsed: c.before + run,
		Programs: m.programs.Value(), Undefined: m.undefined.Value(), OutOfFuel: m.outOfFuel.Value(), Timeouts: m.timeouts.Value(), Trivial: m.trivial.Value(),
		Coverage: int(m.coverage.Value()), Corpus: c.kept.live, Bugs: m.bugs.Value(), Flaky: m.flaky.Value(), Queued: m.queued.Value()}
	for n := range c.checks {
		k := c.counts[n]
		if !c.checks[n].Idles {
			continue
		}
		s.Checks = append(s.Checks, CheckSum{c.checks[n].Name, k.ran, k.ran - k.idle})
	}
	s.Vacuous = c.vacuous(s)
	return s
}
