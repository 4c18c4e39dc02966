"""Pictures that are kept for whoever wants to know how well the table reads: of contested rolls, and of faults."""
