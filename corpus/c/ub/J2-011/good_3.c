#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mode {
	unsigned read : 3;
	unsigned write : 4;
	unsigned owner : 9;
	int n;
};

union word {
	struct mode mode;
	unsigned bits;
};

int main(void)
{
	struct mode a, b, *c = malloc(sizeof *c);
	union word w;
	if (!c)
		return 1;
	a.read = 5, a.write = 9, a.owner = 300, a.n = 1;
	b = a;
	memset(c, 0, sizeof *c);
	c->write++;
	w.bits = 0xffff;
	w.mode.write = 0;
	printf("%u %u %u %u %u %u %x\n", b.read, b.write, b.owner, c->read, c->write, c->owner, w.bits);
	memcpy(c, &a, sizeof a);
	printf("%u\n", c->owner);
	free(c);
	return 0;
}
