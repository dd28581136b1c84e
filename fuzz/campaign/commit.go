package campaign

import (
	"maps"
	"time"
)

const (
	// flushEvery is how much work a kill costs, as long as the disk keeps up.
	flushEvery = 500 * time.Millisecond
	// flushTexts is how many program files are worth a transaction of their own.
	flushTexts = 256
	// maxBehind bounds the program files that wait for a disk that does not keep up.
	maxBehind = 2048
)

// cutting is a batch on its way to the disk, with copies of what the coordinator changes. It
// belongs to the goroutine that writes it: everything in it is a copy, or is not changed any more.
type cutting struct {
	batch
	folders  []*finding
	findings findings // for the folders
}

// changed notes that the row of a finding is to be written.
func (c *Campaign) changed(f *finding) {
	if c.batch.findings == nil {
		c.batch.findings = map[string]*finding{}
	}
	c.batch.findings[f.Hash] = f
}

// cut takes the batch as it is now and begins a new one. Counters are cut at the same moment as the
// rows, so that a restart continues with numbers that fit. The caller is the coordinator.
func (c *Campaign) cut() *cutting {
	b := &cutting{batch: c.batch}
	b.counters = map[string]int64{"next": c.merged, "elapsed ms": c.before.Milliseconds()}
	if !c.started.IsZero() {
		b.counters["elapsed ms"] = (c.before + time.Since(c.started)).Milliseconds()
	}
	for _, kv := range c.metrics.durable() {
		b.counters[kv.key] = kv.value.Value()
	}
	for n := range c.checks {
		b.counters["ran "+c.checks[n].Name] = c.counts[n].ran
		b.counters["failed "+c.checks[n].Name] = c.counts[n].failed
		b.counters["idle "+c.checks[n].Name] = c.counts[n].idle
	}
	// A finding that is in the batch and in the folders must be one copy, and folders refer to
	// other findings, so all are copied when a folder is to be written.
	copies := findings{}
	copied := func(f *finding) *finding {
		if copies[f.Hash] == nil {
			g := *f
			copies[f.Hash] = &g
		}
		return copies[f.Hash]
	}
	b.batch.findings = maps.Clone(c.batch.findings)
	for hash, f := range b.batch.findings {
		b.batch.findings[hash] = copied(f)
	}
	for _, f := range c.folders {
		b.folders = append(b.folders, copied(f))
	}
	if len(b.folders) > 0 {
		for _, f := range c.findings {
			copied(f)
		}
	}
	b.findings = copies
	c.batch, c.folders, c.flushed = batch{}, nil, time.Now()
	return b
}

// write makes a batch durable: program files, then a transaction, then folders. The order is what
// recovery relies on: rows refer only to files that are there, and folders are made from rows.
func (c *Campaign) write(b *cutting) error {
	if err := c.programs.putAll(b.texts); err != nil {
		return err
	}
	if err := c.store.commit(&b.batch); err != nil {
		return err
	}
	same := b.findings.faces()
	for _, f := range b.folders {
		if err := c.writeFolder(f, b.findings, same, true); err != nil {
			return err
		}
	}
	return nil
}

// flush writes the batch in the background if it is time, one at a time. When the disk does
// not keep up, it waits. At most one commit is under way; what comes meanwhile gathers in the next
// batch. It returns at once unless the disk is far behind.
func (c *Campaign) flush() error {
	// Without this bound the memory of a fast campaign on a slow disk would grow without end.
	if c.flushing && len(c.batch.texts) >= maxBehind {
		if err := c.wait(); err != nil {
			return err
		}
	}
	if c.flushing || len(c.folders) == 0 && len(c.batch.texts) < flushTexts && time.Since(c.flushed) < flushEvery {
		return nil
	}
	for _, f := range c.batch.findings {
		c.storing = append(c.storing, f)
	}
	b := c.cut()
	c.flushing = true
	go func() { c.committed <- c.write(b) }()
	return nil
}

// stored takes the end of the commit under way. The findings in it may be reduced now. A failed
// commit is reported to the caller, which ends the run; nothing is marked as stored then.
func (c *Campaign) stored(err error) error {
	c.flushing = false
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		for _, f := range c.storing {
			f.stored = true
		}
	}
	c.storing = nil
	return err
}

// wait waits for the commit under way.
func (c *Campaign) wait() error {
	if !c.flushing {
		return nil
	}
	return c.stored(<-c.committed)
}

// flushAll writes everything. It is called when no worker sends results any more.
func (c *Campaign) flushAll() error {
	if err := c.wait(); err != nil {
		return err
	}
	return c.write(c.cut())
}
