package parser

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkParse reads a text of about a megabyte.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("testdata/ops.tir")
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(strings.Repeat(string(src), 1<<20/len(src)))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("bench.tir", text); err != nil {
			b.Fatal(err)
		}
	}
}
