
Jabcd