"""What the commands of ``cli/`` do: asking, reporting, printing, the doctor, exit codes."""
