// Package corpusfmt converts between the corpora of two fuzzing engines.
//
// Go's engine keeps one file an input, under testdata/fuzz/NAME and in the build cache: the
// line "go test fuzz v1", then one Go expression a line for each argument of the target
// (internal/fuzz/encoding.go of the Go distribution). go-fuzz keeps one file an input whose
// bytes are the argument of its only function (persistent.go of github.com/dvyukov/go-fuzz).
//
//   - gofile.go: Go's files
//   - raw.go: several values as one byte string
//   - convert.go: folders
//
// Non-goals: what the inputs mean, and which of them are worth keeping: both engines find out
// when they load a corpus.
package corpusfmt
