/* TUF-UB-031 6.3.2.1p2 one bit-field of a struct that a function fills is never written */
struct mode {
	unsigned read : 1;
	unsigned write : 1;
	unsigned owner : 5;
};

static void fill(struct mode *m)
{
	m->read = 1;
	m->owner = 9;
}

int main(void)
{
	struct mode m;
	fill(&m);
	if (m.read && m.owner == 9)
		return m.write; /* HERE */
	return 1;
}
