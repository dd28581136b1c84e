package verb

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/parser"
)

// pairLine is a line of --pairs: two files, and the function if only one is to be compared.
//
// Names are relative to the working directory, not to the list.
type pairLine struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Entry  string `json:"entry"`
}

// pairResult is the line that answers it. Exactly one of Result and Error is there.
//
// Line counts from 1 and is there for a reader who takes results out of order.
type pairResult struct {
	Line   int    `json:"line"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Entry  string `json:"entry,omitempty"`
	Error  string `json:"error,omitempty"`
	Result any    `json:"result,omitempty"`

	// verdict is zero with an error, and the zero verdict decides nothing by itself in the status.
	verdict difftest.Verdict
}

// keptText bounds the text behind the programs that are kept for further lines.
// A list often compares one program with many others, which should be read once.
const keptText = 8 << 20

// comparePairs is tuffy-interp --differential --pairs: one line of JSON out for each line in, in order,
// whatever the number of workers. The status is the worst: a divergence, then a bad line, then a pair that
// is not decided.
func (f *interpFlags) comparePairs(ctx context.Context, w io.Writer, name string) error {
	src, err := readFile(name)
	if err != nil {
		return err
	}
	// readFile stops a byte after the limit, so that a longer list would be cut in silence.
	if len(src) > parser.MaxInput {
		return badInput{fmt.Errorf("%s: more than %d bytes", name, parser.MaxInput)}
	}
	var lines [][]byte
	scan := bufio.NewScanner(bytes.NewReader(src))
	// A line may be as long as the file; the scanner's own limit is 64 KiB.
	scan.Buffer(nil, len(src)+1)
	for scan.Scan() {
		lines = append(lines, bytes.Clone(scan.Bytes()))
	}
	workers := f.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	end := time.Now().Add(f.limit)
	files := &modules{limit: keptText}
	// A place for each line, so that workers never wait for the printer and lines come out in order.
	results := make([]chan *pairResult, len(lines))
	for n := range results {
		results[n] = make(chan *pairResult, 1)
	}
	var next sync.Mutex
	at := 0
	for range min(workers, len(lines)) {
		go func() {
			for {
				next.Lock()
				n := at
				at++
				next.Unlock()
				if n >= len(lines) {
					return
				}
				// What is left is shared among the rounds that are left, so that slow pairs at the start cannot starve the
				// last ones.
				share := time.Duration(0)
				if f.limit > 0 {
					share = max(time.Until(end)/time.Duration((len(lines)-n+workers-1)/workers), 1)
				}
				results[n] <- f.pairLine(ctx, files, n+1, lines[n], share)
			}
		}()
	}
	seen := map[difftest.Verdict]bool{}
	bad := len(lines) == 0
	for n := range results {
		r := <-results[n]
		// Empty lines have numbers and no results.
		if len(bytes.TrimSpace(lines[n])) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s\n", withSchema("pair", r)); err != nil {
			return written(err)
		}
		bad = bad || r.Error != ""
		seen[r.verdict] = true
	}
	// A divergence is a finding, whatever else went wrong; a line that was not read is worse than one that
	// decided nothing.
	switch {
	case seen[difftest.Diverged]:
		return status(StatusDivergence)
	case bad:
		return status(StatusBadInput)
	case seen[difftest.Inconclusive] || seen[difftest.Vacuous]:
		return status(StatusUndecided)
	}
	return nil
}

// pairLine compares the pair of a line. Pairs share the processors, so that each has one.
func (f *interpFlags) pairLine(ctx context.Context, files *modules, number int, line []byte, limit time.Duration) *pairResult {
	r := &pairResult{Line: number}
	if len(bytes.TrimSpace(line)) == 0 {
		return r
	}
	var p pairLine
	d := json.NewDecoder(bytes.NewReader(line))
	// A misspelt field would otherwise compare all functions instead of one.
	d.DisallowUnknownFields()
	err := d.Decode(&p)
	switch {
	case err != nil:
		err = fmt.Errorf(`expected {"before": FILE, "after": FILE, "entry": FUNCTION}: %w`, err)
	// Standard input cannot be both the list's and a program's.
	case p.Before == "" || p.After == "" || p.Before == "-" || p.After == "-":
		err = fmt.Errorf("expected the names of two files, before and after")
	}
	r.Before, r.After, r.Entry = p.Before, p.After, p.Entry
	if err == nil {
		err = f.pairOf(ctx, files, r, p, limit)
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

// pairOf compares the two programs of p and puts what comes out into r. The programs are shared with other
// lines and workers, so that nothing may change them.
func (f *interpFlags) pairOf(ctx context.Context, files *modules, r *pairResult, p pairLine, limit time.Duration) error {
	b, err := files.load(p.Before)
	if err != nil {
		return err
	}
	a, err := files.load(p.After)
	if err != nil {
		return err
	}
	// The entry of the line goes before that of the flag.
	entry := f.options.Entry
	if p.Entry != "" {
		entry = symbol(p.Entry)
	}
	res, err := difftest.Check(ctx, b, a, difftest.Config{Entry: entry, Runs: f.runs, Time: limit, Seed: f.options.Seed, Options: f.options, Workers: 1})
	if err != nil {
		return err
	}
	r.Result, r.verdict = res.Record(), res.Verdict()
	return nil
}
