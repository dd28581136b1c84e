// Package support has functions of POSIX in C that the front end adds to programs for the interpreter which name them, because they have
// objects that programs share with them or are no more than C. Each is weak: the program may have its own.
//
// Non-goals: what has a contract that package interp/host states better.
package support

import "embed"

// Sources is the files, by name.
//
//go:embed src/*.c
var Sources embed.FS

// Group is a file and the names for which it is added.
type Group struct {
	File  string
	Names []string
}

// Groups is all files.
var Groups = []Group{
	{"src/err.c", []string{"err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx"}},
	{"src/getopt.c", []string{"getopt", "getopt_long", "getopt_long_only", "optarg", "optind", "opterr", "optopt"}},
	{"src/libgen.c", []string{"basename", "dirname"}},
	{"src/net.c", []string{"htonl", "htons", "ntohl", "ntohs"}},
	{"src/search.c", []string{"lfind", "lsearch", "insque", "remque"}},
}
