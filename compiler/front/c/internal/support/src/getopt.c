/* getopt and getopt_long (POSIX, glibc). Options behind operands are moved in front of them, unless the list of options begins with + or
   POSIXLY_CORRECT is set; with - in front an operand is the argument of an option 1. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((weak)) char *optarg;
__attribute__((weak)) int optind = 1, opterr = 1, optopt, optreset;

static int place; /* in the argument that is read, 0 before it */

/* Says what is wrong with an option. */
static void complain(char *const *argv, const char *what, const char *option, size_t n)
{
	if (opterr)
		fprintf(stderr, "%s: %s%.*s\n", argv[0] ? argv[0] : "", what, (int)n, option);
}

/* Moves argument to before argument from, those in between behind it. */
static void move(char *const *list, int from, int to)
{
	char **argv = (char **)list, *moved = argv[to];
	for (int k = to; k > from; k--)
		argv[k] = argv[k - 1];
	argv[from] = moved;
}

static int takes(char *const *argv, int argc, const char *rest, int how, int colon)
{
	if (*rest)
		optarg = (char *)rest;
	else if (how == 1 && optind < argc)
		optarg = argv[optind++];
	else if (how == 1)
		return colon ? ':' : '?';
	return 0;
}

static int short_option(int argc, char *const *argv, const char *options, int colon)
{
	const char *arg = argv[optind] + place, *o = *arg == ':' ? 0 : strchr(options, *arg);
	int c = (unsigned char)*arg;
	place++;
	const char *rest = argv[optind] + place;
	if (!*rest) {
		optind++;
		place = 0;
	}
	optopt = c;
	if (!o) {
		if (!colon)
			complain(argv, "invalid option -- ", arg, 1);
		return '?';
	}
	if (o[1] != ':')
		return c;
	if (place) {
		optind++;
		place = 0;
	}
	int failed = takes(argv, argc, rest, o[2] == ':' ? 2 : 1, colon);
	if (failed) {
		if (!colon)
			complain(argv, "option requires an argument -- ", arg, 1);
		return failed;
	}
	return c;
}

/* -1 if the argument is no long option. */
static int long_option(int argc, char *const *argv, const struct option *list, int *which, int colon, int dashes)
{
	const char *name = argv[optind] + dashes;
	size_t n = strcspn(name, "=");
	int found = -1, many = 0;
	for (int k = 0; list[k].name; k++) {
		if (strncmp(list[k].name, name, n))
			continue;
		if (!list[k].name[n]) {
			found = k;
			many = 0;
			break;
		}
		many = found >= 0;
		found = k;
	}
	if (dashes == 1 && found < 0)
		return -1;
	optind++;
	optopt = 0;
	if (found < 0 || many) {
		if (!colon)
			complain(argv, many ? "option is ambiguous: " : "unrecognized option: ", name, n);
		return '?';
	}
	const struct option *o = &list[found];
	optopt = o->val;
	if (name[n] == '=' && o->has_arg == no_argument) {
		if (!colon)
			complain(argv, "option does not take an argument: ", name, n);
		return '?';
	}
	if (name[n] == '=')
		optarg = (char *)name + n + 1;
	else if (o->has_arg == required_argument && takes(argv, argc, "", 1, colon)) {
		if (!colon)
			complain(argv, "option requires an argument: ", name, n);
		return colon ? ':' : '?';
	}
	if (which)
		*which = found;
	if (o->flag) {
		*o->flag = o->val;
		return 0;
	}
	return o->val;
}

static int next_option(int argc, char *const *argv, const char *options, const struct option *list, int *which, int only)
{
	int order = *options == '+' || *options == '-' ? *options++ : getenv("POSIXLY_CORRECT") ? '+' : 0, colon = *options == ':';
	if (optind == 0 || optreset) {
		optind = 1;
		optreset = place = 0;
	}
	optarg = 0;
	if (place && (optind >= argc || !argv[optind] || !argv[optind][place]))
		place = 0;
	if (place)
		return short_option(argc, argv, options, colon);
	int at = optind;
	while (at < argc && argv[at] && (argv[at][0] != '-' || !argv[at][1])) {
		if (order == '+')
			return -1;
		if (order == '-') {
			optarg = argv[optind++];
			return 1;
		}
		at++;
	}
	if (at >= argc || !argv[at])
		return -1;
	int first = optind, skipped = at - first, c = -1;
	optind = at;
	if (!strcmp(argv[at], "--")) {
		move(argv, first, at);
		optind = first + 1;
		return -1;
	}
	if (list && argv[at][1] == '-')
		c = long_option(argc, argv, list, which, colon, 2);
	else if (list && only)
		c = long_option(argc, argv, list, which, colon, 1);
	if (c < 0 && optind == at) {
		place = 1;
		c = short_option(argc, argv, options, colon);
	}
	int used = optind - at;
	if (skipped > 0 && place) { /* the argument is not used up: it is moved now, and read on there */
		move(argv, first, at);
		optind = first;
	} else if (skipped > 0) {
		for (int k = 0; k < used; k++)
			move(argv, first + k, at + k);
		optind = first + used;
	}
	return c;
}

__attribute__((weak)) int getopt(int argc, char *const argv[], const char *options) { return next_option(argc, argv, options, 0, 0, 0); }

__attribute__((weak)) int getopt_long(int argc, char *const *argv, const char *options, const struct option *list, int *which)
{
	return next_option(argc, argv, options, list, which, 0);
}

__attribute__((weak)) int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *list, int *which)
{
	return next_option(argc, argv, options, list, which, 1);
}
