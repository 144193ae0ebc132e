"""For each line on stdin, sends one command by libtmux and prints the milliseconds it took."""

import sys
import time

import libtmux

server = libtmux.Server(socket_name=sys.argv[1])
print("ready", flush=True)
for _ in sys.stdin:
    start = time.perf_counter()
    reply = server.cmd("display-message", "-p", "x")
    milliseconds = (time.perf_counter() - start) * 1000
    assert reply.stdout == ["x"], reply.stderr
    print(milliseconds, flush=True)
