// Package docstest holds the documents to each other and to the code: links resolve, every page is
// reachable from docs/SUMMARY.md, the table of packages in docs/architecture.md says what the code
// imports, and every function of more than 25 lines says what it does. It has tests only.
//
// Non-goals: flags and command lines in documents, which cmd/internal/verb checks against the
// commands themselves, and generated pages, which the packages of their generators check.
package docstest
