%:include <stdio.h>
int main(void) <%
    int a<:2:> = <% 1, 2 %>;
    printf("%d\n", a<:1:>);
    return 0;
%>
