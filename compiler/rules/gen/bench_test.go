package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// speed is what an instruction costs that nothing matches, in nanoseconds, by the name of a row of the
// benchmark in package value.
type speed map[string]float64

// sized is a matcher built with some of the rules.
type sized struct {
	rules int
	how   string
	bin   string
	best  speed
}

// BenchmarkNothingMatches builds the matcher with 16 rules to all of them, taken from the front and at
// random, and runs the benchmark of the same name in package value with each in turn. It says
// how what an instruction costs grows: by so much each time that the rules are twice as many, and how
// far the measurements are from such a line at most.
func BenchmarkNothingMatches(b *testing.B) {
	data, err := os.ReadFile(exported)
	if err != nil {
		b.Fatal(err)
	}
	whole, err := schema.Read(exported, data)
	if err != nil {
		b.Fatal(err)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(whole.Rules))
	var all []*sized
	for _, n := range []int{16, 64, 256, 512, len(whole.Rules)} {
		for _, how := range []string{"front", "random"} {
			if n == len(whole.Rules) && how == "random" {
				continue
			}
			set := *whole
			set.Rules = set.Rules[:n]
			if how == "random" {
				chosen := slices.Sorted(slices.Values(order[:n]))
				set.Rules = nil
				for _, k := range chosen {
					set.Rules = append(set.Rules, whole.Rules[k])
				}
			}
			bin := filepath.Join(b.TempDir(), "value.test")
			if out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay(b, &set, nil), "-o", bin, "../value").CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
			all = append(all, &sized{n, how, bin, speed{}})
		}
	}
	for b.Loop() {
		for _, s := range all {
			out, err := exec.Command(s.bin, "-test.run", "^$", "-test.bench", "NothingMatches", "-test.benchtime", "40x").CombinedOutput()
			if err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
			for _, m := range regexp.MustCompile(`(?m)^BenchmarkNothingMatches/(\w+)\S*.* ([\d.]+) cpu-ns/inst`).FindAllStringSubmatch(string(out), -1) {
				ns, err := strconv.ParseFloat(m[2], 64)
				if err != nil {
					b.Fatal(err)
				}
				if old, ok := s.best[m[1]]; !ok || ns < old {
					s.best[m[1]] = ns
				}
			}
		}
	}
	for _, name := range []string{"bare", "annotated"} {
		for _, s := range all {
			b.ReportMetric(s.best[name], fmt.Sprintf("%s-%s-%d-ns", name, s.how, s.rules))
		}
		for _, how := range []string{"front", "random"} {
			var x, y []float64
			for _, s := range all {
				if s.how == how || s.rules == len(whole.Rules) {
					x, y = append(x, math.Log2(float64(s.rules))), append(y, s.best[name])
				}
			}
			at0, slope, off := line(x, y)
			b.Logf("%s, %s: %.1f ns + %.2f ns * log2(rules), at most %.1f ns off", name, how, at0, slope, off)
		}
	}
}

// line is that of the least squares, and how far a point is from it at most.
func line(x, y []float64) (at0, slope, off float64) {
	var sx, sy, sxx, sxy float64
	n := float64(len(x))
	for k := range x {
		sx, sy, sxx, sxy = sx+x[k], sy+y[k], sxx+x[k]*x[k], sxy+x[k]*y[k]
	}
	slope = (n*sxy - sx*sy) / (n*sxx - sx*sx)
	at0 = (sy - slope*sx) / n
	for k := range x {
		off = max(off, math.Abs(at0+slope*x[k]-y[k]))
	}
	return at0, slope, off
}
