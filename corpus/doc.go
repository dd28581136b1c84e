// Package corpus holds programs whose behaviour is known, and the tests that run them.
//
// README.md describes the folders and the header that states what a program does. The tests
// parse, verify, print and run every program on both engines and compare with the header;
// the full text of each report of undefined behaviour and of each divergence stands in a
// .golden file beside its program, which `go test ./corpus -update` rewrites.
//
// Non-goals: an API, but for the programs of undefined behaviour in C ([Undefined]). Other packages read the files.
package corpus
