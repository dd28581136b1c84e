package fuzz_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
)

var update = flag.Bool("update", false, "rewrite testdata/programs.txt")

const (
	goldenSeeds = 300
	goldenGroup = 25 // seeds of a line
)

// goldenPrograms writes a hash for each group of seeds of each preset: of the programs and of what the
// generator promises of them, and of what the mutators make of the default ones.
func goldenPrograms() string {
	var out strings.Builder
	fmt.Fprintf(&out, "version %d\n", gen.Version)
	line := func(name string, text func(seed uint64) string) {
		for first := uint64(0); first < goldenSeeds; first += goldenGroup {
			h := sha256.New()
			for seed := first; seed < first+goldenGroup; seed++ {
				fmt.Fprintf(h, "%s\n", text(seed))
			}
			fmt.Fprintf(&out, "%s %d-%d %x\n", name, first, first+goldenGroup-1, h.Sum(nil)[:8])
		}
	}
	presets := preset.Named()
	for _, name := range slices.Sorted(maps.Keys(presets)) {
		line(name, func(seed uint64) string {
			m, info := gen.Generate(gen.Expand(seed, 200+int(seed)*3), presets[name])
			return fmt.Sprintf("%d %v %v\n%s", info.Expect, info.Defined, info.Open, m)
		})
	}
	line("mutants", func(seed uint64) string {
		m := gen.Program(gen.Expand(seed, 600), preset.Default)
		changed := mutate.Module(m, gen.Expand(seed, 64))
		dead := mutate.Dead(m, func(_ string, b ir.Block) bool { return b%3 != 2 }, gen.Expand(seed, 80))
		joined := mutate.Splice(changed, gen.Program(gen.Expand(seed+1000, 600), preset.Default), gen.Expand(seed, 8))
		branched := mutate.Tokens(m, gen.Expand(seed, 64))
		if branched == nil {
			branched = m
		}
		return fmt.Sprint(changed, dead, joined, branched)
	})
	return out.String()
}

// TestGoldenPrograms: the same bytes give the same programs as ever, so that a seed in a report, a finding
// or a Go fuzz corpus still means what it meant. A generator that is changed on purpose gets another version,
// and the hashes are written again with -update.
func TestGoldenPrograms(t *testing.T) {
	const file = "testdata/programs.txt"
	got := goldenPrograms()
	want, err := os.ReadFile(file)
	if *update {
		if version, _, _ := strings.Cut(got, "\n"); err == nil && got != string(want) && strings.HasPrefix(string(want), version+"\n") {
			t.Fatal("programs change: give the generator another version first, in the same change")
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Split(string(want), "\n")
	for n, line := range strings.Split(got, "\n") {
		if n >= len(before) || line != before[n] {
			t.Fatalf("got  %q\nwant %q\nseeds give other programs; if they should, raise the generator's version and run go test -run TestGoldenPrograms ./fuzz -update", line, slices.Concat(before, []string{""})[min(n, len(before))])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s has lines that nothing makes", file)
	}
}
