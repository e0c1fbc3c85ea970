
BtJ13SU