package main

import (
	"bytes"
	"go/format"
	"os"
	"testing"
)

// TestFresh fails when interp/fastrun_gen.go is not what the tables say: run go generate ./interp.
func TestFresh(t *testing.T) {
	want, err := format.Source(generate())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../fastrun_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("interp/fastrun_gen.go is stale: run go generate ./interp")
	}
}
