package main

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	killsEach    = 5   // kills of one campaign
	killPrograms = 250 // programs of one campaign
)

// attackKill kills campaigns with SIGKILL at random moments and lets them continue. count is the number
// of kills. In the end a campaign must have what one has that was never killed.
// It would show a finding that was reported before it was safe, a program or an event of coverage that
// is counted twice or lost, and state outside the database that does not follow it. For this a
// campaign must depend on its seed and its number of programs only.
func attackKill(s *session) {
	var mu sync.Mutex
	whole := map[uint64]string{} // what an uninterrupted campaign of a seed has
	took := map[uint64]time.Duration{}
	// The same command starts a campaign and continues with it.
	campaign := func(seed uint64, out string) []string {
		return []string{s.command("tuffy-fuzz"), "run", "--out", out, "--programs", itoa(killPrograms), "--seed", fmt.Sprint(seed), "-q", "-j", "2"}
	}
	s.each((s.count+killsEach-1)/killsEach, func(i int) {
		r := s.rng(i)
		// Ten seeds, so that few uninterrupted campaigns are needed.
		seed := s.seed*100 + uint64(i%10)
		mu.Lock()
		want, ok := whole[seed]
		if !ok {
			dir := filepath.Join(s.scratch, fmt.Sprint("whole", seed))
			begin := time.Now()
			o := run(limits{wall: 5 * time.Minute}, s.scratch, campaign(seed, dir)...)
			took[seed] = time.Since(begin)
			if c := o.complaint(0, 1, 4); c != "" {
				s.fail(fmt.Sprint("whole", seed), c, o.report(), nil)
			}
			want = contents(filepath.Join(dir, "campaign.db"))
			whole[seed] = want
			os.RemoveAll(dir)
		}
		share := took[seed] / killsEach // all together take no longer than a whole one
		mu.Unlock()
		dir := filepath.Join(s.scratch, fmt.Sprint("k", i))
		defer os.RemoveAll(dir)
		known := map[string]bool{}
		bad := func(cause, text string) { s.fail(fmt.Sprintf("%04d", i), cause, text, nil) }
		for k := range killsEach {
			argv := campaign(seed, dir)
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			var out capped
			cmd.Stdout, cmd.Stderr = &out, &out
			s.must(cmd.Start())
			time.Sleep(20*time.Millisecond + time.Duration(r.Int64N(int64(share))))
			// Half of the kills take the whole group at once, the other half the first process before
			// the rest.
			if r.IntN(2) == 0 {
				syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			} else {
				cmd.Process.Kill()
			}
			cmd.Wait()
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			if cmd.ProcessState.ExitCode() >= 0 {
				s.saw("had ended")
				switch code := cmd.ProcessState.ExitCode(); code {
				case 0, 1, 4:
				default:
					bad(fmt.Sprintf("status %d on going on", code), fmt.Sprintf("after %d kills\n%s", k, out.String()))
				}
			} else {
				s.saw("killed")
			}
			// Reported before is still there. The database is read by a copy, so that reading it repairs nothing.
			now := map[string]bool{}
			for l := range strings.SplitSeq(contents(copyOf(s, dir)), "\n") {
				now[l] = true
			}
			for l := range known {
				if !now[l] {
					bad("lost", fmt.Sprintf("after kill %d: %s", k, l))
				}
			}
			known = now
		}
		o := run(limits{wall: 5 * time.Minute}, s.scratch, campaign(seed, dir)...)
		if c := o.complaint(0, 1, 4); c != "" {
			bad(c, o.report())
		}
		if got := contents(filepath.Join(dir, "campaign.db")); got != want {
			bad("other result than without kills", fmt.Sprintf("%d against %d lines\n%s", strings.Count(got, "\n"), strings.Count(want, "\n"), firstDifference(want, got)))
		}
		if o := run(limits{}, s.scratch, s.command("tuffy-fuzz"), "report", dir); o.complaint(0, 1, 4) != "" {
			bad("report: "+o.complaint(0, 1, 4), o.report())
		}
	})
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "one is longer"
}

// copyOf copies the database of a campaign with its journal.
func copyOf(s *session, dir string) string {
	to := filepath.Join(s.scratch, filepath.Base(dir)+"-copy")
	os.RemoveAll(to)
	s.must(os.MkdirAll(to, 0o755))
	for _, f := range []string{"campaign.db", "campaign.db-wal"} {
		if b, err := os.ReadFile(filepath.Join(dir, f)); err == nil {
			s.must(os.WriteFile(filepath.Join(to, f), b, 0o644))
		}
	}
	return filepath.Join(to, "campaign.db")
}

// contents has a line for each finding, each event of the coverage and each program of the corpus.
// Other columns are not compared.
func contents(path string) string {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var b strings.Builder
	for _, q := range []string{
		"SELECT 'finding ' || hash || ' ' || check_name FROM findings ORDER BY hash",
		"SELECT 'event ' || name || ' ' || number FROM coverage ORDER BY name",
		"SELECT 'program ' || number || ' ' || program FROM corpus ORDER BY number",
	} {
		rows, err := db.Query(q)
		if err != nil {
			continue // a campaign that was killed before it had tables
		}
		for rows.Next() {
			var l string
			rows.Scan(&l)
			b.WriteString(l + "\n")
		}
		rows.Close()
	}
	return b.String()
}
