/* TUF-UB-031 a member of an atomic struct is read */
struct pair {
	int x, y;
};

int main(void)
{
	static _Atomic struct pair p;
	return p.x; /* HERE */
}
