/* TUF-UB-007 an element behind the end of an array */
int table[4];
int main(void) {
  int sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += table[i]; /* HERE */
  return sum;
}
