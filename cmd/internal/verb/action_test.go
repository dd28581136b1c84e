package verb

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestAction runs the steps of action.yml as a runner does: each script by bash with the files for outputs, the
// path and the summary, inputs in the environment. The commands are built as the container file does; with -short
// nothing is built, they are those of the test, and they compare for a shorter time than by default.
func TestAction(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				ID, If, Shell, Run string
				Env                map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	file := func(name string) string { return filepath.Join(temp, name) }
	for _, row := range []struct{ before, after, verdict string }{{"before.tir", "after.tir", "diverges"}, {"before.tir", "before.tir", "refines"}} {
		os.Remove(file("output"))
		os.Remove(file("summary"))
		demo := filepath.Join(root, "corpus", "demo")
		inputs := map[string]string{"verify": filepath.Join(demo, "*.tir"), "before": filepath.Join(demo, row.before), "after": filepath.Join(demo, row.after)}
		if testing.Short() {
			inputs["time"] = "2s"
		}
		for name, in := range action.Inputs {
			if _, given := inputs[name]; !given {
				inputs[name] = in.Default
			}
		}
		failed := false
		for _, step := range action.Runs.Steps {
			if step.Run == "" {
				continue
			}
			// The build is that of the container; the path is what the step writes.
			c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
			c.Dir = root
			added, _ := os.ReadFile(file("path"))
			// The second pair needs no second build.
			if (len(added) > 0 || testing.Short()) && strings.Contains(step.Run, "go build") {
				continue
			}
			c.Env = append(os.Environ(), "CGO_ENABLED=0", "RUNNER_TEMP="+temp, "GITHUB_PATH="+file("path"), "GITHUB_OUTPUT="+file("output"), "GITHUB_STEP_SUMMARY="+file("summary"),
				"PATH="+strings.TrimSpace(string(added))+":"+os.Getenv("PATH"))
			for name, value := range step.Env {
				value, ok := strings.CutPrefix(value, "${{ inputs.")
				value = strings.TrimSuffix(value, " }}")
				if _, known := inputs[value]; !ok || !known {
					t.Fatalf("the step takes %s from %q, which is no input", name, value)
				}
				c.Env = append(c.Env, name+"="+inputs[value])
			}
			out, err := c.CombinedOutput()
			if err != nil {
				failed = true
				if step.ID != "compare" {
					t.Fatalf("%s\n%v\n%s", step.Run, err, out)
				}
			}
		}
		output, _ := os.ReadFile(file("output"))
		summary, _ := os.ReadFile(file("summary"))
		if string(output) != "verdict="+row.verdict+"\n" || failed != (row.verdict == "diverges") || !strings.Contains(string(summary), "verdict: "+row.verdict) {
			t.Errorf("%s to %s: failed %v, output %q, summary %q", row.before, row.after, failed, output, summary)
		}
		if testing.Short() {
			continue
		}
		// As in the image: nothing but the command.
		c := exec.Command(filepath.Join(temp, "tuffy", "tuffy-interp"), "--version")
		c.Env = []string{}
		if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "generator ") {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
