// Package support has functions of POSIX in C that the front end adds to programs for the interpreter which name them, because they have
// objects that programs share with them or are no more than C. Each is weak: the program may have its own.
//
// Non-goals: what has a contract that package interp/host states better.
package support

import _ "embed"

//go:embed err.inc
var errText []byte

//go:embed getopt.inc
var getoptText []byte

//go:embed libgen.inc
var libgenText []byte

//go:embed net.inc
var netText []byte

//go:embed search.inc
var searchText []byte

// Group is a file, the names for which it is added, and the headers that declare them: a program that includes none of those, and names
// such a function, means its own.
type Group struct {
	File           string
	Text           []byte
	Names, Headers []string
}

// Groups is all files.
var Groups = []Group{
	{"err.c", errText, []string{"err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx"}, []string{"err.h"}},
	{"getopt.c", getoptText, []string{"getopt", "getopt_long", "getopt_long_only", "optarg", "optind", "opterr", "optopt"}, []string{"getopt.h", "unistd.h"}},
	{"libgen.c", libgenText, []string{"basename", "dirname"}, []string{"libgen.h"}},
	{"net.c", netText, []string{"htonl", "htons", "ntohl", "ntohs"}, []string{"arpa/inet.h", "netinet/in.h"}},
	{"search.c", searchText, []string{"lfind", "lsearch", "insque", "remque"}, []string{"search.h"}},
}
