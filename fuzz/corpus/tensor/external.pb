Btj
locationweightsj
offset0j
length4p