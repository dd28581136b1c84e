package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// textTime is for reading, verifying, printing and up to six runs of one text with little fuel.
const textTime = 5 * time.Second

// A trial takes a text as far as it goes. word is how far that is, at each moment; cause and detail say what is wrong,
// if anything is.
type trial func(text string, word, cause, detail *string)

// inProcess gives texts to the Go packages. The texts are tried in children of this process, since some crashes of a
// Go process cannot be caught; the one that a child was at is then known by its file. setup, called in a child, gives
// what makes text i and its origin, and what is done with it. file is the name of a text that fails.
func (s *session) inProcess(file string, setup func() (func(i int) (string, string), trial)) {
	if os.Getenv("ATTACK_JOURNAL") != "" {
		text, try := setup()
		s.tryTexts(file, text, try)
		return
	}
	self, err := os.Executable()
	s.must(err)
	journal := filepath.Join(s.scratch, "journal")
	// 2000 texts a child, so that starting children costs little; after a crash the next child starts
	// behind the text.
	for at, end := s.first, s.first+s.count; at < end; {
		n := min(2000, end-at)
		o := run(limits{wall: 30 * time.Minute, env: []string{"ATTACK_JOURNAL=" + journal}}, ".", self, s.attack,
			"--seed", fmt.Sprint(s.seed), "--first", itoa(at), "--count", itoa(n), "--corpus", s.corpus, "--out", filepath.Join(s.out, itoa(at)))
		lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
		for _, l := range lines {
			if strings.HasPrefix(l, "FAIL") {
				fmt.Println(l)
			}
		}
		var sum struct {
			Tried, Failed    int
			Counts, Failures map[string]int
		}
		if json.Unmarshal([]byte(lines[len(lines)-1]), &sum) == nil && sum.Tried > 0 {
			s.tried += sum.Tried
			s.failed += sum.Failed
			for k, v := range sum.Counts {
				s.counts[k] += v
			}
			for k, v := range sum.Failures {
				s.causes[k] += v
			}
		}
		if o.status == 0 || o.status == 1 {
			at += n
			continue
		}
		// The child died of a text, whose number is in the journal file's first line.
		b, err := os.ReadFile(journal)
		s.must(err)
		num, text, _ := strings.Cut(string(b), "\n")
		fmt.Sscan(num, &at)
		s.tried += at % 2000 // not exact: its summary is lost
		s.fail(fmt.Sprintf("%06d", at), "the process died", firstLine(o.stderr)+"\n"+o.report(), map[string]string{file: text})
		at++
	}
}

// tryTexts is the child's side: it gives texts to the trial, each in a goroutine with a limit of time. The text at
// hand is written to a file first, so that the parent knows which one ended the process.
func (s *session) tryTexts(file string, input func(i int) (text, origin string), try trial) {
	// It makes the collector work harder near 1 GiB; it refuses nothing.
	debug.SetMemoryLimit(1 << 30)
	journal := os.Getenv("ATTACK_JOURNAL")
	for i := s.first; i < s.first+s.count; i++ {
		text, origin := input(i)
		s.must(os.WriteFile(journal, []byte(fmt.Sprintf("%d\n%s", i, text)), 0o644))
		type verdict struct{ word, cause, detail string }
		done := make(chan verdict, 1)
		start := time.Now()
		// The deferred function runs for a panic of this goroutine only; others, and errors of the
		// runtime that cannot be recovered, end the child.
		go func() {
			var v verdict
			defer func() {
				if p := recover(); p != nil {
					v.cause, v.detail = "panic in "+v.word, fmt.Sprintf("%v\n%s", p, debug.Stack())
				}
				done <- v
			}()
			try(text, &v.word, &v.cause, &v.detail)
		}()
		var v verdict
		select {
		case v = <-done:
			if v.cause == "" && time.Since(start) > textTime {
				v.cause = "slow " + v.word
			}
		case <-time.After(4 * textTime):
			// The goroutine cannot be ended: the process is.
			// 70 makes the parent read the journal file, as after any other crash.
			fmt.Fprintf(os.Stderr, "attack: text %d does not end\n", i)
			os.Exit(70)
		}
		s.saw(v.word)
		if v.cause != "" {
			s.fail(fmt.Sprintf("%06d", i), v.cause, "from "+origin+"\n"+v.detail, map[string]string{file: text})
		}
	}
}
