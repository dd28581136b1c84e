// Hunt runs a campaign until it has found and reduced a bug, and prints a [mutants.Result] as
// JSON. Built with the overlay of a mutant it tells whether the campaign finds that; built
// without, that there is nothing to find.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

// 0 is for a result, found or not; 2 for a campaign that could not run. Which mutant is built in, the
// command does not know.
func main() {
	seed := flag.Uint64("seed", 1, "of the campaign")
	limit := flag.Duration("time", time.Minute, "to find a bug in")
	cpu := flag.Duration("cpu", 0, "of processor time to find a bug in, 0 for no limit")
	programs := flag.Int64("programs", 0, "to find a bug in, 0 for no limit")
	reduceTime := flag.Duration("reduce", 30*time.Second, "to reduce a bug in")
	workers := flag.Int("workers", 0, "goroutines that run checks, 0 for one a processor")
	only := flag.String("only", "", "ask the checks of backend, or of passes, and no others; all is a default campaign")
	preset := flag.String("preset", "", "where programs come from, empty for a mix")
	flag.Parse()
	// A check that takes ten seconds is a hang here.
	r, err := hunt(*only, *cpu, campaign.Options{Seed: *seed, Time: *limit, Programs: *programs, ReduceTime: *reduceTime, Workers: *workers, Preset: *preset, HangTime: 10 * time.Second})
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(r)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hunt:", err)
		os.Exit(2)
	}
}

// hunt looks for a bug in a folder that it removes.
// The campaign runs in this process, so that the overlay is in it. The context is for a campaign that
// does not end by its own limits: it has time to find a bug, and twice the time to reduce one.
func hunt(only string, cpu time.Duration, o campaign.Options) (r *mutants.Result, err error) {
	if o.Dir, err = os.MkdirTemp("", "mutant"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(o.Dir)
	w := &watch{start: time.Now()}
	o.Checks = w.watched(checks(only))
	c, err := campaign.Open(o)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	ctx, stop := context.WithTimeout(context.Background(), o.Time+2*o.ReduceTime)
	defer stop()
	// Room for one, so that the campaign's goroutine can end when nothing listens.
	done := make(chan error, 1)
	go func() {
		_, err := c.Run(ctx)
		done <- err
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return w.result(c), err
		case <-tick.C:
			// What the backend needs for a bug may be a call with many arguments or a full register
			// file, and a pass a loop: that takes more instructions.
			// The campaign is stopped and waited for, since its folder is removed on return.
			r := w.result(c)
			if r.Small() || only != "" && r.Reduced || cpu > 0 && !r.Found && w.found.Load() == nil && r.CPU >= cpu.Seconds() {
				stop()
				<-done
				return r, nil
			}
		}
	}
}

// watch notes when a check first fails. Checks run in several goroutines; the first failure wins. The
// campaign's own list has a bug only when it was filed.
type watch struct {
	start    time.Time
	programs atomic.Int64
	found    atomic.Pointer[sighting]
}

// seconds and cpu are since the start, programs those made until then; panicked says that no program
// showed the bug.
type sighting struct {
	check    string
	seconds  float64
	cpu      float64
	programs int64
	panicked bool
}

// checks are the rows of the table that compile or those of passes, of which each program is asked some,
// all but those that compile, or the whole table as it is. The first is asked of every program.
// Shares differ from those of a campaign for all: what a mutant of one place needs is asked more
// often.
func checks(only string) []check.Check {
	var out []check.Check
	for _, c := range check.All() {
		compiles, pass := strings.HasPrefix(c.Name, "backend/") || strings.HasPrefix(c.Name, "native/"), strings.HasPrefix(c.Name, "transform/opt/")
		switch {
		case only == "all":
		case only == "backend" && compiles:
			// Every program at -O0 and -O2 and now and then otherwise: both ways to allocate registers.
			c.Share = 10
			if c.Name == "backend/O0" || c.Name == "backend/O2" {
				c.Share = 100
			}
		case only == "passes" && pass:
			c.Share = 30
			if len(out) == 0 || c.Name == "transform/opt/level" || c.Name == "transform/opt/random" {
				c.Share = 100
			}
		case only == "" && !compiles:
		default:
			continue
		}
		out = append(out, c)
	}
	// watched counts programs by calls of the first check.
	if len(out) == 0 || out[0].Share != 100 {
		panic("BUG: no check that counts programs")
	}
	return out
}

// watched makes the watch see what the checks do.
// It changes the rows in place and returns them. Other checks than the first may be asked of fewer
// programs, so that only it can count.
func (w *watch) watched(rows []check.Check) []check.Check {
	for n, row := range rows {
		rows[n].Run = func(s *check.Subject) *check.Failure {
			if n == 0 {
				w.programs.Add(1)
			}
			f := row.Try(s)
			if f != nil && w.found.Load() == nil {
				w.found.CompareAndSwap(nil, &sighting{row.Name, time.Since(w.start).Seconds(), processorSeconds(), w.programs.Load(), strings.HasPrefix(f.Message, "panic: ")})
			}
			return f
		}
	}
	return rows
}

// processorSeconds is what all threads of this process have used, and of those that it started and that ended: code
// runs in processes of its own.
func processorSeconds() float64 {
	var sum int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			panic("BUG: " + err.Error())
		}
		sum += u.Utime.Nano() + u.Stime.Nano()
	}
	return time.Duration(sum).Seconds()
}

// result is what the campaign has found so far.
// It is called while the campaign runs, also between the first failure and the first bug; Found is of
// bugs. Flaky ones do not count, since a mutant is there in every run. If a bug was found, times and
// programs are those of the first failing check.
func (w *watch) result(c *campaign.Campaign) *mutants.Result {
	r := &mutants.Result{Programs: w.programs.Load(), Seconds: time.Since(w.start).Seconds(), CPU: processorSeconds()}
	for _, b := range c.Bugs() {
		if b.Flaky {
			continue
		}
		if full, ok := c.Bug(b.Hash); ok {
			b = full
		}
		describe(r, b)
	}
	if first := w.found.Load(); r.Found && first != nil {
		r.First, r.Panic, r.Seconds, r.CPU, r.Programs = first.check, first.panicked, first.seconds, first.cpu, first.programs
	}
	return r
}

// describe takes a bug into the result if it is better than that described there.
// Small is better than reduced, and reduced better than not; of two reduced ones the smaller is
// better. The first that is small stays.
func describe(r *mutants.Result, b web.Bug) {
	reduced := b.Reduced != ""
	switch {
	case !r.Found:
	case r.Small() || r.Reduced && !reduced:
		return
	case r.Reduced && b.Insts >= r.Insts || !r.Reduced && !reduced:
		return
	}
	r.Found, r.Check, r.Rule, r.Message, r.Insts, r.Reduced, r.Text = true, b.Check, b.Rule, b.Message, b.Insts, reduced, b.Reduced
	r.Note = ""
	if !reduced {
		r.Note = b.Detail
	}
}
