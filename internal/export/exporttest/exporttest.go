// Package exporttest damages exports, to test those who read them, and reads what Lean evaluated.
//
// Non-goals: texts that are not JSON.
package exporttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// Each calls use with exports of one rule, or as few as the lists of the file have, and one node
// damaged: every node of the rules in every way there is. It fails t where use panics, where its
// error does not begin with name, and where the error says that the program is at fault.
// The undamaged export of the same rule must be read, or the errors would mean nothing. What is
// damaged may still be accepted, since some nodes are free text; that half of all must be refused
// keeps a reader that refuses nothing from passing.
func Each(t *testing.T, name string, data []byte, use func(data []byte) error) {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	made, refused := 0, 0
	for _, list := range slices.Sorted(maps.Keys(file)) {
		all, ok := file[list].([]any)
		if !ok || len(all) == 0 {
			continue
		}
		if _, ok := all[0].(map[string]any); !ok {
			continue
		}
		// The number of damaged exports is the number of nodes times the ways; rules that are made of
		// the same words would be the same test again.
		for _, r := range testseed.Every(24, different(all)) {
			// The other lists of rules become empty, so that an export is small and use is called
			// often in little time.
			one := maps.Clone(file)
			for k, v := range one {
				if l, ok := v.([]any); ok && len(l) > 0 {
					if _, ok := l[0].(map[string]any); ok {
						one[k] = []any{}
					}
				}
			}
			one[list] = []any{r}
			if err := try(one, use); err != nil {
				t.Fatalf("undamaged: %v", err)
			}
			damage(one[list], func(v any) { one[list] = v }, list, func(what string) {
				made++
				err := try(one, use)
				if err == nil {
					return
				}
				refused++
				if !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "BUG") {
					text, _ := json.Marshal(one)
					t.Errorf("%s: %.300s\n%s", what, err, text)
				}
			})
		}
	}
	// A hundred is far below what one rule gives by its nodes and twelve values for each, so that only
	// an export without rules fails.
	if made < 100 || refused < made/2 {
		t.Errorf("%d exports, %d refused: the test tests little", made, refused)
	}
	t.Logf("%d damaged exports, %d refused", made, refused)
}

// try calls use, and makes an error of a panic.
// A reader that panics says that Tuffy is at fault where the file is: that is the mistake looked for.
func try(file any, use func([]byte) error) (err error) {
	data, err := json.Marshal(file)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("BUG: panic: %v", p)
		}
	}()
	return use(data)
}

// different leaves out the rules that have no word that those before them do not have.
// The first rule with a word is kept, so that the choice does not depend on the order of maps.
func different(all []any) []any {
	seen := map[string]bool{}
	var out []any
	for _, r := range all {
		n := len(seen)
		words(r, "", seen)
		if len(seen) > n {
			out = append(out, r)
		}
	}
	return out
}

// words notes the keys of a rule, and the values of those that say what a part is.
// The length of a list counts as a word, as the number of operands decides how a rule is read.
func words(v any, key string, seen map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			seen[k] = true
			words(e, k, seen)
		}
	case []any:
		seen[fmt.Sprint(key, len(v))] = true
		for _, e := range v {
			words(e, key, seen)
		}
	case string:
		if slices.Contains([]string{"fn", "op", "inst", "term", "in", "type"}, key) {
			seen[key+" "+v] = true
		}
	}
}

// damage calls do with each node below v, and v itself, damaged in each way. set puts a value where
// v is.
// After each call of do, v is whole again: deleted fields are put back and lists are copies. The
// damage is to the parsed value, so that the text is always valid JSON; a number of 200 digits is one
// of its strings.
func damage(v any, set func(any), path string, do func(what string)) {
	others := []any{nil, "", "a`\"\n$", "-1", strings.Repeat("9", 200), []any{}, map[string]any{}, 5, -1, 1 << 62, true, []any{v}}
	for _, o := range others {
		set(o)
		do(fmt.Sprintf("%s = %.30v", path, o))
	}
	set(v)
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			at := path + "." + k
			e := v[k]
			delete(v, k)
			do(at + " deleted")
			v[k] = e
			damage(e, func(x any) { v[k] = x }, at, do)
		}
	case []any:
		for k, e := range v {
			at := fmt.Sprintf("%s[%d]", path, k)
			set(slices.Delete(slices.Clone(v), k, k+1))
			do(at + " deleted")
			set(slices.Insert(slices.Clone(v), k, e))
			do(at + " twice")
			set(v)
			damage(e, func(x any) { v[k] = x }, at, do)
		}
	}
}

// Texts calls use with what is not an export at all, or of another version: it fails t where that is
// no error that begins with name and says what the row wants. data must have version 1, in the
// spelling that Lean writes, or the row of the newer version is no damage. The cut text needs a line
// only, since where it is cut depends on the file.
func Texts(t *testing.T, name string, data []byte, use func(data []byte) error) {
	t.Helper()
	newer := bytes.Replace(data, []byte(`"version": 1`), []byte(`"version": 2`), 1)
	for _, row := range []struct{ text, want string }{
		{"", ": line 1, column 1: "},
		{"\n{\n", ": line 2, column 2: "},
		{string(data[:len(data)/2]), ": line "},
		{string(data) + "}", ": line "},
		{"null", "expected \"format\""},
		{"[]", ": line 1, column "},
		{string(newer), "is newer than 1"},
	} {
		err := use([]byte(row.text))
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%.20q: got %v, want %q", row.text, err, row.want)
		}
	}
}
