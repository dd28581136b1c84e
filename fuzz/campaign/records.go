package campaign

import "strconv"

// Record is what [Records] knows of a campaign's folder, for JSON. Numbers of 64 bits that a reader with floats
// would round are strings.
type Record struct {
	Seed      string      `json:"seed"`
	Programs  int64       `json:"programs"`
	Undefined int64       `json:"undefined"`
	OutOfFuel int64       `json:"out_of_fuel"`
	Hung      int64       `json:"hung"`
	Bugs      []BugRecord `json:"bugs"`
}

// BugRecord is a row of [Report]. Flaky failures are listed, too.
type BugRecord struct {
	Hash    string `json:"hash"`
	State   string `json:"state"`
	Check   string `json:"check"`
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	Cause   string `json:"cause,omitempty"`
	Seen    int64  `json:"seen"`
	Seed    string `json:"seed"` // of the program that showed it first
	Number  int64  `json:"program"`
	Insts   int    `json:"instructions"`
	Reduced int    `json:"instructions_reduced,omitempty"`
	Bug     bool   `json:"bug"`
}

// Records reads what [Report] writes as a table.
func Records(dir string) (*Record, error) {
	r, err := openReader(dir)
	if err != nil {
		return nil, err
	}
	defer r.close()
	counters, err := r.store.counters()
	if err != nil {
		return nil, err
	}
	rec := &Record{Seed: strconv.FormatUint(r.seed, 10), Programs: counters["programs"], Undefined: counters["undefined"],
		OutOfFuel: counters["out of fuel"], Hung: counters["timeouts"], Bugs: []BugRecord{}}
	same := r.findings.faces()
	for _, f := range r.findings.sorted() {
		if f.State == Same {
			continue
		}
		count, _ := same.total(f)
		b := BugRecord{Hash: f.Hash, State: string(f.State), Check: f.Check, Rule: f.Rule, Message: f.Message, Cause: f.Cause, Seen: count,
			Seed: strconv.FormatUint(f.Seed, 10), Number: f.Number, Insts: f.Insts, Bug: f.bug()}
		if f.Reduced != "" {
			b.Reduced = f.ReducedInsts
		}
		rec.Bugs = append(rec.Bugs, b)
	}
	return rec, nil
}
