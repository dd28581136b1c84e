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
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the campaign")
	limit := flag.Duration("time", time.Minute, "to find a bug in")
	programs := flag.Int64("programs", 0, "to find a bug in, 0 for no limit")
	reduceTime := flag.Duration("reduce", 30*time.Second, "to reduce a bug in")
	workers := flag.Int("workers", 0, "goroutines that run checks, 0 for one a processor")
	backend := flag.Bool("backend", false, "ask the checks that compile, and no others")
	preset := flag.String("preset", "", "where programs come from, empty for a mix")
	flag.Parse()
	r, err := hunt(*backend, campaign.Options{Seed: *seed, Time: *limit, Programs: *programs, ReduceTime: *reduceTime, Workers: *workers, Preset: *preset, HangTime: 10 * time.Second})
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(r)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hunt:", err)
		os.Exit(2)
	}
}

// hunt looks for a bug in a folder that it removes.
func hunt(backend bool, o campaign.Options) (r *mutants.Result, err error) {
	if o.Dir, err = os.MkdirTemp("", "mutant"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(o.Dir)
	w := &watch{start: time.Now(), backend: backend}
	o.Checks = w.checks()
	c, err := campaign.Open(o)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	ctx, stop := context.WithTimeout(context.Background(), o.Time+2*o.ReduceTime)
	defer stop()
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
			// file, which takes more instructions.
			if r := w.result(c); r.Small() || backend && r.Reduced {
				stop()
				<-done
				return r, nil
			}
		}
	}
}

// watch notes when a check first fails.
type watch struct {
	start    time.Time
	backend  bool
	programs atomic.Int64
	found    atomic.Pointer[sighting]
}

type sighting struct {
	check    string
	seconds  float64
	programs int64
	panicked bool
}

// checks are those of the table that compile, or the others, watched. The first is asked of every
// program.
func (w *watch) checks() []check.Check {
	rows := slices.DeleteFunc(check.All(), func(c check.Check) bool {
		return w.backend != (strings.HasPrefix(c.Name, "backend/") || strings.HasPrefix(c.Name, "native/"))
	})
	if w.backend {
		// Every program at -O0 and -O2 and now and then otherwise: both ways to allocate registers.
		for n := range rows {
			rows[n].Share = 10
			if rows[n].Name == "backend/O0" || rows[n].Name == "backend/O2" {
				rows[n].Share = 100
			}
		}
	}
	if rows[0].Share != 100 {
		panic("BUG: no check that counts programs")
	}
	for n, row := range rows {
		rows[n].Run = func(s *check.Subject) *check.Failure {
			if n == 0 {
				w.programs.Add(1)
			}
			f := row.Try(s)
			if f != nil && w.found.Load() == nil {
				w.found.CompareAndSwap(nil, &sighting{row.Name, time.Since(w.start).Seconds(), w.programs.Load(), strings.HasPrefix(f.Message, "panic: ")})
			}
			return f
		}
	}
	return rows
}

// result is what the campaign has found so far.
func (w *watch) result(c *campaign.Campaign) *mutants.Result {
	r := &mutants.Result{Programs: w.programs.Load(), Seconds: time.Since(w.start).Seconds()}
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
		r.First, r.Panic, r.Seconds, r.Programs = first.check, first.panicked, first.seconds, first.programs
	}
	return r
}

// describe takes a bug into the result if it is better than that described there.
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
		r.Note = b.Report
	}
}
