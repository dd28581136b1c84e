//go:build gofuzz

package gofuzz

import "github.com/tuffy-ir/tuffy/fuzz/check"

// Fuzz is what go-fuzz calls.
func Fuzz(data []byte) int { return Run(data, check.All()) }
