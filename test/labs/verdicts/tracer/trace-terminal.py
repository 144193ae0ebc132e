"""Watches from outside who waits for input on a terminal: trace-terminal.py /dev/pts/N MILLISECONDS

It shares no code with muxwright. Every process of the machine that has the terminal open is followed, whatever session,
group or user it belongs to, and those that have a terminal open whose other end such a process holds (`script`, an inner
tmux). The threads of all of them are read every few milliseconds. It prints one line of JSON: the share of samples in
which a thread was blocked in a read of the terminal ("reads"), waited for it and for nothing else, without a timeout
("polls"), for it and other descriptors ("among"), or with a timeout ("timed"); in which a process that holds the other
end of a terminal below it did one of these, and so may pass on what is typed ("relays"); and in which no thread did
("nobody"). "looks" is the share with any of the first four. And "ran", the share of samples between which a thread of these processes was given a processor.
"""
import glob
import json
import os
import struct
import sys
import time

READS = {0: 0, 19: 0, 40: 1, 275: 0}  # read, readv, sendfile, splice: which argument is the descriptor
POLLS = {7: "poll", 271: "ppoll", 23: "select", 270: "pselect6", 232: "epoll", 281: "epoll", 441: "epoll2"}
TTY = os.makedev(5, 0)


def main():
    path, ms = sys.argv[1], int(sys.argv[2])
    terminal = identity(path)
    end = time.monotonic() + ms / 1000
    counts = dict.fromkeys(["reads", "polls", "among", "timed", "relays", "looks", "nobody", "ran"], 0)
    samples, found, slices, scanned = 0, [], None, 0.0
    while time.monotonic() < end:
        if time.monotonic() - scanned > 0.5:
            found, scanned = holders(terminal), time.monotonic()
        seen, now = set(), []
        for pid, fds, relays in found:
            # A stopped process stays in its call, and does not take what is typed.
            if stat(pid)[0] in "TtZ":
                continue
            for task in glob.glob(f"/proc/{pid}/task/*"):
                now.append((task, read(task + "/schedstat").split(" ")[-1]))
                kinds = waits(pid, task, fds)
                seen |= {"relays"} if kinds and relays else kinds
        samples += 1
        seen |= {"looks"} if seen - {"relays"} else set()
        for kind in seen or {"nobody"}:
            counts[kind] += 1
        if slices is not None and slices != now:
            counts["ran"] += 1
        slices = now
        time.sleep(0.008)
    shares = {kind: round(count / max(samples, 1), 3) for kind, count in counts.items()}
    print(json.dumps({"samples": samples, "processes": len(found), **shares}))


def identity(path):
    info = os.stat(path)
    return info.st_dev, info.st_ino


def holders(terminal):
    """All processes with one of the terminals open, and under which descriptors."""
    everything = [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    links = {pid: descriptors(pid) for pid in everything}
    wanted, found, before = {terminal}, {}, -1
    while before != len(wanted) + len(found):
        before = len(wanted) + len(found)
        for pid, fds in links.items():
            mine = {fd for fd, known in fds.items() if known in wanted}
            # What was opened as /dev/tty is the controlling terminal, or was it when an ancestor of the process opened it.
            if mine or controlling(pid) == number(terminal) or (controlling(pid) is None and comes_from(pid, found)):
                mine |= {fd for fd, known in fds.items() if known == "tty"}
            if not mine:
                continue
            inner = {end for fd in fds if (end := other_end(pid, fd, fds[fd], terminal)) is not None}
            found[pid] = (pid, mine, len(inner) > 0)
            wanted |= inner
    return list(found.values())


def descriptors(pid):
    fds = {}
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            try:
                info = os.stat(f"/proc/{pid}/fd/{name}")
            except OSError:
                continue
            if info.st_rdev == TTY:
                fds[int(name)] = "tty"
            elif info.st_rdev == os.makedev(5, 2):
                fds[int(name)] = "ptmx"
            elif 136 <= os.major(info.st_rdev) <= 143:
                fds[int(name)] = (info.st_dev, info.st_ino)
    except OSError:
        pass
    return fds


def stat(pid):
    return read(f"/proc/{pid}/stat").rpartition(") ")[2].split(" ")


def controlling(pid):
    """The number of the controlling terminal in its devpts."""
    fields = stat(pid)
    device = int(fields[4]) if len(fields) > 4 else 0
    return None if device == 0 else device & 0xFF | device >> 12 & 0xFFF00


def number(terminal):
    """The inode of a terminal in devpts is its number and 3."""
    return terminal[1] - 3


def comes_from(pid, found):
    while pid > 1:
        fields = stat(pid)
        pid = int(fields[1]) if len(fields) > 1 else 0
        if pid in found:
            return True
    return False


def other_end(pid, fd, known, terminal):
    if known != "ptmx":
        return None
    for line in read(f"/proc/{pid}/fdinfo/{fd}").split("\n"):
        if line.startswith("tty-index:"):
            return terminal[0], int(line.split()[1]) + 3
    return None


def waits(pid, task, fds):
    words = read(task + "/syscall").split(" ")
    if len(words) != 9:
        return set()
    call, args = int(words[0]), [int(word, 16) for word in words[1:7]]
    if call in READS:
        return {"reads"} if args[READS[call]] in fds else set()
    if call not in POLLS:
        return set()
    watched, timed = watching(pid, POLLS[call], args)
    for fd in list(watched):
        inner, timer = in_epoll(pid, fd)
        watched, timed = watched - ({fd} if inner else set()) | inner, timed or timer
    if not watched & fds:
        return set()
    if timed:
        return {"timed"}
    return {"polls"} if watched <= fds else {"among"}


def watching(pid, kind, args):
    """The descriptors that are watched for input, and whether the wait ends by itself."""
    if kind in ("poll", "ppoll"):
        memory = peek(pid, args[0], args[1] * 8)
        entries = struct.iter_unpack("<ihh", memory[: len(memory) // 8 * 8])
        watched = {fd for fd, events, _ in entries if fd >= 0 and events & 0x41}
        return watched, args[2] < 1 << 31 if kind == "poll" else args[2] != 0
    if kind in ("select", "pselect6"):
        memory = peek(pid, args[1], (args[0] + 63) // 64 * 8) if args[1] else b""
        return {at * 8 + bit for at, byte in enumerate(memory) for bit in range(8) if byte >> bit & 1}, args[4] != 0
    watched, timer = in_epoll(pid, args[0])
    return watched, timer or (args[3] < 1 << 31 if kind == "epoll" else args[3] != 0)


def in_epoll(pid, fd):
    watched, timer = set(), False
    for line in read(f"/proc/{pid}/fdinfo/{fd}").split("\n"):
        words = line.split()
        if words[:1] == ["tfd:"] and int(words[3], 16) & 0x41:
            watched.add(int(words[1]))
            try:
                timer |= "timerfd" in os.readlink(f"/proc/{pid}/fd/{words[1]}")
            except OSError:
                pass
    return watched, timer


def peek(pid, address, size):
    try:
        with open(f"/proc/{pid}/mem", "rb", 0) as memory:
            memory.seek(address)
            return memory.read(min(size, 8192))
    except OSError:
        return b""


def read(path):
    try:
        with open(path, encoding="latin1") as file:
            return file.read().strip()
    except OSError:
        return ""


main()
