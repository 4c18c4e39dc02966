"""What `raflebord bench` measures: stages with their budgets, whole processes, and accuracy."""
