"""Where frames come from: one small protocol, several makers."""
