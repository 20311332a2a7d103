"""Two programs play each other by the Universal Game Interface; this one knows nothing of the game:

    python ugi_match.py "ardoise ugi amazons" "ardoise ugi amazons" --go "nodes 100"
"""

import argparse
import shlex
import subprocess


class Program:
    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("ugi", "ugiok")

    def ask(self, line: str, answer: str) -> str:
        """Sends a line, and returns what follows the word that begins the answer."""
        assert self.process.stdin and self.process.stdout
        print(line, file=self.process.stdin, flush=True)
        for text in self.process.stdout:
            if "position not changed" in text:
                raise SystemExit(text)
            if text.split()[:1] == [answer]:
                return text.split(maxsplit=1)[-1].strip()
        raise SystemExit(f"it ended when asked `{line}`")


parser = argparse.ArgumentParser(description="A game between two programs.")
parser.add_argument("programs", nargs=2)
parser.add_argument("--go", default="nodes 50", help="how long a move may take")
arguments = parser.parse_args()

programs = [Program(command) for command in arguments.programs]
moves = list[str]()
while True:
    position = "position startpos" + " ".join([" moves", *moves] if moves else [])
    result = programs[0].ask(position + "\nquery result", "response")
    if result != "none":
        break
    # Somebody may have to pass, or to go on, so the program says who moves.
    first = programs[0].ask("query p1turn", "response") == "true"
    moves.append(programs[0 if first else 1].ask(f"{position}\ngo {arguments.go}", "bestmove"))
print(result, len(moves), *moves)
