// Package creduce makes a program in C smaller while it stays interesting.
//
// It works on the text: tokens, and what brackets, semicolons and commas make of them: directives, declarations,
// functions, statements, fields, arguments, operands. So it takes whatever a compiler takes, before the preprocessor or
// behind it. Sets of parts are taken away by delta debugging, level by level from the outside; then parts are
// replaced by less: a statement by its body, a call by a number, a type by int, a parameter with its arguments by nothing.
//
//   - token.go: tokens, units, groups; pass.go: what is tried; reduce.go: the search
//
// What is valid and interesting others say: a candidate is first shown to [Options.Valid], which is cheap and keeps
// candidates away that do not compile or are undefined, then to the predicate.
//
// Non-goals: preserving what a program does, and its layout.
package creduce
