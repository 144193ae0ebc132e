import type { RawFacts, RawProcess, RawThread } from './raw-facts.js';

/**
 * Reads `/proc` on any host, in POSIX `sh` with grep, ls, dd, od and stty as busybox has them too. Arguments: the pid of
 * the pane's process, the most processes to look at, and `all` to ask all processes of the host for the terminal. What is
 * not permitted is left out.
 */
// The forks are what costs: so children are found with what the shell itself can read, and grep reads all the rest.
// A process name may have a `*` in it, and a shell would look for files of that name: `set -f` where names are split.
export const PROBE_SCRIPT = `LC_ALL=C; export LC_ALL
exec 2>/dev/null
system= machine=
read -r system < /proc/sys/kernel/ostype || system=$(uname -s)
read -r machine < /proc/sys/kernel/arch || machine=$(uname -m)
echo "system $system $machine"
read -r now rest < /proc/uptime && echo "now $now"
case "$system $machine" in
  'Linux x86_64') poll=' 7 271 ' select=' 23 270 ' nap=35 clock=230;;
  'Linux aarch64'|'Linux riscv64'|'Linux loongarch64') poll=' 73 ' select=' 72 ' nap=101 clock=115;;
  Linux*) poll= select= nap= clock=;;
  *) exit 0;;
esac
pane=$1 limit=$2 scope=$3
look() {
  stat=
  while IFS= read -r part; do stat=$stat$part; done < "/proc/$1/stat" || return 1
  [ -n "$stat" ] || return 1
  # Behind the name there are only numbers.
  set -- \${stat##*) }
  parent=$2 group=$3 session=$4 terminal=$5 foreground=$6
}
look "$pane" && [ "$terminal" -ne 0 ] || exit 0
tty=$terminal leader=$session top=$foreground members= terminals=" $terminal " seen=' ' count=0
echo "terminal $tty"
device_of() { device=/dev/pts/$((((($1 >> 8) & 4095) - 136) * 256 + (($1 & 255) | (($1 >> 12) & 1048320)))); }
device_of "$tty"
own=$device
# 0: it has the terminal open; 1: it has not; 2: it may have, or that may not be seen. Root in a container may list what it may not follow.
holds() {
  hidden=
  for link in /proc/$1/fd/*; do
    [ "$link" -ef "$own" ] && return 0
    # Which terminal is behind that is not known.
    [ "$link" -ef /dev/tty ] && hidden=1
    [ -e "$link" ] || hidden=1
  done
  [ -z "$hidden" ] || return 2
  return 1
}
keep() {
  if [ "$terminal" -eq 0 ] || [ "$group" -ne "$foreground" ]; then
    [ "$terminal" -ne "$tty" ] || return
    holds "$1"
    [ $? -ne 1 ] || return
  fi
  members="$members $1"
  [ "$terminal" -ne 0 ] || return
  case "$terminals" in *" $terminal "*) ;; *) terminals="$terminals$terminal ";; esac
}
children_of() {
  children=
  for file in /proc/$1/task/*/children; do
    some=
    read -r some < "$file"
    children="$children $some"
  done
}
below() {
  while [ -n "$now" ]; do
    next=
    for pid in $now; do
      case $seen in *" $pid "*) continue;; esac
      [ "$pid" -gt 0 ] || continue
      [ "$count" -lt "$limit" ] || { echo cut; now=; return; }
      count=$((count + 1)) seen="$seen$pid "
      look "$pid" || continue
      keep "$pid"
      children_of "$pid"
      next="$next $children"
    done
    now=$next
  done
}
if [ -e "/proc/$pane/task/$pane/children" ]; then
  # A process that has lost its parent is a child of a process above the tmux server, mostly of the first.
  now="$pane $top"
  look "$parent"
  above=$parent
  while [ "$above" -gt 0 ]; do
    children_of "$above"
    for pid in $children; do
      look "$pid" && [ "$group" -eq "$top" ] && now="$now $pid"
    done
    look "$above" || break
    above=$parent
  done
  below
else
  scope=all
fi
if [ "$scope" = all ]; then
  echo whole
  for file in /proc/[0-9]*; do
    pid=\${file#/proc/}
    case $seen in *" $pid "*) continue;; esac
    look "$pid" || continue
    # A terminal belongs to one session; in another container there may be one with the same number.
    if [ "$session" -eq "$leader" ]; then
      [ "$group" -eq "$foreground" ] && now=$pid && below
      continue
    fi
    # One of somebody else that may not be looked at, and that nothing here has started, is left out.
    holds "$pid" || continue
    # What reads a terminal and makes others passes on what is typed.
    now=$pid
    below
  done
fi
[ -n "$members" ] || exit 0
set --
for pid in $members; do
  set -- "$@" "/proc/$pid/stat" /proc/$pid/task/*/syscall /proc/$pid/task/*/wchan /proc/$pid/task/*/schedstat
done
facts=$(grep -sH '' "$@")
printf '%s\\n' "$facts"
set -f
infos=
IFS='
'
for line in $facts; do
  IFS=' '
  case $line in /proc/*/syscall:[0-9]*) ;; *) continue;; esac
  thread=\${line%%/syscall:*}
  process=\${thread%/task/*}
  set -- \${line#*:}
  address=0 bytes=0 timeout=0
  case $poll in *" $1 "*) address=$2 bytes=$(($3 * 8)); [ "$1" = 7 ] || timeout=$4;; esac
  case $select in *" $1 "*) address=$3 bytes=$((($2 + 63) / 64 * 8)) timeout=$6;; esac
  [ "$1" = 441 ] && timeout=$5
  case $1 in "$nap") timeout=$2;; "$clock") timeout=$4;; esac
  [ "$(($timeout))" -eq 0 ] ||
    echo "timeout $thread" $(dd if="$process/mem" bs=4 skip=$(($timeout / 4)) count=4 | od -An -v -tx1 | tr '\\n' ' ')
  [ "$bytes" -gt 0 ] && [ "$(($address))" -gt 0 ] || continue
  [ "$bytes" -le 8192 ] || bytes=8192
  echo "memory $thread" $(dd if="$process/mem" bs=4 skip=$(($address / 4)) count=$((bytes / 4)) | od -An -v -tx1 | tr '\\n' ' ')
done
IFS=' '
set +f
set --
for pid in $members; do
  set -- "$@" /proc/$pid/fd/*
  infos="$infos /proc/$pid/fdinfo/*"
done
ls -ldn "$@"
grep -sHe '^tfd:' -e '^flags:' $infos
for terminal in $terminals; do
  device_of "$terminal"
  size=
  [ "$terminal" = "$tty" ] || size=" $(stty size -F "$device")"
  echo "modes $terminal $(stty -g -F "$device")$size"
done
exit 0`;

/** Takes apart what the script printed. */
export function parseProbe(output: Buffer): RawFacts {
  const found = new Map<number, Found>();
  const facts = {
    system: '',
    machine: '',
    terminal: 0,
    cut: false,
    whole: false,
    modes: new Map<number, string>(),
  };
  for (const line of output.toString('latin1').split('\n')) {
    const [word = '', first = '', second = ''] = line.split(' ');
    if (line.startsWith('/proc/')) takeFile(found, line);
    else if (word === 'memory' || word === 'timeout') takeMemory(found, word, line);
    else if (word === 'system') Object.assign(facts, { system: first, machine: second });
    else if (word === 'terminal') facts.terminal = Number(first);
    else if (word === 'now') Object.assign(facts, { nowMs: Number(first) * 1_000 });
    else if (word === 'modes') facts.modes.set(Number(first), line.split(' ').slice(2).join(' '));
    else if (word === 'cut') facts.cut = true;
    else if (word === 'whole') facts.whole = true;
    else takeLink(found, line);
  }
  return { ...facts, processes: [...found.values()].filter(({ stat }) => stat !== '') };
}

interface Found extends RawProcess {
  stat: string;
  readonly threads: Map<number, RawThread>;
  files: Record<number, string> | undefined;
  readonly epolls: Map<number, string[]>;
  readonly flags: Map<number, string>;
}

/** A line of a file: `/proc/12/task/13/wchan:do_wait`. A name with a newline in it makes two lines of one stat. */
function takeFile(found: Map<number, Found>, line: string): void {
  const [, pid, file = '', text = ''] = /^\/proc\/(\d+)\/([a-z0-9/]+):(.*)$/.exec(line) ?? [];
  if (pid === undefined) return;
  const process = at(found, Number(pid));
  const [folder, number, name = ''] = file.split('/');
  if (file === 'stat') process.stat += process.stat === '' ? text : `\n${text}`;
  else if (folder === 'task') takeThread(process, Number(number), { [name]: text });
  else if (text.startsWith('flags:')) process.flags.set(Number(number), text.slice(6).trim());
  else if (folder === 'fdinfo') {
    process.epolls.set(Number(number), [...(process.epolls.get(Number(number)) ?? []), text]);
  }
}

function takeThread(process: Found, id: number, facts: RawThread): void {
  process.threads.set(id, { ...process.threads.get(id), ...facts });
}

/** `memory /proc/12/task/13 00 ff …` */
function takeMemory(found: Map<number, Found>, what: 'memory' | 'timeout', line: string): void {
  const [, pid, thread, bytes = ''] = /^\w+ \/proc\/(\d+)\/task\/(\d+)(.*)$/.exec(line) ?? [];
  if (pid === undefined) return;
  const memory = Buffer.from(bytes.replaceAll(' ', ''), 'hex');
  takeThread(at(found, Number(pid)), Number(thread), { [what]: memory });
}

/** `lrwx------ 1 0 0 64 Nov 15 12:00 /proc/12/fd/0 -> /dev/pts/1` */
function takeLink(found: Map<number, Found>, line: string): void {
  const [, pid, fd, link] = /^l.*? \/proc\/(\d+)\/fd\/(\d+) -> (.*)$/.exec(line) ?? [];
  if (pid === undefined || link === undefined) return;
  const process = at(found, Number(pid));
  process.files ??= {};
  process.files[Number(fd)] = link;
}

function at(found: Map<number, Found>, pid: number): Found {
  const known = found.get(pid);
  if (known) return known;
  const made: Found = { stat: '', threads: new Map(), files: undefined, epolls: new Map(), flags: new Map() };
  found.set(pid, made);
  return made;
}
