/* TUF-UB-031 a member of an atomic struct is written through a pointer */
struct pair {
	int x, y;
};

static _Atomic struct pair p;

int main(void)
{
	_Atomic struct pair *q = &p;
	q->y = 1; /* HERE */
	return 0;
}
