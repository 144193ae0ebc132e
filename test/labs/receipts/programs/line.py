"""Line programs that misbehave: line.py KIND. What they really took is written to the file TRUTH."""
import json, os, signal, sys, termios, time

kind = sys.argv[1]
truth = os.environ["TRUTH"]


def record(**event):
    with open(truth, "a") as file:
        file.write(json.dumps({"at": time.time() * 1000, **event}) + "\n")


def line():
    text = sys.stdin.readline()
    if text == "":
        sys.exit(0)
    record(type="took", text=text.rstrip("\n"))
    return text


def prompt(text="> "):
    sys.stdout.write(text)
    sys.stdout.flush()


def lflag(clear=0, set_=0):
    modes = termios.tcgetattr(0)
    modes[3] = (modes[3] & ~clear) | set_
    termios.tcsetattr(0, termios.TCSANOW, modes)


def ready():
    record(type="ready")


if kind == "asleep":
    ready()
    time.sleep(3600)
elif kind == "prompt-asleep":
    prompt()
    ready()
    time.sleep(3600)
elif kind == "reads":
    ready()
    while True:
        prompt()
        line()
elif kind == "answers":
    ready()
    while True:
        prompt("you: ")
        print("took " + line().strip()[:20])
elif kind == "works":
    ready()
    prompt()
    while True:
        line()
        time.sleep(1.5)
        prompt()
elif kind == "silent":
    lflag(clear=termios.ECHO)
    ready()
    while True:
        line()
elif kind == "no-prompt":
    ready()
    while True:
        line()
elif kind == "once":
    prompt("Name: ")
    ready()
    line()
elif kind == "fails":
    prompt("Name: ")
    ready()
    line()
    sys.exit(3)
elif kind == "crashes":
    prompt("Name: ")
    ready()
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGSEGV)
elif kind == "flushes":
    prompt()
    ready()
    while True:
        time.sleep(0.7)
        termios.tcflush(0, termios.TCIFLUSH)
        time.sleep(0.2)
        prompt()
elif kind == "stops":
    prompt()
    ready()
    line()
    prompt()
    time.sleep(3600)
elif kind == "slow":
    time.sleep(1.2)
    ready()
    while True:
        prompt()
        line()
elif kind == "execs":
    prompt()
    ready()
    line()
    os.execvp("sh", ["sh", "-c", 'printf "next> "; while read -r x; do printf "next> "; done'])
elif kind == "signals":
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    prompt()
    ready()
    # Another process holds the terminal's input back: this one only wakes up and never reads.
    while True:
        signal.pause()
elif kind == "bytes":
    prompt()
    ready()
    os.read(0, 4)
    time.sleep(3600)
