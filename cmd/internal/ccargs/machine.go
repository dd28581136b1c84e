package ccargs

import (
	"os"
	"slices"
	"strings"
)

// featureNames are what gcc's options call the features of the target, where that is another name.
var featureNames = map[string]string{
	"ssse3": "ssse3", "sse4.1": "sse4_1", "sse4.2": "sse4_2", "sse4": "sse4_2", "popcnt": "popcnt", "lzcnt": "lzcnt", "abm": "lzcnt",
	"bmi": "bmi1", "bmi2": "bmi2", "avx": "avx", "avx2": "avx2", "fma": "fma", "f16c": "f16c",
}

// feature notes an option like -mavx2 or -mno-avx2, and ignores one that says something else.
func (a *Args) feature(sign, name string) {
	if f := featureNames[name]; f != "" {
		a.Features = append(a.Features, sign+f)
	}
}

// levels are the processors that have a name for what they have at least (AMD64 ABI, 3.1.1).
var levels = map[string][]string{
	"x86-64":    {"-ssse3", "-popcnt", "-lzcnt", "-bmi1", "-bmi2"},
	"x86-64-v2": {"+sse4_2", "+popcnt"},
	"x86-64-v3": {"+sse4_2", "+popcnt", "+avx2", "+bmi1", "+bmi2", "+f16c", "+fma", "+lzcnt"},
}

// march takes the features of a processor: of a level, or of this one. Others get none, which is always right.
func march(a *Args, v string) error {
	if v != "native" {
		a.Features = append(a.Features, levels[v]...)
		return nil
	}
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		name, list, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) != "flags" {
			continue
		}
		has := strings.Fields(list)
		for _, f := range levels["x86-64-v3"] {
			if n := f[1:]; slices.Contains(has, n) || n == "lzcnt" && slices.Contains(has, "abm") {
				a.Features = append(a.Features, f)
			}
		}
		break
	}
	return nil
}
