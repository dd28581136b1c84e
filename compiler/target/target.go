// Package target describes the machines that code is made for: triples, their features, and the
// settings that `--target-override key=value` changes.
//
// A target is data. Passes of the IR and legalization ask it what they must know of a machine; what
// only code generation must know (registers, instructions) is in the wing of the target, such as
// compiler/amd64, and its registers are described by package mach.
//
// Non-goals: describing the instructions of a machine.
package target

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
)

// Feature is a feature that some processors of an architecture have beyond its baseline, by the name
// that users know it by.
type Feature string

// Arch is a family of processors.
type Arch struct {
	Name string
	// Features are what code may be allowed to use beyond the baseline, with what each of them implies.
	Features map[Feature][]Feature
	// PopCount and FMA are the features that bring an instruction that counts bits, and one that
	// multiplies and adds floats with one rounding.
	PopCount, FMA Feature
	// LongVectors is the feature that brings registers of 256 bits with integers and floats in their lanes, "" if there is none.
	LongVectors Feature
}

// ABI is what those ask of a calling convention that know no registers.
type ABI interface {
	// InRegisters reports whether a value of type t is passed in registers as long as there are some.
	InRegisters(t ctype.Type) bool
}

// Target is a machine with an operating system.
type Target struct {
	Triple   string
	Arch     *Arch
	Bits     int // of a pointer
	ABI      ABI
	Features map[Feature]bool // beyond the baseline: those of Arch.Features that are on
	RedZone  bool             // leaf functions may use the bytes below the stack pointer
	FramePtr bool             // functions keep a frame pointer
	Tables   int              // least number of cases that a switch becomes a table with
	VScale   int              // what the width of a scalable vector is multiplied by
}

// Default is the triple where none is given.
const Default = "x86_64-unknown-linux-gnu"

// x86 has the names of /proc/cpuinfo, lzcnt and bmi1 aside, which are GCC's. Baseline x86-64 has SSE2.
var x86 = Arch{Name: "x86", PopCount: "popcnt", FMA: "fma", LongVectors: "avx2", Features: map[Feature][]Feature{
	"ssse3":  nil,
	"sse4_1": {"ssse3"},
	"sse4_2": {"sse4_1"},
	"popcnt": nil,
	"lzcnt":  nil,
	"bmi1":   nil,
	"bmi2":   nil,
	"avx":    {"sse4_2"},
	"avx2":   {"avx"},
	"fma":    {"avx"},
	"f16c":   {"avx"},
}}

// rows are the triples.
var rows = []Target{
	{Triple: Default, Arch: &x86, Bits: 64, ABI: &abi.AMD64, RedZone: true, Tables: 5, VScale: 1},
	{Triple: "i686-unknown-linux-gnu", Arch: &x86, Bits: 32, ABI: &abi.I386, Tables: 5, VScale: 1},
}

// Triples lists the known triples.
func Triples() []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Triple)
	}
	return out
}

// Parse finds the target of a triple, [Default] for an empty one. The vendor may be left out.
func Parse(triple string) (*Target, error) {
	if triple == "" {
		triple = Default
	}
	for _, r := range rows {
		if r.Triple == triple || strings.Replace(r.Triple, "-unknown", "", 1) == triple {
			t := r
			t.Features = map[Feature]bool{}
			return &t, nil
		}
	}
	return nil, fmt.Errorf("unknown target %q: write one of %s", triple, strings.Join(Triples(), ", "))
}

// Has reports whether code for t may use a feature.
func (t *Target) Has(f Feature) bool { return t.Features[f] }

// settings are the keys of [Target.Override].
var settings = map[string]func(t *Target, value string) error{
	"features":      (*Target).setFeatures,
	"red-zone":      func(t *Target, v string) (err error) { t.RedZone, err = parseBool(v); return err },
	"frame-pointer": func(t *Target, v string) (err error) { t.FramePtr, err = parseBool(v); return err },
	"jump-tables":   func(t *Target, v string) (err error) { t.Tables, err = parseCount(v, 1<<16); return err },
	"vscale": func(t *Target, v string) (err error) {
		n, err := parseCount(v, 16)
		if err != nil || n&(n-1) != 0 {
			return fmt.Errorf("write a power of two from 1 to 16")
		}
		t.VScale = n
		return nil
	},
}

func parseCount(v string, most int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("write a number from 1 to %d", most)
	}
	return n, nil
}

func parseBool(v string) (bool, error) {
	b, err := strconv.ParseBool(v)
	if err != nil {
		return false, fmt.Errorf("write true or false")
	}
	return b, nil
}

// setFeatures reads a list such as +popcnt,+bmi2,-avx. A feature brings what it implies; one that
// is taken away takes with it what implies it.
func (t *Target) setFeatures(v string) error {
	for _, s := range strings.Split(v, ",") {
		if len(s) < 2 || s[0] != '+' && s[0] != '-' {
			return fmt.Errorf("%q: write +feature or -feature", s)
		}
		f := Feature(s[1:])
		if _, ok := t.Arch.Features[f]; !ok {
			return fmt.Errorf("unknown feature %q: write one of %s", f, strings.Join(t.featureNames(), ", "))
		}
		if s[0] == '+' {
			t.enable(f)
		} else {
			t.disable(f)
		}
	}
	return nil
}

func (t *Target) enable(f Feature) {
	t.Features[f] = true
	for _, g := range t.Arch.Features[f] {
		t.enable(g)
	}
}

func (t *Target) disable(f Feature) {
	delete(t.Features, f)
	for g, implied := range t.Arch.Features {
		if t.Features[g] && slices.Contains(implied, f) {
			t.disable(g)
		}
	}
}

func (t *Target) featureNames() []string {
	var out []string
	for f := range t.Arch.Features {
		out = append(out, string(f))
	}
	slices.Sort(out)
	return out
}

// Override changes one setting, written key=value.
func (t *Target) Override(text string) error {
	key, value, ok := strings.Cut(text, "=")
	set := settings[key]
	if !ok || set == nil {
		return fmt.Errorf("target override %q: write key=value with one of the keys %s", text, strings.Join(slices.Sorted(maps.Keys(settings)), ", "))
	}
	if err := set(t, value); err != nil {
		return fmt.Errorf("target override %q: %w", text, err)
	}
	return nil
}

// String is the triple with the features that are on.
func (t *Target) String() string {
	s := t.Triple
	for _, f := range t.featureNames() {
		if t.Features[Feature(f)] {
			s += " +" + f
		}
	}
	return s
}
