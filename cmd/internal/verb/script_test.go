package verb

import (
	"flag"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

var update = flag.Bool("update", false, "rewrite the expected text in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tuffy":        func() { os.Exit(Main(Tuffy())) },
		"tuffy-interp": func() { os.Exit(Main(Interp("tuffy-interp"))) },
		"tuffy-reduce": func() { os.Exit(Main(Reduce("tuffy-reduce"))) },
		"tuffy-fuzz":   func() { os.Exit(Main(Fuzz("tuffy-fuzz"))) },
		"panics":       func() { os.Exit(Main(panics())) },
		"tuffy-replay": func() { os.Exit(Main(Replay("tuffy-replay"))) },
	})
}

// panics is a command with a bug: in the way of the command, in a goroutine, or without an end.
func panics() *cobra.Command {
	return &cobra.Command{Use: "panics", RunE: func(_ *cobra.Command, args []string) error {
		bug := func() { panic("BUG: a table has no row for nop") }
		switch strings.Join(args, "") {
		case "elsewhere":
			go bug()
			select {}
		case "stack":
			debug.SetMaxStack(1 << 20)
			var deep func(n int) int
			deep = func(n int) int { return deep(n+1) + 1 }
			deep(0)
		}
		bug()
		return nil
	}}
}

// TestScripts runs the commands as a user would; `status N command…` checks an exit status.
func TestScripts(t *testing.T) {
	// Whoever starts the tests may ignore hang-ups, as nohup does. A signal that is caught here is
	// not ignored by what a script starts.
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangUps) })
	known, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(scripts) < 24 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	testscript.Run(t, testscript.Params{
		Files:         testseed.Sample(t, 4, scripts),
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": runWithStatus, "full": runFull("1"), "full2": runFull("2"), "conforms": runConforms(known)},
	})
}
