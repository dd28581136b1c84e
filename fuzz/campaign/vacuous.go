package campaign

import (
	"fmt"
	"strings"
)

// When a run is judged, and what it must reach. A campaign that finds nothing because it tests
// nothing is the worst kind; the shares are far above what the presets give.
const (
	judgeAfter   = 200    // programs: shares
	checksAfter  = 2_000  // programs: every check ran
	idleAfter    = 1_000  // programs of the mix that a check was asked of, if not of all: it had something to compare
	opcodesAfter = 20_000 // programs of the mix: every opcode
	mostPercent  = 90     // of programs that are trivial or undefined
	fuelPercent  = 10     // of programs out of fuel
)

// vacuous says why nothing was really tested. Few programs say nothing. A reason fails the command
// with the status for vacuous runs.
func (c *Campaign) vacuous(s *Summary) []string {
	var why []string
	if s.Programs < judgeAfter {
		return nil
	}
	share := func(n int64, what string, limit int64) {
		if 100*n >= limit*s.Programs {
			why = append(why, fmt.Sprintf("%d %% of the programs %s", 100*n/s.Programs, what))
		}
	}
	share(s.Trivial, fmt.Sprintf("execute fewer than %d instructions", trivialSteps), mostPercent)
	if s.Preset != "ub" && s.Preset != presetCUB {
		share(s.Undefined, "have undefined behaviour", mostPercent)
	}
	share(s.OutOfFuel, "run out of fuel", fuelPercent)
	share(s.Timeouts, "hang a check", fuelPercent)
	if s.Coverage == 0 && !isC(s.Preset) {
		why = append(why, "no program ran to its end: there is no coverage")
	}
	if s.Programs >= checksAfter {
		for n := range c.checks {
			// Rarely asked checks may have had no luck.
			often := c.checks[n].Share == 100 || s.Preset == Mix && c.counts[n].ran >= idleAfter
			switch k := c.counts[n]; {
			case k.ran == 0:
				why = append(why, fmt.Sprintf("the check %s never ran", c.checks[n].Name))
			case k.ran == k.idle && often && c.checks[n].Idles:
				why = append(why, fmt.Sprintf("the check %s had nothing to compare in %d programs", c.checks[n].Name, k.ran))
			}
		}
	}
	if s.Programs >= opcodesAfter && s.Preset == Mix {
		if names := c.known.opcodesMissing(firstMade); len(names) > 0 {
			why = append(why, "no program has the opcodes "+strings.Join(names, ", "))
		} else if names := c.known.opcodesMissing(firstExec); len(names) > 0 {
			why = append(why, "no program executes the opcodes "+strings.Join(names, ", "))
		}
	}
	return why
}
