package verb

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected text in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tuffy":        func() { os.Exit(Main(Tuffy())) },
		"tuffy-interp": func() { os.Exit(Main(Interp("tuffy-interp"))) },
		"tuffy-reduce": func() { os.Exit(Main(Reduce("tuffy-reduce"))) },
		"tuffy-fuzz":   func() { os.Exit(Main(Fuzz("tuffy-fuzz"))) },
		"tuffy-replay": func() { os.Exit(Main(Replay("tuffy-replay"))) },
	})
}

// TestScripts runs the commands as a user would; `status N command…` checks an exit status.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": runWithStatus, "full": runFull("1"), "full2": runFull("2")},
	})
}
