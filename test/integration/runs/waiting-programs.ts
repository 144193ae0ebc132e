import { scriptedProgram } from '../../../src/testing/scripted-program.js';
import type { Pane } from '../../../src/tmux/pane.js';

/** A program, how it gets into a state, and what that state is. */
export interface ProgramRow {
  readonly name: string;
  readonly command: readonly string[];
  /** Brings it to its state. */
  ready(pane: Pane): Promise<unknown>;
  readonly truth: 'waiting' | 'running';
  /** What the verdict says, where the kernel alone cannot know the truth. */
  readonly verdict?: 'waiting' | 'running' | 'unknown';
  /** The most that may be claimed. */
  readonly atMost?: 'likely' | 'guess';
  /** The least that is claimed. */
  readonly atLeast?: 'certain' | 'likely';
  readonly kind?: 'line' | 'password' | 'key';
  /** A program that is not on every machine; without it the row is left out. */
  readonly needs?: string;
  /** A key that ends it, where it would outlive its terminal. */
  readonly end?: string;
}

const cursor = (pattern: string | RegExp) => (pane: Pane) => pane.waitForCursorLine(pattern);
const text = (pattern: string | RegExp) => (pane: Pane) => pane.waitForText(pattern);
const sh = (script: string, ...args: string[]): string[] => ['sh', '-c', script, 'sh', ...args];
const line = { truth: 'waiting', kind: 'line', atLeast: 'certain' } as const;
const password = { truth: 'waiting', kind: 'password', atLeast: 'certain' } as const;
const key = { truth: 'waiting', kind: 'key', atLeast: 'likely' } as const;
const busy = { truth: 'running' } as const;

/** What every host has that has a shell, busybox included. */
export const plainPrograms: readonly ProgramRow[] = [
  { name: 'sh: read', command: sh('printf "name? "; read x'), ready: cursor('name?'), ...line },
  {
    name: 'sh: hidden read',
    command: scriptedProgram([{ readLine: true, prompt: 'Password: ', hidden: true }]),
    ready: cursor('Password:'),
    ...password,
  },
  {
    name: 'sh: interactive prompt',
    command: ['env', '-u', 'ENV', 'PS1=prompt: ', 'sh', '-i'],
    ready: cursor('prompt:'),
    truth: 'waiting',
    atLeast: 'likely',
  },
  { name: 'cat', command: sh('echo ready; exec cat'), ready: text('ready'), ...line },
  {
    name: 'cat under job control',
    command: sh('set -m; echo ready; cat; true'),
    ready: text('ready'),
    ...line,
  },
  {
    name: 'awk on stdin',
    command: ['awk', 'BEGIN { print "ready" > "/dev/stderr" } { print }'],
    ready: text('ready'),
    ...line,
  },
  {
    name: 'less',
    command: sh('f=/tmp/mux-less-$$; seq 500 > $f; exec 3< $f; rm $f; exec less /dev/fd/3'),
    ready: text('20'),
    ...key,
  },
  { name: 'seq | less', command: sh('seq 200000 | less'), ready: text('20'), ...key },
  {
    name: 'read beside a background job',
    command: sh('sleep 600 & echo ready; read x'),
    ready: text('ready'),
    truth: 'waiting',
    kind: 'line',
    atLeast: 'likely',
    atMost: 'likely',
  },
  {
    name: 'an orphan reads',
    command: sh('(cat < /dev/tty &); echo ready; sleep 600'),
    ready: text('ready'),
    truth: 'waiting',
    kind: 'line',
    atLeast: 'likely',
    atMost: 'likely',
  },
  {
    name: 'a reader that left the session with its terminal open as /dev/tty',
    command: sh('exec 3< /dev/tty; echo ready; setsid sh -c "read x <&3"; sleep 600'),
    ready: text('ready'),
    truth: 'waiting',
    atLeast: 'likely',
    atMost: 'likely',
    needs: 'setsid',
  },
  {
    name: 'naps between which it may look for a key',
    command: sh('echo ready; while :; do sleep 0.1; done'),
    ready: text('ready'),
    ...busy,
    atLeast: 'likely',
    atMost: 'likely',
  },
  {
    name: 'sleep',
    command: sh('echo ready; exec sleep 600'),
    ready: text('ready'),
    ...busy,
    atLeast: 'certain',
  },
  { name: 'busy loop', command: sh('echo ready; while :; do :; done'), ready: text('ready'), ...busy },
  { name: 'sleep | cat', command: sh('echo ready; sleep 600 | cat'), ready: text('ready'), ...busy },
  {
    name: 'echo off, but asleep',
    command: sh('stty -echo; echo ready; sleep 600'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'sleep beside a background job',
    command: sh('sleep 600 & echo ready; sleep 600'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'parent of a computing child',
    command: sh('echo ready; sh -c "while :; do :; done"; true'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'find /',
    command: sh('echo ready; while :; do find /; done > /dev/null 2>&1'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'dd',
    command: sh('echo ready; exec dd if=/dev/zero of=/dev/null bs=64k 2>&1'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'tail -f',
    command: sh('echo ready; exec tail -n 0 -f /etc/passwd'),
    ready: text('ready'),
    ...busy,
  },
  {
    name: 'cat of a FIFO',
    command: sh('f=/tmp/mux-fifo-$$; mkfifo $f; exec 3<> $f; rm $f; echo ready; cat <&3'),
    ready: text('ready'),
    ...busy,
  },
];

/** What the machine has that the tests run on. `port`: a server that accepts and says nothing. */
export function richPrograms(
  folder: string,
  port: number,
  sshd: { readonly configFile: string; readonly port: number },
): readonly ProgramRow[] {
  const python = (script: string): string[] => ['python3', '-c', script];
  const node = (script: string): string[] => ['node', '-e', script];
  const ssh = ['ssh', '-F', sshd.configFile, '-p', String(sshd.port)];
  return [
    { name: 'dash: read', command: ['dash', '-c', 'printf "? "; read x'], ready: cursor('?'), ...line },
    {
      name: 'bash: read -t',
      command: ['bash', '-c', 'read -t 600 -p "soon? " x'],
      ready: cursor('soon?'),
      truth: 'waiting',
      atLeast: 'likely',
    },
    {
      name: 'bash: read -n1',
      command: ['bash', '-c', 'read -n1 -p "Continue? [y/n] " x'],
      ready: cursor('[y/n]'),
      ...key,
    },
    {
      name: 'bash: read -s',
      command: ['bash', '-c', 'read -s -p "Password: " x'],
      ready: cursor('Password:'),
      ...password,
    },
    {
      name: 'bash: select',
      command: ['bash', '-c', 'select x in one two; do break; done'],
      ready: cursor('#?'),
      ...line,
    },
    {
      name: 'bash: prompt',
      command: ['env', 'PS1=prompt: ', 'bash', '--norc', '--noprofile', '-i'],
      ready: cursor('prompt:'),
      ...key,
    },
    {
      name: 'bash: prompt with a busy background job',
      command: ['env', 'PS1=prompt: ', 'bash', '--norc', '--noprofile', '-i'],
      ready: async (pane) => {
        await pane.waitForCursorLine('prompt:');
        await pane.sendText('while :; do :; done & echo started\n');
        await pane.waitForText(/^started$/m);
        await pane.waitForCursorLine('prompt:');
      },
      ...key,
    },
    {
      name: 'zsh: prompt',
      command: ['env', 'PS1=prompt: ', 'zsh', '-f', '-i'],
      ready: cursor('prompt:'),
      ...key,
      needs: 'zsh',
    },
    {
      name: 'busybox sh: prompt',
      command: ['env', 'PS1=prompt: ', 'busybox', 'sh', '-i'],
      ready: cursor('prompt:'),
      ...key,
    },
    { name: 'python: input()', command: python('input("name? ")'), ready: cursor('name?'), ...line },
    {
      name: 'python: getpass',
      command: python('import getpass; getpass.getpass()'),
      ready: cursor('Password:'),
      ...password,
    },
    { name: 'python: REPL', command: ['python3', '-q'], ready: cursor('>>>'), ...key },
    {
      name: 'python: y/N as apt asks',
      command: python('import sys; print("Continue? [y/N] ", end="", flush=True); sys.stdin.readline()'),
      ready: cursor('[y/N]'),
      ...line,
    },
    {
      name: 'python: a thread reads, the others wait',
      command: python(
        'import threading,sys; t=threading.Thread(target=sys.stdin.readline); print("ready"); t.start(); t.join()',
      ),
      ready: text('ready'),
      truth: 'waiting',
      atLeast: 'likely',
      atMost: 'likely',
    },
    {
      name: 'perl: <STDIN>',
      command: ['perl', '-e', '$|=1; print "Sure? "; <STDIN>'],
      ready: cursor('Sure?'),
      ...line,
    },
    {
      name: 'node: readline',
      command: node(
        'require("node:readline").createInterface({input:process.stdin,output:process.stdout}).question("name? ",()=>{})',
      ),
      ready: cursor('name?'),
      ...key,
      atMost: 'likely',
    },
    { name: 'node: REPL', command: ['node', '-i'], ready: cursor(/^> ?$/), ...key, atMost: 'likely' },
    {
      name: 'node: open stdin and a timer',
      command: node('process.stdin.on("data",()=>{}); setInterval(()=>{},100000); console.log("ready")'),
      ready: text('ready'),
      truth: 'waiting',
      atMost: 'likely',
    },
    {
      name: 'ssh-keygen: passphrase',
      command: ['ssh-keygen', '-t', 'ed25519', '-f', `${folder}/key`],
      ready: cursor('passphrase'),
      ...password,
    },
    { name: 'more', command: ['more', `${folder}/long.txt`], ready: text('--More--'), ...key, needs: 'more' },
    { name: 'vim: normal mode', command: ['vim', '-u', 'NONE', `${folder}/a`], ready: text('[New'), ...key },
    {
      name: 'vim: insert mode',
      command: ['vim', '-u', 'NONE', `${folder}/b`],
      ready: async (pane) => {
        await pane.waitForText('[New');
        await pane.sendText('ihello');
        await pane.waitForText('hello');
      },
      ...key,
    },
    { name: 'nano', command: ['nano', `${folder}/c`], ready: text('GNU nano'), ...key, needs: 'nano' },
    {
      name: 'whiptail',
      command: ['whiptail', '--yesno', 'Really?', '8', '30'],
      ready: text('Really?'),
      ...key,
      needs: 'whiptail',
    },
    {
      name: 'dialog',
      command: ['dialog', '--yesno', 'Really?', '8', '30'],
      ready: text('Really?'),
      ...key,
      needs: 'dialog',
    },
    {
      name: 'git commit: editor',
      command: sh(
        'cd "$1" && git init -q repo && cd repo && GIT_EDITOR="vim -u NONE" git -c user.name=a -c user.email=b commit --allow-empty',
        folder,
      ),
      ready: text('Please enter the commit message'),
      ...key,
    },
    {
      name: 'make: a recipe that reads',
      command: sh('cd "$1" && printf "all:\\n\\t@echo ready; read x\\n" > ask.mk && make -f ask.mk', folder),
      ready: text('ready'),
      ...line,
      needs: 'make',
    },
    {
      name: 'gdb: prompt',
      command: ['gdb', '-q', '-nx'],
      ready: cursor('(gdb)'),
      ...key,
      atMost: 'likely',
      needs: 'gdb',
    },
    { name: 'top', command: ['top'], ready: text('load average'), ...key, atMost: 'likely' },
    {
      name: 'script: cat in a terminal of its own',
      command: ['script', '-q', '-c', 'echo ready; exec cat', '/dev/null'],
      ready: text('ready'),
      truth: 'waiting',
      kind: 'line',
      atLeast: 'likely',
      atMost: 'likely',
      needs: 'script',
    },
    {
      name: 'script: sleep in a terminal of its own',
      command: ['script', '-q', '-c', 'echo ready; exec sleep 600', '/dev/null'],
      ready: text('ready'),
      ...busy,
      atMost: 'likely',
      needs: 'script',
      end: 'C-c',
    },
    {
      name: 'ssh: prompt of a remote shell',
      command: [...ssh, '-t', '127.0.0.1', 'env PS1="prompt: " sh -i'],
      ready: cursor('prompt:'),
      truth: 'waiting',
      atMost: 'guess',
    },
    {
      name: 'ssh -t: remote sleep (only the other side knows)',
      command: [...ssh, '-t', '127.0.0.1', 'echo ready; exec sleep 600'],
      ready: text('ready'),
      truth: 'running',
      verdict: 'waiting',
      atMost: 'guess',
    },
    {
      name: 'ssh: remote work without a terminal',
      // It ends with its connection, which a program without a terminal does not by itself.
      command: [...ssh, '127.0.0.1', 'echo ready; exec tail --pid=$PPID -f /dev/null'],
      ready: text('ready'),
      ...busy,
      atMost: 'guess',
    },
    {
      name: 'ssh: a server that says nothing',
      command: sh('echo ready; exec ssh -F /dev/null -p "$1" 127.0.0.1', String(port)),
      ready: text('ready'),
      ...busy,
    },
    {
      name: 'curl: a server that says nothing',
      command: sh('echo ready; exec curl --noproxy "*" -o /dev/null "http://127.0.0.1:$1/"', String(port)),
      ready: text('Total'),
      ...busy,
      needs: 'curl',
    },
    {
      name: 'python: recv',
      command: python(
        `import socket; s=socket.create_connection(("127.0.0.1",${port})); print("ready",flush=True); s.recv(1)`,
      ),
      ready: text('ready'),
      ...busy,
      atLeast: 'certain',
    },
    {
      name: 'python: select on stdin and a socket, as nc',
      command: python(
        `import socket,select,sys; s=socket.create_connection(("127.0.0.1",${port})); print("ready",flush=True); select.select([sys.stdin,s],[],[])`,
      ),
      ready: text('ready'),
      ...busy,
      atMost: 'guess',
    },
    {
      name: 'python: a thread reads while another waits for a socket',
      command: python(
        `import socket,threading,sys; s=socket.create_connection(("127.0.0.1",${port})); threading.Thread(target=sys.stdin.readline).start(); print("ready",flush=True); s.recv(1)`,
      ),
      ready: text('ready'),
      truth: 'running',
      verdict: 'waiting',
      atMost: 'guess',
    },
    {
      name: 'python: computes while a thread reads',
      command: python(
        'import threading,sys; threading.Thread(target=sys.stdin.readline).start(); print("ready",flush=True)\nwhile True: sum(range(100000))',
      ),
      ready: text('ready'),
      ...busy,
      atMost: 'guess',
    },
    {
      name: 'node: timer without stdin',
      command: node('setInterval(()=>{},100000); console.log("ready")'),
      ready: text('ready'),
      ...busy,
      atLeast: 'certain',
    },
    {
      name: 'node: HTTP server',
      command: node('require("node:http").createServer().listen(0,"127.0.0.1",()=>console.log("ready"))'),
      ready: text('ready'),
      ...busy,
    },
    {
      name: 'node: request to a server that says nothing',
      command: node(`require("node:http").get("http://127.0.0.1:${port}/"); console.log("ready")`),
      ready: text('ready'),
      ...busy,
    },
    {
      name: 'node: watches stdin while its child works',
      command: node(
        'process.stdin.on("data",()=>{}); require("node:child_process").spawn("sh",["-c","echo ready; while :; do :; done"],{stdio:"inherit"})',
      ),
      ready: text('ready'),
      ...busy,
      atMost: 'guess',
    },
    {
      name: 'node: watches a folder, and takes keys',
      command: node(
        `process.stdin.setRawMode(true); process.stdin.resume(); require("node:fs").watch("${folder}"); console.log("ready")`,
      ),
      ready: text('ready'),
      ...busy,
      verdict: 'waiting',
      atMost: 'guess',
    },
    {
      name: 'python: is signalled when there is input',
      command: [
        'python3',
        '-c',
        'import fcntl,os,signal\nsignal.signal(signal.SIGIO,lambda *_: os._exit(0)); fcntl.fcntl(0,fcntl.F_SETOWN,os.getpid())\nfcntl.fcntl(0,fcntl.F_SETFL,fcntl.fcntl(0,fcntl.F_GETFL)|os.O_ASYNC); print("ready",flush=True)\nwhile True: signal.pause()',
      ],
      ready: text('ready'),
      truth: 'waiting',
      verdict: 'running',
      atMost: 'likely',
      needs: 'python3',
    },
    {
      name: 'python: select on an epoll set with the terminal in it',
      command: [
        'python3',
        '-c',
        'import select; print("ready",flush=True); e=select.epoll(); e.register(0,select.EPOLLIN); select.select([e],[],[])',
      ],
      ready: text('ready'),
      truth: 'waiting',
      kind: 'line',
      atLeast: 'likely',
      needs: 'python3',
    },
    {
      name: 'python: sleeps until a time',
      command: ['python3', '-c', 'import time; print("ready",flush=True); time.sleep(600)'],
      ready: text('ready'),
      ...busy,
      atLeast: 'certain',
      needs: 'python3',
    },
    {
      name: 'make: a recipe that works',
      command: sh(
        'cd "$1" && printf "all:\\n\\t@echo ready; sleep 600\\n" > work.mk && make -f work.mk',
        folder,
      ),
      ready: text('ready'),
      ...busy,
      needs: 'make',
    },
  ];
}
