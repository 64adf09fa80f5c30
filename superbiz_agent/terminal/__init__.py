"""What the commands of ``cli.py`` do: asking, reporting, printing, the doctor, exit codes."""
