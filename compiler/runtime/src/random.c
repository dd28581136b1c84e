/* rand: splitmix64 (Steele, Lea and Flood, 2014), whose numbers no program may rely on; and lrand48 and its like, whose numbers POSIX says. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

static uint64_t __tuffy_rand, __tuffy_seed48;

static uint64_t __tuffy_random(void)
{
	uint64_t v = __tuffy_rand += 0x9e3779b97f4a7c15;
	v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
	v = (v ^ v >> 27) * 0x94d049bb133111eb;
	return v ^ v >> 31;
}

int rand(void) { return __tuffy_random() >> 33; }

void srand(unsigned seed)
{
	__tuffy_rand = 0;
	__tuffy_rand = __tuffy_random() ^ seed;
}

long random(void) { return rand(); }
void srandom(unsigned seed) { srand(seed); }

static uint64_t __tuffy_next48(void)
{
	return __tuffy_seed48 = (__tuffy_seed48 * 0x5deece66d + 11) & 0xffffffffffff;
}

void srand48(long seed) { __tuffy_seed48 = (uint64_t)(uint32_t)seed << 16 | 0x330e; }
long lrand48(void) { return __tuffy_next48() >> 17; }
long mrand48(void) { return (int32_t)(__tuffy_next48() >> 16); }
double drand48(void) { return __tuffy_next48() * 0x1p-48; }
