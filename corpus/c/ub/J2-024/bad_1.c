/* TUF-UB-031 the address of an object becomes an int */
int main(void)
{
	int x = 0;
	int n = (int)&x; /* HERE */
	return n & 0;
}
