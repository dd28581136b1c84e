// Gen turns what Lean exports of rules into Go: the matchers of packages value and isel, and the tables of
// packages memory and float.
//
// A rule of values or of selection becomes a program, see package step:
//
//   - order.go: what a pattern asks of kinds, and which patterns are tried first
//   - kinds.go: the kinds of values that patterns are told apart by
//   - search.go: the tables that say which patterns may match
//   - leaf.go, selection.go: the steps of value rules, and of selection rules
//   - code.go: the machine code of selection rules, as Go
//   - program.go: steps and registers, and how they become bytes
//
// What the engines trust is checked before: by package schema in the export, and here where a table or a byte has no
// room. A generated file is the same whenever it is made from the same export, which a test compares.
//
//	gen rules.json rules_gen.go ops.go
//	gen memory.json rules_gen.go ops.go
//	gen relaxed.json rules_gen.go ops.go
//	gen selection.json rules_gen.go ops.go
package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/internal/export"
)

// generators make the text of a file from the export in data, which errors call in, and the Go names of opcodes.
var generators = map[string]func(in string, data []byte, ops []string) ([]byte, error){
	"rules.json": matcher, "memory.json": memoryTable, "relaxed.json": floatTable, "selection.json": selectionTable,
}

func main() {
	export.Main(func(in string, data []byte, more []string) ([]byte, error) {
		ops, err := opNames(more[0])
		if err != nil {
			return nil, err
		}
		generate := generators[filepath.Base(in)]
		if generate == nil {
			return nil, fmt.Errorf("%s: no export of rules has that name", in)
		}
		return generate(in, data, ops)
	}, "ops.go")
}

// matcher makes the text of the matcher from the export in data, which errors call in.
// Reading refuses what has no proof, so that nothing of it can come into a generated file.
func matcher(in string, data []byte, ops []string) ([]byte, error) {
	set, err := schema.Read(in, data)
	if err != nil {
		return nil, err
	}
	code, err := generate(set, ops)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in, err)
	}
	return code, nil
}

// memoryTable makes the text of the tables of package memory.
// These rules are few, and about sequences and blocks: their engines match the terms of the schema as they are, which
// are written as Go values so that no program reads JSON when it starts.
func memoryTable(in string, data []byte, _ []string) ([]byte, error) {
	set, err := schema.ReadMemory(in, data)
	if err != nil {
		return nil, err
	}
	return tables("memory", "memory.json", func(out *bytes.Buffer) {
		export.Table(out, "table", set.Memory)
		export.Table(out, "controls", set.Control)
	})
}

// floatTable makes the text of the table of package float.
func floatTable(in string, data []byte, _ []string) ([]byte, error) {
	set, err := schema.ReadRelaxed(in, data)
	if err != nil {
		return nil, err
	}
	return tables("float", "relaxed.json", func(out *bytes.Buffer) { export.Table(out, "table", set.Rules) })
}

// tables makes a file of a package from what write says.
func tables(pkg, from string, write func(*bytes.Buffer)) ([]byte, error) {
	g := &generator{}
	g.header(from, pkg, "compiler/rules/schema")
	write(&g.out)
	return g.finish()
}
