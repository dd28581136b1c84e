// Package campaign looks for bugs for as long as it is let: it makes programs, runs the rows
// of package fuzz/check on them, and keeps, sorts and shrinks what fails.
//
//   - program.go: program n of a campaign; a function of the seed, n and the corpus
//   - worker.go: goroutines that run checks, and the watchdog over them
//   - campaign.go, run.go, commit.go: the coordinator, the only one that changes the state
//   - coverage.go, corpus.go: what programs reached, and the programs kept for it
//   - finding.go, reduce.go, report.go, export.go: failures, once each; shrinking; what people
//     read and keep of them
//   - store.go, files.go: the SQLite database, files, the lock
//   - journal.go: what is being run, for when the process dies of it
//   - vacuous.go: was anything really tested
//   - options.go, source.go: what a campaign is told, what the web page is told of it
//
// Results are taken in the order of the programs' numbers, whatever order they come in, and a
// program sees the corpus as it was at a fixed distance before its number. So the programs and
// the findings of a seed are the same on every machine and for every number of workers, and a
// campaign that was killed continues as if it had not been. Time limits are the exception: which
// program hangs and how far a reduction gets depends on the machine.
//
// A transaction makes findings, corpus, coverage, counters and the next number durable at once,
// after the program files that its rows refer to. The folders for people, bugs/ and flaky/,
// follow from both and are made again if they are missing.
//
// Go cannot end a goroutine: a program on which a check hangs is written to hangs/, filed as a
// finding, and left running while another worker takes over. A campaign with [maxHung] of them
// stops.
//
// Nor can a program catch what ends it, a stack overflow or no memory left. What ran then is
// run again alone; what the process dies of alone is filed as a finding and stepped over.
//
// Non-goals: checks and programs themselves (packages fuzz/check, fuzz), several processes on
// one folder, the web page (fuzz/campaign/web).
package campaign
