package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// attackBinaries gives mutated texts to the commands: each text to three of them.
//
// It would catch a crash, a hang, a status that means something else, a refusal without a reason, and a command
// that writes where it was not told to.
func attackBinaries(s *session) {
	// The mutator is shared by the jobs: it is only read after this.
	m := newMutator(s.corpusTexts(".tir"), irText)
	s.each(s.count, func(i int) {
		r := s.rng(i)
		text, origin := m.text(r)
		// Half of the pairs are of equal programs, so that both answers of a comparison are looked for.
		other := text
		if r.IntN(2) == 0 {
			other = m.gentle(r, text)
		}
		dir := filepath.Join(s.scratch, itoa(i))
		s.must(os.MkdirAll(dir, 0o755))
		defer os.RemoveAll(dir)
		s.must(os.WriteFile(filepath.Join(dir, "p.tir"), []byte(text), 0o644))
		s.must(os.WriteFile(filepath.Join(dir, "q.tir"), []byte(other), 0o644))
		// A canary beside the files: no command may touch what it was not told of.
		canary := filepath.Join(dir, "canary")
		s.must(os.WriteFile(canary, []byte("alive"), 0o444))
		all := commandsOnTexts(r)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		// Three commands of some two dozen on each text; the shuffle has chosen them.
		for _, c := range all[:3] {
			o := run(limits{wall: 30 * time.Second, stdin: "abc\n"}, dir, append([]string{s.command(c.argv[0])}, c.argv[1:]...)...)
			cause := o.complaint(c.statuses...)
			if cause == "" && o.rss > bombMemory {
				cause = "memory"
			}
			if cause == "" && o.status == 65 && o.stderr+o.stdout == "" {
				cause = "65 without a word"
			}
			if b, err := os.ReadFile(canary); err != nil || string(b) != "alive" {
				cause = "canary touched"
			}
			s.saw(fmt.Sprintf("status %d", o.status))
			// Counted only: commands with a limit of time of their own may take it, and others share
			// the processor.
			if o.wall > 10*time.Second {
				s.note("slower than 10 s")
			}
			if cause != "" {
				s.fail(fmt.Sprintf("%05d-%s", i, c.argv[0]), c.argv[0]+": "+cause, fmt.Sprintf("%v from %s\n%s", c.argv, origin, o.report()),
					map[string]string{"p.tir": text, "q.tir": other})
			}
		}
	})
}

// textCommand is a command line on p.tir and q.tir, and the statuses that are no failure.
// The first of argv is the name of a command.
type textCommand struct {
	argv     []string
	statuses []int
}

// commandsOnTexts are the commands to run on a hostile program, each with the exit statuses that it
// may end with. Limits of fuel and memory keep a valid program from being the problem.
func commandsOnTexts(r *rand.Rand) []textCommand {
	// What a command may end with depends on whether it reads, runs or compares; any other status is a failure.
	read := []int{0, 65}
	ran := []int{0, 2, 3, 4, 65}
	compared := []int{0, 1, 2, 4, 65}
	bounded := []string{"--fuel", "200000", "--mem-limit", "100000000"}
	with := func(more []string, argv ...string) []string { return append(argv, more...) }
	// A pass or two without the rest of a level, so that what they leave to others stays undone.
	passes := pick(r, "mem2reg,gvn", "sccp,dce", "licm,unroll", "inline,facts", "jump-thread,simplify-cfg", "sroa,memopt,mem-tokens", "narrow,demand", "reassociate,rewrite", "if-convert,structurize")
	return []textCommand{
		{[]string{"tuffy", "verify", "p.tir"}, read},
		{[]string{"tuffy", "verify", "p.tir", "q.tir"}, read},
		{[]string{"tuffy", "fmt", "p.tir"}, read},
		{[]string{"tuffy", "opt", pick(r, "-O0", "-O1", "-O2", "-O3", "-Os", "-Ofast"), "--verify-each", "-o", "o.tir", "p.tir"}, read},
		{[]string{"tuffy", "opt", "--passes", passes, "-o", "o.tir", "p.tir"}, read},
		{[]string{"tuffy", "opt", "-O2", "--check", "--check-time", "1s", "--fuel", "20000", "-o", "o.tir", "p.tir"}, compared},
		{[]string{"tuffy", "opt", "-O2", "--emit-trace=full", "--trace", "t.jsonl", "-o", "o.tir", "p.tir"}, read},
		{[]string{"tuffy", "-O0", "-o", "p", "p.tir"}, read},
		{[]string{"tuffy", pick(r, "-O1", "-O2", "-O3"), "-c", "--check-phases", "-o", "p.o", "p.tir"}, read},
		{[]string{"tuffy", pick(r, "--emit=asm", "--emit=asm-annotated", "--emit=legal-ir"), "-o", "o", "p.tir"}, read},
		{with(bounded, "tuffy-interp", "p.tir"), ran},
		{with(bounded, "tuffy-interp", "--strict", "--exact", "p.tir"), ran},
		{with(bounded, "tuffy-interp", "--reduce", "p.tir"), ran},
		{with(bounded, "tuffy-interp", "--format", "json", "--check-memssa", "--dont-care", "random:3", "--nan", "random:4", "--freeze", "random:5", "p.tir"), ran},
		{with(bounded, "tuffy-interp", "--many-seeds", "0..3", "p.tir"), ran},
		{[]string{"tuffy-interp", "--trace", "--fuel", "2000", "--mem-limit", "100000000", "p.tir"}, ran},
		{[]string{"tuffy-interp", "--coverage", "c.json", "--fuel", "20000", "--mem-limit", "100000000", "p.tir"}, ran},
		{[]string{"tuffy-interp", "--differential", "--runs", "20", "--fuel", "20000", "--time", "2s", "p.tir", "q.tir"}, compared},
		{[]string{"tuffy-interp", "--differential", "--engines=interp,sim", "--runs", "5", "p.tir"}, compared},
		// Reductions end by --time, so that they cannot be endless here.
		{[]string{"tuffy-reduce", "--ub", pick(r, "null", "use-after-free", "1", "TUF-UB-007"), "p.tir", "-o", "o.tir", "--time", "3s", "-q"}, []int{0, 1, 4, 65}},
		{[]string{"tuffy-reduce", "--test", "grep -q add {}", "p.tir", "-o", "o.tir", "--time", "2s", "-q"}, []int{0, 1, 4, 65}},
		{[]string{"tuffy-reduce", "--differential", "p.tir", "q.tir", "-o", "a.tir", "-o", "b.tir", "--time", "3s", "-q"}, []int{0, 1, 4, 65}},
		{[]string{"tuffy-fuzz", "check", "p.tir"}, []int{0, 1, 2, 4, 65}},
	}
}
