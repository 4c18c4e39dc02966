"""The subcommands of `raflebord`, one file each: HELP, add_arguments(parser), run(args)."""
