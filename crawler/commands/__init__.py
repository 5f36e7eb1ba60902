"""What a person types, one module a command: arguments in, one call, result out. `crawler.cli` has the table."""
