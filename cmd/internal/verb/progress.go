package verb

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/tuffy-ir/tuffy/reduce"
)

// liveLine is the line that a terminal shows while a command works, redrawn in place.
//
// It is used by one goroutine. Off a terminal all its methods do nothing.
// It is for standard error, so that what a command prints can be redirected while the line is shown.
type liveLine struct {
	w    io.Writer
	last time.Time
	on   bool
}

// liveEvery bounds how often the line is drawn.
// A terminal that is slow to draw would otherwise slow the work.
const liveEvery = 100 * time.Millisecond

// Whether it is a terminal is asked once: a writer does not become one.
func newLiveLine(w io.Writer) *liveLine { return &liveLine{w: w, on: terminalWidth(w) > 0} }

// draw shows a line, as much of it as the terminal is wide: one that wraps could not be taken away again.
// Its first word is the time.
func (l *liveLine) draw(elapsed time.Duration, text string) {
	if l.on {
		clock := elapsed.Round(time.Second).String()
		fmt.Fprintf(l.w, "\r\x1b[K%s %s", color.New(color.FgCyan).Sprint(clock), clipped(text, terminalWidth(l.w)-len(clock)-2))
	}
}

// clipped is as much of a text as fits into so many columns, with … where some is missing.
// Runes are taken for columns; texts drawn here have no wide ones.
func clipped(text string, columns int) string {
	if utf8.RuneCountInString(text) <= columns {
		return text
	}
	if columns < 1 {
		return ""
	}
	return string([]rune(text)[:columns-1]) + "…"
}

// reduction is called after each test of a reduction and draws only now and then.
// The time that is left is one of the limit: when a reduction ends by itself cannot be foreseen.
func (l *liveLine) reduction(s *reduce.Stats, unit string, begin time.Time, limit time.Duration) {
	if !l.on || time.Since(l.last) < liveEvery {
		return
	}
	l.last = time.Now()
	percent := 100 * s.Size / max(s.Start, 1)
	l.draw(s.Elapsed, fmt.Sprintf("%d %s (%d %%)%s  %d tests  %d cached  round %d: %s",
		s.Size, unit, percent, left(time.Since(begin), limit), s.Tests, s.Hits, s.Round, s.Current))
}

// seeds is called after each seed of many and draws only now and then.
func (l *liveLine) seeds(elapsed time.Duration, done, all uint64) {
	if l.on && time.Since(l.last) >= liveEvery {
		l.last = time.Now()
		l.draw(elapsed, joined(fmt.Sprintf("%d of %d seeds", done, all), remaining(elapsed, int64(done), int64(all))))
	}
}

// clear takes the line away before anything else is written to the terminal.
func (l *liveLine) clear() {
	if l.on {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// left says how much of a limit of time is left; without a limit the end is not known and nothing is said.
func left(elapsed, limit time.Duration) string {
	if limit <= 0 {
		return ""
	}
	return fmt.Sprintf("  at most %v left", max(limit-elapsed, 0).Round(time.Second))
}

// remaining says how long so much of the work will take that is left, as fast as what was done; before the first
// part is done nothing is known.
// The parts are taken to be alike, so that it is a guess that gets better.
func remaining(elapsed time.Duration, done, all int64) string {
	if done <= 0 || all < done {
		return ""
	}
	// As a float: the product of a long time and many parts has no room in 64 bits.
	rest := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
	return fmt.Sprintf("  %d %%, about %v left", 100*done/all, rest.Round(time.Second))
}

// joined puts parts of a line together, without those that are empty.
func joined(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "  ")
}
