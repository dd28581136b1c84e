package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// peer is another compiler or tool for C programs, at one setting.
type peer struct {
	name     string // of its check: c/gcc/O2
	compile  []string
	run      []string       // in front of the program
	finds    *regexp.Regexp // what it says of undefined behaviour; nil of a compiler
	complete bool           // it compiles all of the language: what it refuses is a finding
}

// peerRow is a kind of peers. Names may have a version behind a hyphen.
type peerRow struct {
	name, command string
	settings      map[string][]string // behind the slash of the check
	run           []string
	finds         string
	complete      bool
}

// peerRows is the table of what --cc may name. Tools report to standard error.
var peerRows = []peerRow{
	{name: "gcc", command: "gcc", settings: levelsOf("O0", "O2"), complete: true},
	{name: "clang", command: "clang", settings: levelsOf("O0", "O2"), complete: true},
	{name: "tcc", command: "tcc", settings: levelsOf("O0")},
	{name: "gcc+sanitize", command: "gcc", settings: map[string][]string{"O0": {"-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}}, finds: `runtime error:|AddressSanitizer|LeakSanitizer`, complete: true},
	{name: "clang+sanitize", command: "clang", settings: map[string][]string{"O0": {"-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}}, finds: `runtime error:|AddressSanitizer|LeakSanitizer`, complete: true},
	{name: "gcc+valgrind", command: "gcc", settings: map[string][]string{"O0": {"-O0"}}, run: []string{"valgrind", "-q", "--error-exitcode=99"}, finds: `==\d+== `, complete: true},
}

func levelsOf(levels ...string) map[string][]string {
	out := map[string][]string{}
	for _, l := range levels {
		out[l] = []string{"-" + l}
	}
	return out
}

// PeerNames lists what --cc may name; gcc and clang may have a version, as in gcc-12.
func PeerNames() []string {
	var out []string
	for _, r := range peerRows {
		out = append(out, r.name)
	}
	return out
}

// versioned is a name with its version.
var versioned = regexp.MustCompile(`^([a-z]+)(-[0-9]{1,3})?((?:\+[a-z]+)?)$`)

// peersOf are the peers of a name, one for each setting. Nothing but the commands of the table is ever run.
func peersOf(name string) ([]peer, error) {
	m := versioned.FindStringSubmatch(name)
	n := -1
	if m != nil {
		n = slices.IndexFunc(peerRows, func(r peerRow) bool { return r.name == m[1]+m[3] })
	}
	if n < 0 {
		return nil, fmt.Errorf("there is no compiler %q; there are %s, gcc and clang with a version, too", name, strings.Join(PeerNames(), ", "))
	}
	row, command := peerRows[n], peerRows[n].command+m[2]
	var out []peer
	for _, setting := range sortedKeys(row.settings) {
		p := peer{name: "c/" + name + "/" + setting, compile: append([]string{command, "-w"}, row.settings[setting]...), run: row.run, complete: row.complete}
		if row.finds != "" {
			p.finds = regexp.MustCompile(row.finds)
		}
		out = append(out, p)
	}
	return out, nil
}

func sortedKeys(m map[string][]string) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// missing names a command of a peer that is not there, empty if all are.
func (p peer) missing() string {
	for _, argv := range [][]string{p.compile, p.run} {
		if len(argv) == 0 {
			continue
		}
		if _, err := exec.LookPath(argv[0]); err != nil {
			return argv[0]
		}
	}
	return ""
}

// Limits of what others' programs may take.
const (
	peerTime   = 20 * time.Second
	peerOutput = 1 << 20
)

// peerRun is what a peer made of a program.
type peerRun struct {
	refused string // why it does not compile; empty if it does
	crashed string // what the compiler says that does not end well
	output  string
	status  int
	late    bool
	found   string // the line in which a tool names undefined behaviour
}

// try compiles and runs a program.
func (p peer) try(text string) (r peerRun, err error) {
	dir, err := os.MkdirTemp("", "tuffy-peer")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	src, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(src, []byte(text), 0o600); err != nil {
		return r, err
	}
	out, errs, status, late := execute(append(slices.Clone(p.compile), "-I", csmithHeaders, "-o", exe, src))
	switch {
	case late:
		r.crashed = "the compiler does not end"
		return r, nil
	case status < 0 || strings.Contains(errs, "internal compiler error") || strings.Contains(errs, "PLEASE submit a bug report"):
		r.crashed = firstLine(errs)
		return r, nil
	case status != 0:
		r.refused = problem(out + errs)
		return r, nil
	}
	r.output, errs, r.status, r.late = execute(append(slices.Clone(p.run), exe))
	if p.finds != nil && p.finds.MatchString(errs) {
		for line := range strings.Lines(errs) {
			if p.finds.MatchString(line) {
				r.found = strings.TrimSpace(line)
				break
			}
		}
	}
	return r, nil
}

// problem is the line of a compiler's messages that says what is wrong.
func problem(text string) string {
	for line := range strings.Lines(text) {
		if _, what, ok := strings.Cut(line, "error: "); ok {
			return strings.TrimSpace(what)
		}
	}
	return firstLine(text)
}

// execute runs a command within the limits. The status is -1 if a signal ended it.
func execute(argv []string) (out, errs string, status int, late bool) {
	ctx, cancel := context.WithTimeout(context.Background(), peerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	stdout, stderr := &limited{}, &limited{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Env = append(os.Environ(), "LC_ALL=C", "ASAN_OPTIONS=detect_leaks=0")
	err := cmd.Run()
	if ctx.Err() != nil {
		return stdout.String(), stderr.String(), -1, true
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err.Error(), -1, false
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode(), false
}

// limited keeps the beginning of what is written to it.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := peerOutput - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
